import { ConfigurationError } from '../errors/usage-errors.js';
import { describe } from '../values/describe.js';
import { seededRandom } from './random.js';

/** Milliseconds: a number, or the minimum and the maximum of a range. */
export type Latency = number | readonly [minimum: number, maximum: number];

/**
 * Turns a {@link Latency} into a function that returns the next delay. A range gives the same delays
 * in each run.
 *
 * @param source - The start of the message: the function that has the option.
 */
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
 * Waits; forever if the delay is infinite, and not at all if it is 0.
 *
 * @throws The signal's reason as soon as it is aborted.
 */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> | undefined {
  if (milliseconds === 0) return undefined;
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const done = () => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = Number.isFinite(milliseconds) ? setTimeout(done, milliseconds) : undefined;
    signal.addEventListener('abort', stop, { once: true });
  });
}
