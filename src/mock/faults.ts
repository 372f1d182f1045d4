import { ConfigurationError } from '../errors.js';
import { belowVersion, VERSION, withVersion } from '../http/service-url.js';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionCheck,
  oneOf,
  positiveInteger,
  unchecked,
} from '../messages/check-options.js';
import { didYouMean } from '../messages/did-you-mean.js';
import type { Resources } from '../schema/lookup.js';
import { findResource, rowPath } from '../schema/lookup.js';
import { isDateObject } from '../values/date.js';
import { createLatency, type Latency } from './clock.js';

/** A failure or a delay, and the requests that it applies to. */
export interface Fault {
  /** Only requests with this method, such as `GET`. Default: any method. */
  readonly method?: string | undefined;
  /**
   * Only requests with this path. `/v1/balances/*` is each row but not the list, `/v1/balances*` is
   * both. Default: any path. A path that the service does not have is rejected.
   */
  readonly path?: string | undefined;
  /** The status of the response. Default: 500, unless only `latency` is set. */
  readonly status?: number | undefined;
  /** The connection breaks, or no response arrives until the request is aborted. */
  readonly error?: 'network' | 'timeout' | undefined;
  /**
   * Milliseconds, or a range that has the same delays in each run. Default 0. With none of
   * `status`, `error`, `retryAfter` and `loseResponse`, the fault only delays.
   */
  readonly latency?: Latency | undefined;
  /** How many matching requests succeed first. Default: 0. */
  readonly after?: number | undefined;
  /** How many matching requests fail. Default: all until `reset()`. */
  readonly times?: number | undefined;
  /** The `Retry-After` header: seconds, or a `Date`. */
  readonly retryAfter?: number | Date | undefined;
  /** Whether the service processes the request and only its response is lost. Default: `false`. */
  readonly loseResponse?: boolean | undefined;
}

/** A fault that applies to the requests to come. */
export interface AddedFault {
  readonly id: number;
  readonly fault: Fault;
  /** Without `status` and `error`, the fault only delays the response. */
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly delay: () => number;
  /** How many more requests succeed first, if it is positive. */
  after: number;
  /** How many more requests it applies to. */
  times: number;
  applied: number;
}

/** In the order in which they were added. One that has applied `times` times is removed. */
export class Faults {
  active: readonly AddedFault[] = [];
  readonly #schema: Resources;
  #lastId = 0;

  constructor(schema: Resources) {
    this.#schema = schema;
  }

  /**
   * Returns the id of the fault.
   *
   * @param source - The function that the messages name. Default: none, for a fault in JSON.
   */
  add(fault: Fault, source?: string): number {
    const id = ++this.#lastId;
    this.active = [...this.active, { id, ...parseFault(fault, this.#schema, source) }];
    return id;
  }

  remove(id: number): void {
    this.active = this.active.filter((fault) => fault.id !== id);
  }

  clear(): void {
    this.active = [];
  }

  /** Counts a request, and returns the first fault that is due for it. */
  next(method: string, path: string): AddedFault | undefined {
    for (const added of this.active) {
      if (!matches(added.fault, method, path)) continue;
      if (added.after-- > 0) continue;
      added.applied++;
      if (--added.times === 0) this.remove(added.id);
      return added;
    }
    return undefined;
  }
}

const METHOD = /^(?:get|head|post|put|patch|delete|options)$/i;

const PATH = /^(?=.)(?:\/(?!:|\{|<)[^?#*/]*)*\*?$/;

const checks: Readonly<Record<keyof Fault, OptionCheck>> = {
  method: [(value) => METHOD.test(String(value)), "a method such as 'GET' or 'DELETE'"],
  path: [
    (value) => typeof value === 'string' && PATH.test(value),
    "a path such as '/v1/balances' or '/v1/api-keys/*', without a query",
  ],
  status: [
    (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
    'a status from 200 to 599',
  ],
  error: oneOf(['network', 'timeout']),
  latency: unchecked, // by `createLatency`
  after: nonNegativeInteger,
  times: [(value) => value === Infinity || positiveInteger[0](value), positiveInteger[1]],
  retryAfter: [
    (value) => (isDateObject(value) ? +value >= 0 : Number.isFinite(value) && Number(value) >= 0),
    'a number of seconds or a valid Date',
  ],
  loseResponse: oneOf([true, false]),
};

function parseFault(
  options: Fault,
  schema: Resources,
  source: string | undefined,
): Omit<AddedFault, 'id'> {
  checkOptions(source, options, checks);
  const { status, error, latency, retryAfter, loseResponse, after = 0, times = Infinity } = options;
  if (error && (status !== undefined || retryAfter !== undefined))
    throw new ConfigurationError(
      '`error` means that there is no response. ' +
        'Leave out `status` and `retryAfter`, or leave out `error`.',
      source,
    );
  // Without the `*` at the end, so that `/v1*` has a version too.
  const path = options.path && encodePath(options.path.replace(/[^*]*/, withVersion));
  if (path !== undefined && !isServicePath(schema, path)) {
    const paths = servicePaths(schema);
    const hint = didYouMean(path, paths) || ` The paths are ${paths.join(', ')}.`;
    throw new ConfigurationError(`the service has no path ${path}.${hint}`, source);
  }
  const onlyDelays = latency !== undefined && !loseResponse && retryAfter === undefined;
  return {
    fault: { ...options, path },
    status: error ? undefined : (status ?? (onlyDelays ? undefined : 500)),
    retryAfter:
      typeof retryAfter === 'number' ? String(Math.ceil(retryAfter)) : retryAfter?.toUTCString(),
    delay: createLatency(source, latency ?? 0),
    after,
    times,
    applied: 0,
  };
}

/** A path as a URL has it. */
const encodePath = (path: string): string => new URL(`http://localhost${path}`).pathname;

/** A `*` at the end of a path matches any text. */
function matches({ method, path }: Fault, requestMethod: string, requestPath: string): boolean {
  if (method !== undefined && method.toUpperCase() !== requestMethod) return false;
  if (path === undefined) return true;
  return path.endsWith('*') ? requestPath.startsWith(path.slice(0, -1)) : requestPath === path;
}

export const KEYS_PATH = `${VERSION}/api-keys`;

/** The paths of a service, for messages. `<id>` stands for any id. */
export const servicePaths = (schema: Resources): string[] => [
  ...Object.values(schema).flatMap(({ path, operations }) => [
    ...(operations.includes('list') ? [VERSION + path] : []),
    ...(operations.includes('get') ? [VERSION + rowPath(path ?? '', '<id>')] : []),
  ]),
  `${KEYS_PATH}/<id>`,
];

/** Whether a request can have a path. A `*` at its end stands for any text. */
function isServicePath(schema: Resources, path: string): boolean {
  if (!path.endsWith('*'))
    return (
      path.startsWith(`${KEYS_PATH}/`) || findResource(schema, belowVersion(path)) !== undefined
    );
  const start = path.slice(0, -1);
  return servicePaths(schema).some(
    (name) =>
      name.startsWith(start) || (/<id>/.test(name) && start.startsWith(name.replace(/<id>.*/, ''))),
  );
}
