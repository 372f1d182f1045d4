import type { AddedFault } from '../mock/faults.js';
import type { Store } from '../mock/rows/store.js';
import type { JsonObject } from '../schema/field.js';
import { counted } from '../values/describe.js';

/** A fault on one line, such as `GET /v1/balances: status 503, 2 times`. */
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

/**
 * All rows of a mock with every stored field, as the option `data` of `createMock` accepts them. Unlike
 * `db.<resource>.all()`, they include foreign keys that no response contains, such as `transaction_id` of a
 * transaction line. Do not change them: the mock uses the same objects.
 */
export const rowsToSave = (store: Store): { readonly [resource: string]: readonly JsonObject[] } =>
  Object.fromEntries(Object.keys(store.schema).map((name) => [name, store.table(name).all()]));
