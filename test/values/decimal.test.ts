import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canonicalDecimal,
  compareDecimals,
  decimalString,
  isDecimal,
} from '../../src/values/decimal.js';

test.each([
  ['-0', true],
  ['007', true],
  ['-100.00', true],
  ['123456789012345678901234567890.000000000000000001', true],
  ...['', ' ', '+5', '.5', '5.', '-', '--1', '- 1', '1e3', '0x10', '1 ', ' 1', '1\n', '1,000.00']
    .concat(['1_000', '1.2.3', 'NaN', 'Infinity', '\u0663', '\uff11', '\u00bd'])
    .map((text): [string, boolean] => [text, false]),
])('whether %j is a decimal: %s [decision 22]', (text, expected) => {
  expect(isDecimal(text)).toBe(expected);
});

test.each([
  [-25.5, '-25.5'],
  [1e-6, '0.000001'],
  [-1.5e-7, '-0.00000015'],
  [1.234e-10, '0.0000000001234'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [4503599627370495.5, '4503599627370495.5'],
  [5e-324, `0.${'0'.repeat(323)}5`],
])('%d is written as %s', (value, text) => {
  expect(decimalString(value)).toBe(text);
});

test('any number of a filter is written as a decimal that parses to the same number', () => {
  const number = fc
    .oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -1e-5, max: 1e-5 }),
    )
    .filter((value) => !Number.isNaN(value))
    .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value));
  fc.assert(
    fc.property(number, (value) => {
      const text = decimalString(value);
      expect(isDecimal(text)).toBe(true);
      expect(Number(text) === value).toBe(true); // 0 and -0 are the same amount
    }),
    { seed: 22, numRuns: 1000 },
  );
});

test.each([
  ['-007.50', '-7.5'],
  ['0.0', '0'],
  ['-0', '0'],
  ['100', '100'],
  ['1.000', '1'],
  ['00.010', '0.01'],
])('the shortest text of %s is %s', (decimal, shortest) => {
  expect(canonicalDecimal(decimal)).toBe(shortest);
});

test('decimals are compared by value', () => {
  const digits = fc.stringMatching(/^[0129]{1,6}$/);
  const decimal = fc
    .tuple(fc.constantFrom('', '-'), digits, fc.constantFrom('', '.'), digits)
    .map(([sign, whole, point, fraction]) => sign + whole + (point && point + fraction));
  /** The decimal in millionths, of which the decimals of this test have no parts. */
  const millionths = (text: string): bigint => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(6, '0'));
  };
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      const difference = Number(millionths(left) - millionths(right));
      expect(Math.sign(compareDecimals(left, right))).toBe(Math.sign(difference));
      expect(canonicalDecimal(left) === canonicalDecimal(right)).toBe(difference === 0);
    }),
    { seed: 1, numRuns: 1000 },
  );
});
