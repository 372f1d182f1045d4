import { PGlite } from '@electric-sql/pglite';
import { createMock, type MockData } from 'payments-data-client/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decidedTraits } from '../fixtures/postgres/service-options.js';
import { createPostgresService, type PostgresService } from '../fixtures/postgres-service.js';
import { RandomQueries, type RandomQuery, writeQuery } from '../fixtures/random-queries.js';
import { randomRows } from '../fixtures/random-rows.js';
import { wideSchema } from '../fixtures/wide-schema.js';
import { createChance } from '../types/lib/random.js';
import { ask } from './send.js';

const schema = { ...wideSchema };
const rows = randomRows(schema, createChance(1));
const mock = createMock({
  schema: wideSchema,
  data: rows as unknown as MockData<typeof wideSchema>,
}); // of its kinds
const queries = new RandomQueries({
  schema,
  rows,
  chance: createChance(2),
  without: ['emptyObject', 'arrayIndex'],
});

let service: PostgresService;
let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
  service = await createPostgresService({ db, schema, ...decidedTraits });
  await service.load(rows);
}, 60_000);
afterAll(() => db.close());

const path = (query: RandomQuery) => schema[query.resource as 'balances'].path ?? '';

describe('the mock', () => {
  test('answers 600 random lists as a service on PostgreSQL with the same decisions', async () => {
    let found = 0;
    for (let count = 0; count < 600; count++) {
      const query = queries.query();
      const response = await ask(mock, path(query), writeQuery(query));
      const expected = await ask(service, path(query), writeQuery(query));
      expect([response.status, response.body], JSON.stringify(query)).toEqual([200, expected.body]);
      if (response.body.length > 0) found++;
    }
    expect(found).toBeGreaterThan(300);
  });
});
