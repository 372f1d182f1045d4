import { PGlite } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import type { Dialect } from 'payments-data-client';
import { createMock, type MockData } from 'payments-data-client/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namedMembers } from '../../src/dialect/request-dialect.js';
import { inTurn } from '../fixtures/in-turns.js';
import {
  createPostgresService,
  type PostgresServiceOptions,
} from '../fixtures/postgres-service.js';
import { RandomQueries, writeQuery } from '../fixtures/random-queries.js';
import { randomRows } from '../fixtures/random-rows.js';
import { wideSchema } from '../fixtures/wide-schema.js';
import { ask } from '../mock/send.js';
import { createChance } from '../types/lib/random.js';

/** How the service on PostgreSQL differs by default. */
const common = {
  envelope: 'data',
  parameters: { orderBy: 'sort', take: 'limit', skip: 'offset', after: null, before: null },
  orderFormat: '-name',
  pageSize: { default: 50, max: 100 },
  rejections: { query: 422, id: 404, body: 'error.message' },
  unknown: { parameters: 'ignored', include: 'ignored' },
  dates: 'microseconds',
  nulls: 'sql',
  text: { collation: 'en', like: 'insensitive', wildcards: 'sql' },
  enumerations: { values: 'closed', order: 'declared' },
  uuids: 'uuid',
  comparators: {
    string: { not_contains: false },
    uuid: { like: false, contains: false, not_contains: false },
    decimal: { like: false, contains: false, not_contains: false },
  },
  json: { notContains: 'opposite', paths: 'literal' },
} as const satisfies Dialect;

const sql = {
  neq: 'skipped',
  notIn: 'skipped',
  notContains: 'skipped',
  insideIn: 'ignored',
  insideNotIn: 'nothing',
  every: 'unknown',
  jsonNeq: 'skipped',
  jsonNotContains: 'skipped',
  jsonNotExists: 'skipped',
} as const;

const schema = { ...wideSchema };

const rejected = {
  parameters: 'rejected',
  where: 'rejected',
  include: 'rejected',
  orderBy: 'rejected',
  comparators: 'rejected',
} as const;

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create({ extensions: { citext } });
}, 60_000);
afterAll(() => db.close());

/** Asks a mock and a service on PostgreSQL the same random lists. */
async function compare(
  dialect: Dialect,
  traits: PostgresServiceOptions,
  count: number,
  seed: number,
) {
  const isExact = traits.dates !== 'milliseconds';
  const rows = randomRows(schema, createChance(seed), { hiddenDigits: isExact ? 'any' : 'none' });
  const service = await createPostgresService({ db, schema, ...traits });
  const mock = createMock({
    schema: wideSchema,
    dialect,
    data: rows as unknown as MockData<typeof wideSchema>, // of its kinds
  });
  await service.load(rows);
  const queries = new RandomQueries({ schema, rows, chance: createChance(seed + 1) });
  const found = { rows: 0, none: 0, rejected: 0 };
  for (let index = 0; index < count; index++) {
    const query = queries.query();
    const path = schema[query.resource as 'balances'].path ?? '';
    const parameters = writeQuery(query, service.traits);
    const expected = await ask(service, path, parameters);
    const response = await ask(mock, path, parameters);
    const what = JSON.stringify({ query, error: expected.body.error, got: response.body.error });
    expect(response.status, what).toBe(expected.status);
    if (response.status !== 200) found.rejected++;
    else {
      const member = namedMembers(dialect.envelope).rows;
      const shown = (body: Record<string, unknown>) => (member ? body[member] : body);
      expect(shown(response.body), what).toEqual(shown(expected.body));
      found[expected.body.data.length > 0 ? 'rows' : 'none']++;
    }
  }
  return found;
}

