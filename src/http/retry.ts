import { isApiError } from '../errors/api-errors.js';
import { isConnectionError } from '../errors/request-errors.js';

/** How often a failed request is retried, and how long the delays may be. */
export interface RetryOptions {
  /** The maximum number of retries. Default 2; 0 turns retries off. */
  readonly limit?: number | undefined;
  /**
   * The longest delay between two attempts, in milliseconds. Default 8,000, or 60,000 if the service sends
   * `Retry-After`. At most 60,000.
   */
  readonly maxDelay?: number | undefined;
}

const transientStatuses = [408, 429, 500, 502, 503, 504];

/** Statuses by which the service says that it did not process the request. */
const notProcessedStatuses = [429, 503];

/** The longest delay that the service can ask for, in milliseconds. */
const LONGEST_DELAY = 60_000;

/**
 * Whether a failed attempt is worth another, if the request has retries left. POST and PATCH have none
 * unless the caller asks for them. A DELETE whose response was lost is not repeated, because the second 404
 * would be ambiguous.
 */
export function shouldRetry(method: string, error: unknown): boolean {
  const isDelete = method === 'DELETE';
  if (isConnectionError(error)) return !isDelete;
  return isApiError(error) && (isDelete ? notProcessedStatuses : transientStatuses).includes(error.status);
}

/** What failed, in a few words for a log line: `503` or `no response (ECONNREFUSED)`. */
export const retryReason = (error: unknown): string =>
  isApiError(error) ? `${error.status}` : `${error}`.replace(/^.*? failed.*?: |\. Check .*$/gs, '');

/**
 * The delay before the next attempt, in milliseconds: what `Retry-After` asks for, or a random part of a
 * limit that starts at 500 ms and doubles each time, so that many clients do not return at once.
 *
 * @param attempt - The number of the failed attempt, from 1.
 */
export function retryDelay(attempt: number, error: unknown, { maxDelay }: RetryOptions): number {
  const requested = isApiError(error) ? parseRetryAfter(error.headers['retry-after']) : undefined;
  if (requested !== undefined) return Math.min(requested, maxDelay ?? LONGEST_DELAY, LONGEST_DELAY);
  return Math.random() * Math.min(500 * 2 ** (attempt - 1), maxDelay ?? 8_000, LONGEST_DELAY);
}

/** `Retry-After`, seconds or a date, in milliseconds from now; `undefined` if it is neither. */
export function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date);
}
