import { isPlainObject } from './plain-object.js';

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * Milliseconds since 1970 of an RFC 3339 date-time with a zone. `undefined` for any other text, for a date that does not
 * exist, for a leap second, and for a fraction finer than a millisecond.
 *
 * @example
 * parseDate('2026-01-31T12:00:00+01:00') // => 1769857200000
 * parseDate('2026-02-30T12:00:00Z') // => undefined
 */
export function parseDate(text: string): number | undefined {
  const match = RFC_3339.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, zoneHour = '0', zoneMinute = '0'] =
    match;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59 || /[1-9]/.test(fraction.slice(3))) return undefined;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const milliseconds = Date.parse(local);
  const exists = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === local;
  const zone = (sign === '-' ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  return exists ? milliseconds - zone : undefined;
}

/** Whether a value is a `Date`, from any realm. */
export function isDate(value: unknown): value is Date {
  if (typeof value !== 'object' || value === null || isPlainObject(value)) return false; // fast for most values
  try {
    Reflect.apply(Date.prototype.getTime, value, []); // throws without the internal slot that every Date has
    return true;
  } catch {
    return false;
  }
}
