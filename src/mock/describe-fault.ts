import { counted } from '../values/describe.js';
import type { AddedFault } from './faults.js';

/** A fault on one line, such as `GET /v1/balances: status 503, 2 times`. For tools: the mock itself has no use for it. */
export function describeFault({ given, response }: Pick<AddedFault, 'given' | 'response'>): string {
  const { method, path, error, latency, after = 0, times = Number.POSITIVE_INFINITY } = given;
  const retryAfter = response?.headers?.['Retry-After'];
  const requests = [method?.toUpperCase(), path && String(path)].filter((part) => part !== undefined);
  const effects = [
    latency !== undefined && `delay ${typeof latency === 'number' ? latency : latency.join('-')} ms`,
    error === 'network' && 'network error',
    error === 'timeout' && 'no response',
    response && `status ${response.status}`,
    retryAfter !== undefined && `Retry-After ${retryAfter}`,
    given.loseResponse && 'after processing the request',
    after > 0 && `after ${counted(after, 'request')}`,
    Number.isFinite(times) && counted(times, 'time'),
  ];
  return `${requests.join(' ') || 'every request'}: ${effects.filter((effect) => effect).join(', ')}`;
}
