import { ConfigurationError } from '../errors/usage-errors.js';
import { type ApiKey, checkApiKey } from '../http/api-key.js';
import { createLog } from '../http/log.js';
import type { HttpResult, RetryOptions } from '../http/request.js';
import { createTransport } from '../http/transport.js';
import type { SchemaShape } from '../schema/resource.js';
import { readBaseUrl } from './base-url.js';
import { type ClientOptions, checkClientOptions, checkRequestOptions } from './client-options.js';
import type { RequestOptions } from './request-options.js';

/** What a call asks for, its query checked and written. */
export interface CallRequest {
  readonly method: string;
  /** Below the version: `/balances`. */
  readonly path: string;
  /** The query string without the question mark. */
  readonly search?: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** Whether the request says that it is JSON though it has no body, as the document has it for keys. */
  readonly json?: boolean;
}

/** Makes calls with the options of a client and those of a call. */
export interface Caller {
  /** The address up to the version, to which paths are added. */
  readonly baseUrl: string;
  /** The longest URL that is sent, in bytes. */
  readonly maxUrlLength: number;
  /** How long a call with these options may take, in milliseconds. */
  timeoutOf(options: RequestOptions | undefined): number;
  /** @throws ConfigurationError for an option that is none, and whatever the transport throws. */
  call(request: CallRequest, options: RequestOptions | undefined): Promise<HttpResult>;
}

/** @throws ConfigurationError for options that can't be right. */
export function createCaller<Schema extends SchemaShape<Schema>>(options: ClientOptions<Schema>): Caller {
  checkClientOptions(options);
  const { apiKey, logLevel, logger = logLevel && console, middleware = [] } = options;
  if (apiKey !== null && typeof apiKey !== 'function') checkApiKey(apiKey);
  const baseUrl = readBaseUrl(options.baseUrl);
  const send = createTransport({
    baseUrl,
    apiKey,
    fetch: options.fetch,
    middleware: [middleware].flat(),
    log: createLog(logger, logLevel ?? 'warn'),
  });
  const timeoutOf = (given: RequestOptions | undefined) => given?.timeout ?? options.timeout ?? 30_000;
  const common = { accept: 'application/json', ...namedHeaders(options.headers, apiKey) };
  return {
    baseUrl: `${baseUrl}/v1`,
    maxUrlLength: options.maxUrlLength ?? 8_000,
    timeoutOf,
    async call({ method, path, search = '', body, json = body !== undefined }, given = {}) {
      checkRequestOptions(given);
      const headers = {
        ...common,
        ...(json && { 'content-type': 'application/json' }),
        ...namedHeaders(given.headers, apiKey),
      };
      return send({
        method,
        path: `/v1${path}`,
        search,
        body,
        headers,
        signal: given.signal,
        timeout: timeoutOf(given),
        retry: { ...retryOf(options.retry), ...retryOf(given.retry) },
      });
    },
  };
}

const retryOf = (retry: number | RetryOptions = {}): RetryOptions =>
  typeof retry === 'number' ? { limit: retry } : retry;

/** Headers by lower-case name, because names mean the same in any case. */
function namedHeaders(
  headers: Readonly<Record<string, string>> = {},
  apiKey: ApiKey,
): Record<string, string> {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (apiKey !== null && named.authorization !== undefined)
    throw new ConfigurationError('`headers` cannot hold Authorization: it is made of `apiKey`.');
  return named;
}
