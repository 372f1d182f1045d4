import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import type { Dialect } from 'payments-data-client';
import { createMock, type MockData } from 'payments-data-client/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../send.js';
import { things } from '../things.js';
import { mockEngine } from './mock-engine.js';
import { columns, sampleRows } from './sample-rows.js';
import { inserts, tables, toSql } from './to-sql.js';
import { questions } from './wheres.js';

const rows = sampleRows();
const data = rows as unknown as MockData<typeof things>; // of the kinds of the schema
let database: PGlite;
const select = async (sql: string) =>
  (await database.query<{ id: string }>(sql)).rows.map(({ id }) => id);

beforeAll(async () => {
  database = await PGlite.create();
  await database.exec([...tables, ...inserts(rows)].join(';\n'));
}, 60_000);

afterAll(() => database.close());

describe('PostgreSQL', { timeout: 60_000 }, () => {
  test.each<[Dialect, number]>([
    [{}, 300],
    [{ nulls: 'sql' }, 250],
    [{ like: 'insensitive' }, 100],
    [{ text: 'insensitive', like: 'exact' }, 100],
    [{ nulls: 'sql', text: 'insensitive' }, 200],
  ])(
    'finds the rows that the mock finds in the dialect %j [where 3] [where 4]',
    async (dialect, numRuns) => {
      const mock = mockEngine(rows, dialect);
      const property = fc.asyncProperty(questions, async ({ resource, where }) => {
        expect(await mock(resource, where)).toEqual(await select(toSql(resource, where, dialect)));
      });
      await fc.assert(property, { seed: 20260102, numRuns });
    },
  );

  const orders = Object.entries(columns)
    .filter(([, pool]) => pool !== 'json')
    .flatMap(([name]) => [
      `${name}:asc`,
      `${name}:desc`,
      ...(name === 'state' ? [] : [`state:desc,${name}:asc`]),
    ]);

  /** How a database says where null is. */
  const places = { largest: '', smallest: '', last: ' nulls last', first: ' nulls first' };

  const dialects: Dialect[] = [
    ...(['largest', 'smallest', 'last', 'first'] as const).map((nullOrder) => ({ nullOrder })),
    { text: 'insensitive' },
  ];

  test.each(dialects)('orders as the mock does in the dialect %j', async (dialect) => {
    const { nullOrder = 'largest', text } = dialect;
    const mock = createMock({ schema: things, data, dialect });
    for (const order of orders) {
      const { body } = await ask(mock, '/things', { order_by: order, include: 'id:true' });
      const parts = order.split(',').map((part) => {
        const [name = '', direction] = part.split(':');
        const pool = columns[name as keyof typeof columns];
        const isFolded = text && (pool === 'text' || pool === 'enumeration');
        const smallest = direction === 'asc' ? ' nulls first' : ' nulls last';
        const nulls = nullOrder === 'smallest' ? smallest : places[nullOrder];
        return `${isFolded ? `lower(${name})` : name} ${direction}${nulls}`;
      });
      const ids = await select(`select id from things order by ${parts}, id collate "C"`);
      expect(
        body.map(({ id }: { id: string }) => id),
        order,
      ).toEqual(ids);
    }
  });
});
