import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../../src/dialect/resolve-dialect.js';
import { signatureOf } from '../../../src/tools/connect/compare/asker.js';
import { Model } from '../../../src/tools/connect/compare/model.js';
import { comparedRows, writeQuery } from '../../../src/tools/connect/queries/query.js';
import { RandomDrafts } from '../../../src/tools/connect/queries/random-drafts.js';
import { createService } from '../../../src/tools/connect/service/live-service.js';
import { inTurn } from '../../fixtures/in-turns.js';
import { createPostgresService } from '../../fixtures/postgres-service.js';
import { randomRows, shownRows } from '../../fixtures/random-rows.js';
import { createChance } from '../../types/lib/random.js';
import { compareFetch, payments } from './compare-server.js';

/** What is measured before services are compared. */
const start = {
  envelope: 'data',
  parameters: { orderBy: 'sort', take: 'limit', skip: 'offset', after: null, before: null },
  orderFormat: '-name',
  pageSize: { default: 50, max: 100 },
  rejections: { query: 422 },
} as const;

const hiddenDigits = inTurn(['any', 'fixed'] as const, 2);

describe('a service on PostgreSQL', { timeout: 300_000 }, () => {
  test.each(hiddenDigits)('is described by a dialect, with %s hidden digits', async (digits) => {
    const service = await createPostgresService();
    const stored = randomRows(payments, createChance(11), { hiddenDigits: digits });
    await service.load(stored);
    const rows = shownRows(payments, stored);
    const comparison = await compareFetch(service.clientOptions, { rows, start });
    expect(comparison.dialect).toMatchObject({
      dates: 'microseconds',
      nulls: 'sql',
      text: { collation: 'en', like: 'insensitive', wildcards: 'sql' },
      enumerations: { values: 'closed', order: 'declared' },
      uuids: 'uuid',
      unknown: { parameters: 'ignored', include: 'ignored' },
      comparators: { string: { not_contains: false } },
    });
    expect(comparison.agreement).toMatchObject({ same: comparison.agreement.of, others: {} });
    // What is left harms no client: parameters that are given twice, and the status of an id that
    // is no UUID.
    expect(comparison.differences.filter(({ kind }) => kind !== 'cosmetic')).toEqual([]);

    const sample = { schema: payments, rows, roots: {}, complete: Object.keys(payments) };
    const relations = Object.entries(payments).flatMap(([name, { relations }]) =>
      Object.keys(relations).map((relation) => `${name}.${relation}`),
    );
    const compared = comparedRows({ ...sample, complete: [...sample.complete, ...relations] }, 50);
    const model = new Model({ ...sample, rows: stored });
    const random = new RandomDrafts(compared, 400);
    const dialect = resolveDialect('test', comparison.dialect);
    const access = createService({
      ...service.clientOptions,
      dialect: comparison.dialect,
      maxRequests: 500,
    });
    let [same, all] = [0, 0];
    for (let index = 0; index < 400; index++) {
      const query = writeQuery(random.next(), access);
      if (!query || !model.determinesResponse(query, dialect)) continue;
      const response = await access.get(query.request);
      all++;
      if (signatureOf(response, query, payments) === model.signature(query, dialect)) same++;
    }
    expect(all).toBeGreaterThan(300);
    expect(same / all).toBeGreaterThanOrEqual(0.98);
    await service.close();
  });
});
