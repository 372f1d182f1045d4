import { type RequestDialect, requestDialect } from '../dialect/request-dialect.js';
import { checkParameters } from '../dialect/setting-values.js';
import { ConfigurationError } from '../errors.js';
import { type ApiKey, type ClientKeys, createClientKeys } from '../http/api-key.js';
import { createLog } from '../http/request-state.js';
import type { HttpResult } from '../http/response.js';
import { createTransport, type HttpRequest, retryOptions } from '../http/transport.js';
import type { OnUndeclaredValue } from '../query/query-node.js';
import type { SchemaShape } from '../schema/resource.js';
import { describe } from '../values/describe.js';
import { parseBaseUrl, VERSION } from '../values/service-url.js';
import {
  type ClientOptions,
  checkClientOptions,
  checkRequestOptions,
  createUndeclaredValueCheck,
  type RequestOptions,
} from './client-options.js';

/** A request whose query is checked and serialized. Its path is below the version: `/balances`. */
export interface ApiRequest
  extends Pick<HttpRequest, 'method' | 'path' | 'search' | 'body' | 'call'> {
  /**
   * Sends `Content-Type: application/json` without a body too, as the specification shows it for
   * API keys.
   */
  readonly json?: boolean;
}

export interface RequestSender {
  /** Where a path below the version is requested, without a query. */
  addressOf(path: string): Pick<HttpRequest, 'url' | 'path'>;
  readonly dialect: RequestDialect;
  readonly keys: ClientKeys;
  warn(line: () => string): void;
  onUndeclaredValue(path: string): OnUndeclaredValue;
  /** How many bytes the query string of a path may have. */
  searchLimit(path: string): number;
  /** How long a call with these options may take, in milliseconds. */
  timeoutOf(options: RequestOptions | undefined): number;
  send(request: ApiRequest, options: RequestOptions | undefined): Promise<HttpResult>;
}

export function createRequestSender<Schema extends SchemaShape<Schema>>(
  options: ClientOptions<Schema>,
  source: string,
  keys: ClientKeys = createClientKeys(options.apiKey),
): RequestSender {
  checkClientOptions(options, source);
  const {
    apiKey,
    fetch,
    middleware = [],
    logger = console,
    logLevel = 'warn',
    undeclaredValues,
  } = options;
  const dialect = requestDialect(options.dialect);
  checkParameters(dialect.parameters, source);
  if (apiKey === undefined && options.baseUrl === undefined)
    throw new ConfigurationError('`baseUrl` and `apiKey` are missing. Pass both.', source);
  keys.check(source);
  if (apiKey !== null && !options.allowApiKeyInBrowser && isBrowserPage())
    throw new ConfigurationError(
      'every visitor of a browser page can read its `apiKey`. Use createProxy() and `apiKey: null`, or set `allowApiKeyInBrowser: true`.',
      source,
    );
  let baseUrl: string | undefined;
  const addressOf = (below: string) => {
    baseUrl ??= parseBaseUrl(source, options.baseUrl);
    const path = VERSION + below;
    return { url: baseUrl + path, path };
  };
  // A server may prerender a browser page: a URL that is relative to it is resolved when there is
  // one.
  const isLater = apiKey === null && !globalThis.location && `${options.baseUrl}`.startsWith('/');
  if (!isLater) addressOf('');
  const log = createLog(logger, logLevel, keys.redact);
  const warn = (line: () => string) => log('warn', line);
  const transport = createTransport({ keys, fetch, middleware: [middleware].flat(), log });
  const timeoutOf = (callOptions: RequestOptions | undefined) =>
    callOptions?.timeout ?? options.timeout ?? 30_000;
  const commonHeaders = {
    accept: 'application/json',
    ...parseHeaders(source, options.headers, apiKey),
  };
  return {
    addressOf,
    keys,
    warn,
    onUndeclaredValue: createUndeclaredValueCheck(undeclaredValues, logger, warn),
    dialect,
    searchLimit: (path) => dialect.maxUrlLength - `${addressOf(path).url}?`.length,
    timeoutOf,
    async send(request, callOptions = {}) {
      checkRequestOptions(callOptions);
      return transport({
        ...request,
        ...addressOf(request.path),
        headers: {
          ...commonHeaders,
          ...((request.json || request.body) && { 'content-type': 'application/json' }),
          ...parseHeaders('request options', callOptions.headers, apiKey),
        },
        signal: callOptions.signal,
        timeout: timeoutOf(callOptions),
        retry: retryOptions(request.method, options.retry, callOptions.retry),
      });
    },
  };
}

const isBrowserPage = (): boolean => Boolean(globalThis.window && globalThis.document);

/**
 * By lower-case name, because names are case-insensitive and those of a call replace those of the
 * client.
 */
function parseHeaders(
  source: string,
  headers: Readonly<Record<string, unknown>> = {},
  apiKey: ApiKey,
) {
  const byName: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const invalid =
      /[^\w!#$%&'*+.^`|~-]/u.exec(name) ??
      (typeof value === 'string' ? /[^\t -~\xa0-\xff]/u.exec(value) : undefined);
    const problem = invalid
      ? `cannot contain ${describe(invalid[0])}`
      : name
        ? typeof value !== 'string' && `must be a string, not ${describe(value)}`
        : 'has no name';
    if (problem) throw new ConfigurationError(`header ${describe(name)} ${problem}.`, source);
    byName[name.toLowerCase()] = value as string; // without a problem
  }
  if (apiKey !== null && byName.authorization !== undefined)
    throw new ConfigurationError(
      'header "authorization" is not allowed. Use `apiKey: null` to send your own.',
      source,
    );
  return byName;
}

/** Data with the response that it was in. */
export interface WithResponse<Data> {
  readonly data: Data;
  /** The HTTP response: status and headers. Its body has been read. */
  readonly response: Response;
  /**
   * What the service sent beside a list: the member `pagination`, or the one that
   * `dialect.envelope` names; `undefined` if it sent nothing.
   */
  readonly pagination: unknown;
}

/** A promise of data. */
export interface ResponsePromise<Data> extends Promise<Data> {
  /**
   * Returns the data together with the HTTP response.
   *
   * @example
   * const { data, response } = await client.balances.list().withResponse();
   */
  withResponse(): Promise<WithResponse<Data>>;
}

export const createRequestMethod =
  <Input extends unknown[], Data>(
    request: (
      ...input: Input
    ) => Promise<Omit<WithResponse<Data>, 'pagination'> & { readonly pagination?: unknown }>,
  ) =>
  (...input: Input): ResponsePromise<Data> => {
    const result = request(...input);
    const withResponse = async () => {
      const { data, response, pagination } = await result;
      return { data, response, pagination };
    };
    return Object.assign(
      result.then(({ data }) => data),
      { withResponse },
    );
  };
