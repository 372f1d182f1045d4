import type { ResolvedDialect } from '../../../dialect/dialect.js';
import { isQueryError } from '../../../errors/usage-errors.js';
import { parseRelaxedJson } from '../../../query-string/parse-relaxed-json.js';
import type { Resources } from '../../../schema/resources.js';
import { isPlainObject } from '../../../values/plain-object.js';
import { writeClientCall } from './client-call.js';
import { writeCurl } from './curl-command.js';
import { findPath } from './find-path.js';
import { parseTarget } from './parse-target.js';
import {
  inspectorLimits,
  type QueryParameter,
  type RecordedBody,
  type RequestDetail,
  type RequestSummary,
} from './protocol.js';
import type { KeptBody, LoggedExchange } from './request-log.js';
import { createRedaction, type Redaction } from './secrets.js';

/** The parts of the mock that the descriptions need. */
export interface DescribedMock {
  readonly schema: Resources;
  readonly dialect: ResolvedDialect;
  /** The secrets to leave out. */
  readonly issued: Iterable<string>;
  /** The URL of the server. */
  readonly url: string;
}

/** A request for the list. Called when a page lists it, not when it arrives. */
export function summarize(exchange: LoggedExchange, { schema, issued }: DescribedMock): RequestSummary {
  const redaction = createRedaction(issued, exchange.requestHeaders);
  const { path, parameters, ...rest } = describeHead(exchange, schema, redaction);
  return {
    ...rest,
    path: path.slice(0, inspectorLimits.text),
    parameters: parameters.slice(0, inspectorLimits.parameters).map(cut),
  };
}

/** A request with everything that the log contains about it. */
export function describeExchange(exchange: LoggedExchange, mock: DescribedMock): RequestDetail {
  const { requestHeaders, requestBody, responseBody } = exchange;
  const redaction = createRedaction(mock.issued, requestHeaders);
  const head = describeHead(exchange, mock.schema, redaction);
  const body = requestBody && requestBody.bytes > 0 ? describeBody(requestBody, redaction) : undefined;
  const response = responseBody && describeBody(responseBody, redaction);
  const contentType = requestHeaders.find(([name]) => /^content-type$/i.test(name))?.[1];
  const request = {
    method: exchange.method,
    contentType: contentType === undefined ? undefined : redaction.text(contentType),
    body: body?.text,
  };
  const target = parseTarget(exchange.target);
  const clientCall = writeClientCall({ ...target, ...head, ...request }, mock.schema, mock.dialect);
  const url = `${mock.url}${redaction.text(target.path + target.search)}`;
  const authorization = requestHeaders.find(([name]) => /^authorization$/i.test(name))?.[1];
  const canBeSent = !body || (body.kept === 'whole' && isPastable(body.text));
  return {
    ...head,
    parameters: head.parameters.map(withJson),
    requestHeaders: requestHeaders
      .filter(([name]) => !/^authorization$/i.test(name))
      .map(([name, value]) => [redaction.text(name), isPrivate(name) ? '[redacted]' : redaction.text(value)]),
    ...(body && { requestBody: body }),
    responseHeaders: exchange.responseHeaders.map(([name, value]) => [name, redaction.text(value)]),
    ...(response && { responseBody: response }),
    errors: (exchange.status ?? 0) >= 400 ? errorsOf(response) : [],
    ...(canBeSent && {
      curl: writeCurl({
        ...request,
        url,
        scheme: authorization === undefined ? undefined : schemeOf(authorization),
      }),
      ...(clientCall !== undefined && { clientCall }),
    }),
  };
}

function describeHead(exchange: LoggedExchange, schema: Resources, redaction: Redaction): RequestSummary {
  const { path, parameters } = parseTarget(exchange.target);
  const resource = findPath(schema, path)?.name;
  return {
    id: exchange.id,
    time: new Date(exchange.time).toISOString(),
    method: exchange.method,
    path: redaction.text(path),
    ...(resource !== undefined && { resource }),
    parameters: parameters.map(({ name, text }) => ({
      name: redaction.text(name),
      text: redaction.text(text),
    })),
    ...(exchange.status !== undefined && { status: exchange.status }),
    milliseconds: exchange.milliseconds,
  };
}

function cut({ name, text }: QueryParameter): QueryParameter {
  const limit = inspectorLimits.text;
  const shortName = name.slice(0, limit);
  return text.length > limit
    ? { name: shortName, text: text.slice(0, limit), isCut: true }
    : { name: shortName, text };
}

/** The parsed value, if the text is valid. */
function withJson({ name, text }: QueryParameter): QueryParameter {
  if (name !== 'where' && name !== 'include') return { name, text };
  try {
    const json = parseRelaxedJson(text, name);
    return json === undefined ? { name, text } : { name, text, json };
  } catch (error) {
    if (isQueryError(error)) return { name, text };
    throw error;
  }
}

function describeBody({ start, bytes }: KeptBody, redaction: Redaction): RecordedBody {
  const text = start ? redaction.text(new TextDecoder().decode(start)) : '';
  const kept = !start ? 'dropped' : start.length < bytes ? 'cut' : 'whole';
  return { text, bytes, kept };
}

function errorsOf(body: RecordedBody | undefined): string[] {
  try {
    const parsed: unknown = JSON.parse(body?.text ?? '');
    const errors = isPlainObject(parsed) && Array.isArray(parsed.errors) ? parsed.errors : [];
    return errors.filter((error) => typeof error === 'string');
  } catch {
    return []; // cut, dropped, or no JSON
  }
}

/** Whether text survives as an argument in a terminal, which acts on control characters of what is pasted. */
const isPastable = (text: string): boolean => !/(?![\t\n\r])[\p{Cc}\uFFFD]/u.test(text);

/** The scheme with a space; empty for a header without one that is known, because it may be the key. */
const schemeOf = (authorization: string): string =>
  /^(?:APIKey|Basic|Bearer|Token) /i.exec(authorization)?.[0] ?? '';

/** Credentials that browsers send to every port of a host. */
const isPrivate = (name: string): boolean => /^(cookie|proxy-authorization)$/i.test(name);
