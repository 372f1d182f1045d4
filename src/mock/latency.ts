import { ConfigurationError } from '../errors/usage-errors.js';
import { describe } from '../values/describe.js';
import { seededRandom } from './random.js';

/** Milliseconds: a number, or the least and the most of a range. */
export type Latency = number | readonly [least: number, most: number];

/**
 * Makes a source of waiting times; one of a range gives the same times on each run.
 *
 * @throws ConfigurationError where it is neither.
 */
export function readLatency(latency: unknown): () => number {
  const range: unknown[] = Array.isArray(latency) ? latency : [latency, latency];
  const [least, most] = range;
  if (range.length !== 2 || !isTime(least) || !isTime(most) || least > most)
    throw new ConfigurationError(
      `createMock: \`latency\` must be milliseconds, or a range of them such as [50, 200], not ${describe(latency)}.`,
    );
  const random = seededRandom(1);
  return () => (least === most ? least : least + random() * (most - least));
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 2 ** 31 - 1;

/**
 * Waits, unless there is nothing to wait for; without an end where the time is infinite.
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
