import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import type { Dialect } from 'payments-data-client';
import { createMock, type MockData } from 'payments-data-client/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../send.js';
import { things } from '../things.js';
import { type Fault, faults, interpret } from './interpret.js';
import { type Engine, firstDifference, mockEngine } from './mock-engine.js';
import { columns, sampleRows } from './sample-rows.js';
import { inserts, tables, toSql } from './to-sql.js';
import { questions } from './wheres.js';

const rows = sampleRows();
let database: PGlite;

const postgresWith =
  (dialect: Dialect): Engine =>
  async (resource, where) => {
    const found = await database.query<{ id: string }>(toSql(resource, where, dialect));
    return found.rows.map(({ id }) => id);
  };
const postgres = postgresWith({});

const agreement = (engine: Engine, dialect: Dialect = {}) =>
  fc.asyncProperty(questions, async ({ resource, where }) => {
    expect(await engine(resource, where)).toEqual(await postgresWith(dialect)(resource, where));
  });

beforeAll(async () => {
  database = await PGlite.create();
  await database.exec([...tables, ...inserts(rows)].join(';\n'));
}, 60_000);

afterAll(() => database.close());

describe('PostgreSQL', () => {
  test('finds the rows that the mock finds, for thousands of random filters', async () => {
    await fc.assert(agreement(mockEngine(rows)), { seed: 20260102, numRuns: 3000 });
  }, 120_000);

  test.each<Dialect>([
    { nulls: 'sql' },
    { text: { like: 'insensitive' } },
    { nulls: 'sql', text: { like: 'insensitive' } },
  ])(
    'finds the rows that the mock finds in the dialect %j',
    async (dialect) => {
      await fc.assert(agreement(mockEngine(rows, dialect), dialect), {
        seed: 20260104,
        numRuns: 1500,
      });
    },
    120_000,
  );

  const orders = Object.entries(columns)
    .filter(([, pool]) => pool !== 'json')
    .flatMap(([name]) => [
      `${name}:asc`,
      `${name}:desc`,
      ...(name === 'state' ? [] : [`state:desc,${name}:asc`]),
    ]);

  test.each(orders)('orders by %s as the mock does, nulls and ties too', async (order) => {
    const mock = createMock({ schema: things, data: rows as unknown as MockData<typeof things> });
    const { body } = await ask(mock, '/things', { order_by: order, include: 'id:true' });
    const sql = `select id from things order by ${order.replaceAll(':', ' ')}, place`;
    expect(body).toEqual((await database.query(sql)).rows);
  });

  test.each(Object.entries(faults))(
    'detects the fault %s: %s',
    async (fault) => {
      const faulty: Engine = async (resource, where) =>
        interpret(where, resource, rows, { fault: fault as Fault });
      expect(await firstDifference(postgres, faulty, 1)).toBeDefined();
    },
    60_000,
  );
});
