import { type JsonObject, paymentsSchema } from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { CurrentRows } from '../../../src/tools/connect/compare/current-rows.js';
import { allRows, leftOutRows } from '../../../src/tools/connect/connect.js';
import { readSchema } from '../../../src/tools/connect/infer/read-schema.js';
import {
  findHiddenDigits,
  withShownDigits,
} from '../../../src/tools/connect/sample/hidden-digits.js';
import { readResources } from '../../../src/tools/connect/sample/read-resources.js';
import { sampleRows } from '../../../src/tools/connect/sample/sample-rows.js';
import { createService, StoppedError } from '../../../src/tools/connect/service/live-service.js';

const schema = { ...paymentsSchema };

type Change = (url: URL, send: (url: URL) => Promise<Response>) => Promise<Response>;

/** Samples a mock, whose requests and responses may be changed. */
async function sampleMock(
  data: ReturnType<typeof sampleData>,
  dialect: object = {},
  change: Change = (url, send) => send(url),
  rowsPerResource = 50,
) {
  const mock = createMock({ data, dialect });
  const fetch: typeof mock.fetch = (input, init) => {
    const request = new Request(input, init);
    return change(new URL(request.url), (url) => mock.fetch(new Request(url, request)));
  };
  const service = createService({ ...mock.clientOptions, fetch, dialect });
  const options = { rowsPerResource, paths: new Map(), onlyDeclared: true };
  const readings = await readResources(service, schema, options);
  return {
    sample: await sampleRows(service, schema, readings),
    mock,
    service,
    requests: service.requests,
  };
}

test('the rows for a mock were all read: none is made up for a foreign key', async () => {
  const data = sampleData();
  const mock = createMock({ data });
  const fetch: typeof mock.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname === '/v1/accounts') return Response.json({}, { status: 403 });
    const rows = await (await mock.fetch(request)).json();
    for (const row of rows) delete row.account; // so that only foreign keys show accounts
    return Response.json(rows);
  };
  const service = createService({ ...mock.clientOptions, fetch });
  const options = { rowsPerResource: 50, paths: new Map(), onlyDeclared: true };
  const read = await readSchema(service, schema, { ...options, values: true });
  const sample = await sampleRows(service, schema, read.readings);
  expect(sample.rows.accounts).not.toEqual([]);
  const rows = allRows({ read, sample });
  expect(rows.accounts).toEqual([]);
  expect(rows.balances).toEqual([]); // each needs its account
  expect(leftOutRows(read, rows)).toEqual([
    '24 of 24 rows of balances',
    '49 of 49 rows of transactionLines',
  ]);
  expect(rows.transactions).toHaveLength(data.transactions.length);
  for (const [name, some] of Object.entries(rows))
    for (const row of some)
      expect(data[name as keyof typeof data]).toContainEqual(expect.objectContaining(row));
});

const large = sampleData({ accounts: 80, transactions: 160 });
const idsOf = (rows: readonly JsonObject[] = []) => new Set(rows.map(({ id }) => id));

