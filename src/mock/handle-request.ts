import { putIntoEnvelope } from '../dialect.js';
import { isQueryError } from '../errors.js';
import {
  AUTHENTICATION_SCHEME,
  isSecretHeader,
  parseAuthorization,
  writeAuthorization,
} from '../http/headers.js';
import { RejectionError } from '../http/rejection-error.js';
import { belowVersion } from '../http/service-url.js';
import { cut, describe, shorten } from '../messages/describe.js';
import { didYouMean } from '../messages/did-you-mean.js';
import type { ReadQuery } from '../query/read-search.js';
import { findRepeatedKey, readSearch } from '../query/read-search.js';

import { decodeSegment, findResource } from '../schema/lookup.js';
import { setMember, withoutUndefined } from '../values/plain-object.js';

import type { ApiKeyRecord, ApiKeyTable } from './api-keys.js';
import { explainInclude, explainList } from './explain.js';
import { KEYS_PATH, servicePaths } from './faults.js';
import { listRows, selectRows } from './list-rows.js';
import type { MockResponse, MockService, ReceivedRequest, RecordedRequest } from './service.js';
import type { Store } from './store.js';

/** The limit for a body in bytes: 1 MiB (decision 3). */
export const MAX_BODY = 1024 * 1024;

/** A response, and what is recorded of it. */
export interface RecordedResponse
  extends Pick<RecordedRequest, 'rows' | 'total' | 'explanation' | 'problem'> {
  readonly response: MockResponse;
}

/** What a request asks for. */
export interface ParsedRequest {
  /** Absent for an invalid query. */
  readonly query?: ReadQuery;
  /** Processes the request, whose body was read. May throw a rejection. */
  readonly process: (body: Uint8Array) => RecordedResponse;
}

/** Reads a request as far as possible without processing it. */
export function readRequest(request: ReceivedRequest, service: MockService): ParsedRequest {
  try {
    return routeRequest(request, service);
  } catch (error) {
    const process = () => {
      throw error; // authentication comes first
    };
    return { process };
  }
}

/** A request as `requests` has it, without secrets. */
export function recordRequest(
  { method, path, search, headers }: ReceivedRequest,
  query: ReadQuery | undefined,
  keys: ApiKeyTable,
): RecordedRequest {
  const keyId = findSentKey(headers, keys)?.id;
  return {
    method,
    path: cut(keys.hide(path), MOST_RECORDED),
    search: cut(keys.hide(search), MOST_RECORDED),
    time: Date.now(),
    state: 'pending',
    ...queryOf(query, keys),
    headers: recordHeaders(headers, keys),
    ...(keyId !== undefined && { keyId }),
  };
}

/** The most characters that are recorded of a path, of a query string, and of all headers. */
const MOST_RECORDED = 16 * 1024;

/** As many headers as fit, without secrets. */
function recordHeaders(headers: Headers, keys: ApiKeyTable): Record<string, string> {
  const recorded: Record<string, string> = {};
  let rest = MOST_RECORDED;
  for (const [header, value] of headers) {
    const name = keys.hide(header);
    rest -= name.length;
    if (rest < 0) break;
    const shown = isSecretHeader(header) ? '[redacted]' : cut(keys.hide(value), rest);
    setMember(recorded, name, shown);
    rest -= shown.length;
  }
  return recorded;
}

/** The members of a query as a client writes them. Their names are no secrets. */
function queryOf(query: ReadQuery | undefined, keys: ApiKeyTable) {
  const { where, include, order = [], take, skip } = query ?? {};
  const orderBy: Record<string, 'asc' | 'desc'> = {};
  for (const { field, direction } of order) setMember(orderBy, field, direction);
  const members = {
    where: keys.hide(where),
    include: keys.hide(include),
    orderBy: order.length > 0 ? keys.hide(orderBy) : undefined,
    take,
    skip,
  };
  return withoutUndefined(members) as Pick<RecordedRequest, keyof typeof members>; // the same
}

