import type { Fault } from './faults.js';

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
    after > 0 && `after ${count(after, 'request')}`,
    Number.isFinite(times) && count(times, 'time'),
  ];
  return `${requests.join(' ') || 'every request'}: ${effects.filter((effect) => effect).join(', ')}`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The message of an error of `mock.fail()` for a fault that was given as text, which has no regular expressions. */
export const faultMessage = (message: string): string =>
  message.replace(/^fail: /, '').replace(', without a query, or a RegExp', ', without a query');
