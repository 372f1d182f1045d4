import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDateObject, parseDate } from '../../src/values/date.js';

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
  ['2026-01-31', 1769817600000],
  ['2024-02-29', 1709164800000],
  ['2026-01-31T12:00Z', 1769860800000],
  ['2026-01-31T12:00+01:00', 1769857200000],
  ['2026-01-31T12:00:00+0100', 1769857200000],
  ['2026-01-31T12:00:00.5-0530', 1769880600500],
  ['2026-01-31T12:00:00.000001Z', 1769860800000.001],
  ['2026-01-31T12:00:00.123456Z', 1769860800123.456],
  ['2026-01-31T12:00:00.123456789Z', 1769860800123.4565],
  ['2026-01-31T12:00:00.000000001+01:00', 1769857200000.0002],
  ['1969-12-31T23:59:59.9990001Z', -0.99965],
])('%s is a date [decision 23]', (text, milliseconds) => {
  expect(parseDate(text)).toBe(milliseconds);
});

test.each([
  ['no zone', '2026-01-31T12:00:00'],
  ['no zone and no seconds', '2026-01-31T12:00'],
  ['no minutes', '2026-01-31T12Z'],
  ['a date with a zone', '2026-01-31Z'],
  ['no day', '2026-01'],
  ['30 February without a time', '2026-02-30'],
  ['a fraction without seconds', '2026-01-31T12:00.5Z'],
  ['ten fractional digits', '2026-01-31T12:00:00.0000000000Z'],
  ['a space instead of T', '2026-01-31 12:00:00Z'],
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

test('a date-time of nine fractional digits compares with whole milliseconds as nanoseconds do [decision 23]', () => {
  const nanoseconds = fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n });
  fc.assert(
    fc.property(nanoseconds, fc.integer({ min: -2, max: 2 }), (exact, offset) => {
      const milliseconds = Number(exact / 1_000_000n);
      const finer = String(exact % 1_000_000n).padStart(6, '0');
      const text = new Date(milliseconds).toISOString().replace('Z', `${finer}Z`);
      const row = milliseconds + offset;
      const difference = BigInt(row) * 1_000_000n - exact;
      expect(Math.sign(row - (parseDate(text) ?? Number.NaN))).toBe(
        difference > 0n ? 1 : difference < 0n ? -1 : 0,
      );
    }),
    { seed: 24, numRuns: 1000 },
  );
});

test.each(['0000-01-01', '1500-06-30', '2500-06-30', '9999-12-31'])(
  'on %s, digits after the milliseconds make a date that differs from every millisecond [decision 23]',
  (day) => {
    const before = parseDate(`${day}T12:00:00.000Z`) ?? Number.NaN;
    for (const digits of ['000001', '0000001', '00049', '000999', '0009999', '000999999'])
      for (const date of [parseDate(`${day}T12:00:00.${digits}Z`) ?? Number.NaN]) {
        expect(date).toBeGreaterThan(before);
        expect(date).toBeLessThan(before + 1);
      }
  },
);

test.each(['1900-01-01', '2026-01-31', '2100-12-31'])(
  'on %s, dates are exact to the microsecond',
  (day) => {
    const dates = [
      '000',
      '0000005',
      '000001',
      '0000015',
      '000002',
      '000998',
      '0009985',
      '000999',
      '0009995',
      '001',
    ];
    const instants = dates.map((digits) => parseDate(`${day}T12:00:00.${digits}Z`));
    expect(instants).toEqual([...new Set(instants)].sort((a = 0, b = 0) => a - b));
  },
);

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

test('isDateObject() recognizes a Date of any realm', () => {
  expect(isDateObject(new Date())).toBe(true);
  expect(isDateObject(runInNewContext('new Date()'))).toBe(true);
  expect(isDateObject('2026-01-31')).toBe(false);
  expect(isDateObject({ getTime: () => 0, [Symbol.toStringTag]: 'Date' })).toBe(false);
  expect(isDateObject(Object.create(Date.prototype))).toBe(false);
  expect(isDateObject(null)).toBe(false);
});
