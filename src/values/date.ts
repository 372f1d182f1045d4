import { isPlainObject } from './plain-object.js';

const ISO_8601 =
  /^(\d{4}-\d\d-\d\d)(?:t(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:z|([+-](?:[01]\d|2[0-3])):?([0-5]\d)))?$/i;

/**
 * Milliseconds since 1970 of an ISO 8601 date, which is midnight UTC, or date-time with a zone
 * (decision 23). `undefined` for any other text, for a date that does not exist, and for a leap
 * second.
 *
 * The result is exact to the microsecond; further digits add a part of one, so that it compares
 * with whole microseconds, and is rounded to them, as the date would be.
 *
 * @example
 * parseDate('2026-01-31T12:00:00+01:00') // => 1769857200000
 * parseDate('1970-01-01T00:00:00.000001Z') // => 0.001
 * parseDate('2026-02-30') // => undefined
 */
export function parseDate(text: string): number | undefined {
  const [, date, time = '00:00', second = '00', fraction = '', hours = '+00', minutes = '00'] =
    ISO_8601.exec(text) ?? [];
  const local = `${date}T${time}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  if (new Date(`${local}Z`).toJSON() !== `${local}Z`) return undefined; // `Date` moves 30 February to March
  const millis = Date.parse(`${local}${hours}:${minutes}`);
  const micros = Number(fraction.slice(3, 6).padEnd(3, '0')) + beyondMicros(fraction.slice(6));
  const exact = millis + micros / 1000;
  // In distant centuries, numbers are too coarse; a date still differs from the milliseconds around
  // it.
  return micros > 0 && Number.isInteger(exact) ? millis + 0.5 : exact;
}

/**
 * What further digits add, in microseconds: far enough from 0, 0.5 and 1 for the precision of the
 * result.
 */
function beyondMicros(digits: string): number {
  if (!/[1-9]/.test(digits)) return 0;
  return digits >= '5' ? 0.65 : 0.35;
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
export function isDateObject(value: unknown): value is Date {
  // Answers quickly for most values.
  if (typeof value !== 'object' || value === null || isPlainObject(value)) return false;
  try {
    Date.prototype.getTime.call(value); // throws without the internal slot that every Date has
    return true;
  } catch {
    return false;
  }
}
