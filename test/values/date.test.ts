import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDate, parseDate } from '../../src/values/date.js';

test.each([
  ['1970-01-01T00:00:00Z', 0],
  ['2026-01-31T12:00:00.000Z', 1769860800000],
  ['2026-01-31T12:00:00+01:00', 1769857200000],
  ['2026-01-31T12:00:00-05:30', 1769880600000],
  ['2026-01-31T12:00:00-00:00', 1769860800000],
  ['2026-01-31t12:00:00z', 1769860800000],
  ['2026-01-31T12:00:00+23:59', 1769774460000],
  ['2026-01-31T23:59:59Z', 1769903999000],
  ['2026-01-31T12:00:00.1Z', 1769860800100],
  ['2026-01-31T12:00:00.12Z', 1769860800120],
  ['2026-01-31T12:00:00.123000000Z', 1769860800123],
  ['2024-02-29T00:00:00Z', 1709164800000],
  ['2000-02-29T00:00:00Z', 951782400000],
  ['1969-12-31T23:59:59.999Z', -1],
  ['0000-01-01T00:00:00Z', -62167219200000],
  ['9999-12-31T23:59:59.999Z', 253402300799999],
])('%s is a date [decision 23]', (text, milliseconds) => {
  expect(parseDate(text)).toBe(milliseconds);
});

test.each([
  ['no zone', '2026-01-31T12:00:00'],
  ['no time', '2026-01-31'],
  ['no seconds', '2026-01-31T12:00Z'],
  ['a space instead of T', '2026-01-31 12:00:00Z'],
  ['a zone without a colon', '2026-01-31T12:00:00+0100'],
  ['a zone without minutes', '2026-01-31T12:00:00+01'],
  ['a zone of 24 hours', '2026-01-31T12:00:00+24:00'],
  ['a zone of 60 minutes', '2026-01-31T12:00:00+01:60'],
  ['30 February', '2026-02-30T12:00:00Z'],
  ['29 February of a common year', '2026-02-29T12:00:00Z'],
  ['29 February 1900', '1900-02-29T12:00:00Z'],
  ['31 April', '2026-04-31T12:00:00Z'],
  ['month 0', '2026-00-10T12:00:00Z'],
  ['month 13', '2026-13-10T12:00:00Z'],
  ['day 0', '2026-01-00T12:00:00Z'],
  ['hour 24', '2026-01-31T24:00:00Z'],
  ['minute 60', '2026-01-31T12:60:00Z'],
  ['a leap second', '2016-12-31T23:59:60Z'],
  ['microseconds', '2026-01-31T12:00:00.000001Z'],
  ['a point without digits', '2026-01-31T12:00:00.Z'],
  ['a comma', '2026-01-31T12:00:00,5Z'],
  ['a year of five digits', '12026-01-31T12:00:00Z'],
  ['a signed year', '+002026-01-31T12:00:00Z'],
  ['a space before', ' 2026-01-31T12:00:00Z'],
  ['a line break after', '2026-01-31T12:00:00Z\n'],
  ['digits of another script', '२०२६-01-31T12:00:00Z'],
  ['empty text', ''],
  ['a number', '1769860800000'],
])('not a date: %s [decision 23]', (_, text) => {
  expect(parseDate(text)).toBeUndefined();
});

test('the ISO text of any Date is parsed as the same instant', () => {
  const dates = fc.date({
    min: new Date('0000-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, (date) => {
      expect(parseDate(date.toISOString())).toBe(date.getTime());
    }),
    { seed: 23, numRuns: 1000 },
  );
});

test('isDate() recognizes a Date of any realm', () => {
  expect(isDate(new Date())).toBe(true);
  expect(isDate(runInNewContext('new Date()'))).toBe(true);
  expect(isDate('2026-01-31')).toBe(false);
  expect(isDate({ getTime: () => 0, [Symbol.toStringTag]: 'Date' })).toBe(false);
  expect(isDate(Object.create(Date.prototype))).toBe(false);
  expect(isDate(null)).toBe(false);
});
