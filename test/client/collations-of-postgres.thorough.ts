import { PGlite } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { createClient, type Dialect } from 'payments-data-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPostgresService,
  type PostgresServiceOptions,
} from '../fixtures/postgres-service.js';
import { randomRows } from '../fixtures/random-rows.js';
import { payments } from '../tools/connect/compare-server.js';
import { createChance } from '../types/lib/random.js';

/** How each service of this test writes requests and responses. */
const requests = {
  envelope: 'data',
  parameters: { orderBy: 'sort', take: 'limit', skip: 'offset', after: null, before: null },
  orderFormat: '-name',
  maxUrlLength: 2_000,
} as const satisfies Dialect;

const collations: readonly (readonly [Dialect['text'], PostgresServiceOptions])[] = [
  [
    { collation: { ignores: ['case'] }, equality: 'collation' },
    { textEquality: 'citext', collation: 'C' },
  ],
  [
    { collation: { locale: 'en', ignores: ['case'] }, equality: 'collation' },
    { textEquality: 'icu' },
  ],
  [{ collation: 'en' }, { collation: 'unicode' }],
];

/**
 * Rows that differ only in case, accents, trailing spaces and hidden digits, in a locale's order,
 * too.
 */
const rows = randomRows(payments, createChance(3), { count: 45, hiddenDigits: 'any' });
for (const [index, row] of (rows.balances ?? []).entries())
  row.name = ['Rent', 'rent', 'RENT', 'rént', 'Rent ', 'Zoë', 'zoe'][index % 7] ?? '';

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create({ extensions: { citext } });
}, 60_000);
afterAll(() => db.close());

describe.each(collations)('with the text %j of PostgreSQL', (text, traits) => {
  test.each([
    [
      'the dialect',
      { ...requests, text, dates: 'microseconds', nulls: 'sql', uuids: 'uuid' } as Dialect,
    ],
    ['the parameters alone', requests],
  ])(
    'and %s, every method returns each row once, in the order of the database',
    async (_, dialect) => {
      const service = await createPostgresService({
        db,
        pageSize: { default: 500, max: 500 },
        ...traits,
      });
      await service.load(rows);
      const { balances } = createClient({ ...service.clientOptions, dialect });
      const orders = [
        { name: 'asc' },
        { name: 'desc', created_at: 'asc' },
        { description: 'desc' },
        { created_at: 'desc' },
        { archived_at: 'asc', name: 'asc' },
        { balance: 'desc', name: 'desc' },
        { type: 'asc' },
      ] as const;
      for (const orderBy of orders) {
        const whole = await balances.list({ orderBy: { ...orderBy, id: 'asc' }, take: 500 });
        expect(whole).toHaveLength(rows.balances?.length ?? 0);
        for (const pageSize of [1, 7, 40]) {
          expect(await balances.all({ orderBy }, { pageSize })).toEqual(whole);
          const iterated: unknown[] = [];
          for await (const row of balances.iterate({ orderBy }, { pageSize })) iterated.push(row);
          expect(iterated).toEqual(whole);
        }
      }
      // Lists that are split over several requests: as the same list in one request, in any order
      // of its values.
      const whole = createClient({
        ...service.clientOptions,
        dialect: { ...dialect, maxUrlLength: 100_000 },
      });
      const ids = (rows.balances ?? []).flatMap(({ id }) => [String(id), String(id).toUpperCase()]);
      const names = [
        ...new Set(
          (rows.balances ?? []).flatMap(({ name }) => [String(name), `${name}`.toUpperCase()]),
        ),
      ];
      const many = [...names, ...Array.from({ length: 150 }, (_, index) => `No balance ${index}`)];
      for (const where of [
        { id: { in: ids } },
        { id: { in: [...ids].reverse() } },
        { name: { in: many } },
      ]) {
        const sorted = (list: readonly { id: string }[]) =>
          [...list].sort((a, b) => (a.id < b.id ? -1 : 1));
        const parts = await balances.list({ where });
        expect(sorted(parts)).toEqual(sorted(await whole.balances.list({ where })));
      }
      await service.close();
    },
    120_000,
  );
});
