import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { checkOptions, nonNegativeInteger, type OptionCheck } from '../../values/check-options.js';
import { assertMock } from '../assert-mock.js';
import type { Mock } from '../create-mock.js';
import { MAX_SIZE } from '../http/parse-body.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { readStart } from './read-start.js';
import type { ServedExchange, ServerPlugin } from './server-plugin.js';

/** The options of `serveMock`. */
export interface ServeOptions {
  /** The port to listen on. 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** The address to listen on. `127.0.0.1` by default, which only this machine can reach. */
  readonly host?: string | undefined;
  /** Called after each request, when its response was sent or its connection broke. */
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
  /**
   * Plugins that serve paths of their own on the same port. The first one that takes a request responds to it, and
   * `onRequest` is not called for it.
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
  port: [(value) => nonNegativeInteger[0](value) && Number(value) <= 65_535, 'an integer from 0 to 65535'],
  host: [(value) => typeof value === 'string' && value !== '', 'a host name or an IP address'],
  onRequest: [(value) => typeof value === 'function', 'a function'],
  plugins: [
    (value) => Array.isArray(value) && value.every((plugin) => typeof plugin?.start === 'function'),
    'an array of plugins',
  ],
};

/**
 * Serves a mock over HTTP, with CORS headers for pages of any origin. The mock keeps every request in
 * memory until `reset()`.
 *
 * @throws ConfigurationError for a wrong option, or for anything but a mock.
 * @throws Node's error if it cannot listen, for example with the code `EADDRINUSE`.
 * @example
 * const { url, close } = await serveMock(mock, { port: 4010 });
 */
export async function serveMock(
  mock: Pick<Mock, 'baseUrl' | 'fetch'>,
  options: ServeOptions = {},
): Promise<MockServer> {
  assertMock('serveMock', mock);
  checkOptions('serveMock', options, checks);
  const { port = 0, host = '127.0.0.1', onRequest } = options;
  let url = '';
  const plugins = (options.plugins ?? []).map((plugin) => plugin.start({ mock, host, url: () => url }));
  const server = createServer({ maxHeaderSize: MAX_HEADER_SIZE }, (message, response) => {
    if (plugins.some((plugin) => plugin.handle(message, response))) return;
    const start = performance.now();
    const exchange: Exchanged = {};
    const report = () => {
      const milliseconds = performance.now() - start;
      const { method = '', url: target = '', rawHeaders } = message;
      const { requestBody, response } = exchange;
      const time = performance.timeOrigin + start;
      for (const plugin of plugins)
        plugin.record({ method, target, rawHeaders, requestBody, response, time, milliseconds });
      onRequest?.({ method, target, ...(response && { status: response.status }), milliseconds });
    };
    respond(mock, message, response, exchange).then(report, () => {
      message.socket.destroy();
      report();
    });
  });
  server.on('clientError', reject);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
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

/** The bodies of a request and of its response, as soon as they are known. */
interface Exchanged {
  requestBody?: Uint8Array<ArrayBuffer> | undefined;
  response?: NonNullable<ServedExchange['response']>;
}

/** Responds, and fills in the exchange. @throws If the connection must be closed without a response. */
async function respond(
  mock: Pick<Mock, 'baseUrl' | 'fetch'>,
  message: IncomingMessage,
  response: ServerResponse,
  exchange: Exchanged,
): Promise<void> {
  if (message.method === 'OPTIONS' && message.headers['access-control-request-method'] !== undefined)
    return send(
      response,
      { status: 204, headers: preflightHeaders(message.headers), body: NO_BODY },
      exchange,
    );
  const { method } = message;
  exchange.requestBody = method === 'GET' || method === 'HEAD' ? undefined : await readStart(message);
  const request = toRequest(mock.baseUrl, message, response, exchange.requestBody);
  if (!request) {
    const headers = { ...corsHeaders, 'content-type': 'application/json', connection: 'close' };
    return send(response, { status: 400, headers, body: INVALID }, exchange);
  }
  const result = await mock.fetch(request);
  const body = new Uint8Array(await result.arrayBuffer());
  const headers = {
    ...Object.fromEntries(result.headers),
    ...corsHeaders,
    ...(body.length > 0 && { 'content-length': body.length }),
    ...(message.complete ? {} : { connection: 'close' }), // the rest of the body was not read
  };
  send(response, { status: result.status, headers, body }, exchange);
}

const NO_BODY = new Uint8Array();

const INVALID = new TextEncoder().encode('{"errors":["The method or the URL of the request is not valid."]}');

function send(response: ServerResponse, sent: NonNullable<Exchanged['response']>, exchange: Exchanged): void {
  response.writeHead(sent.status, sent.headers);
  response.end(sent.body);
  exchange.response = sent;
}

/** @returns `undefined` for what `fetch` cannot send, such as the method TRACE or the URL `//`. */
function toRequest(
  baseUrl: string,
  message: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array<ArrayBuffer> | undefined,
): Request | undefined {
  const { method = 'GET', url: target = '/' } = message;
  if (method === 'TRACE' || !URL.canParse(target, 'http://localhost')) return undefined;
  const { pathname, search } = new URL(target, 'http://localhost');
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  return new Request(`${baseUrl}${pathname}${search}`, {
    method,
    headers: headersOf(message),
    signal: closed.signal,
    ...(body && { body }),
  });
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
}

/** Responds to requests that Node cannot parse: text that is not HTTP, and headers past the limit. */
function reject(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const [status, problem] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The URL and the headers are too long.']
      : ['400 Bad Request', 'Not a valid HTTP request.'];
  const body = JSON.stringify({ errors: [problem] });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
