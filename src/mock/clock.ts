import { ConfigurationError } from '../errors.js';
import { isDateObject, parseDate } from '../values/date.js';
import { describe } from '../values/describe.js';
import { seededRandom } from './random.js';

/** A date: ISO 8601 text with a time zone, a `Date`, or milliseconds since 1970. */
export type DateInput = string | Date | number;

/**
 * The mock's clock: a fixed date, `'system'` for the current time, or a function that returns a
 * date.
 */
export type Clock = DateInput | 'system' | (() => DateInput);

/** The default time of the mock. It is fixed, so that every run has the same dates (decision 31). */
export const DEFAULT_NOW = '2026-01-01T00:00:00.000Z';

/** Milliseconds since 1970. */
export function parseDateInput(input: unknown, path: string, alternative = ''): number {
  const milliseconds = isDateObject(input)
    ? input.getTime()
    : typeof input === 'string'
      ? parseDate(input)
      : input;
  // Some finite numbers are outside the range of dates.
  if (typeof milliseconds === 'number' && !Number.isNaN(new Date(milliseconds).getTime()))
    return milliseconds;
  throw new ConfigurationError(
    `${path}: expected ${alternative}ISO 8601 text with a time zone, a Date or milliseconds since 1970, got ${describe(input)}.`,
  );
}

export function createClock(clock: unknown): () => number {
  if (clock === 'system') return () => Date.now(); // looked up each time, because tests replace it
  const path = 'createMock: `now`';
  if (typeof clock === 'function') return () => parseDateInput(clock(), path);
  const milliseconds = parseDateInput(clock, path, "'system', ");
  return () => milliseconds;
}

/** Milliseconds: a number, or the minimum and the maximum of a range. */
export type Latency = number | readonly [minimum: number, maximum: number];

/** Returns the next delay. A range has the same delays in each run. */
export function createLatency(source: string | undefined, latency: unknown): () => number {
  const range: unknown[] = Array.isArray(latency) ? latency : [latency, latency];
  const [minimum, maximum] = range;
  if (range.length !== 2 || !isDelay(minimum) || !isDelay(maximum) || minimum > maximum)
    throw new ConfigurationError(
      `expected \`latency\` to be milliseconds or a range such as [50, 200], got ${describe(latency)}.`,
      source,
    );
  const random = seededRandom(1);
  return () => (minimum === maximum ? minimum : minimum + random() * (maximum - minimum));
}

const isDelay = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 2 ** 31 - 1;

/**
 * Waits; forever if the delay is infinite. Rejects with the signal's reason as soon as it is
 * aborted.
 */
export const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = milliseconds < Infinity ? setTimeout(stop, milliseconds) : undefined;
    signal?.addEventListener('abort', stop);
  });
