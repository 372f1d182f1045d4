import { canonicalDecimal } from './decimal.js';
import { isPlainObject } from './plain-object.js';

const TIME = /(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?/.source;
const ZONE = /z|([+-](?:[01]\d|2[0-3])):?([0-5]\d)/.source;
const ISO_8601 = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)(?:t${TIME}(?:${ZONE}))?$`, 'i');

/**
 * Milliseconds since 1970 of an ISO 8601 date, which is midnight UTC, or date-time with a zone
 * (decision 23). `undefined` for any other text, for a date that does not exist, and for a leap
 * second. Digits finer than a microsecond are rounded: {@link exactTime} keeps them.
 *
 * @example
 * parseDate('2026-01-31T12:00:00+01:00') // => 1769857200000
 * parseDate('2026-02-30') // => undefined
 */
export function parseDate(text: string): number | undefined {
  const date = readDate(text);
  return date && date.milliseconds + Number(`0.${date.finer}`);
}

function readDate(text: string): { milliseconds: number; finer: string } | undefined {
  const [, date, time = '00:00', second = '00', fraction = '', hours = '+00', minutes = '00'] =
    ISO_8601.exec(text) ?? [];
  const local = `${date}T${time}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  // `Date` moves 30 February to March.
  if (new Date(`${local}Z`).toJSON() !== `${local}Z`) return undefined;
  return {
    milliseconds: Date.parse(`${local}${hours}:${minutes}`),
    finer: fraction.slice(3).replace(/0+$/, ''),
  };
}

/**
 * Milliseconds since 1970, exactly to the nanosecond: a whole number, or else a decimal string. A
 * service may show more digits, which no filter has.
 *
 * @example
 * exactTime('1970-01-01T01:00:00+01:00') // => 0
 * exactTime('1970-01-01T00:00:00.0000001Z') // => '0.0001'
 */
export function exactTime(text: string): number | string | undefined {
  // Most dates have the form of those in rows, which is parsed faster.
  if (text.length === 24 && text[10] === 'T' && text[23] === 'Z') return Date.parse(text);
  const date = readDate(text.replace(/(\.\d{9})\d+/, '$1'));
  if (!date?.finer) return date?.milliseconds;
  const { milliseconds, finer } = date;
  if (milliseconds >= 0) return `${milliseconds}.${finer}`;
  const rest = String(1e6 - Number(finer.padEnd(6, '0'))).padStart(6, '0'); // to the next whole one
  return canonicalDecimal(`-${-milliseconds - 1}.${rest}`);
}

/**
 * Whether a value is a date string that a filter accepts: an ISO 8601 date, which means midnight
 * UTC, or a date-time with a time zone. Use it to validate user input.
 *
 * @example
 * isDate('2026-01-31') // => true
 * isDate('2026-01-31T12:00') // => false
 */
export const isDate = (value: unknown): boolean =>
  typeof value === 'string' && parseDate(value) !== undefined;

/** Whether a value is a `Date`, from any realm. */
export const isDateObject = (value: unknown): value is Date =>
  typeof value === 'object' &&
  Object.prototype.toString.call(value) === '[object Date]' &&
  !isPlainObject(value); // which may claim to be anything
