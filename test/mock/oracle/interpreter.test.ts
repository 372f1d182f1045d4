import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fault, faults, interpret, type Reading } from './interpret.js';
import { type Engine, firstDifference, mockEngine } from './mock-engine.js';
import { sampleRows } from './sample-rows.js';
import { questions } from './wheres.js';

const rows = sampleRows();
const engine = mockEngine(rows);
const answers = new Map<string, readonly string[]>();

/** Each fault is looked for with the same filters, which the mock answers once. */
const mock: Engine = async (resource, where) => {
  const question = JSON.stringify([resource, where]);
  const ids = answers.get(question) ?? (await engine(resource, where));
  answers.set(question, ids);
  return ids;
};

const interpreter =
  (reading?: Reading): Engine =>
  async (resource, where) =>
    interpret(where, resource, rows, reading);

const agreement = (left: Engine, right: Engine) =>
  fc.asyncProperty(questions, async ({ resource, where }) => {
    expect(await left(resource, where)).toEqual(await right(resource, where));
  });

describe('the mock', { timeout: 60_000 }, () => {
  test('agrees with a naive interpreter for random filters [where 3] [where 4]', async () => {
    await fc.assert(agreement(mock, interpreter()), { seed: 20260101, numRuns: 150 });
  });

  test.each<NonNullable<Reading['dialect']>>([
    { nulls: 'sql' },
    { text: 'insensitive' },
    { like: 'insensitive' },
    { text: 'insensitive', like: 'exact' },
    { nulls: 'sql', text: 'insensitive' },
  ])('agrees with it in the dialect %o, which the random filters show', async (dialect) => {
    const engine = mockEngine(rows, dialect);
    await fc.assert(agreement(engine, interpreter({ dialect })), { seed: 20260103, numRuns: 60 });
    expect(await firstDifference(engine, interpreter(), 2)).toBeDefined();
  });

  test('finds some rows and not all for many of the random filters', async () => {
    const shares = await Promise.all(
      fc
        .sample(questions, { seed: 1, numRuns: 60 })
        .map(
          async ({ resource, where }) =>
            (await mock(resource, where)).length / rows[resource].length,
        ),
    );
    expect(shares.filter((share) => share > 0 && share < 1).length).toBeGreaterThan(24);
  });

  test.each(Object.entries(faults))(
    'is tested well enough to detect the fault %s: %s',
    async (fault) => {
      const faulty = interpreter({ fault: fault as Fault });
      expect(await firstDifference(mock, faulty, 1)).toBeDefined();
    },
  );
});
