import { ConfigurationError } from '../errors/usage-errors.js';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionCheck,
  positiveInteger,
} from '../values/check-options.js';
import { isDate } from '../values/date.js';
import { type Answer, refusalAnswer } from './http/response.js';

/** What goes wrong, and when. A request must fit `method` and `path`, where they are given. */
export interface Fault {
  /** Such as `GET`; any by default. */
  readonly method?: string | undefined;
  /** Such as `/v1/balances`, `/v1/api-keys/*` or a regular expression on the path; any by default. */
  readonly path?: string | RegExp | undefined;
  /** The status that is answered; 500 by default. */
  readonly status?: number | undefined;
  /** Instead of a status: the connection breaks, or no answer ever comes, until the request is aborted. */
  readonly error?: 'network' | 'timeout' | undefined;
  /** How many requests that fit pass first; 0 by default. */
  readonly after?: number | undefined;
  /** How many requests fail; all, until `reset`, by default. */
  readonly times?: number | undefined;
  /** The `Retry-After` of the answer: seconds, or a `Date`. */
  readonly retryAfter?: number | Date | undefined;
  /** Whether the service does what was asked, and only its answer is lost; `false` by default. */
  readonly loseResponse?: boolean | undefined;
}

/** A fault that has met its request. */
export interface DueFault {
  /** What is answered; nothing where `error` says how the answer fails to come. */
  readonly answer?: Answer;
  readonly error?: 'network' | 'timeout';
  readonly loseResponse: boolean;
}

interface Rule extends DueFault {
  readonly fits: (method: string, path: string) => boolean;
  after: number;
  times: number;
}

/** The faults that a test has asked for, in their order: of those that fit, the first that is due is met. */
export class Faults {
  readonly #rules = new Set<Rule>();

  /** @returns Takes the fault back. @throws ConfigurationError which names the wrong member. */
  add(fault: Fault): () => void {
    const rule = readFault(fault);
    this.#rules.add(rule);
    return () => void this.#rules.delete(rule);
  }

  clear(): void {
    this.#rules.clear();
  }

  /** The fault that a request meets, if any. */
  meet(method: string, path: string): DueFault | undefined {
    for (const rule of this.#rules) {
      if (!rule.fits(method, path)) continue;
      if (rule.after-- > 0) continue;
      if (rule.times-- > 0) return rule;
      this.#rules.delete(rule);
    }
    return undefined;
  }
}

/** What a path can be, with `*` at its end alone: other text would fit no request, and the fault never come. */
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

function readFault(fault: Fault): Rule {
  checkOptions('fail', fault, checks);
  const {
    method,
    path,
    status,
    error,
    after = 0,
    times = Number.POSITIVE_INFINITY,
    retryAfter,
    loseResponse = false,
  } = fault;
  if (error && (status !== undefined || retryAfter !== undefined))
    throw new ConfigurationError('fail: an `error` has no answer, so neither a `status` nor a `retryAfter`.');
  const headers = retryAfter === undefined ? {} : { 'Retry-After': headerOf(retryAfter) };
  return {
    ...(error ? { error } : { answer: answerOf(status ?? 500, headers) }),
    loseResponse,
    fits: (asked, at) =>
      (method === undefined || method.toUpperCase() === asked) && (path === undefined || isAt(path, at)),
    after,
    times,
  };
}

const headerOf = (delay: number | Date): string =>
  isDate(delay) ? delay.toUTCString() : String(Math.ceil(delay));

/** Statuses without a body are answered without one. */
const answerOf = (status: number, headers: Record<string, string>): Answer =>
  [204, 205, 304].includes(status)
    ? { status, headers }
    : refusalAnswer({ status, message: 'The test asked for this fault.', headers });

/** A path may be written with or without `/v1`; a `*` at its end stands for anything. */
function isAt(path: string | RegExp, at: string): boolean {
  if (typeof path !== 'string') return at.search(path) >= 0; // unlike `test`, it keeps no position
  const whole = path.startsWith('/v1/') ? path : `/v1${path}`;
  return whole.endsWith('*') ? at.startsWith(whole.slice(0, -1)) : at === whole;
}
