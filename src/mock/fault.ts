import { counted } from '../values/describe.js';
import type { Latency } from './latency.js';

/** A failure or a delay to simulate, and the requests that it applies to. */
export interface Fault {
  /** Only requests with this method, such as `GET`. Any method by default. */
  readonly method?: string | undefined;
  /**
   * Only requests with this path: `/v1/balances`, `/v1/api-keys/*`, or a regular expression. Any path by
   * default. A path that the service does not have is rejected.
   */
  readonly path?: string | RegExp | undefined;
  /** The status of the response. 500 by default, unless only `latency` is set. */
  readonly status?: number | undefined;
  /**
   * A failure without a response. `network`: the connection breaks. `timeout`: no response arrives until the
   * request is aborted.
   */
  readonly error?: 'network' | 'timeout' | undefined;
  /**
   * The delay in milliseconds: a number or a range. A range has the same delays in each run. 0 by default.
   * A fault with `latency` and without `status`, `error`, `retryAfter` and `loseResponse` only delays the
   * response.
   */
  readonly latency?: Latency | undefined;
  /** How many matching requests succeed first. 0 by default. */
  readonly after?: number | undefined;
  /** How many matching requests fail. All until `reset()` by default. */
  readonly times?: number | undefined;
  /** The `Retry-After` header: seconds, or a `Date`. */
  readonly retryAfter?: number | Date | undefined;
  /** Whether the service processes the request and only its response is lost. `false` by default. */
  readonly loseResponse?: boolean | undefined;
}

/**
 * A fault on one line.
 *
 * @param fault - With the full path; `status` is absent if the fault causes no response of its own.
 * @param retryAfter - The value of the header.
 * @example
 * describeFault({ method: 'GET', path: '/v1/balances', status: 503, times: 2 }, undefined)
 * // => 'GET /v1/balances: status 503, 2 times'
 */
export function describeFault(fault: Fault, retryAfter: string | undefined): string {
  const { method, path, status, error, latency, after = 0, times = Number.POSITIVE_INFINITY } = fault;
  const requests = [method?.toUpperCase(), path && String(path)].filter((part) => part !== undefined);
  const effects = [
    latency !== undefined && `delay ${typeof latency === 'number' ? latency : latency.join('-')} ms`,
    error === 'network' && 'network error',
    error === 'timeout' && 'no response',
    status !== undefined && `status ${status}`,
    retryAfter !== undefined && `Retry-After ${retryAfter}`,
    fault.loseResponse && 'after processing the request',
    after > 0 && `after ${counted(after, 'request')}`,
    Number.isFinite(times) && counted(times, 'time'),
  ];
  return `${requests.join(' ') || 'every request'}: ${effects.filter((effect) => effect).join(', ')}`;
}
