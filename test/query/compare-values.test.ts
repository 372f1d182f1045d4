import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareText } from '../../src/query/match/match-text.js';
import { canonicalDecimal, compareDecimals } from '../../src/values/decimal.js';

const digits = fc.stringMatching(/^[0129]{1,6}$/);
const decimal = fc
  .tuple(fc.constantFrom('', '-'), digits, fc.option(digits, { nil: undefined }))
  .map(([sign, whole, fraction]) => sign + whole + (fraction === undefined ? '' : `.${fraction}`));

/** The decimal in millionths, of which the decimals of this test have no parts. */
const millionths = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};

test('decimals are compared by value', () => {
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      const difference = millionths(left) - millionths(right);
      expect(Math.sign(compareDecimals(left, right))).toBe(
        difference < 0n ? -1 : difference > 0n ? 1 : 0,
      );
      expect(canonicalDecimal(left) === canonicalDecimal(right)).toBe(difference === 0n);
    }),
    { seed: 1, numRuns: 5000 },
  );
});

test.each([
  ['-007.50', '-7.5'],
  ['0.0', '0'],
  ['-0', '0'],
  ['100', '100'],
  ['1.000', '1'],
  ['00.010', '0.01'],
])('the shortest text of %s is %s', (given, shortest) => {
  expect(canonicalDecimal(given)).toBe(shortest);
});

test.each([
  ['a', 'b'],
  ['a', 'aa'],
  ['\uffff', '\u{10000}'],
  ['\ud7ff', '\u{10000}'],
  ['\u{103fe}', '\u{103ff}'], // the last code unit of the second one is the greatest of all surrogates
])('%j comes before %j by code point', (left, right) => {
  expect(compareText(left, right)).toBeLessThan(0);
  expect(compareText(right, left)).toBeGreaterThan(0);
});
