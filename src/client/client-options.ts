import type { ApiKey } from '../http/api-key.js';
import { type Logger, type LogLevel, logLevels } from '../http/log.js';
import type { Middleware } from '../http/middleware.js';
import type { RetryOptions } from '../http/request.js';
import type { Validator } from '../query/validator.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionChecks,
  positiveInteger,
  unchecked,
} from '../values/check-options.js';
import { isPlainObject } from '../values/plain-object.js';

/** What a client is made with. */
export interface ClientOptions<Schema extends SchemaShape<Schema> = PaymentsSchema> {
  /** Where the service is, without the version: `https://api.example.com`. A `/v1` or a slash at its end is accepted. */
  readonly baseUrl: string;
  /**
   * The secret of a key, or a function that gives one: asked before each attempt, and once more after a 401. `null` sends
   * no key, for a page behind a backend of its own that adds it; then `baseUrl` may be relative in a browser.
   */
  readonly apiKey: ApiKey;
  /** What the service holds; `paymentsSchema` by default. */
  readonly schema?: Schema | undefined;
  /**
   * Used in place of the global `fetch`: called with a `Request` and, beside it, `{ signal, redirect }`. One with a single
   * parameter finds them in the request.
   */
  readonly fetch?: typeof fetch | undefined;
  /** Sent with each request. `Authorization` is none of them, unless `apiKey` is `null`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How long a whole call may take, with every attempt, the waits between them and the body: milliseconds, 30,000 by
   * default. `Infinity` for as long as it takes.
   */
  readonly timeout?: number | undefined;
  /**
   * How often a failed call is tried again: 2 times by default, 0 for never. GET, HEAD and PUT after a lost connection, 408,
   * 429, 500, 502, 503 and 504; what can't be repeated only where the service says that it did nothing: 429 and 503.
   */
  readonly retry?: number | RetryOptions | undefined;
  /** The longest URL that is sent, in bytes; 8,000 by default. A list with a longer one is split where that changes nothing. */
  readonly maxUrlLength?: number | undefined;
  /** Checks each answer against what its query promises; nothing by default. */
  readonly validator?: Validator | undefined;
  /** Stands around each attempt; the first of several is the outermost. */
  readonly middleware?: Middleware | readonly Middleware[] | undefined;
  /** Where lines are written; `console` where there is a `logLevel`, and nowhere otherwise. */
  readonly logger?: Logger | undefined;
  /** How much is written; `warn` by default. */
  readonly logLevel?: LogLevel | undefined;
}

const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isPositive = (value: unknown) => typeof value === 'number' && value > 0;

const isHeader = ([name, value]: [string, unknown]) =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === 'string' && /^[\t -~\xa0-\xff]*$/.test(value);

const retryChecks: OptionChecks = {
  limit: nonNegativeInteger,
  maxDelay: [isPositive, 'a positive number of milliseconds'],
};

const callChecks: OptionChecks = {
  timeout: [isPositive, 'a positive number of milliseconds'],
  headers: [
    (value) => isPlainObject(value) && Object.entries(value).every(isHeader),
    'an object of names and texts that a header can carry',
  ],
  retry: [nonNegativeInteger[0], 'a non-negative integer or { limit, maxDelay }', retryChecks],
};

// Both are made when they are needed: a spread at the top would stay in a bundle that wants no client.
const requestChecks = (): OptionChecks => ({
  ...callChecks,
  signal: [(value) => isObject(value) && isFunction(value.addEventListener), 'an AbortSignal'],
});

const clientChecks = (): OptionChecks => ({
  ...callChecks,
  baseUrl: [(value) => typeof value === 'string', 'an absolute URL such as https://api.example.com'],
  apiKey: unchecked, // its own check says nothing of the value
  schema: [isObject, 'a schema'],
  fetch: [isFunction, 'a function'],
  maxUrlLength: [isPositive, 'a number of bytes'],
  validator: [isFunction, 'a function such as zodValidator()'],
  middleware: [(value) => [value].flat().every(isFunction), 'a function or an array of functions'],
  logger: [
    (value) => isObject(value) && logLevels.slice(0, -1).every((level) => isFunction(value[level])),
    'an object with debug, info, warn and error',
  ],
  logLevel: [(value) => logLevels.some((level) => level === value), `one of ${logLevels.join(', ')}`],
});

/** @throws ConfigurationError for an option that a client does not have, or of another type. */
export const checkClientOptions = (options: unknown): void => {
  checkOptions('createClient', options, clientChecks());
};

/** @throws ConfigurationError for an option that a call does not have, or of another type. */
export const checkRequestOptions = (options: unknown): void => {
  if (options !== undefined) checkOptions('request options', options, requestChecks());
};

/** @throws ConfigurationError for an option that a request of one's own does not have, or of another type. */
export const checkRawRequestOptions = (options: unknown): void => {
  checkOptions('request', options, { ...requestChecks(), query: unchecked, body: unchecked });
};

/** @throws ConfigurationError for an option that a walk does not have, or of another type. */
export const checkPaginationOptions = (options: unknown): void => {
  checkOptions('pagination options', options, { ...requestChecks(), pageSize: positiveInteger });
};
