import type { Dialect } from '../dialect/dialect.js';
import { dialectCheck } from '../dialect/request-dialect.js';
import type { ApiKey } from '../http/api-key.js';
import type { Middleware } from '../http/attempt.js';
import { type Logger, type LogLevel, logLevels } from '../http/request-state.js';
import type { RetryOptions } from '../http/transport.js';
import type { Validator } from '../query/include.js';
import type { OnUndeclaredValue } from '../query/query-node.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { isSchema } from '../schema/resources.js';
import {
  checkOptions,
  isFunction,
  milliseconds,
  nonNegativeInteger,
  type OptionChecks,
  oneOf,
  unchecked,
} from '../values/check-options.js';
import { didYouMean, type Hint, type OtherNames } from '../values/did-you-mean.js';
import { isPlainObject } from '../values/plain-object.js';
import { VERSION } from '../values/service-url.js';

/** The options of `createClient`. */
export interface ClientOptions<Schema extends SchemaShape<Schema> = PaymentsSchema> {
  /**
   * The address of the service, with or without `/v1`: `https://api.example.com`. With `apiKey:
   * null` it may be relative to the browser page: `/api`. A server can then create the client, but
   * not send requests.
   */
  readonly baseUrl: string;
  /**
   * The secret of an API key, or a function that returns it, called before each attempt, and once
   * more after a 401, with the `rejectedKey`; an error that it throws rejects the call. `null`
   * sends no key, for browser pages behind your own backend.
   */
  readonly apiKey: ApiKey;
  /**
   * Accepts an `apiKey` in a browser page, where every visitor can read it. Default: a
   * ConfigurationError, also in jsdom.
   */
  readonly allowApiKeyInBrowser?: boolean | undefined;
  /** The resources of the service. Default: `paymentsSchema`. */
  readonly schema?: Schema | undefined;
  /**
   * Replaces the global `fetch`. It is called with a `Request` and `{ signal, redirect }`; the
   * request contains both too.
   */
  readonly fetch?: typeof fetch | undefined;
  /** Headers to send with each request. `Authorization` is only accepted with `apiKey: null`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds for a call: every attempt, the delays between them, and the body; in `all`,
   * `iterate` and `pages`, for each request. Default 30,000; `Infinity` turns it off.
   */
  readonly timeout?: number | undefined;
  /**
   * How often to retry a failed request: a number, or `{ limit, maxDelay }`. Default 2; 0 turns
   * retries off. GET, HEAD and PUT are retried after a lost connection and after 408, 429, 500,
   * 502, 503 and 504; DELETE after 429 and 503; POST and PATCH only if `retry` of the request says
   * so.
   */
  readonly retry?: number | RetryOptions | undefined;
  /**
   * How the service differs where the API specification is silent, such as the envelope of
   * responses and page sizes. Of settings that affect only mock and proxy, the client checks only
   * the names.
   */
  readonly dialect?: Dialect | undefined;
  /**
   * What happens to a value in `eq`, `neq`, `in` or `not_in` that its field does not declare:
   * `'warn'` (default) logs one that looks misspelled, once, and sends it; `'reject'` throws a
   * QueryError; `'allow'` sends it.
   */
  readonly undeclaredValues?: UndeclaredValues | undefined;
  /**
   * Checks each response against its query, such as `zodValidator()`. Default: no check beyond ids.
   */
  readonly validator?: Validator | undefined;
  /** Wraps each attempt; the first of several is the outermost. */
  readonly middleware?: Middleware | readonly Middleware[] | undefined;
  /** Where log lines are written. Default: `console`. */
  readonly logger?: Logger | undefined;
  /** The lowest level that is written. Default `'warn'`; `'off'` turns logging off. */
  readonly logLevel?: LogLevel | undefined;
}

export interface ClientHint<Schema extends SchemaShape<Schema>>
  extends ClientOptions<Schema>,
    Hint,
    OtherNames<'baseUrl' | 'apiKey' | 'retry'> {}

