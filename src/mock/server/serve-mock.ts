import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { beginCall, type Redact, redactError } from '../../errors/caller-stack.js';
import { ConfigurationError } from '../../errors.js';
import { checkOptions, nonNegativeInteger, type OptionCheck } from '../../values/check-options.js';
import { describe, responseMessage } from '../../values/describe.js';
import { parseJson } from '../../values/plain-object.js';
import { createRedact } from '../../values/redact.js';
import { MAX_SIZE } from '../http/response.js';
import { assertMock, internalsOf, type ServedMock } from '../mock.js';
import { readStart, type ServedExchange, type ServerPlugin, toRequest } from './server-plugin.js';

/** The origins of browser pages that may read responses, besides those of this machine. */
type Origins = readonly string[] | '*';

const originsCheck: OptionCheck = [
  (value) => value === '*' || (Array.isArray(value) && value.every(isOrigin)),
  "an array of origins such as https://app.example, or '*'",
];

export const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value;

const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * The headers that let a browser page read a response. Not any: the default key of `createMock` is
 * the same everywhere.
 */
function corsHeaders(
  { origin = '' }: IncomingHttpHeaders,
  origins: Origins,
): Record<string, string> {
  const isAllowed = LOCAL.test(origin) || origins === '*' || origins.includes(origin);
  return {
    vary: 'Origin',
    ...(isAllowed && {
      'access-control-allow-origin': origin || '*',
      'access-control-expose-headers': 'Allow, Retry-After, WWW-Authenticate',
    }),
  };
}

const preflightHeaders = (requested: IncomingHttpHeaders): Record<string, string> => ({
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  // By name, because `*` does not include Authorization.
  'access-control-allow-headers':
    requested['access-control-request-headers'] ?? 'Authorization, Content-Type',
  'access-control-max-age': '600',
  ...(requested['access-control-request-private-network'] === 'true' && {
    'access-control-allow-private-network': 'true',
  }),
});

/** The options of `serveMock`. */
export interface ServeOptions {
  /** The port to listen on. 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string | undefined;
  /** Called after each request, when its response was sent or its connection broke. */
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
  /**
   * The origins of browser pages that may read responses, besides those of this machine. `'*'`
   * allows all of them: with the default API key, any web site could read your rows.
   */
  readonly origins?: Origins | undefined;
  /**
   * Plugins that serve paths of their own on the same port. The first one that takes a request
   * responds to it, and `onRequest` is not called for it.
   */
  readonly plugins?: readonly ServerPlugin[] | undefined;
}

/** A finished request. It has no headers, and so no API key. */
export interface ServedRequest {
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly target: string;
  /** The status of the response; absent if none was sent. */
  readonly status?: number;
  /** Why the request failed: the message of a response with an error status. */
  readonly problem?: string;
  /** The duration in milliseconds. */
  readonly milliseconds: number;
}

/** A running server. */
export interface MockServer {
  /** The `baseUrl` for a client, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  /** Stops the server at once; open requests are aborted. May be called more than once. */
  close(): Promise<void>;
}

/** Large enough that a URL past the limit reaches the mock, which rejects it with a message. */
const MAX_HEADER_SIZE = 2 * MAX_SIZE;

const checks: Readonly<Record<keyof ServeOptions, OptionCheck>> = {
  port: [
    (value) => nonNegativeInteger[0](value) && Number(value) <= 65_535,
    'an integer from 0 to 65535',
  ],
  host: [(value) => typeof value === 'string' && value !== '', 'a host name or an IP address'],
  onRequest: [(value) => typeof value === 'function', 'a function'],
  origins: originsCheck,
  plugins: [Array.isArray, 'an array of plugins'],
};

/**
 * Serves a mock over HTTP. Browser pages of this machine and of `origins` can read its responses.
 * The mock keeps every request in memory until `reset()`.
 *
 * @throws ConfigurationError for an invalid option, or for anything but a mock.
 * @throws Node's error if it cannot listen, for example with the code `EADDRINUSE`.
 * @example
 * const { url, close } = await serveMock(mock, { port: 4010 });
 */
export function serveMock(mock: ServedMock, options: ServeOptions = {}): Promise<MockServer> {
  const redact = createRedact(internalsOf(mock)?.keys.issued ?? []);
  return beginCall(serveMock, redact)(() => startServer(mock, options, redact));
}

