import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ConfigurationError, isConfigurationError } from '../../errors.js';
import { RejectionError } from '../../http/rejection-error.js';
import { checkOptions, isNonEmptyString } from '../../messages/check-options.js';
import { describe, shorten } from '../../messages/describe.js';
import { didYouMean } from '../../messages/did-you-mean.js';
import { isPlainObject } from '../../values/plain-object.js';
import type { AnyMock } from '../service.js';
import { hostProblem, isAllowedHost } from './allowed-host.js';

/** What serving a mock needs of it, whatever its schema is. */
export type ServedMock = Pick<
  AnyMock,
  'reset' | 'clearRequests' | 'snapshot' | 'restore' | 'service'
>;

/** What is sent for a request. */
export interface ServedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/**
 * Calls below `/_mock` by method, name and parameters, such as `POST reset` and `GET
 * rows?resource&skip`. Other parameters are rejected. A call gets the JSON of the body, or `{}`,
 * and the query, and returns JSON. It throws a ConfigurationError if they are invalid.
 */
export interface ControlCalls {
  readonly [methodAndName: string]: (body: unknown, query: URLSearchParams) => unknown;
}

export const isControlTarget = (target: string): boolean => /^\/_mock(?:[/?]|$)/.test(target);

const MAX_BODY = 8 * 1024 * 1024;
const MAX_SNAPSHOTS = 100;

/** The calls for tests in other languages. They are not in `mock.requests`. */
function createCalls(mock: ServedMock): ControlCalls {
  const { service } = mock;
  const snapshots = new Map<string, ReturnType<ServedMock['snapshot']>>();
  let taken = 0;
  return {
    'GET ready': () => ({}),
    'GET requests': () => service.requests,
    'DELETE requests': () => mock.clearRequests(),
    'POST reset': (body) => {
      checkEmpty(body, RESET);
      mock.reset();
    },
    'POST snapshot': (body) => {
      checkEmpty(body);
      const name = `snapshot-${++taken}`;
      snapshots.set(name, mock.snapshot());
      snapshots.delete(`snapshot-${taken - MAX_SNAPSHOTS}`);
      return { name };
    },
    'POST restore': (body) => {
      checkOptions(undefined, body, { name: [isNonEmptyString, 'the name of a snapshot'] });
      const { name }: { name?: unknown } = body;
      const snapshot = snapshots.get(`${name}`);
      if (!snapshot)
        throw new ConfigurationError(
          `expected \`name\` to be what POST /_mock/snapshot returned, got ${describe(name)}. ` +
            `The last ${MAX_SNAPSHOTS} snapshots are kept.`,
        );
      mock.restore(snapshot);
    },
    'POST fail': (body) => void service.faults.add(body as object), // which checks it
    'POST data': (body) => service.insert(body as object), // which checks it
  };
}

const RESET =
  ' It resets the rows, keys, faults and requests. ' +
  'For the requests alone, send DELETE /_mock/requests.';

function checkEmpty(body: unknown, hint = ''): void {
  if (!isPlainObject(body) || Object.keys(body).length > 0)
    throw new ConfigurationError(`expected no body, got ${describe(body)}.${hint}`);
}

function describeError(
  error: unknown,
): Pick<RejectionError, 'status' | 'headers'> & { problem: string } {
  if (isConfigurationError(error)) return { status: 400, headers: {}, problem: error.problem };
  const { status = 500, headers = {}, message = '' }: Partial<RejectionError> = Object(error);
  return { status, headers, problem: message };
}

/**
 * Creates the function that responds to requests below `/_mock`, also with the calls of plugins.
 * Deliberately without CORS headers.
 */
