import { expect, test } from 'vitest';
import type { ProbeReport } from '../../src/verify/run-probes.js';
import { writeTextReport } from '../../src/verify/text-report.js';

const plain = (text: string) => text;
const style = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain };

const unknown = (id: string, observed: string): ProbeReport => ({
  id,
  rules: [],
  result: 'unknown',
  isDangerous: false,
  isAccepted: false,
  asked: [],
  expected: '',
  observed,
});

const write = (probes: readonly ProbeReport[], isVerbose = false) =>
  writeTextReport(
    {
      service: 'https://api.example.com/v1',
      date: '2026-01-31T12:00:00.000Z',
      isEmpty: false,
      probes,
      advice: { code: '', remarks: [], withoutOption: [] },
    },
    { columns: 80, style, isVerbose },
  );

const probes = [
  unknown('json.exists', 'depends on json.contains: needs a row with an object'),
  unknown('where.date', 'needs two rows with different dates'),
  unknown('json.contains', 'needs a row with an object'),
  unknown('where.like-null', 'depends on where.like-case, which differs'),
  unknown('json.eq', 'needs a row with an object'),
];

test('a report states the reason of unknown probes once, and counts the probes that depend on them', () => {
  expect(write(probes)).toBe(`https://api.example.com/v1, 2026-01-31T12:00:00.000Z

Unknown: 5
  needs a row with an object
    json.contains, json.eq, and 1 probe that depends on them
  needs two rows with different dates
    where.date
  depends on where.like-case, which differs
    1 probe`);
});

test('a verbose report lists all unknown probes', () => {
  expect(write(probes, true)).toContain(`
  needs a row with an object
    json.exists, json.contains, json.eq
`);
});