async function startServer(
  mock: ServedMock,
  options: ServeOptions,
  redact: Redact,
): Promise<MockServer> {
  assertMock('serveMock', mock);
  checkOptions('serveMock', options, checks);
  const { port = 0, host = '127.0.0.1', onRequest, origins = [] } = options;
  let url = '';
  const { plugins: given = [] } = options;
  for (const [index, plugin] of given.entries()) assertPlugin(plugin, index); // before any of them starts
  const plugins = given.map((plugin) => plugin.start({ mock, host, url: () => url }));
  const server = createServer({ maxHeaderSize: MAX_HEADER_SIZE }, (message, response) => {
    if (plugins.some((plugin) => plugin.handle(message, response))) return;
    const start = performance.now();
    const exchange: Exchange = { requestBody: undefined, response: undefined };
    respond(mock, origins, message, response, exchange)
      .then((sent) => {
        response.writeHead(sent.status, sent.headers).end(sent.body);
        exchange.response = sent;
      })
      .catch(() => message.socket.destroy())
      .then(() => {
        const { method = '', url: target = '', rawHeaders } = message;
        const milliseconds = performance.now() - start;
        const time = performance.timeOrigin + start;
        for (const plugin of plugins)
          plugin.record({ method, target, rawHeaders, ...exchange, time, milliseconds });
        onRequest?.({
          method,
          target,
          ...(exchange.response && statusOf(exchange.response)),
          milliseconds,
        });
      });
  });
  server.on('clientError', reject);
  server.listen(port, host);
  // Rejects if the server emits an error, which has the host.
  await once(server, 'listening').catch((error: Error) => {
    redactError(error, redact);
    throw Object.assign(error, redact({ ...error }));
  });
  let closed: Promise<void> | undefined;
  const { port: actual } = server.address() as AddressInfo; // not a pipe, so not a string
  url = `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
  return {
    url,
    port: actual,
    close: () => {
      for (const plugin of plugins) plugin.close();
      closed ??= new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

/** A plugin is what a function such as `inspector` returns. */
function assertPlugin(given: Partial<ServerPlugin> | undefined, index: number): void {
  if (typeof given?.start === 'function') return;
  const { name = '' }: { name?: string } = Object(typeof given === 'function' && given);
  const hint = name && ` Call it: ${name}().`;
  throw new ConfigurationError(
    `expected \`plugins[${index}]\` to be a plugin such as inspector(), got ${describe(given)}.${hint}`,
    'serveMock',
  );
}

type Sent = NonNullable<ServedExchange['response']>;

interface Exchange {
  requestBody: Uint8Array<ArrayBuffer> | undefined;
  response: Sent | undefined;
}

/** The response to a request. @throws If the connection must be closed without one. */
async function respond(
  mock: ServedMock,
  origins: Origins,
  message: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
): Promise<Sent> {
  const { method, headers: sent } = message;
  const cors = corsHeaders(sent, origins);
  if (method === 'OPTIONS' && sent['access-control-request-method'] !== undefined)
    return 'access-control-allow-origin' in cors
      ? { status: 204, headers: { ...cors, ...preflightHeaders(sent) }, body: new Uint8Array() }
      : rejection(403, `Browser pages of ${sent.origin} may not read the mock. ${ALLOW}`, cors);
  exchange.requestBody =
    method === 'GET' || method === 'HEAD' ? undefined : await readStart(message);
  const request = toRequest(mock.baseUrl, message, response, exchange.requestBody);
  if (!request)
    return rejection(400, 'The method or the URL of the request is not valid.', {
      ...cors,
      connection: 'close',
    });
  const result = await mock.fetch(request);
  const body = new Uint8Array(await result.arrayBuffer());
  const headers = {
    ...Object.fromEntries(result.headers),
    'set-cookie': result.headers.getSetCookie(), // several, which the line above would reduce to one
    ...cors,
    ...(body.length > 0 && { 'content-length': body.length }),
    ...(message.complete ? {} : { connection: 'close' }), // the rest of the body was not read
  };
  return { status: result.status, headers, body };
}

const ALLOW = 'Allow them with the option `origins`, or with --origin.';

const rejection = (status: number, problem: string, headers: Record<string, string>): Sent => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: new TextEncoder().encode(errorText(problem)),
});

const errorText = (problem: string): string => JSON.stringify({ errors: [problem] });

function statusOf({ status, body }: Sent): Pick<ServedRequest, 'status' | 'problem'> {
  const problem = status < 400 ? '' : responseMessage(parseJson(new TextDecoder().decode(body)));
  return { status, ...(problem && { problem }) };
}

/**
 * Responds to requests that Node cannot parse: text that is not HTTP, and headers past the limit.
 */
function reject(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const [status, problem] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The URL and the headers are too long.']
      : ['400 Bad Request', 'Not a valid HTTP request.'];
  const body = errorText(problem);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
