import { expect, test } from 'vitest';
import { inTurn } from '../fixtures/in-turns.js';
import { createChance } from '../types/lib/random.js';
import { cross, type Findings } from './crossing.js';
import { randomDialect, singleDialects } from './crossing-rows.js';

/**
 * How many queries are tried with each dialect: `CROSSING=20 CROSSING_SEED=5` takes some ten
 * minutes.
 */
const rounds = Number(process.env.CROSSING ?? 1);
const start = Number(process.env.CROSSING_SEED ?? 1);

test('no combination of dialect, query and method loses, repeats or misorders a row [decision 2] [decision 53]', async () => {
  const findings: Findings = { comparisons: 0, errors: 0, wrong: [] };
  const chance = createChance(start);
  const dialects = [...singleDialects, ...Array.from({ length: 200 }, () => randomDialect(chance))];
  for (const [index, dialect] of inTurn([...dialects.entries()], 2))
    await cross(dialect, start + index, findings, rounds);
  console.log(`${findings.comparisons} comparisons, ${findings.errors} errors with a reason`);
  expect(findings.wrong.slice(0, 20)).toEqual([]);
  expect(findings.errors / findings.comparisons).toBeLessThan(0.3);
}, 3_600_000);
