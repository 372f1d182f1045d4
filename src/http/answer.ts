import type { ErrorResponse } from '../errors/failed-request.js';
import { ResponseError } from '../errors/request-errors.js';
import { apiFailure } from './api-failure.js';
import { connectionFailure } from './connection-failure.js';
import { oneLine } from './one-line.js';
import type { CallState } from './ongoing-call.js';
import { beginning, decodeStrictly, discardBody, parseJson, readBeginning } from './read-body.js';
import { refuseRedirect } from './redirect.js';
import type { HttpResult } from './request.js';

/**
 * Reads a response to its end.
 *
 * @throws ApiError for an error status, and for `errors` in any other answer (decision 1).
 * @throws ResponseError for a redirect, and for a body that is not JSON in UTF-8.
 * @throws ConnectionError where the body breaks off.
 */
export async function parseResponse(response: Response, call: CallState): Promise<HttpResult> {
  const { status } = response;
  const fail = (text: string) => errorResponse(response, call, text);
  const refused = (text: string) => apiFailure(fail(text), oneLine(call.redact(response.statusText ?? ''))); // a stub may have none
  if (response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)) {
    discardBody(response);
    throw refuseRedirect(fail(''));
  }
  if (!response.ok) throw refused(await unbroken(() => readBeginning(response), call));
  const bytes = await unbroken(() => response.arrayBuffer(), call);
  let text = '';
  const error: HttpResult['error'] = (why, issues) => new ResponseError(why, fail(text), issues);
  try {
    text = decodeStrictly(bytes);
  } catch {
    throw error('the body is not valid UTF-8.');
  }
  const empty = text.trim() === '';
  const data = empty ? undefined : parseJson(text);
  if (data === undefined && !empty) {
    const type = response.headers.get('content-type') ?? 'of no type';
    throw error(
      `the body of a ${status} is not JSON (${oneLine(call.redact(type))}, ${bytes.byteLength} bytes). Check that \`baseUrl\` is that of the service.`,
    );
  }
  if (hasErrors(data)) throw refused(text);
  return { data, response, attempts: call.attempts, error };
}

/** Whether a body that is no row carries errors (decision 1). */
function hasErrors(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || Object.hasOwn(data, 'id')) return false;
  const errors: unknown = Reflect.get(data, 'errors');
  return Array.isArray(errors) && errors.length > 0;
}

/** Says of a body that can't be read to its end what happened to it. */
async function unbroken<Body>(read: () => Promise<Body>, call: CallState): Promise<Body> {
  try {
    return await read();
  } catch (error) {
    throw connectionFailure(error, call, 'the answer broke off');
  }
}

function errorResponse({ status, headers }: Response, call: CallState, text: string): ErrorResponse {
  const { method, path, attempts } = call;
  const rawBody = beginning(call.redact(text));
  const safe: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (!/cookie|auth|token|secret|api-?key/.test(name)) safe[name] = call.redact(value);
  });
  const requestId = safe['x-request-id'] ?? safe['request-id'] ?? safe['x-correlation-id'];
  const body = parseJson(rawBody);
  return { method, path, attempts, status, headers: safe, body, rawBody, requestId };
}
