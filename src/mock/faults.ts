import { ConfigurationError } from '../errors/usage-errors.js';
import type { Resources } from '../schema/resources.js';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionCheck,
  positiveInteger,
} from '../values/check-options.js';
import { isDate } from '../values/date.js';
import { didYouMean } from '../values/did-you-mean.js';
import { errorResponse, type ServiceResponse } from './http/response.js';
import { isPath, listPaths } from './http/routes.js';

/** A failure to simulate, and the requests that it applies to. */
export interface Fault {
  /** Only requests with this method, such as `GET`. Any method by default. */
  readonly method?: string | undefined;
  /**
   * Only requests with this path: `/v1/balances`, `/v1/api-keys/*`, or a regular expression. Any path by
   * default. A path that the service does not have is rejected.
   */
  readonly path?: string | RegExp | undefined;
  /** The status of the response. 500 by default. */
  readonly status?: number | undefined;
  /**
   * A failure without a response. `network`: the connection breaks. `timeout`: no response arrives until the
   * request is aborted.
   */
  readonly error?: 'network' | 'timeout' | undefined;
  /** How many matching requests succeed first. 0 by default. */
  readonly after?: number | undefined;
  /** How many matching requests fail. All until `reset()` by default. */
  readonly times?: number | undefined;
  /** The `Retry-After` header: seconds, or a `Date`. */
  readonly retryAfter?: number | Date | undefined;
  /** Whether the service processes the request and only its response is lost. `false` by default. */
  readonly loseResponse?: boolean | undefined;
}

/** A fault that applies to a request. */
export interface DueFault {
  /** The response; absent if `error` is set. */
  readonly response?: ServiceResponse;
  readonly error?: 'network' | 'timeout';
  readonly loseResponse: boolean;
}

interface Rule extends DueFault {
  readonly matches: (method: string, path: string) => boolean;
  after: number;
  times: number;
}

/** The faults of a mock, in the order in which they were added. */
export class Faults {
  readonly #rules = new Set<Rule>();

  constructor(readonly schema: Resources) {}

  /**
   * @returns A function that removes the fault.
   * @throws ConfigurationError that names the wrong option.
   */
  add(fault: Fault): () => void {
    const rule = toRule(fault, this.schema);
    this.#rules.add(rule);
    return () => void this.#rules.delete(rule);
  }

  clear(): void {
    this.#rules.clear();
  }

  /** Counts a request, and returns the first fault that is due for it. */
  next(method: string, path: string): DueFault | undefined {
    for (const rule of this.#rules) {
      if (!rule.matches(method, path)) continue;
      if (rule.after-- > 0) continue;
      if (rule.times-- > 0) return rule;
      this.#rules.delete(rule);
    }
    return undefined;
  }
}

/** A path with an optional `*` at its end. */
const PATH = /^(?=.)(?:\/[^?#*]*)?\*?$/;

const isDelay = (delay: unknown): boolean =>
  isDate(delay) ? !Number.isNaN(delay.getTime()) : Number.isFinite(delay) && Number(delay) >= 0;

const checks: Readonly<Record<keyof Fault, OptionCheck>> = {
  method: [(value) => typeof value === 'string', "a method such as 'GET'"],
  path: [
    (value) => (typeof value === 'string' ? PATH.test(value) : value instanceof RegExp),
    "a path such as '/v1/balances' or '/v1/api-keys/*', without a query, or a RegExp",
  ],
  status: [
    (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
    'a status from 200 to 599',
  ],
  error: [(value) => value === 'network' || value === 'timeout', "'network' or 'timeout'"],
  after: nonNegativeInteger,
  times: [(value) => value === Number.POSITIVE_INFINITY || positiveInteger[0](value), positiveInteger[1]],
  retryAfter: [isDelay, 'seconds or a valid Date'],
  loseResponse: [(value) => typeof value === 'boolean', 'true or false'],
};

function toRule(fault: Fault, schema: Resources): Rule {
  checkOptions('fail', fault, checks);
  const { method, status, error, retryAfter } = fault;
  const path = typeof fault.path === 'string' ? withVersion(fault.path) : fault.path;
  if (error && (status !== undefined || retryAfter !== undefined))
    throw new ConfigurationError(
      'fail: `error` means that there is no response. Leave out `status` and `retryAfter`, or leave out `error`.',
    );
  if (typeof path === 'string' && !isPath(schema, path)) {
    const paths = listPaths(schema);
    const hint = didYouMean(path, paths) || ` The paths are ${paths.join(', ')}.`;
    throw new ConfigurationError(`fail: the service has no path ${path}.${hint}`);
  }
  const headers = retryAfter === undefined ? {} : { 'Retry-After': toHeader(retryAfter) };
  return {
    ...(error ? { error } : { response: toResponse(status ?? 500, headers) }),
    loseResponse: fault.loseResponse ?? false,
    matches: (requestMethod, requestPath) =>
      (method === undefined || method.toUpperCase() === requestMethod) &&
      (path === undefined || matchesPath(path, requestPath)),
    after: fault.after ?? 0,
    times: fault.times ?? Number.POSITIVE_INFINITY,
  };
}

const toHeader = (delay: number | Date): string =>
  isDate(delay) ? delay.toUTCString() : String(Math.ceil(delay));

const toResponse = (status: number, headers: Record<string, string>): ServiceResponse =>
  [204, 205, 304].includes(status) // a Response of these must have no body
    ? { status, headers }
    : errorResponse(status, 'This response was requested with mock.fail().', headers);

/** `/v1` may be left out. */
const withVersion = (path: string): string => (path.startsWith('/v1/') ? path : `/v1${path}`);

/** A `*` at the end matches any text. */
function matchesPath(path: string | RegExp, requestPath: string): boolean {
  if (typeof path !== 'string') return requestPath.search(path) >= 0; // `test` would keep a position
  return path.endsWith('*') ? requestPath.startsWith(path.slice(0, -1)) : requestPath === path;
}