/** Authenticates a request, and processes it. */
export function answerRequest(
  { headers }: Pick<ReceivedRequest, 'headers'>,
  { process }: ParsedRequest,
  body: Uint8Array,
  { keys, needsKey }: MockService,
): RecordedResponse {
  try {
    if (needsKey) authenticate(headers, keys);
    return process(body);
  } catch (error) {
    if (error instanceof RejectionError)
      return errorResponse(error.status, keys.hide(error.message), error.headers);
    if (isQueryError(error))
      return errorResponse(400, keys.hide(error.message) + schemaHint(error));
    throw error;
  }
}

const SCHEMA_HINT = ' If the client has a `schema`, pass it to createMock() too.';

/** The hint for an unknown field without another advice: a typed client has it in its schema. */
const schemaHint = ({ message }: Error): string =>
  / is not a field or relation of \S+\.( The specified .+)?$/.test(message) ? SCHEMA_HINT : '';

const JSON_HEADERS = { 'content-type': 'application/json' };

const jsonBody = (body: unknown): MockResponse => ({
  status: 200,
  headers: JSON_HEADERS,
  body: JSON.stringify(body),
});

/** A response with an error in its body: `{ "errors": ["message"] }` (decision 3). */
export function errorResponse(
  status: number,
  problem: string,
  headers: MockResponse['headers'] = {},
): RecordedResponse {
  // These have no body: the constructor of `Response` requires it.
  if ([204, 205, 304].includes(status)) return { problem, response: { status, headers } };
  const response = jsonBody({ errors: [problem] });
  return { problem, response: { ...response, status, headers: { ...JSON_HEADERS, ...headers } } };
}

/** The routes: API keys, lists and single rows. */
function routeRequest(
  { method, path, ...request }: ReceivedRequest,
  service: MockService,
): ParsedRequest {
  const { store, keys } = service;
  const { schema, dialect } = store;
  const { maxUrlLength } = dialect;
  if (request.url.length > maxUrlLength) {
    const problem = `The URL has more than ${maxUrlLength} bytes (\`dialect.maxUrlLength\`).`;
    throw new RejectionError(414, problem);
  }
  const keyId = path.startsWith(`${KEYS_PATH}/`)
    ? decodeSegment(path.slice(KEYS_PATH.length + 1))
    : '';
  const found = findResource(schema, belowVersion(path));
  // Cut afterwards, because a part of a secret is not recognized.
  const shown = () => cut(keys.hide(path), 200);
  if (!found && keyId === '') {
    const hint = didYouMean(path, servicePaths(schema)) || SCHEMA_HINT;
    throw new RejectionError(404, `The service has no path ${shown()}.${hint}`);
  }
  const allowed = found ? ['GET'] : ['PUT', 'DELETE'];
  if (!allowed.includes(method === 'HEAD' ? 'GET' : method)) {
    const problem = `${method} is not allowed on ${shown()}. Allowed: ${allowed.join(', ')}.`;
    throw new RejectionError(405, problem, { headers: { Allow: allowed.join(', ') } });
  }
  if (!found)
    return {
      process: (body) =>
        method === 'PUT'
          ? putKey(keyId, request.headers, body, service)
          : deleteKey(keyId, service),
    };
  const { name, operation, id } = found;
  const search = withoutParameters(request.search, service.ignoreParameters);
  const query = readSearch(schema, name, search, dialect, operation);
  const process = () => (operation === 'get' ? getRow(query, id, store) : getList(query, store));
  return { query, process };
}

/** @param names - Decoded, as in the option `ignoreParameters`. */
function withoutParameters(search: string, names: readonly string[]): string {
  if (names.length === 0) return search;
  const isRead = (part: string) =>
    [...new URLSearchParams(part).keys()].every((name) => !names.includes(name));
  return search.slice(1).split('&').filter(isRead).join('&');
}

