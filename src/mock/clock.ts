import { ConfigurationError } from '../errors.js';
import { describe } from '../messages/describe.js';
import { isDateObject, parseDate } from '../values/date.js';
import { seededRandom } from './random.js';

/** A date: ISO 8601 text with a time zone, a `Date`, or milliseconds since 1970. */
export type DateInput = string | Date | number;

/** A fixed date, `'system'` for the current time, or a function that returns a date. */
export type Clock = DateInput | 'system' | (() => DateInput);

/** Milliseconds since 1970. */
export function parseDateInput(input: unknown, path: string, alternative = ''): number {
  const date = typeof input === 'string' ? parseDate(input) : isDateObject(input) ? +input : input;
  // Some finite numbers are outside the range of dates.
  if (typeof date === 'number' && !Number.isNaN(new Date(date).getTime())) return date;
  throw new ConfigurationError(
    `${path}: expected ${alternative}ISO 8601 text with a time zone, a Date ` +
      `or milliseconds since 1970, got ${describe(input)}.`,
  );
}

export function createClock(clock: unknown): () => number {
  if (clock === 'system') return () => Date.now(); // looked up each time, because tests replace it
  const path = 'createMock: `now`';
  if (typeof clock === 'function') return () => parseDateInput(clock(), path);
  const date = parseDateInput(clock, path, "'system', ");
  return () => date;
}

/** Milliseconds: a number, or the minimum and the maximum of a range. */
export type Latency = number | readonly [minimum: number, maximum: number];

/** Returns the next delay. A range has the same delays in each run. */
export function createLatency(source: string | undefined, latency: unknown): () => number {
  const range: unknown[] = Array.isArray(latency) ? latency : [latency, latency];
  const [minimum, maximum] = range;
  if (range.length !== 2 || !isDelay(minimum) || !isDelay(maximum) || minimum > maximum)
    throw new ConfigurationError(
      'expected `latency` to be milliseconds or a range such as [50, 200], ' +
        `got ${describe(latency)}.`,
      source,
    );
  const random = seededRandom(1);
  return () => (minimum === maximum ? minimum : minimum + random() * (maximum - minimum));
}

const isDelay = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 2 ** 31 - 1;
