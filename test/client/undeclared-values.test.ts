import {
  createClient,
  date,
  defineSchema,
  type Logger,
  QueryError,
  string,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

const mock = createMock();
const balanceId = mock.db.balances.all()[0]?.id ?? '';
beforeEach(() => mock.reset());

/** A client whose warnings are collected. */
function listen(options: object = {}) {
  const lines: string[] = [];
  const ignore = () => {};
  const logger: Logger = {
    debug: ignore,
    info: ignore,
    warn: (line) => lines.push(line),
    error: ignore,
  };
  return { lines, client: createClient({ ...mock.clientOptions, logger, ...options }) };
}

describe('a misspelled value of an enumeration', () => {
  test.each([
    ['where.status', { status: 'complete' }],
    ['where.status.neq', { status: { neq: 'complete' } }],
    ['where.OR[0].status.in[1]', { OR: [{ status: { in: ['failed', 'complete'] } }] }],
  ])(
    'is logged with its path and the declared value, and sent: %s [decision 15]',
    async (path, where) => {
      const { lines, client } = listen();
      await client.transactions.list({ where });
      expect(lines).toEqual([
        `GET /v1/transactions: ${path}: 'complete' is not a declared value. Did you mean \`completed\`?`,
      ]);
      expect(mock.requests[0]?.where).toEqual(where);
    },
  );

  test('is logged by get and pages, too, also in a filter of an included relation', async () => {
    const { lines, client } = listen();
    await client.balances.get(balanceId, { include: { account: { where: { status: 'activ' } } } });
    for await (const _ of client.transactions.pages(
      { where: { status: 'faild' } },
      { pageSize: 2 },
    ));
    expect(lines).toEqual([
      "GET /v1/balances: include.account.where.status: 'activ' is not a declared value. Did you mean `active`?",
      "GET /v1/transactions: where.status: 'faild' is not a declared value. Did you mean `failed`?",
    ]);
  });

  test('is logged once, however often it is used, also by variants of the client', async () => {
    const { lines, client } = listen();
    const where = { OR: [{ status: 'complete' }, { status: { in: ['complete', 'faild'] } }] };
    await client.transactions.list({ where });
    await client.with({ timeout: 5_000 }).transactions.all({ where });
    expect(lines).toEqual([
      "GET /v1/transactions: where.OR[0].status: 'complete' is not a declared value. Did you mean `completed`?",
      "GET /v1/transactions: where.OR[1].status.in[1]: 'faild' is not a declared value. Did you mean `failed`?",
    ]);
  });

  test('is logged once by each of several loggers that alternate', async () => {
    const pair = [listen(), listen()];
    for (const { client } of [...pair, ...pair])
      await client.transactions.list({ where: { status: 'complete' } });
    expect(pair.map(({ lines }) => lines.length)).toEqual([1, 1]);
  });

  test('is logged for at most a hundred values', async () => {
    const { lines, client } = listen();
    const status = Array.from({ length: 150 }, (_, index) => `complete${index}`);
    await client.transactions.list({ where: { status: { in: status } } });
    expect(lines).toHaveLength(100);
  });

  test('is logged on the console by default, and not below a higher log level', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const where = { status: 'compleeted' };
    await createClient({ ...mock.clientOptions, logLevel: 'error' }).transactions.list({ where });
    expect(warn).not.toHaveBeenCalled();
    await createClient(mock.clientOptions).transactions.list({ where });
    await createClient(mock.clientOptions).transactions.list({ where });
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      "GET /v1/transactions: where.status: 'compleeted' is not a declared value. Did you mean `completed`?",
    );
  });
});

test.each([
  [{ status: 'completed' }],
  [{ status: { in: ['completed', 'pending'], neq: 'failed' } }],
  [{ status: 'archived' }],
  [{ status: { not_in: ['x', ''] } }],
  [{ external_id: 'complete' }],
  [{}],
])('a declared value, a value near none and other text are not logged: %j', async (where) => {
  const { lines, client } = listen();
  await client.transactions.list({ where });
  expect(lines).toEqual([]);
});

describe("with `undeclaredValues: 'reject'`", () => {
  const { lines, client } = listen({ undeclaredValues: 'reject' });

  test.each([
    ['complete', 'Did you mean `completed`?'],
    [
      'archived',
      'Use completed, pending, failed, cancelled, declined, returned, prepared, scheduled.',
    ],
  ])('the value %s is rejected before anything is sent', async (status, advice) => {
    const problem = `'${status}' is not a declared value. ${advice} Add values with extendSchema() or the command \`connect\`.`;
    const error = new QueryError('where.status', problem, status);
    const where = { status };
    const include = { lines: true } as const;
    await expect(client.transactions.list({ where, include })).rejects.toEqual(error);
    await expect(client.transactions.all({ where })).rejects.toEqual(error);
    expect([mock.requests, lines]).toEqual([[], []]);
  });

  test('declared values, null and other text are accepted', async () => {
    await client.transactions.list({ where: { status: 'completed', external_id: 'complete' } });
    await client.transactions.list({ where: { route_id: null } });
    expect(mock.requests).toHaveLength(2);
  });
});

describe('a value that is not compared for equality', () => {
  const balances = ['children', 'custom', 'main', 'mainn', 'spare'].flatMap((type, index) =>
    [0, 1].map((copy) => ({ id: `00000000-0000-4000-8000-0000000000${index}${copy}`, type })),
  );
  const service = createMock({ data: { balances } });

  test.each(['warn', 'reject'])(
    'is neither logged nor rejected with %j: a bound',
    async (undeclaredValues) => {
      const { lines, client } = listen({ ...service.clientOptions, undeclaredValues });
      const where = { type: { gte: 'm', lt: 'mainz', like: 'main' } };
      expect(await client.balances.list({ where })).toHaveLength(4);
      expect(lines).toEqual([]);
    },
  );

  test.each([{}, { parameters: { skip: null } }])(
    'is neither logged nor rejected: the last row of a page, with %j',
    async (dialect) => {
      const mock = createMock({ data: { balances }, dialect });
      for (const undeclaredValues of ['warn', 'reject']) {
        const { lines, client } = listen({ ...mock.clientOptions, dialect, undeclaredValues });
        const query = { orderBy: { type: 'asc' }, include: { type: true } } as const;
        expect(await client.balances.all(query, { pageSize: 2 })).toHaveLength(balances.length);
        expect(lines).toEqual([]);
      }
    },
  );

  test('is neither logged nor rejected: the ids of a page', async () => {
    const things = ['a', 'b', 'c', 'd'].map((id) => ({ id, at: '2026-01-31' }));
    const schema = defineSchema({
      things: {
        path: '/things',
        operations: ['list'],
        fields: { id: string('aa', 'bb'), at: date() },
      },
    });
    const dialect = { parameters: { skip: null } } as const;
    const mock = createMock({ schema, dialect, data: { things } });
    const client = createClient({
      ...mock.clientOptions,
      schema,
      dialect,
      undeclaredValues: 'reject',
    });
    expect(await client.things.all({ orderBy: { at: 'asc' } }, { pageSize: 2 })).toHaveLength(4);
  });
});

test("with `undeclaredValues: 'allow'`, nothing is logged", async () => {
  const { lines, client } = listen({ undeclaredValues: 'allow' });
  await client.transactions.list({ where: { status: 'complete' } });
  expect([mock.requests.length, lines]).toEqual([1, []]);
});

test('another value of the option is rejected', () => {
  expect(() => listen({ undeclaredValues: 'ignore' })).toThrow(
    'createClient: expected `undeclaredValues` to be one of warn, reject, allow, got "ignore".',
  );
});
