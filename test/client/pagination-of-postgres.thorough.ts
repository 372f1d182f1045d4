import { PGlite } from '@electric-sql/pglite';
import JSON5 from 'json5';
import { createClient } from 'payments-data-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';

const COUNT = 20_000;
let database: PGlite;

beforeAll(async () => {
  database = await PGlite.create();
  // Half of the rows come from bulk inserts of 250 rows with one date, the others are microseconds
  // apart.
  await database.exec(`
    create table balances (id uuid primary key, name text not null collate "C", created_at timestamptz not null);
    insert into balances
    select md5(n::text)::uuid, 'N' || n % 3,
      timestamptz '2026-01-01' + case when n % 2 = 0 then n / 500 else n * 37 % 40000 end * interval '1 microsecond'
    from generate_series(1, ${COUNT}) n`);
}, 60_000);

afterAll(() => database.close());

const comparisons = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The filters of this test as SQL. Its values are parameters. */
function toSql(filter: object, values: unknown[]): string {
  const parts = Object.entries(filter).map(([key, test]) => {
    if (key === 'AND' || key === 'OR')
      return `(${(test as object[]).map((part) => toSql(part, values)).join(` ${key} `)})`;
    const comparators = typeof test === 'object' ? test : { eq: test };
    return Object.entries(comparators)
      .map(([name, operand]) => {
        values.push(operand);
        return `${key} ${comparisons[name as keyof typeof comparisons]} $${values.length}`;
      })
      .join(' and ');
  });
  return `(${parts.join(' and ') || 'true'})`;
}

/** A service of 50 rows per page by default and 100 at most, which shows milliseconds. */
async function fetchRows(input: RequestInfo | URL): Promise<Response> {
  const query = new URL((input as Request).url).searchParams;
  const values: unknown[] = [];
  const where = toSql(JSON5.parse(`{${query.get('where') ?? ''}}`), values);
  const order = (query.get('order_by') ?? 'id:asc').replaceAll(':', ' ');
  const take = Math.min(100, Number(query.get('take') ?? 50));
  const { rows } = await database.query<{ created_at: Date }>(
    `select id, name, created_at from balances where ${where} order by ${order}
     limit ${take} offset ${Number(query.get('skip') ?? 0)}`,
    values,
  );
  return json(rows);
}

const { balances } = createClient({
  baseUrl: 'https://api.example.com',
  apiKey: 'test-key',
  fetch: fetchRows,
});

describe('20,000 rows of PostgreSQL with microseconds', () => {
  it.each([
    ['created_at asc, id asc', { created_at: 'asc' }],
    ['created_at desc, id asc', { created_at: 'desc' }],
    ['created_at desc, name asc, id asc', { created_at: 'desc', name: 'asc' }],
    ['name desc, created_at asc, id asc', { name: 'desc', created_at: 'asc' }],
  ] as const)('are returned exactly once, by %s [decision 51]', async (order, orderBy) => {
    const { rows } = await database.query<{ id: string }>(
      `select id from balances order by ${order}`,
    );
    const ids: string[] = [];
    for await (const { id } of balances.iterate(
      { orderBy, include: { name: true } },
      { pageSize: 100 },
    ))
      ids.push(id);
    expect(ids).toHaveLength(COUNT);
    expect(ids).toEqual(rows.map(({ id }) => id));
  });
});