function getRow(query: ReadQuery, id: string, store: Store): RecordedResponse {
  const row = store.get(query.resource, id);
  if (!row) throw notFound(`row of ${query.resource}`, id);
  const rows = selectRows(query.selection, [row], store);
  const response = jsonBody(putIntoEnvelope(rows[0], store.dialect));
  return { response, ...explained(explainInclude(query, rows, store)) };
}

function getList(query: ReadQuery, store: Store): RecordedResponse {
  const page = listRows(query, store);
  const { rows } = page;
  const total = page.matching.length;
  return {
    response: jsonBody(putIntoEnvelope(rows, store.dialect, { ...page, total })),
    rows: rows.length,
    ...(rows.length < total && { total }),
    ...explained(explainList(query, page, store)),
  };
}

const explained = (explanation: readonly string[]) => explanation.length > 0 && { explanation };

/** Checks the API key of a request (decision 3). No message repeats the key. */
function authenticate(headers: Headers, keys: ApiKeyTable): void {
  const header = headers.get('authorization');
  const key = findSentKey(headers, keys);
  const reason = !header
    ? 'The request has no API key'
    : parseAuthorization(header) === undefined
      ? `The Authorization header does not use the scheme ${AUTHENTICATION_SCHEME}`
      : !key
        ? 'The API key is unknown'
        : key.status === 'revoked'
          ? 'The API key is revoked'
          : keys.isExpired(key) && 'The API key has expired';
  if (reason)
    throw new RejectionError(
      401,
      `${reason}. Send \`Authorization: ${writeAuthorization('<API_KEY>')}\` with a valid key.`,
      { headers: { 'WWW-Authenticate': AUTHENTICATION_SCHEME } },
    );
}

/** The key that a request was sent with, if the mock has it. */
function findSentKey(headers: Headers, keys: ApiKeyTable): ApiKeyRecord | undefined {
  const secret = parseAuthorization(headers.get('authorization') ?? '');
  return secret === undefined ? undefined : keys.find(secret);
}

const notFound = (what: string, id: string) =>
  new RejectionError(404, `No ${what} has the id ${describe(id)}.`);

/** Renames or revokes a key (decisions 4 and 5). */
function putKey(id: string, headers: Headers, bytes: Uint8Array, { keys, store }: MockService) {
  const body = parseBody(headers, bytes);
  const { name, status, ...rest }: Record<string, unknown> = Object(body);
  const isAlone = Object.keys(rest).length === 0 && (name === undefined || status === undefined);
  const isName = typeof name === 'string' && name !== '';
  if (!isAlone || !(isName || status === 'revoked'))
    throw new RejectionError(
      400,
      'body: expected { "name": "…" } to rename the key, ' +
        `or { "status": "revoked" } to revoke it, got ${shorten(new TextDecoder().decode(bytes))}.`,
    );
  const key = keys.update(id, isName ? { name } : { status: 'revoked' });
  if (!key) throw notFound('API key', id);
  const changed = { id, name: key.name, status: key.status };
  return { response: jsonBody(putIntoEnvelope(changed, store.dialect)) };
}

/** Later requests with the key are rejected. */
function deleteKey(id: string, { keys }: MockService): RecordedResponse {
  if (!keys.delete(id)) throw notFound('API key', id);
  return { response: { status: 204, headers: {} } };
}

/** The JSON of a body. A key that occurs twice in an object is rejected (decision 28). */
function parseBody(headers: Headers, bytes: Uint8Array): unknown {
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    throw new RejectionError(415, 'The body must be JSON. Send `Content-Type: application/json`.');
  if (bytes.length > MAX_BODY) throw new RejectionError(413, 'The body is larger than 1 MiB.');
  let text: string;
  let body: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    body = JSON.parse(text);
  } catch {
    throw new RejectionError(400, 'The body is not valid JSON.');
  }
  const key = findRepeatedKey(text);
  if (key === undefined) return body;
  const problem = `body: \`${shorten(key)}\` is given more than once. Write it once.`;
  throw new RejectionError(400, problem);
}
