import { ConfigurationError } from '../errors/usage-errors.js';
import { isDate, parseDate } from '../values/date.js';

/** A point in time: ISO 8601 text with a zone, a `Date`, or milliseconds since 1970. */
export type DateInput = string | Date | number;

/** The mock's clock: one moment, at which it stands still, or a function that is asked each time. */
export type Clock = DateInput | (() => DateInput);

/** Where the clock stands when nothing else is said, so that everything is the same on each run (decision 31). */
export const DEFAULT_NOW = '2026-01-01T00:00:00.000Z';

/**
 * Milliseconds since 1970.
 *
 * @throws ConfigurationError where it is not a point in time.
 */
export function readMoment(moment: unknown, name: string): number {
  const milliseconds = isDate(moment)
    ? moment.getTime()
    : typeof moment === 'string'
      ? parseDate(moment)
      : moment;
  if (typeof milliseconds === 'number' && Number.isFinite(new Date(milliseconds).getTime()))
    return milliseconds; // a Date reaches less far than a number
  throw new ConfigurationError(
    `${name}: expected ISO 8601 text with a time zone, a Date or milliseconds since 1970.`,
  );
}

/**
 * Makes a source of milliseconds since 1970 of a {@link Clock}.
 *
 * @throws ConfigurationError where it is none; so does the source where a function answers with no point in time.
 */
export function readClock(clock: unknown): () => number {
  if (typeof clock === 'function') return () => readMoment(clock(), 'now');
  const moment = readMoment(clock, 'now');
  return () => moment;
}
