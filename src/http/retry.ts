import { isApiError } from '../errors/api-errors.js';
import { isConnectionError } from '../errors/request-errors.js';
import { isRepeatable } from './doubt.js';
import type { RetryOptions } from './request.js';

/** Another attempt may do better. */
const transientStatuses = [408, 429, 500, 502, 503, 504];

/** The service says that it did nothing. */
const notProcessedStatuses = [429, 503];

/** The longest wait, in milliseconds, that a service can ask for. */
const LONGEST_WAIT = 60_000;

/** Whether an attempt that failed so is worth another. */
export function shouldRetry(method: string, error: unknown): boolean {
  const repeats = isRepeatable(method);
  if (isConnectionError(error)) return repeats;
  return isApiError(error) && (repeats ? transientStatuses : notProcessedStatuses).includes(error.status);
}

/**
 * How long to wait before the next attempt, in milliseconds: what the service asks for, else a random part of 500 ms that
 * doubles each time, so that many clients do not come back all at once (decision 35).
 *
 * @param attempt - Which one has failed, from 1.
 */
export function retryDelay(attempt: number, error: unknown, { maxDelay }: RetryOptions): number {
  const asked = isApiError(error) ? readRetryAfter(error.headers['retry-after']) : undefined;
  if (asked !== undefined) return Math.min(asked, maxDelay ?? LONGEST_WAIT, LONGEST_WAIT);
  return Math.random() * Math.min(500 * 2 ** (attempt - 1), maxDelay ?? 8_000, LONGEST_WAIT);
}

/** `Retry-After` in milliseconds from now: seconds or a date. `undefined` where it is neither. */
export function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date);
}
