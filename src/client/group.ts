import type { JsonValue } from '../schema/field.js';
import { parseDate } from '../values/date.js';
import { compareValues, type Fields, type Order } from './row-order.js';

/** Values of a row by field, as the service shows them. */
export type Values = { readonly [field: string]: JsonValue };

/** The id and the ordering values of a row. */
export const orderValues = (row: object, order: Order): Values =>
  Object.fromEntries(order.map(({ field }) => [field, Reflect.get(row, field)]));

export const hasValues = (row: object, values: Values): boolean =>
  Object.keys(values).every((field) => Reflect.get(row, field) === values[field]);

/**
 * The group of a row: its values before `id`, with a date cut to its unit. A date has as many
 * digits as the longest one of `rows`, because some services leave out zeros at its end.
 */
export function groupOf(
  row: object,
  order: Order,
  fields: Fields,
  rows: readonly object[],
): Values {
  const pairs = order.slice(0, -1).map(({ field }) => {
    const value: JsonValue = Reflect.get(row, field);
    if (fields[field]?.kind !== 'date') return [field, value];
    const digitsIn = (other: object) => digitsOf(Reflect.get(other, field));
    const most = rows.reduce((digits, other) => Math.max(digits, digitsIn(other)), DAY);
    return [field, cutDate(value, most)];
  });
  return Object.fromEntries(pairs);
}

/** Returns a function that tells whether a row belongs to a group. */
export function memberOf(group: Values, order: Order, fields: Fields): (row: object) => boolean {
  return (row) =>
    order.slice(0, -1).every(({ field }) => {
      const kind = fields[field]?.kind;
      const value = Reflect.get(row, field);
      const start = group[field];
      if (kind === 'date') return cutDate(value, digitsOf(start)) === start;
      return compareValues(kind, value, start) === 0;
    });
}

const TIME_OF_DATE = /^[\d-]{10}(t[\d:]+)?(?:\.(\d+))?/i;

/** What a date ends with that has no seconds, as a number of digits: fewer than none. */
const [MINUTE, DAY] = [-1, -2];

/** How many digits of a second a date has. */
function digitsOf(date: unknown): number {
  const [, time, fraction = ''] = TIME_OF_DATE.exec(`${date}`) ?? [];
  if (!time) return DAY;
  return time.length > 'T12:00'.length ? fraction.length : MINUTE;
}

/** No service filters more digits of a second. */
const MOST_DIGITS = 6;

/** No service has a date that is not before it. */
const YEAR_10000 = Date.UTC(10_000, 0);

/**
 * The start of the unit that a date is in, in UTC: a day, a minute, a second, or a part of one down
 * to the microsecond. It has as many digits as asked, because a service may compare dates as text.
 *
 * @example
 * cutDate('2026-01-31T12:00:00.1239+01:00', 3) // => '2026-01-31T11:00:00.123Z'
 * cutDate('2026-01-31T12:00:00Z', DAY) // => '2026-01-31'
 */
function cutDate(date: unknown, digits: number): string {
  const [, , fraction = ''] = TIME_OF_DATE.exec(`${date}`) ?? [];
  const second = parseDate(`${date}`.replace(/\.\d+/, '')) ?? 0;
  return writeDate(second, fraction.padEnd(digits, '0').slice(0, MOST_DIGITS), digits);
}

/**
 * The end of the unit that a cut date is the start of: that of the next unit. `undefined` if that
 * is in the year 10000.
 *
 * @example
 * endOfUnit('2026-01-31T11:00:00.123Z') // => '2026-01-31T11:00:00.124Z'
 */
export function endOfUnit(start: unknown): string | undefined {
  const digits = digitsOf(start);
  const second = parseDate(`${start}`.replace(/\.\d+/, '')) ?? 0;
  const [, , fraction = ''] = TIME_OF_DATE.exec(`${start}`) ?? [];
  const counted = fraction.slice(0, MOST_DIGITS);
  const next = `${Number(counted) + 1}`.padStart(counted.length, '0');
  if (next.length === counted.length) return writeDate(second, next, digits);
  const unit = { [DAY]: 86_400_000, [MINUTE]: 60_000 }[digits] ?? 1000; // after .999
  const end = second + unit;
  return end < YEAR_10000 ? writeDate(end, '', digits) : undefined;
}

function writeDate(second: number, fraction: string, digits: number): string {
  // An offset may lead to a year that no service filters.
  const text = new Date(Math.min(second, YEAR_10000 - 1000)).toISOString();
  if (digits === DAY) return text.slice(0, 10);
  if (digits === MINUTE) return `${text.slice(0, 16)}Z`;
  const shown = fraction.slice(0, digits).padEnd(digits, '0');
  return `${text.slice(0, 19)}${shown && `.${shown}`}Z`;
}
