import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalString, isDecimal } from '../../src/values/decimal.js';

test.each([
  '0',
  '-0',
  '007',
  '100.00',
  '-0.5',
  '1.0',
  '123456789012345678901234567890.000000000000000001',
])('%s is a decimal', (text) => {
  expect(isDecimal(text)).toBe(true);
});

test.each([
  '',
  ' ',
  '+5',
  '.5',
  '5.',
  '-',
  '--1',
  '- 1',
  '1e3',
  '1E3',
  '0x10',
  '1 ',
  ' 1',
  '1\n',
  '1,000.00',
  '1_000',
  '1.2.3',
  'NaN',
  'Infinity',
  '\u0663',
  '\uff11',
  '\u00bd',
])('%j is not a decimal [decision 22]', (text) => {
  expect(isDecimal(text)).toBe(false);
});

test.each([
  [0, '0'],
  [100, '100'],
  [-25.5, '-25.5'],
  [1e-6, '0.000001'],
  [1e-7, '0.0000001'],
  [-1.5e-7, '-0.00000015'],
  [1.234e-10, '0.0000000001234'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [4503599627370495.5, '4503599627370495.5'],
  [5e-324, `0.${'0'.repeat(323)}5`],
])('%d is written as %s', (value, text) => {
  expect(decimalString(value)).toBe(text);
});

test('any number of a filter is written as a decimal string that parses to the same number', () => {
  const accepted = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value));
  fc.assert(
    fc.property(fc.oneof(accepted, fc.double({ min: -1e-5, max: 1e-5, noNaN: true })), (value) => {
      const text = decimalString(value);
      expect(isDecimal(text)).toBe(true);
      expect(Number(text) === value).toBe(true); // 0 and -0 are the same amount
    }),
    { seed: 22, numRuns: 3000 },
  );
});
