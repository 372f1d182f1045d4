import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type ExactRow, exactService, idOf, sortRows } from '../fixtures/exact-service.js';
import { failure } from '../fixtures/failure.js';

const start = Date.UTC(2026, 0) * 1000;
const row = (number: number, microseconds: number, name = 'A'): ExactRow => ({
  id: idOf(number),
  account_id: idOf(number % 40),
  name,
  balance: `${(number * 7) % 13}.50`,
  created: start + microseconds,
});
const rowsOf = (count: number, microseconds: (number: number) => number) =>
  Array.from({ length: count }, (_, number) => row(number, microseconds(number)));
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('a service with pages, whose dates have hidden digits', () => {
  const rows = rowsOf(2_500, (number) => (number * 7_919) % 90_000);

  it('returns all rows of a list of ids [decision 53]', async () => {
    const { client } = exactService([...rows]);
    const ids = idsOf(rows.slice(0, 2_000));
    const query = { where: { id: { in: [...ids, idOf(9_999)] } } };
    for (const found of [await client.balances.list(query), await client.balances.all(query)])
      expect(idsOf(found).sort()).toEqual([...ids].sort());
  });

  it('returns all rows of a list of other values [decision 53]', async () => {
    const { client } = exactService([...rows]);
    const accounts = Array.from({ length: 300 }, (_, number) => idOf(number)).slice(5);
    const expected = rows.filter(({ account_id }) => accounts.includes(account_id));
    const query = { where: { account_id: { in: accounts } } };
    expect(await client.balances.list({ ...query, include: { name: true } })).toHaveLength(
      expected.length,
    );
    for (const found of [await client.balances.list(query), await client.balances.all(query)])
      expect(idsOf(found).sort()).toEqual(idsOf(expected).sort());
  });

  it.each(['asc', 'desc'] as const)('iterates by date, %s [decision 51]', async (direction) => {
    const { client } = exactService([...rows]);
    const found = await client.balances.all({ orderBy: { created_at: direction } });
    expect(idsOf(found)).toEqual(idsOf(sortRows(rows, `created_at:${direction},id:asc`)));
  });

  it('that ignores `take` or the order is reported by list [decision 53]', async () => {
    const query = { take: 3, orderBy: { balance: 'desc' } } as const;
    const without = (...ignores: string[]) =>
      failure(exactService([...rows], { ignores }).client.balances.list(query));
    const many = (take: number) =>
      `GET /v1/balances failed: expected at most ${take} rows, got 50. The service ignores \`take\`. Set \`dialect.parameters.take\` to null.`;
    expect((await without('take')).message).toBe(many(3));
    expect((await without('take', 'order_by')).message).toBe(many(3));
    expect((await without('order_by')).message).toBe(
      `GET /v1/balances failed: row "${rows[1]?.id}" is repeated or out of order. The service ignores \`orderBy\`, \`where\` or \`skip\`.`,
    );
  });

  it('that ignores `take` is reported by all, and read without it [decision 53]', async () => {
    const { client } = exactService([...rows], { ignores: ['take'] });
    const message =
      'GET /v1/balances failed: expected at most 20 rows, got 50. The service ignores `take`. Set `dialect.parameters.take` to null.';
    await expect(client.balances.all({}, { pageSize: 20 })).rejects.toThrow(message);
    const without = client.with({ dialect: { parameters: { take: null } } });
    expect(await without.balances.all({}, { pageSize: 20 })).toHaveLength(rows.length);
  });

  it('that ignores `where` is reported by a long list [decision 53]', async () => {
    const { client } = exactService([...rows], { ignores: ['where'] });
    const messageOf = async (where: object) =>
      (await failure(client.balances.list({ where }))).message;
    const [first] = rows;
    expect(await messageOf({ id: { in: idsOf(rows.slice(100, 500)) } })).toBe(
      `GET /v1/balances failed: row "${first?.id}" was not requested. The service ignores \`where\`.`,
    );
    expect(await messageOf({ account_id: { in: idsOf(rows.slice(0, 300)) } })).toBe(
      `GET /v1/balances failed: row "${first?.id}" was not requested. The service ignores \`where\`.`,
    );
  });

  it.each([
    ['order_by', {}],
    ['where', {}],
    ['where', { created_at: 'asc' }],
    ['where', { created_at: 'desc' }],
    ['where', { name: 'asc', created_at: 'asc' }],
  ] as const)('that ignores `%s` is reported by all, ordered by %j', async (parameter, orderBy) => {
    const { client } = exactService([...rows], { ignores: [parameter] });
    expect((await failure(client.balances.all({ orderBy }))).message).toMatch(
      /^GET \/v1\/balances failed: row "[\w-]+" is repeated or out of order\. The service ignores `orderBy`, `where` or `skip`\.$/,
    );
  });

  it('that ignores `skip` is reported by all if many rows have one date', async () => {
    const { client } = exactService(
      rowsOf(200, () => 5),
      { ignores: ['skip'] },
    );
    const error = await failure(client.balances.all({ orderBy: { created_at: 'asc' } }));
    expect(error.message).toMatch(/is repeated or out of order\. The service ignores/);
  });
});