describe('a sample', () => {
  test.each([
    {},
    { pageSize: { default: 5, max: 7 } },
    { dates: 'microseconds', envelope: 'data' },
  ])('has all related rows of its roots, and a mock accepts it, with %j', async (dialect) => {
    const { sample, requests } = await sampleMock(large, dialect);
    expect(() => createMock({ data: sample.rows as object })).not.toThrow();
    expect(sample.invalidValues).toEqual([]);
    expect(requests).toBeLessThan(120);
    for (const name of ['balances', 'accounts', 'transactions', 'transactionLines'])
      expect(sample.roots[name]?.length).toBeGreaterThanOrEqual(12);
    expect(sample.complete).toEqual([
      'accounts.balances',
      'balances.account',
      'balances.unit',
      'transactions.lines',
    ]);
    const accounts = new Set(sample.roots.accounts);
    const expected = large.balances.filter(({ account_id }) => accounts.has(account_id));
    const sampled = sample.rows.balances?.filter(({ account_id }) =>
      accounts.has(String(account_id)),
    );
    expect(idsOf(sampled)).toEqual(idsOf(expected as never));
    const units = idsOf(sample.rows.units);
    expect(sample.rows.balances?.filter(({ unit_id }) => !units.has(unit_id ?? null))).toEqual([]);
  });

  test('has every row of a small workspace, and says so', async () => {
    const small = sampleData({ accounts: 6, transactions: 9 });
    const { sample } = await sampleMock(small);
    for (const name of ['balances', 'accounts', 'transactions', 'transactionLines'] as const)
      expect(sample.rows[name]).toHaveLength(small[name].length);
    expect(sample.complete).toEqual(
      expect.arrayContaining(['accounts', 'balances', 'transactions']),
    );
  });

  test('has roots with related rows, even if most rows have none', async () => {
    const lonely = structuredClone(large);
    const [first, second] = lonely.accounts;
    for (const [index, row] of lonely.balances.entries())
      Object.assign(row, { account_id: (index % 2 ? first : second)?.id });
    const few = { ...lonely, balances: lonely.balances.slice(0, 20) };
    const { sample } = await sampleMock(few as typeof large, {}, undefined, 80);
    expect(sample.roots.accounts).toEqual(expect.arrayContaining([first?.id, second?.id]));
  });

  test('leaves out a relation that is large in most rows', async () => {
    const busy = structuredClone(large);
    const transactions = busy.transactions.slice(0, 3);
    const lines = Array.from({ length: 180 }, (_, index) => ({
      ...busy.transactionLines[0],
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      transaction_id: transactions[index % 3]?.id,
    }));
    const { sample } = await sampleMock({
      ...busy,
      transactions,
      transactionLines: lines,
    } as typeof large);
    expect(sample.complete).not.toContain('transactions.lines');
    expect(sample.roots.transactions).toHaveLength(3);
    expect(sample.notCompared).toEqual([
      { path: ['transactions', 'lines'], text: 'rows have more than 30 related rows' },
    ]);
  });

  test.each([
    [
      'that ignores nested relations',
      (url: URL) =>
        url.searchParams.set(
          'include',
          (url.searchParams.get('include') ?? '').replace(/:\{[^{}]*\}/g, ':true'),
        ),
    ],
    [
      'that returns one relation at a time',
      (url: URL) =>
        url.searchParams.set(
          'include',
          (url.searchParams.get('include') ?? '').replace(/^(\w+:(?:true|\{[^{}]*\})).*/, '$1'),
        ),
    ],
  ])('is the same at a service %s', async (_, change) => {
    const { sample } = await sampleMock(large);
    const { sample: changed } = await sampleMock(large, {}, async (url, send) => {
      if (url.searchParams.has('include')) change(url);
      return send(url);
    });
    expect(changed.complete).toEqual(sample.complete);
    expect(changed.roots).toEqual(sample.roots);
  });

  test('lacks the values that the schema does not allow, and says how many', async () => {
    const { sample } = await sampleMock(large, {}, async (url, send) => {
      const response = await send(url);
      return new Response(
        (await response.text()).replaceAll(/"max_precision":\d+/g, '"max_precision":"2"'),
        response,
      );
    });
    expect(sample.invalidValues).toEqual([
      {
        path: ['units', 'max_precision'],
        text: expect.stringMatching(/^\d+ rows have a value that the schema/),
      },
    ]);
    expect(() => createMock({ data: sample.rows as object })).not.toThrow();
  });
});

test('dates keep six digits, and have a format where others hide theirs', async () => {
  const data = sampleData({ accounts: 6, transactions: 9 });
  const created_at = '2026-01-31T12:00:00.123456Z';
  const { sample } = await sampleMock({
    ...data,
    balances: data.balances.map((row) => ({ ...row, created_at })),
  });
  expect(new Set(sample.rows.balances?.map((row) => row.created_at))).toEqual(
    new Set([created_at]),
  );
  const { balances } = withShownDigits(sample.schema, sample.rows);
  expect(balances?.fields.created_at).toMatchObject({ kind: 'date', format: 'microseconds' });
  expect(balances?.fields.updated_at).not.toHaveProperty('format');
});

test.each(['aborted', 'budget'] as const)(
  'hidden digits are not looked for after %s',
  async (reason) => {
    const service = createService(createMock().clientOptions);
    service.getPatiently = async () => {
      throw new StoppedError(reason, 'Stopped.');
    };
    const balances = sampleData().balances.map((row) => ({ ...row }));
    await expect(findHiddenDigits(service, schema, { balances })).rejects.toMatchObject({ reason });
  },
);

describe('the rows of a sample are read again', () => {
  const small = sampleData({ accounts: 6, transactions: 9 });

  test.each([
    ['a small workspace', small, {}],
    ['a large one', large, { pageSize: { default: 5, max: 7 } }],
    ['one with hidden digits', large, { dates: 'microseconds', envelope: 'data' }],
  ])('in %s, and none has changed if nobody writes', async (_, data, dialect) => {
    const { sample, service } = await sampleMock(data, dialect);
    const before = service.requests;
    expect(await new CurrentRows(service, sample, undefined).readChanged()).toBeUndefined();
    expect(service.requests - before).toBeLessThan(40);
  });

  test('and those that others have updated, inserted and deleted have changed', async () => {
    const { sample, service, mock } = await sampleMock(large);
    const current = new CurrentRows(service, sample, undefined);
    const [root = '', other = ''] = sample.roots.balances ?? [];
    mock.db.balances.update(root, { name: 'Another' });
    const updated = await current.readChanged();
    expect(updated?.balances?.find(({ id }) => id === root)?.name).toBe('Another');
    expect(updated?.balances).toHaveLength(sample.rows.balances?.length ?? 0);
    const { id } = mock.db.balances.insert({ account_id: sample.roots.accounts?.[0] ?? '' });
    expect(idsOf((await current.readChanged())?.balances)).toContain(id);
    mock.db.balances.delete(other);
    expect(idsOf((await current.readChanged())?.balances)).not.toContain(other);
    expect(await current.readChanged()).toBeUndefined();
  });
});
