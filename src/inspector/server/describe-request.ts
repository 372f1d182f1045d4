import type { MockInternals } from '../../mock/internals.js';
import { findResource } from '../../schema/find-resource.js';
import { AUTHENTICATION_SCHEME } from '../../values/authorization.js';
import { isSecretHeader, LONG_SECRET, redact } from '../../values/redact.js';
import { responseMessage } from '../../values/response-message.js';
import { inspectorLimits, type RecordedBody, type RequestDetail, type RequestSummary } from '../protocol.js';
import { writeClientCall } from './client-call.js';
import { writeCurl } from './curl-command.js';
import type { LoggedBody, LoggedRequest } from './request-log.js';

export function summarize(request: LoggedRequest, internals: MockInternals): RequestSummary {
  const cut = (text: string) => text.slice(0, inspectorLimits.text);
  const { path, parameters, ...rest } = describeHead(request, internals);
  return {
    ...rest,
    path: cut(path),
    parameters: parameters
      .slice(0, inspectorLimits.parameters)
      .map(({ name, text }) => ({ name: cut(name), text: cut(text) })),
  };
}

/**
 * A request with everything that the log contains about it.
 *
 * @param baseUrl - The URL of the server.
 */
export function describeRequest(
  request: LoggedRequest,
  internals: MockInternals,
  baseUrl: string,
): RequestDetail {
  const { method, target, requestHeaders, requestBody, status, responseHeaders, responseBody } = redacted(
    {
      ...request,
      requestBody: describeBody(request.requestBody),
      responseBody: describeBody(request.responseBody),
    },
    request,
    internals,
  );
  const { schema, dialect } = internals.store;
  const sent = { method, contentType: headerOf(requestHeaders, 'content-type'), body: requestBody?.text };
  const url = `${baseUrl}${target.path}${target.search}`;
  const scheme = schemeOf(headerOf(request.requestHeaders, 'authorization'));
  const canBeSent = !requestBody || (!requestBody.isCut && isPastable(requestBody.text));
  return {
    ...describeHead(request, internals),
    requestHeaders: requestHeaders
      .filter(([name]) => !/^authorization$/i.test(name))
      .map(([name, value]) => [name, isSecret(name) ? '[redacted]' : value]),
    requestBody,
    responseHeaders,
    responseBody,
    problem: status !== undefined && status >= 400 ? problemOf(responseBody) : undefined,
    ...(canBeSent && {
      curl: writeCurl({ ...sent, url, scheme }),
      clientCall: writeClientCall({ ...target, ...sent }, schema, dialect),
    }),
  };
}

function describeHead(request: LoggedRequest, internals: MockInternals): RequestSummary {
  const { id, time, method, status, milliseconds } = request;
  const { path, parameters } = redacted(request.target, request, internals);
  const resource = findResource(internals.store.schema, path);
  return { id, time: new Date(time).toISOString(), method, path, resource, parameters, status, milliseconds };
}

/**
 * A part of a request without the secrets of the mock, and without the credentials that the request was sent with,
 * which may be the key of another service.
 */
function redacted<Part>(part: Part, { requestHeaders }: LoggedRequest, { keys }: MockInternals): Part {
  const sent = requestHeaders
    .filter(([name]) => isSecret(name))
    .flatMap(([, value]) => credentialsIn(value))
    .filter(({ length }) => length >= LONG_SECRET);
  return redact(part, new Set([...keys.issued, ...sent]));
}

const headerOf = (headers: LoggedRequest['requestHeaders'], wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

function describeBody(body: LoggedBody | undefined): RecordedBody | undefined {
  if (!body || body.bytes === 0) return undefined;
  const { start, bytes } = body;
  return { text: new TextDecoder().decode(start), bytes, isCut: start.length < bytes };
}

function problemOf(body: RecordedBody | undefined): string | undefined {
  try {
    return responseMessage(JSON.parse(body?.text ?? '')) || undefined;
  } catch {
    return undefined; // cut, or no JSON
  }
}

/** Whether text survives as an argument in a terminal, which acts on control characters of what is pasted. */
const isPastable = (text: string): boolean => !/(?![\t\n\r])[\p{Cc}\uFFFD]/u.test(text);

/** The scheme with a space; empty for a header without one that is known, because it may be the key. */
const schemeOf = (authorization: string | undefined): string | undefined =>
  authorization && (KNOWN_SCHEME.exec(authorization)?.[0] ?? '');

const KNOWN_SCHEME = new RegExp(`^(?:${AUTHENTICATION_SCHEME}|Basic|Bearer|Token) `, 'i');

const isSecret = (name: string): boolean => isSecretHeader(name.toLowerCase());

/** What a header may contain a credential as: `<key>`, `Bearer <key>`, `a=<key>; b=<key>`. */
const credentialsIn = (value: string): string[] => [
  value,
  ...value.split(/[,;]?\s+/).flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]),
];
