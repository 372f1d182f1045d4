import type { Dialect } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../../src/dialect/resolve-dialect.js';
import { comparedSettings } from '../../../src/tools/connect/compare/alternatives.js';
import { Model } from '../../../src/tools/connect/compare/model.js';
import { comparedRows, writeQuery } from '../../../src/tools/connect/queries/query.js';
import { RandomDrafts } from '../../../src/tools/connect/queries/random-drafts.js';
import { createService } from '../../../src/tools/connect/service/live-service.js';
import { settingIn } from '../../../src/tools/named-settings.js';
import { declaredSettings } from '../../dialect/declared-settings.js';
import { inTurn } from '../../fixtures/in-turns.js';
import { randomRows } from '../../fixtures/random-rows.js';
import { type Chance, createChance } from '../../types/lib/random.js';
import { compareDialect, payments } from './compare-server.js';

/** A third of the settings have another value. */
function randomDialect(chance: Chance): Dialect {
  const dialect: Record<string, unknown> = {};
  for (const { path, group, name, setting, values } of declaredSettings) {
    if (!comparedSettings.includes(path) || !chance.happens(0.33)) continue;
    const value = typeof setting.default === 'number' ? 422 : chance.pick(values);
    dialect[group] = name === undefined ? value : { ...(dialect[group] as object), [name]: value };
  }
  if (chance.happens(0.5))
    dialect.comparators = {
      string: { [chance.pick(['like', 'contains', 'not_contains'])]: false },
      [chance.pick(['uuid', 'decimal'])]: { like: false },
      ...(chance.happens(0.5) && { enumeration: { gt: true } }),
    };
  return dialect as Dialect; // of members of the settings
}

/** Each takes seconds. */
const seeds = inTurn(
  Array.from({ length: 30 }, (_, index) => index + 1),
  15,
);

describe('a random dialect is found again', () => {
  test.each(seeds)('with seed %i', async (seed) => {
    const chance = createChance(seed);
    const dialect = randomDialect(chance);
    const rows = randomRows(payments, chance);
    const comparison = await compareDialect(dialect, { rows });
    expect(comparison.differences).toEqual([]);
    expect(comparison.agreement).toMatchObject({ same: comparison.agreement.of, others: {} });
    expect(comparison.agreement.of).toBeGreaterThan(60);
    expect(comparison.requests).toBeLessThanOrEqual(800);

    const [left, right] = [
      resolveDialect('test', dialect),
      resolveDialect('test', comparison.dialect),
    ];
    const other = comparedSettings.filter(
      (path) => JSON.stringify(settingIn(left, path)) !== JSON.stringify(settingIn(right, path)),
    );
    // What differs has no effect on these rows: each one for itself, or on many further queries.
    const visible = other.filter((path) => !comparison.notObservable.includes(path));
    const sample = { schema: payments, rows, roots: {}, complete: Object.keys(payments) };
    const model = new Model(sample);
    const random = new RandomDrafts(comparedRows(sample, 1_000), 1_000 + seed);
    const service = createService({ baseUrl: 'https://payments.test', apiKey: null });
    const queries = Array.from(
      { length: visible.length === 0 ? 0 : 500 },
      () => writeQuery(random.next(), service) ?? [],
    ).flat();
    expect(
      queries.filter((query) => model.signature(query, left) !== model.signature(query, right)),
      `settings that differ: ${visible.join(', ')}`,
    ).toEqual([]);
  });
});
