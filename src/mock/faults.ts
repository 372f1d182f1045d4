import type { ResolvedDialect } from '../dialect/dialect.js';
import { ConfigurationError } from '../errors.js';
import type { Resources } from '../schema/resources.js';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionCheck,
  positiveInteger,
  unchecked,
} from '../values/check-options.js';
import { isDateObject } from '../values/date.js';
import { didYouMean } from '../values/did-you-mean.js';
import { withVersion } from '../values/service-url.js';
import { createLatency, type Latency } from './clock.js';
import { errorResponse, type MockResponse } from './http/response.js';
import { type CustomRoute, isPath, listPaths } from './http/routes.js';

/** A failure or a delay to simulate, and the requests that it applies to. */
export interface Fault {
  /** Only requests with this method, such as `GET`. Default: any method. */
  readonly method?: string | undefined;
  /**
   * Only requests with this path, or a regular expression for it. `/v1/balances/*` is each row but
   * not the list, `/v1/balances*` is both. Default: any path. A path that the service does not have
   * is rejected.
   */
  readonly path?: string | RegExp | undefined;
  /** The status of the response. Default: 500, unless only `latency` is set. */
  readonly status?: number | undefined;
  /**
   * `network`: the connection breaks. `timeout`: no response arrives until the request is aborted.
   */
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

export interface AddedFault {
  readonly id: number;
  /** What was given, with the full path. */
  readonly given: Fault;
  /** Without `response` and `error`, the fault only delays the response. */
  readonly response?: MockResponse | undefined;
  readonly error?: Fault['error'];
  readonly loseResponse: boolean;
  readonly delay: () => number;
  readonly matches: (method: string, path: string) => boolean;
  /** How many more requests it matches before it applies. */
  after: number;
  /** How many more it will apply to; may be infinite. */
  times: number;
  /** The requests that matched. A request that an earlier fault applied to is not counted. */
  matched: number;
  applied: number;
}

interface FaultyService {
  readonly schema: Resources;
  readonly rejections: ResolvedDialect['rejections'];
  readonly routes: readonly CustomRoute[];
}

/** How many used-up faults remain in the list. */
const MAX_SPENT = 20;

export class Faults {
  readonly #service: FaultyService;
  #faults: AddedFault[] = [];
  #lastId = 0;

  constructor(service: FaultyService) {
    this.#service = service;
  }

  /** Without a source, the fault was given as text: in a form or an option of a command. */
  add(fault: Fault, source?: string): number {
    this.#faults.push(toAddedFault(fault, this.#lastId + 1, this.#service, source));
    return ++this.#lastId;
  }

  remove(id: number): boolean {
    const { length } = this.#faults;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < length;
  }

  clear(): void {
    this.#faults = [];
  }

  /** All faults that were not removed; of used-up faults, only the last ones. */
  all(): readonly AddedFault[] {
    return this.#faults;
  }

  /** Counts a request, and returns the first fault that is due for it. */
  next(method: string, path: string): AddedFault | undefined {
    for (const fault of this.#faults) {
      if (fault.times === 0 || !fault.matches(method, path)) continue;
      fault.matched++;
      if (fault.after-- > 0) continue;
      fault.applied++;
      if (--fault.times === 0) this.#forgetSpent();
      return fault;
    }
    return undefined;
  }

  #forgetSpent(): void {
    const spent = this.#faults.filter(({ times }) => times === 0);
    const [oldest] = spent;
    if (oldest && spent.length > MAX_SPENT) this.remove(oldest.id);
  }
}

const METHOD = /^(?:get|head|post|put|patch|delete|options)$/i;

const PATH = /^(?=.)(?:\/(?!:|\{|<)[^?#*/]*)*\*?$/;

const isRetryAfter = (value: unknown): boolean =>
  isDateObject(value)
    ? !Number.isNaN(value.getTime())
    : Number.isFinite(value) && Number(value) >= 0;

const textChecks: Readonly<Record<keyof Fault, OptionCheck>> = {
  method: [
    (value) => typeof value === 'string' && METHOD.test(value),
    "a method such as 'GET' or 'DELETE'",
  ],
  path: [
    (value) => typeof value === 'string' && PATH.test(value),
    "a path such as '/v1/balances' or '/v1/api-keys/*', without a query",
  ],
  status: [
    (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
    'a status from 200 to 599',
  ],
  error: [(value) => value === 'network' || value === 'timeout', "'network' or 'timeout'"],
  latency: unchecked, // createLatency checks it
  after: nonNegativeInteger,
  times: [
    (value) => value === Number.POSITIVE_INFINITY || positiveInteger[0](value),
    positiveInteger[1],
  ],
  retryAfter: [isRetryAfter, 'a number of seconds'],
  loseResponse: [(value) => typeof value === 'boolean', 'true or false'],
};

const [isPathText, pathText] = textChecks.path;

/** Only code can pass a regular expression or a `Date`. */
const checks: typeof textChecks = {
  ...textChecks,
  path: [(value) => isPathText(value) || value instanceof RegExp, `${pathText}, or a RegExp`],
  retryAfter: [isRetryAfter, 'seconds or a valid Date'],
};

function toAddedFault(
  fault: Fault,
  id: number,
  { schema, rejections, routes }: FaultyService,
  source: string | undefined,
): AddedFault {
  checkOptions(source, fault, source === undefined ? textChecks : checks);
  const { method, status, error, latency, retryAfter, loseResponse = false } = fault;
  // Without the `*` at the end, so that `/v1*` has a version too.
  const path =
    typeof fault.path === 'string' ? fault.path.replace(/[^*]*/, withVersion) : fault.path;
  if (error && (status !== undefined || retryAfter !== undefined))
    throw new ConfigurationError(
      '`error` means that there is no response. Leave out `status` and `retryAfter`, or leave out `error`.',
      source,
    );
  if (error === 'timeout' && latency !== undefined)
    throw new ConfigurationError(
      "`latency` has no effect, because there is never a response. Leave it out, or use error: 'network'.",
      source,
    );
  if (typeof path === 'string' && !isPath(schema, path, routes)) {
    const paths = listPaths(schema, routes);
    const hint = didYouMean(path, paths) || ` The paths are ${paths.join(', ')}.`;
    throw new ConfigurationError(`the service has no path ${path}.${hint}`, source);
  }
  const headers = retryAfter === undefined ? {} : { 'Retry-After': toHeader(retryAfter) };
  const onlyDelays =
    latency !== undefined &&
    !error &&
    status === undefined &&
    retryAfter === undefined &&
    !loseResponse;
  const message = 'This response was requested with mock.fail().';
  const response =
    error || onlyDelays
      ? undefined
      : errorResponse({ status: status ?? 500, message, headers }, rejections);
  return {
    id,
    given: { ...fault, path },
    response,
    error,
    loseResponse,
    delay: createLatency(source, latency ?? 0),
    matches: (requestMethod, requestPath) =>
      (method === undefined || method.toUpperCase() === requestMethod) &&
      (path === undefined || matchesPath(path, requestPath)),
    after: fault.after ?? 0,
    times: fault.times ?? Number.POSITIVE_INFINITY,
    matched: 0,
    applied: 0,
  };
}

const toHeader = (delay: number | Date): string =>
  isDateObject(delay) ? delay.toUTCString() : String(Math.ceil(delay));

/** A `*` at the end matches any text. */
function matchesPath(path: string | RegExp, requestPath: string): boolean {
  if (typeof path !== 'string') return requestPath.search(path) >= 0; // `test` would keep a position
  return path.endsWith('*') ? requestPath.startsWith(path.slice(0, -1)) : requestPath === path;
}