describe('the mock with the dialect of PostgreSQL', () => {
  test('answers 2,000 random lists as PostgreSQL does', async () => {
    const found = await compare(common, {}, 2000, 10);
    expect(found.rows).toBeGreaterThan(700);
    expect(found.rejected).toBeGreaterThan(100);
  });

  const changes: readonly (readonly [Dialect, PostgresServiceOptions])[] = [
    [{ text: { ...common.text, collation: 'codePoint' } }, { collation: 'C' }],
    [{ text: { ...common.text, wildcards: 'sqlWithoutEscape' } }, { wildcards: 'noEscape' }],
    [{ text: { ...common.text, wildcards: 'none' } }, { wildcards: 'none' }],
    [{ text: { ...common.text, like: 'exact' } }, { like: 'sensitive' }],
    [
      { text: { ...common.text, collation: { ignores: ['case'] }, equality: 'collation' } },
      { textEquality: 'citext', collation: 'C' },
    ],
    [
      {
        text: {
          ...common.text,
          collation: { locale: 'en', ignores: ['case'] },
          equality: 'collation',
        },
      },
      { textEquality: 'icu' },
    ],
    [
      { json: { ...common.json, contains: 'shallow', emptyObject: 'equal' } },
      { jsonContains: 'shallow' },
    ],
    [{ empty: { in: 'everything' } }, { empty: { in: 'ignored' } }],
    [
      { empty: { in: 'rejected', notIn: 'rejected' } },
      { empty: { in: 'rejected', notIn: 'rejected' } },
    ],
    [{ empty: { or: 'everything' } }, { empty: { or: 'ignored' } }],
    [{ empty: { or: 'rejected' } }, { empty: { or: 'rejected' } }],
    [{ empty: { quantifier: 'everything' } }, { empty: { quantifier: 'ignored' } }],
    [{ empty: { quantifier: 'rejected' } }, { empty: { quantifier: 'rejected' } }],
    [{ json: { ...common.json, exists: 'value' } }, { jsonNullExists: false }],
    [{ order: { nulls: 'first' } }, { nullOrder: 'first' }],
    [{ order: { nulls: 'last' } }, { nullOrder: 'last' }],
    [{ order: { ties: 'id' } }, { ties: 'id' }],
    [{ enumerations: {} }, { enumerations: 'open', enumerationOrder: 'text' }],
    [{ enumerations: 'closed' }, { enumerationOrder: 'text' }],
    [{ uuids: 'text' }, { uuids: 'text' }],
    [{ dates: 'shown' }, { dates: 'milliseconds' }],
    [{ nulls: 'value' }, { nulls: 'value' }],
    [{ nulls: { ...sql, neq: 'matched' } }, { nulls: { neq: 'value' } }],
    [{ nulls: { ...sql, notIn: 'matched' } }, { nulls: { notIn: 'value' } }],
    [{ nulls: { ...sql, notContains: 'matched' } }, { nulls: { textNotContains: 'value' } }],
    [{ nulls: { ...sql, insideIn: 'compared' } }, { nulls: { insideIn: 'value' } }],
    [{ nulls: { ...sql, insideNotIn: 'compared' } }, { nulls: { insideNotIn: 'value' } }],
    [{ nulls: { ...sql, every: 'false' } }, { nulls: { every: 'value' } }],
    [{ nulls: { ...sql, jsonNeq: 'matched' } }, { nulls: { jsonNeq: 'value' } }],
    [{ nulls: { ...sql, jsonNotContains: 'matched' } }, { nulls: { jsonNotContains: 'value' } }],
    [{ nulls: { ...sql, jsonNotExists: 'matched' } }, { nulls: { jsonNotExists: 'value' } }],
    [{ computed: { where: 'rejected', orderBy: 'rejected' } }, { computedInQuery: 'rejected' }],
    [{ unknown: 'rejected' }, { unknown: rejected }],
  ];
  test.each(inTurn(changes, 3))(
    'changed by %j answers 300 random lists as PostgreSQL does',
    async (dialect, traits) => {
      await compare({ ...common, ...dialect }, traits, 300, 20);
    },
  );
});