// All are functions: a spread at the top level would stay in a bundle without a client.
const commonChecks = (): OptionChecks => ({
  timeout: milliseconds,
  headers: [isPlainObject, 'a plain object of strings'],
  retry: [
    nonNegativeInteger[0],
    'a non-negative integer or { limit, maxDelay }',
    { limit: nonNegativeInteger, maxDelay: milliseconds },
  ],
});

const requestChecks = (): OptionChecks => ({
  ...commonChecks(),
  signal: [(value) => isFunction(Object(value).addEventListener), 'an AbortSignal'],
});

export const clientChecks = (): OptionChecks => ({
  ...commonChecks(),
  baseUrl: unchecked, // by `parseBaseUrl`
  apiKey: unchecked, // by `parseApiKey`, whose messages do not contain it
  allowApiKeyInBrowser: [(value) => typeof value === 'boolean', 'true or false'],
  schema: [isSchema, 'a schema that defineSchema(), extendSchema() or pickSchema() returned'],
  fetch: [isFunction, 'a function'],
  dialect: dialectCheck(),
  validator: [isFunction, 'a function such as zodValidator()'],
  middleware: [(value) => [value].flat().every(isFunction), 'a function or an array of functions'],
  logger: [
    (value) => logLevels.slice(0, -1).every((level) => isFunction(Object(value)[level])),
    'an object with debug, info, warn and error',
  ],
  logLevel: oneOf(logLevels),
  undeclaredValues: oneOf(undeclaredValueModes),
});

export const checkClientOptions = (options: unknown, source: string): void => {
  checkOptions(source, options, clientChecks());
};

export const checkRequestOptions = (
  options: unknown,
  source = 'request options',
  more?: OptionChecks,
): void => {
  checkOptions(source, options, { ...requestChecks(), ...more });
};

export interface RequestHint extends RequestOptions, Hint, OtherNames<'retry'> {}

/** Options of a single call. Each replaces that of the client; `headers` are added to them. */
export interface RequestOptions {
  /** Aborts the call at any time. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for the call, or for each request of `all`, `iterate` and `pages`. Default: the
   * client's.
   */
  readonly timeout?: number | undefined;
  /** Headers to send in addition to the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How often to retry: a number, or `{ limit, maxDelay }`. Default: the client's, and 0 for POST
   * and PATCH.
   */
  readonly retry?: number | RetryOptions | undefined;
}

const undeclaredValueModes = ['warn', 'reject', 'allow'] as const;

type UndeclaredValues = (typeof undeclaredValueModes)[number];

/**
 * The warnings that were logged: by logger, so that the variants of a client do not repeat them.
 */
const logged = new WeakMap<Logger, Set<string>>();

/** For each logger, so that values of users neither fill the log nor the memory. */
const MOST_WARNINGS = 100;

/**
 * Creates the function that is called with each undeclared value in a query of a path. A value near
 * no declared one is probably new at the service, so there is no warning about it.
 */
export function createUndeclaredValueCheck(
  mode: UndeclaredValues = 'warn',
  logger: Logger,
  warn: (line: () => string) => void,
): (path: string) => OnUndeclaredValue {
  const warned = logged.get(logger) ?? new Set();
  logged.set(logger, warned);
  return (path) => (value, declared, node) => {
    const hint = didYouMean(value, declared);
    const problem = `'${value}' is not a declared value.${hint || ` Use ${declared.join(', ')}.`}`;
    if (mode === 'reject')
      throw node.error(`${problem} Add values with extendSchema() or the command \`connect\`.`);
    if (mode === 'allow' || !hint || warned.has(problem) || warned.size === MOST_WARNINGS) return;
    warn(() => {
      warned.add(problem);
      return `GET ${VERSION}${path}: ${node.path}: ${problem}`;
    });
  };
}
