import { putIntoEnvelope } from '../dialect.js';
import { isQueryError } from '../errors.js';
import type { SelectionNode } from '../query/include.js';
import type { ReadQuery } from '../query/read-search.js';
import { findRepeatedKey, readSearch } from '../query/read-search.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { decodeSegment, findResource } from '../schema/resources.js';
import { cut, describe, shorten } from '../values/describe.js';
import { didYouMean } from '../values/did-you-mean.js';
import {
  AUTHENTICATION_SCHEME,
  parseAuthorization,
  writeAuthorization,
} from '../values/headers.js';
import { isPlainObject } from '../values/plain-object.js';
import type { ApiKeyRecord } from './api-keys.js';
import { explainInclude, explainList } from './explain.js';
import { KEYS_PATH, servicePaths } from './faults.js';
import { listRows, selectRows } from './list-rows.js';
import type { MockResponse, MockService, ReceivedRequest, RecordedRequest } from './service.js';

/** The limit for a body in bytes: 1 MiB (decision 3). */
export const MAX_BODY = 1024 * 1024;

/** A response, and what is recorded of it. */
export interface Answer
  extends Pick<RecordedRequest, 'rows' | 'total' | 'explanation' | 'problem'> {
  readonly response: MockResponse;
}

/** What a request asks for. */
export interface Reading {
  /** Absent for an invalid query. */
  readonly query?: ReadQuery;
  /** Processes the request, whose body was read. May throw a rejection. */
  readonly process: (body: Uint8Array) => Answer;
}

class RejectionError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** Reads a request as far as possible without processing it. */
export function readRequest(request: ReceivedRequest, service: MockService): Reading {
  try {
    return findReading(request, service);
  } catch (error) {
    return {
      process: () => {
        throw error; // authentication comes first
      },
    };
  }
}

/** Authenticates a request, and processes it. */
export function answerRequest(
  { headers }: Pick<ReceivedRequest, 'headers'>,
  { process }: Reading,
  body: Uint8Array,
  { keys, needsKey }: MockService,
): Answer {
  try {
    if (needsKey) authenticate(headers, keys);
    return process(body);
  } catch (error) {
    const { status, headers } =
      error instanceof RejectionError ? error : { status: 400, headers: {} };
    if (isQueryError(error) || error instanceof RejectionError)
      return reject(status, keys.hide(error.message), headers);
    throw error;
  }
}

/** These have no body: the constructor of `Response` requires it. */
const EMPTY = [204, 205, 304];

/** A response with an error in its body: `{ "errors": ["message"] }` (decision 3). */
export const reject = (
  status: number,
  problem: string,
  headers: MockResponse['headers'] = {},
): Answer => ({
  response: EMPTY.includes(status)
    ? { status, headers }
    : { ...json({ errors: [problem] }), status, headers: { ...JSON_HEADERS, ...headers } },
  problem,
});

const JSON_HEADERS = { 'content-type': 'application/json' };

const json = (body: unknown): MockResponse => ({
  status: 200,
  headers: JSON_HEADERS,
  body: JSON.stringify(body),
});

/** The routes: API keys, lists and single rows. */
function findReading(request: ReceivedRequest, service: MockService): Reading {
  const { method, path, search, url } = request;
  const { schema, dialect, keys } = service;
  if (url.length > dialect.maxUrlLength)
    throw new RejectionError(
      414,
      `The URL has more than ${dialect.maxUrlLength} bytes (\`dialect.maxUrlLength\`).`,
    );
  const keyId = path.startsWith(`${KEYS_PATH}/`) ? path.slice(KEYS_PATH.length + 1) : '';
  const id = keyId.includes('/') ? '' : decodeSegment(keyId);
  const target = findResource(schema, path);
  const allowed = id !== '' ? ['PUT', 'DELETE'] : target ? ['GET'] : [];
  // Cut afterwards, because a part of a secret is not recognized.
  const shown = () => cut(keys.hide(path), 200);
  if (allowed.length === 0)
    throw new RejectionError(
      404,
      `The service has no path ${shown()}.${didYouMean(path, servicePaths(schema))}`,
    );
  if (!allowed.includes(method))
    throw new RejectionError(
      405,
      `${method} is not allowed on ${shown()}. Allowed: ${allowed.join(', ')}.`,
      { Allow: allowed.join(', ') },
    );
  if (!target)
    return {
      process: (body) =>
        method === 'PUT' ? putKey(id, request, body, service) : deleteKey(id, service),
    };
  const query = readSearch(schema, target.name, search, dialect, target.operation);
  return {
    query,
    process: () =>
      target.operation === 'get' ? getRow(query, target.id, service) : getList(query, service),
  };
}

function getRow(query: ReadQuery, id: string, service: MockService): Answer {
  const row = service.store.get(query.resource, id);
  if (!row)
    throw new RejectionError(404, `No row of ${query.resource} has the id ${describe(id)}.`);
  const rows = selectRows(query.selection, [row], service);
  return {
    response: json(putIntoEnvelope(rows[0], service.dialect)),
    ...explained(query, rows, service),
  };
}

