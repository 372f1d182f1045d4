import type { ResolvedDialect } from '../../dialect/dialect.js';
import { findResource } from '../../schema/find-resource.js';
import type { Resources } from '../../schema/resources.js';
import { AUTHENTICATION_SCHEME } from '../../values/authorization.js';
import { isPlainObject } from '../../values/plain-object.js';
import { LONG_SECRET, redact } from '../../values/redact.js';
import { inspectorLimits, type RecordedBody, type RequestDetail, type RequestSummary } from '../protocol.js';
import { writeClientCall } from './client-call.js';
import { writeCurl } from './curl-command.js';
import type { LoggedBody, LoggedRequest } from './request-log.js';

/** The parts of the mock that the descriptions need. */
export interface DescribedMock {
  readonly schema: Resources;
  readonly dialect: ResolvedDialect;
  /** The secrets to leave out. */
  readonly issued: Iterable<string>;
  /** The URL of the server. */
  readonly url: string;
}

/** A request for the list. */
export function summarize(request: LoggedRequest, mock: DescribedMock): RequestSummary {
  const cut = (text: string) => text.slice(0, inspectorLimits.text);
  const { path, parameters, ...rest } = describeHead(request, mock.schema, redactionFor(request, mock));
  return {
    ...rest,
    path: cut(path),
    parameters: parameters
      .slice(0, inspectorLimits.parameters)
      .map(({ name, text }) => ({ name: cut(name), text: cut(text) })),
  };
}

/** A request with everything that the log contains about it. */
export function describeRequest(request: LoggedRequest, mock: DescribedMock): RequestDetail {
  const { method, target, requestHeaders, responseHeaders, status = 0 } = request;
  const redaction = redactionFor(request, mock);
  const head = describeHead(request, mock.schema, redaction);
  const requestBody = describeBody(request.requestBody, redaction);
  const responseBody = describeBody(request.responseBody, redaction);
  const contentType = headerOf(request, 'content-type');
  const sent = { method, contentType: contentType && redaction(contentType), body: requestBody?.text };
  const url = `${mock.url}${redaction(target.path + target.search)}`;
  const canBeSent = !requestBody || (!requestBody.isCut && isPastable(requestBody.text));
  return {
    ...head,
    requestHeaders: requestHeaders
      .filter(([name]) => !/^authorization$/i.test(name))
      .map(([name, value]) => [redaction(name), isPrivate(name) ? '[redacted]' : redaction(value)]),
    requestBody,
    responseHeaders: responseHeaders.map(([name, value]) => [name, redaction(value)]),
    responseBody,
    errors: status >= 400 ? errorsOf(responseBody) : [],
    ...(canBeSent && {
      curl: writeCurl({ ...sent, url, scheme: schemeOf(headerOf(request, 'authorization')) }),
      clientCall: writeClientCall({ ...target, ...head, ...sent }, mock.schema, mock.dialect),
    }),
  };
}

function describeHead(request: LoggedRequest, schema: Resources, redaction: Redaction): RequestSummary {
  const { id, time, method, target, status, milliseconds } = request;
  const resource = findResource(schema, target.path);
  return {
    id,
    time: new Date(time).toISOString(),
    method,
    path: redaction(target.path),
    resource: resource && { ...resource, id: redaction(resource.id) },
    parameters: target.parameters.map(({ name, text }) => ({ name: redaction(name), text: redaction(text) })),
    status,
    milliseconds,
  };
}

type Redaction = (text: string) => string;

/**
 * Removes the secrets of the mock from what a request contains, and the credentials that it was sent with, which
 * may be the key of another service.
 */
function redactionFor(request: LoggedRequest, { issued }: DescribedMock): Redaction {
  const sent = [headerOf(request, 'authorization'), headerOf(request, 'proxy-authorization')]
    .map((value) => value?.split(/\s/).at(-1) ?? '')
    .filter(({ length }) => length >= LONG_SECRET);
  const secrets = [...issued, ...sent];
  return (text) => redact(text, secrets);
}

const headerOf = ({ requestHeaders }: LoggedRequest, wanted: string): string | undefined =>
  requestHeaders.find(([name]) => name.toLowerCase() === wanted)?.[1];

function describeBody(body: LoggedBody | undefined, redaction: Redaction): RecordedBody | undefined {
  if (!body || body.bytes === 0) return undefined;
  const { start, bytes } = body;
  return { text: redaction(new TextDecoder().decode(start)), bytes, isCut: start.length < bytes };
}

function errorsOf(body: RecordedBody | undefined): string[] {
  try {
    const parsed: unknown = JSON.parse(body?.text ?? '');
    const errors = isPlainObject(parsed) && Array.isArray(parsed.errors) ? parsed.errors : [];
    return errors.filter((error) => typeof error === 'string');
  } catch {
    return []; // cut, or no JSON
  }
}

/** Whether text survives as an argument in a terminal, which acts on control characters of what is pasted. */
const isPastable = (text: string): boolean => !/(?![\t\n\r])[\p{Cc}\uFFFD]/u.test(text);

/** The scheme with a space; empty for a header without one that is known, because it may be the key. */
const schemeOf = (authorization: string | undefined): string | undefined =>
  authorization && (KNOWN_SCHEME.exec(authorization)?.[0] ?? '');

const KNOWN_SCHEME = new RegExp(`^(?:${AUTHENTICATION_SCHEME}|Basic|Bearer|Token) `, 'i');

/** Credentials that browsers send to every port of a host. */
const isPrivate = (name: string): boolean => /^(cookie|proxy-authorization)$/i.test(name);
