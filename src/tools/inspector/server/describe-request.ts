import type { MockInternals } from '../../../mock/mock.js';
import { isDeeper } from '../../../query-string/parse-relaxed-json.js';
import type { JsonValue } from '../../../schema/field.js';
import { findResource } from '../../../schema/resources.js';
import { responseMessage } from '../../../values/describe.js';
import { isSecretHeader } from '../../../values/headers.js';
import { parseJson } from '../../../values/plain-object.js';
import { redact, SHORT_SECRET } from '../../../values/redact.js';
import { dataCode, flat } from '../../print-code.js';
import {
  inspectorLimits,
  type RecordedBody,
  type RequestDetail,
  type RequestSummary,
} from '../protocol.js';
import { writeClientCall } from './client-call.js';
import { describeQuery, readParameters } from './describe-query.js';
import type { LoggedBody, LoggedRequest } from './request-log.js';

export function summarize(request: LoggedRequest, internals: MockInternals): RequestSummary {
  const cut = (text: string) => text.slice(0, inspectorLimits.text);
  const { path, parameters, ...rest } = describeHead(request, internals, (value) =>
    flat(dataCode(value)),
  );
  return {
    ...rest,
    path: cut(path),
    parameters: parameters
      .slice(0, inspectorLimits.parameters)
      .map(({ name, text, isCode }) => ({ name: cut(name), text: cut(text), isCode })),
  };
}

export function describeRequest(request: LoggedRequest, internals: MockInternals): RequestDetail {
  const redactPart = <Part>(part: Part) => redacted(part, request, internals);
  const { method, target, requestHeaders, status, responseHeaders } = redactPart({
    ...request,
    requestBody: undefined,
    responseBody: undefined,
  });
  const requestBody = describeBody(request.requestBody, redactPart);
  const responseBody = describeBody(request.responseBody, redactPart);
  const { schema, dialect } = internals.store;
  const contentType = headerOf(requestHeaders, 'content-type');
  const sent = { ...target, method, contentType, body: requestBody?.text };
  // Bytes that are no UTF-8 are replaced in the text.
  const isWhole = !requestBody || (!requestBody.isCut && !requestBody.text.includes('\uFFFD'));
  return {
    ...describeHead(request, internals, (value) => JSON.stringify(value, undefined, 2)),
    ...redactPart(describeQuery(request, internals.store)),
    requestHeaders: requestHeaders
      .filter(([name]) => !/^authorization$/i.test(name))
      .map(([name, value]) => [name, isSecretName(name) ? '[redacted]' : value]),
    requestBody,
    responseHeaders,
    responseBody,
    problem:
      (Number(status) >= 400 && responseMessage(parseJson(responseBody?.text ?? ''))) || undefined,
    ...(isWhole && { clientCall: writeClientCall(sent, schema, dialect) }),
  };
}

function describeHead(
  request: LoggedRequest,
  internals: MockInternals,
  write: (value: JsonValue) => string,
): RequestSummary {
  const { id, time, method, status, milliseconds } = request;
  const { schema, dialect } = internals.store;
  const { path, parameters: sent } = redacted(request.target, request, internals);
  const resource = findResource(schema, path);
  // Again, because a secret may have been spelled with escape sequences.
  const parameters = redacted(readParameters(sent, resource && dialect, write), request, internals);
  return {
    id,
    time: new Date(time).toISOString(),
    method,
    path,
    resource,
    parameters,
    status,
    milliseconds,
  };
}

/**
 * A part of a request without the secrets of the mock, and without the credentials that the request
 * was sent with, which may be the key of another service.
 */
function redacted<Part>(
  part: Part,
  { requestHeaders }: LoggedRequest,
  { keys }: MockInternals,
): Part {
  const sent = requestHeaders
    .filter(([name]) => isSecretName(name))
    .flatMap(([, value]) => credentialsIn(value))
    .filter(({ length }) => length >= SHORT_SECRET);
  return redact(part, new Set([...keys.issued, ...sent]));
}

const headerOf = (headers: LoggedRequest['requestHeaders'], wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

function describeBody(
  body: LoggedBody | undefined,
  redactPart: <Part>(part: Part) => Part,
): RecordedBody | undefined {
  if (!body || body.bytes === 0) return undefined;
  const { start, bytes } = body;
  const text = new TextDecoder().decode(start);
  if (bytes <= inspectorLimits.body)
    return redactPart({ text, json: indent(text), bytes, isCut: false });
  const shown = redactPart(new TextDecoder().decode(start.subarray(0, inspectorLimits.body)));
  return { text: commonStart(shown, redactPart(text)), json: undefined, bytes, isCut: true };
}

/**
 * What two texts begin with. The beginning of a secret is only in the one that ends within the
 * secret.
 */
function commonStart(one: string, other: string): string {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end++;
  return one.slice(0, end);
}

/**
 * Deeper JSON is shown as it is: a body may consist of brackets only, and the indentation would be
 * huge.
 */
const MAX_INDENT = 32;

function indent(text: string): string | undefined {
  const body = parseJson(text) as JsonValue | undefined; // what JSON can be
  if (typeof body !== 'object' || body === null || isDeeper(body, MAX_INDENT)) return undefined;
  return JSON.stringify(body, undefined, 2);
}

const isSecretName = (name: string): boolean => isSecretHeader(name.toLowerCase());

/** What a header may contain a credential as: `<key>`, `Bearer <key>`, `a=<key>; b=<key>`. */
const credentialsIn = (value: string): string[] => [
  value,
  ...value.split(/[,;]?\s+/).flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]),
];
