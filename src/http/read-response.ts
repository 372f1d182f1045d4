import type { FailedRequest, FailedResponse } from '../errors.js';
import { counted, oneLine } from '../values/describe.js';
import { isSecretHeader } from '../values/headers.js';
import { isPlainObject, parseJson } from '../values/plain-object.js';

/** A response whose body has been read. */
export interface Received {
  readonly response: Response;
  /** `undefined` if the body was lost, or is that of a redirect. */
  readonly text?: string;
  /** The parsed JSON of a successful response. */
  readonly data?: unknown;
  /** Why a successful response has no data. */
  readonly problem?: string;
  /** Why the body of another response was lost. */
  readonly lost?: unknown;
}

/** How much of a body an error keeps. */
const KEPT = 64 * 1024;

export const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || /^30[12378]$/.test(`${status}`);

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** @throws What reading the body throws, if the response is successful: others have a status. */
export async function readResponse(response: Response): Promise<Received> {
  if (isRedirect(response)) return { response };
  if (!isSuccess(response.status)) {
    return response.arrayBuffer().then(
      (bytes) => ({ response, text: decode(bytes) }),
      (lost) => ({ response, lost }),
    );
  }
  const bytes = await response.arrayBuffer();
  let text: string;
  try {
    strictDecoder ??= new TextDecoder('utf-8', { fatal: true });
    text = strictDecoder.decode(bytes);
  } catch {
    return { response, text: decode(bytes), problem: 'the body is not valid UTF-8.' };
  }
  if (!text.trim()) return { response, text };
  try {
    return { response, text, data: JSON.parse(text) };
  } catch (thrown) {
    return { response, text, problem: jsonProblem(response, text, bytes.byteLength, thrown) };
  }
}

/** Created once: that takes longer than decoding a page of rows. Replacement characters would be wrong data. */
let strictDecoder: TextDecoder | undefined;

const decode = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

function jsonProblem({ headers }: Response, text: string, length: number, thrown: unknown): string {
  const type = oneLine(headers.get('content-type') ?? 'no content type');
  if (!/json/.test(type) && !/^\s*[[{]/.test(text))
    return `expected JSON, got ${type} (${length} bytes). Check the \`baseUrl\`.`;
  const position = /at position \d+/.exec(`${thrown}`); // not the whole message, which may contain data
  return `invalid JSON${position ? ` ${position[0]}` : ''}. Read \`body\` of this error.`;
}

/** Whether a successful response reports errors instead of data (decision 1). */
export const hasErrors = (data: unknown): boolean =>
  isPlainObject(data) &&
  !Object.hasOwn(data, 'id') &&
  Array.isArray(data.errors) &&
  data.errors.length > 0;

/** What an error about a response has. `hide` replaces API keys. */
export function detailsOf(
  { response, text }: Received,
  request: FailedRequest,
  hide: (text: string) => string,
): FailedResponse {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    if (!isSecretHeader(name)) headers[name] = hide(value);
  });
  const requestId = requestIdOf(response.headers);
  const kept = text === undefined ? undefined : hide(text).slice(0, KEPT);
  return {
    ...request,
    status: response.status,
    headers,
    body: kept?.trim() ? (parseJson(kept) ?? kept) : undefined,
    requestId: requestId && hide(requestId),
  };
}

/** The end of a log line about an attempt. */
export function outcomeLine(
  received: Received | undefined,
  start: number,
  rowsOf: ((body: unknown) => unknown) | undefined,
): string {
  const { response, data } = received ?? {};
  const rows = rowsOf?.(data);
  const count = Array.isArray(rows) ? `, ${counted(rows.length, 'row')}` : '';
  const id = response && requestIdOf(response.headers);
  const shownId = id ? `, request id ${oneLine(id)}` : '';
  return `${response?.status ?? 'failed'} in ${Date.now() - start} ms${count}${shownId}`;
}

/** The request id that the service sent, for its support. */
const requestIdOf = (headers: Response['headers']): string | undefined =>
  headers.get('x-request-id') ??
  headers.get('request-id') ??
  headers.get('x-correlation-id') ??
  undefined;