describe('list', () => {
  const listOf = (rows: object[], query: object) => {
    const { client } = exactService([]);
    return client
      .with({ fetch: async () => new Response(JSON.stringify(rows)) })
      .balances.list(query);
  };

  it.each([
    ['text', { name: 'asc' }, [{ name: 'b' }, { name: 'a' }]],
    ['text that looks like numbers', { name: 'asc' }, [{ name: '10' }, { name: '9' }]],
    ['decimals that are null', { balance: 'asc' }, [{ balance: null }, { balance: '-1' }]],
    [
      'nulls',
      { external_id: 'asc', balance: 'asc' },
      [{ external_id: 'a' }, { external_id: null }],
    ],
    [
      'dates that are equal as shown',
      { created_at: 'asc', id: 'desc' },
      [{ created_at: '2026-01-01T00:00:00.000Z' }, { created_at: '2026-01-01T00:00:00.000Z' }],
    ],
    [
      'fields that the include leaves out',
      { created_at: 'asc', balance: 'asc' },
      [{ balance: '2' }, { balance: '1' }],
    ],
    ['ties', { balance: 'asc' }, [{ balance: '1' }, { balance: '1' }]],
  ])('does not judge the order of %s [decision 53]', async (_, orderBy, values) => {
    const rows = values.map((value, index) => ({ id: idOf(index), ...value }));
    expect(await listOf(rows, { orderBy })).toEqual(rows);
  });
});

test.each([
  ['decimals exactly', { balance: 'asc' }, ['9007199254740993', '9007199254740992']],
  ['the next field after equal decimals', { balance: 'asc', id: 'asc' }, ['5', '5.0']],
] as const)('list compares %s [decision 53]', async (_, orderBy, [first, second]) => {
  const rows = [
    { id: idOf(1), balance: first },
    { id: idOf(0), balance: second },
  ];
  const { client } = exactService([]);
  const list = client
    .with({ fetch: async () => new Response(JSON.stringify(rows)) })
    .balances.list({ orderBy });
  await expect(list).rejects.toThrow(
    `row "${idOf(0)}" is repeated or out of order. The service ignores \`orderBy\`, \`where\` or \`skip\`.`,
  );
});

describe('pagination by date', () => {
  const orders = [
    ['created_at:asc,id:asc', { created_at: 'asc' }],
    ['created_at:desc,id:asc', { created_at: 'desc' }],
    ['created_at:desc,name:asc,id:asc', { created_at: 'desc', name: 'asc' }],
    ['name:asc,created_at:desc,id:asc', { name: 'asc', created_at: 'desc' }],
    ['balance:desc,created_at:asc,id:desc', { balance: 'desc', created_at: 'asc', id: 'desc' }],
  ] as const;

  it('returns each row that exists throughout exactly once, in order [decision 51]', async () => {
    const run = fc.asyncProperty(
      fc.constantFrom(...orders),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 4_000 }), fc.constantFrom('A', 'B')), {
        maxLength: 40,
      }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 4_000 })), { maxLength: 60 }),
      async ([order, orderBy], values, maxPage, pageSize, changes) => {
        const rows = values.map(([microseconds, name], number) => row(number, microseconds, name));
        const throughout = rows.filter((_, number) => number % 3 > 0);
        const pending = [...changes];
        const { client } = exactService([...rows], {
          maxPage,
          beforeResponse: (current) => {
            const [isInsertion, microseconds] = pending.pop() ?? [];
            const other = current.findIndex((one) => !throughout.includes(one));
            if (isInsertion) current.push(row(1_000 + pending.length, microseconds ?? 0));
            else if (isInsertion === false && other >= 0) current.splice(other, 1);
          },
        });
        const found = idsOf(await client.balances.all({ orderBy }, { pageSize }));
        const kept = new Set(idsOf(throughout));
        expect(found.filter((id) => kept.has(id))).toEqual(idsOf(sortRows(throughout, order)));
        expect(new Set(found).size).toBe(found.length);
      },
    );
    await fc.assert(run, { seed: 20260101, numRuns: 150 });
  }, 60_000);

  it.each(orders)(
    'returns rows that all have one date, by %s [decision 51]',
    async (order, orderBy) => {
      const rows = rowsOf(60, (number) => (number * 37) % 1000);
      for (const maxPage of [1, 2, 7, 100]) {
        const { client } = exactService([...rows], { maxPage });
        expect(idsOf(await client.balances.all({ orderBy }))).toEqual(idsOf(sortRows(rows, order)));
      }
    },
  );
});