export function createControl(
  mock: ServedMock,
  allowedHosts: readonly string[],
  plugins: readonly ControlCalls[],
): (message: IncomingMessage) => Promise<ServedResponse> {
  const calls: ControlCalls = Object.assign(createCalls(mock), ...plugins);
  const json = (status: number, value: unknown, headers = {}): ServedResponse => ({
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: JSON.stringify(value),
  });
  return async (message) => {
    const { method = '', url = '', headers } = message;
    const [path = '', search] = url.split(/\?(.*)/s);
    try {
      checkSender(method, headers, allowedHosts);
      const query = new URLSearchParams(search);
      const call = findCall(calls, method, path.slice('/_mock/'.length), query);
      if (path !== '/_mock/ready' && headers['x-mock-control'] !== '1')
        throw new RejectionError(403, 'send the header `X-Mock-Control: 1`.');
      const body = method === 'POST' ? await readJson(message) : {};
      return json(200, call(body, query) ?? {});
    } catch (error) {
      const { status, problem, headers: more } = describeError(error);
      const text = mock.service.keys.hide(`${method} ${shorten(path)}: ${problem}`);
      return json(status, { errors: [text] }, more);
    }
  };
}

function findCall(calls: ControlCalls, method: string, name: string, query: URLSearchParams) {
  const all = Object.entries(calls).map(([key, call]) => {
    const [allowed = '', called = '', ...parameters] = key.split(/[ ?&]/);
    return { allowed, called, parameters, call };
  });
  const named = all.filter(({ called }) => called === name);
  const found = named.find(({ allowed }) => allowed === (method === 'HEAD' ? 'GET' : method));
  const allow = named.map(({ allowed }) => allowed);
  if (!found && allow.length > 0)
    throw new RejectionError(405, `the method is not allowed. Send a ${allow.join(' or ')}.`, {
      headers: { allow: allow.join(', ') },
    });
  if (!found) {
    const paths = [...new Set(all.map(({ called }) => `/_mock/${called}`))];
    const hint = didYouMean(`/_mock/${name}`, paths) || ` The paths are ${paths.join(', ')}.`;
    throw new RejectionError(404, `the mock has no such path.${hint}`);
  }
  const { parameters, call } = found;
  const unknown = [...query.keys()].find((parameter) => !parameters.includes(parameter));
  if (unknown === undefined) return call;
  const hint =
    parameters.length > 0 ? `The parameters are ${parameters.join(', ')}.` : 'It takes none.';
  const reset = name === 'reset' ? RESET : '';
  throw new RejectionError(400, `\`${shorten(unknown)}\` is not a parameter. ${hint}${reset}`);
}

/**
 * Rejects whatever a web page of another site could send:
 *
 * - No preflight request is granted, so that no other origin can send `X-Mock-Control`.
 * - `Host` stops DNS rebinding: a web site's name that resolves to this machine is not accepted.
 * - `Origin` and `Sec-Fetch-Site` stop all other pages, also those of other ports.
 */
function checkSender(
  method: string,
  { host = '', origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  allowedHosts: readonly string[],
): void {
  if (method === 'OPTIONS')
    throw new RejectionError(403, 'web pages of other origins may not control the mock.');
  if (!isAllowedHost(host, allowedHosts)) throw new RejectionError(403, hostProblem(host));
  if (origin !== undefined && (hostOf(origin) ?? '') !== hostOf(`http://${host}`))
    throw new RejectionError(403, `web pages of ${shorten(origin)} may not control the mock.`);
  if (site !== undefined && site !== 'same-origin')
    throw new RejectionError(403, 'web pages of other sites may not control the mock.');
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined);

/** The JSON of a body; `{}` for none. */
async function readJson(message: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(message, MAX_BODY);
  if (bytes.length > MAX_BODY)
    throw new RejectionError(413, 'the body is larger than 8 MiB. Send the rows in several calls.');
  if (bytes.length === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(message.headers['content-type'] ?? ''))
    throw new RejectionError(415, 'the body must be JSON. Send `Content-Type: application/json`.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw new RejectionError(400, `the body is not valid JSON: ${reason}.`);
  }
}

/** Reads a body, or the beginning of one that is larger than `most` bytes. */
export async function readBody(message: IncomingMessage, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) break;
  }
  return Buffer.concat(chunks);
}
