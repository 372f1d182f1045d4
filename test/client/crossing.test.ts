import { expect, test } from 'vitest';
import { createChance } from '../types/lib/random.js';
import { cross, type Findings } from './crossing.js';
import { randomDialect, singleDialects } from './crossing-rows.js';

test('every method returns the rows of one response, whatever the dialect, the order and the size of pages', async () => {
  const findings: Findings = { comparisons: 0, errors: 0, wrong: [] };
  const chance = createChance(7);
  const dialects = [
    ...chance.sample(singleDialects, 10),
    ...Array.from({ length: 6 }, () => randomDialect(chance)),
  ];
  for (const [index, dialect] of dialects.entries()) await cross(dialect, index, findings, 1);
  expect(findings.wrong.slice(0, 5)).toEqual([]);
  expect(findings.comparisons).toBeGreaterThan(120);
  expect(findings.errors / findings.comparisons).toBeLessThan(0.3);
}, 60_000);
