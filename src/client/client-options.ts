import { type Dialect, dialectCheck } from '../dialect.js';
import { ConfigurationError } from '../errors.js';
import type { ApiKey } from '../http/api-key.js';
import type { Fetch, Logger, Middleware, RequestOptions } from '../http/call.js';
import {
  checkOptions,
  flag,
  isFunction,
  milliseconds,
  nonNegativeInteger,
  type OptionChecks,
  unchecked,
} from '../messages/check-options.js';
import { describe, kindOf } from '../messages/describe.js';
import type { Validator } from '../query/include.js';
import { queryMembers } from '../query/query.js';
import { isSchema } from '../schema/lookup.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { isPlainObject } from '../values/plain-object.js';

/** The options of `createClient`. */
export interface ClientOptions<Schema extends SchemaShape<Schema> = PaymentsSchema>
  extends Omit<RequestOptions, 'signal'> {
  /**
   * The address of the service, with or without `/v1`: `https://api.example.com`. With `apiKey:
   * null` it may be relative to the web page: `/api`. A server can then create the client, but
   * not send requests.
   */
  readonly baseUrl: string;
  /**
   * The secret of an API key, or a function that returns it, called before each attempt and once
   * more after a 401; an error that it throws rejects the call. `null` sends no key, for a browser
   * that requests your own backend.
   */
  readonly apiKey: ApiKey;
  /**
   * Accepts an `apiKey` in a browser, where every user can read it. Default: a ConfigurationError,
   * also in jsdom.
   */
  readonly allowApiKeyInBrowser?: boolean | undefined;
  /** The resources of the service. Default: `paymentsSchema`. */
  readonly schema?: Schema | undefined;
  /** How the service differs where the API specification is silent. Default: no difference. */
  readonly dialect?: Dialect | undefined;
  /** Replaces the global `fetch`. It is called with a URL and an object of text. */
  readonly fetch?: Fetch | undefined;
  /** Headers to send with each request. `Authorization` is only accepted with `apiKey: null`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds for a call: every attempt, the delays between them, and the body; in `all`,
   * `iterate` and `pages`, for each request. Default 30,000; `Infinity` turns it off.
   */
  readonly timeout?: number | undefined;
  /**
   * How often to retry a failed request. Default 2; 0 turns retries off. GET, HEAD and PUT are
   * retried after a lost connection and after 408, 429, 500, 502, 503 and 504; DELETE after 429 and
   * 503 only, POST and PATCH never, unless `retry` of the call says so.
   */
  readonly retry?: number | undefined;
  /**
   * Checks each response against its query, such as `zodValidator()`. Default: only ids, and that
   * decimals are strings.
   */
  readonly validator?: Validator | undefined;
  /** Wraps each attempt; the first of several is the outermost. It never sees the API key. */
  readonly middleware?: Middleware | readonly Middleware[] | undefined;
  /** Receives a line for each attempt (`debug`) and each retry (`warn`). Default: none. */
  readonly logger?: Logger | undefined;
}

// Functions, because a spread at the top level would stay in a bundle without a client.
const commonChecks = (): OptionChecks => ({
  timeout: milliseconds,
  headers: [isPlainObject, 'a plain object of strings'],
  retry: nonNegativeInteger,
});

const clientChecks = (): OptionChecks => ({
  baseUrl: unchecked, // by `parseBaseUrl`
  apiKey: unchecked, // by `createSend`, whose messages do not contain it
  allowApiKeyInBrowser: flag,
  schema: [isSchema, 'a schema that defineSchema(), extendSchema() or pickSchema() returned'],
  dialect: dialectCheck(),
  fetch: [isFunction, 'a function'],
  ...commonChecks(),
  validator: [isFunction, 'a function such as zodValidator()'],
  middleware: [(value) => [value].flat().every(isFunction), 'a function or an array of functions'],
  logger: [
    (value) => isFunction(Object(value).debug) && isFunction(Object(value).warn),
    'an object with debug and warn, such as console',
  ],
});

/** Checks the options of a client, or those of them that change. */
export function checkClientOptions(options: unknown, source: string, more?: OptionChecks): void {
  if (!isPlainObject(options)) {
    // Text may be the API key itself.
    const received = typeof options === 'object' ? describe(options) : kindOf(options);
    throw new ConfigurationError(`expected an options object, got ${received}.`, source);
  }
  checkOptions(source, options, { ...clientChecks(), ...more });
  checkHeaders(options.headers, source);
}

/** Checks the options of a call. */
export function checkRequestOptions(
  options: RequestOptions | undefined,
  source = 'request options',
  more?: OptionChecks,
): void {
  if (options === undefined) return;
  const parameter = queryMembers.find((name) => Object.hasOwn(Object(options), name));
  if (parameter)
    throw new ConfigurationError(
      `\`${parameter}\` is a query parameter, and not an option. Pass it in the query.`,
      source,
    );
  checkOptions(source, options, {
    ...commonChecks(),
    signal: [(value) => isFunction(Object(value).addEventListener), 'an AbortSignal'],
    ...more,
  });
  checkHeaders(options.headers, source);
}

function checkHeaders(headers: unknown, source: string): void {
  for (const [name, value] of Object.entries(headers ?? {})) {
    const invalid =
      /[^\w!#$%&'*+.^`|~-]/u.exec(name) ??
      (typeof value === 'string' ? /[^\t -~\xa0-\xff]/u.exec(value) : undefined);
    const problem = invalid
      ? `cannot contain ${describe(invalid[0])}`
      : name
        ? typeof value !== 'string' && `must be a string, not ${describe(value)}`
        : 'has no name';
    if (problem) throw new ConfigurationError(`header ${describe(name)} ${problem}.`, source);
  }
}
