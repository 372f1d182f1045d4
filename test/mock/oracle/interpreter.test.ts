import fc from 'fast-check';
import type { Dialect } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { type Fault, faults, interpret, type Reading } from './interpret.js';
import { type Engine, firstDifference, mockEngine } from './mock-engine.js';
import { sampleRows } from './sample-rows.js';
import { questions } from './wheres.js';

const rows = sampleRows();
const mock = mockEngine(rows);

const interpreter =
  (reading?: Reading): Engine =>
  async (resource, where) =>
    interpret(where, resource, rows, reading);

const agreement = (one: Engine, other: Engine) =>
  fc.asyncProperty(questions, async ({ resource, where }) => {
    expect(await one(resource, where)).toEqual(await other(resource, where));
  });

describe('a compiled filter', { timeout: 60_000 }, () => {
  test('agrees with a naive interpreter for thousands of random filters [where 3] [where 4]', async () => {
    await fc.assert(agreement(mock, interpreter()), { seed: 20260101, numRuns: 4000 });
  }, 60_000);

  test.each<Dialect>([
    { nulls: 'sql' },
    { text: { like: 'insensitive' } },
    {
      nulls: 'sql',
      text: {
        collation: { locale: 'en', ignores: ['case'] },
        equality: 'collation',
        like: 'insensitive',
        wildcards: 'sql',
      },
    },
  ])('agrees with it in the dialect %o', async (dialect) => {
    const engine = mockEngine(rows, dialect);
    await fc.assert(agreement(engine, interpreter({ dialect })), { seed: 20260103, numRuns: 1500 });
    expect(await firstDifference(engine, interpreter(), 2)).toBeDefined();
  });

  test('many of the random filters match some rows and not all', async () => {
    const counts = await Promise.all(
      fc.sample(questions, { seed: 1, numRuns: 500 }).map(async ({ resource, where }) => {
        const share = (await mock(resource, where)).length / rows[resource].length;
        return share === 0 ? 'none' : share === 1 ? 'all' : 'some';
      }),
    );
    expect(counts.filter((count) => count === 'some').length).toBeGreaterThan(200);
  });

  test.each(Object.entries(faults))(
    'is tested well enough to detect the fault %s: %s',
    async (fault) => {
      const faulty = interpreter({ fault: fault as Fault });
      expect(await firstDifference(mock, faulty, 1)).toBeDefined();
    },
  );
});