function getList(query: ReadQuery, service: MockService): Answer {
  const page = listRows(query, service);
  const { rows, total } = page;
  return {
    response: json(putIntoEnvelope(rows, service.dialect, page)),
    rows: rows.length,
    ...(rows.length < total && { total }),
    ...(rows.length > 0
      ? explained(query, rows, service)
      : { explanation: explainList(query, page, service) }),
  };
}

/** Only a filter in an include can need an explanation of a response with rows. */
function explained(query: ReadQuery, rows: readonly JsonObject[], service: MockService) {
  if (!hasFilter(query.selection)) return {};
  const explanation = explainInclude(query, rows, service);
  return explanation.length > 0 ? { explanation } : {};
}

const hasFilter = ({ relations }: SelectionNode): boolean =>
  relations.some(({ where, selection }) => where || hasFilter(selection));

/**
 * Checks the API key of a request (section 5 of the specification; decision 3). No message repeats
 * the key.
 */
function authenticate(headers: Headers, keys: MockService['keys']): void {
  const unauthorized = (reason: string) =>
    new RejectionError(
      401,
      `${reason}. Send \`Authorization: ${writeAuthorization('<API_KEY>')}\` with a valid key.`,
      { 'WWW-Authenticate': AUTHENTICATION_SCHEME },
    );
  const header = headers.get('authorization');
  if (!header) throw unauthorized('The request has no API key');
  if (parseAuthorization(header) === undefined)
    throw unauthorized(`The Authorization header does not use the scheme ${AUTHENTICATION_SCHEME}`);
  const key = keyOf(headers, keys);
  if (!key) throw unauthorized('The API key is unknown');
  if (key.status === 'revoked') throw unauthorized('The API key is revoked');
  if (keys.isExpired(key)) throw unauthorized('The API key has expired');
}

/** The key that a request was sent with, if the mock has it. */
export function keyOf(headers: Headers, keys: MockService['keys']): ApiKeyRecord | undefined {
  const secret = parseAuthorization(headers.get('authorization') ?? '');
  return secret === undefined ? undefined : keys.find(secret);
}

/** PUT on a key: renames or revokes it (decisions 4 and 5). */
function putKey(
  id: string,
  { headers }: ReceivedRequest,
  body: Uint8Array,
  { keys, dialect }: MockService,
): Answer {
  const change = parseChange(parseBody(headers, body));
  keys.update(findKey(id, keys), change);
  const { name, status } = findKey(id, keys);
  return { response: json(putIntoEnvelope({ id, name, status }, dialect)) };
}

/** DELETE on a key: later requests with it are rejected. */
function deleteKey(id: string, { keys }: MockService): Answer {
  keys.delete(findKey(id, keys).id);
  return { response: { status: 204, headers: {} } };
}

function findKey(id: string, keys: MockService['keys']): ApiKeyRecord {
  const key = keys.get(id);
  if (key) return key;
  throw new RejectionError(404, `No API key has the id ${describe(id)}.`);
}

function parseChange(body: unknown): { name: string } | { status: 'revoked' } {
  const hint = "Send { name: '…' } to rename the key, or { status: 'revoked' } to revoke it.";
  const invalid = (problem: string) => new RejectionError(400, `body${problem} ${hint}`);
  if (!isPlainObject(body)) throw invalid(`: expected an object, got ${describe(body)}.`);
  const [member = '', ...others] = Object.keys(body);
  const unknown = [member, ...others].find((key) => key && key !== 'name' && key !== 'status');
  if (unknown !== undefined)
    throw invalid(
      `: \`${shorten(unknown)}\` cannot be set.${didYouMean(unknown, ['name', 'status'])}`,
    );
  if (member === '' || others.length > 0)
    throw invalid(`: expected either \`name\` or \`status\`, got ${member ? 'both' : 'neither'}.`);
  const { name, status } = body;
  if (member === 'name' && typeof name === 'string' && name !== '') return { name };
  if (status === 'revoked') return { status };
  const expected = member === 'name' ? 'text that is not empty' : '"revoked"';
  throw invalid(`.${member}: expected ${expected}, got ${describe(body[member])}.`);
}

/** A key that occurs twice in an object is rejected (decision 28). */
function parseBody(headers: Headers, bytes: Uint8Array): JsonValue {
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    throw new RejectionError(
      415,
      'The body must be JSON. Send the header `Content-Type: application/json`.',
    );
  if (bytes.byteLength > MAX_BODY) throw new RejectionError(413, 'The body is larger than 1 MiB.');
  let text: string;
  let body: JsonValue;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    body = JSON.parse(text);
  } catch {
    throw new RejectionError(400, 'The body is not valid JSON.');
  }
  const key = findRepeatedKey(text);
  if (key === undefined) return body;
  throw new RejectionError(
    400,
    `body: \`${shorten(key)}\` is given more than once. Write it once.`,
  );
}
