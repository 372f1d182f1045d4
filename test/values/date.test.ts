import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fits } from '../../src/schema/kinds.js';
import { exactTime, isDate, isDateObject, parseDate } from '../../src/values/date.js';
import { compareDecimals } from '../../src/values/decimal.js';

test.each([
  ['1970-01-01T00:00:00Z', 0],
  ['2026-01-31T12:00:00.000Z', 1769860800000],
  ['2026-01-31T12:00:00+01:00', 1769857200000],
  ['2026-01-31T12:00:00-05:30', 1769880600000],
  ['2026-01-31T12:00:00-00:00', 1769860800000],
  ['2026-01-31t12:00:00z', 1769860800000],
  ['2026-01-31T12:00:00+23:59', 1769774460000],
  ['2026-01-31T12:00:00.1Z', 1769860800100],
  ['2026-01-31T12:00:00.123000000Z', 1769860800123],
  ['2024-02-29T00:00:00Z', 1709164800000],
  ['2000-02-29T00:00:00Z', 951782400000],
  ['1969-12-31T23:59:59.999Z', -1],
  ['0000-01-01T00:00:00Z', -62167219200000],
  ['9999-12-31T23:59:59.999Z', 253402300799999],
  ['2026-01-31', 1769817600000],
  ['2026-01-31T12:00+01:00', 1769857200000],
  ['2026-01-31T12:00:00.5-0530', 1769880600500],
  ['2026-01-31T12:00:00.123456Z', 1769860800123.456],
])('%s is a date [decision 23]', (text, milliseconds) => {
  expect(parseDate(text)).toBe(milliseconds);
  expect(isDate(text)).toBe(true);
});

test.each([
  ...['2026-01-31T12:00:00', '2026-01-31T12Z', '2026-01-31Z', '2026-01', '', '1769860800000'],
  ...['2026-02-30', '2026-02-29T12:00:00Z', '1900-02-29T12:00:00Z', '2026-13-10T12:00:00Z'],
  ...['2026-01-00T12:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T12:60:00Z'],
  ...['2016-12-31T23:59:60Z', '2026-01-31T12:00.5Z', '2026-01-31T12:00:00.0000000000Z'],
  ...['2026-01-31T12:00:00.Z', '2026-01-31T12:00:00,5Z', '2026-01-31 12:00:00Z'],
  ...['2026-01-31T12:00:00+01', '2026-01-31T12:00:00+24:00', '2026-01-31T12:00:00+01:60'],
  ...['12026-01-31T12:00:00Z', '+002026-01-31T12:00:00Z', '2026-01-31T12:00:00Z\n'],
  '२०२६-01-31T12:00:00Z',
])('%j is not a date [decision 23]', (text) => {
  expect(parseDate(text)).toBeUndefined();
  expect(isDate(text)).toBe(false);
});

test('the time of a date is exact to the nanosecond [decision 23]', () => {
  const nanoseconds = fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n });
  const offsets = fc.constantFrom(0n, 1n, -1n, 999n, 1_000n, 1_000_000n, -1_000_000n);
  const zone = fc.integer({ min: -1439, max: 1439 });
  /** An instant in the time of a zone, in as few digits as it takes. */
  const textOf = (instant: bigint, minutes: number) => {
    const local = new Date(Number(instant / 1_000_000n) + minutes * 60_000).toJSON();
    const finer = String(instant % 1_000_000n).padStart(6, '0');
    const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    const offset = [hours, rest].map((part) => String(part).padStart(2, '0')).join(':');
    return local.replace('Z', `${finer.replace(/0+$/, '')}${minutes < 0 ? '-' : '+'}${offset}`);
  };
  fc.assert(
    fc.property(nanoseconds, offsets, zone, (instant, offset, minutes) => {
      const later = instant + offset < 0n ? instant : instant + offset;
      const [left, right] = [exactTime(textOf(instant, 0)), exactTime(textOf(later, minutes))];
      const order = instant < later ? -1 : instant > later ? 1 : 0;
      expect(Math.sign(compareDecimals(`${left}`, `${right}`))).toBe(order);
      expect(left === right).toBe(instant === later);
    }),
    { seed: 24, numRuns: 2000 },
  );
  expect(exactTime('1969-12-31T23:59:59.9999999Z')).toBe('-0.0001');
  expect(exactTime('1969-12-31T23:59:59.9990001Z')).toBe('-0.9999');
  expect(exactTime('2026-02-30')).toBeUndefined();
});

test('every date that a row may have has a time, and the order of time [decision 23]', () => {
  const parts = [
    ['0000-01-01', '2024-02-29', '2023-02-29', '2026-02-30', '2026-13-01', '9999-12-31'],
    ['', 'T00:00:00', 't00:00:00', 'T23:59:59', 'T24:00:00', 'T23:59:60', 'T25:00:00', 'T12:60:00'],
    ['', '.', '.5', '.000', '.123456789', '.1234567890', '.999999999999', `.${'0'.repeat(30)}1`],
    ['', 'Z', 'z', '+00:00', '-00:00', '+23:59', '+24:00', '+23:60', '-12:00', '+0100'],
  ] as const;
  const texts = parts.reduce<readonly string[]>(
    (starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)),
    [''],
  );
  const dates = texts.filter(fits.date);
  expect(dates.length).toBeGreaterThan(300);
  for (const text of dates) {
    const time = Number(exactTime(text) ?? expect.fail(text));
    expect(Math.abs(time - Date.parse(text))).toBeLessThanOrEqual(1); // it is rounded
  }
});

test('the ISO text of any Date is parsed as the same instant', () => {
  const [min, max] = [new Date('0000-01-01'), new Date('9999-12-31T23:59:59.999Z')];
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
      expect(parseDate(date.toISOString())).toBe(date.getTime());
      expect(exactTime(date.toISOString())).toBe(date.getTime());
    }),
    { seed: 23, numRuns: 1000 },
  );
});

test('isDateObject() recognizes a Date of any realm', () => {
  expect(isDateObject(new Date())).toBe(true);
  expect(isDateObject(runInNewContext('new Date()'))).toBe(true);
  const fake = { getTime: () => 0, [Symbol.toStringTag]: 'Date' };
  for (const value of ['2026-01-31', fake, Object.create(Date.prototype), null])
    expect(isDateObject(value)).toBe(false);
});
