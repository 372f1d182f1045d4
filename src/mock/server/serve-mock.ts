import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { checkOptions, unchecked } from '../../values/check-options.js';
import { assertMock } from '../assert-mock.js';
import type { Mock } from '../create-mock.js';
import { MAX_SIZE } from '../http/parse-body.js';
import { corsHeaders, preflightHeaders } from './cors.js';

/** Where and how a mock is served. */
export interface ServeOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** `127.0.0.1` by default, which this machine alone can reach. */
  readonly host?: string | undefined;
  /** Is told of each request when its answer has been sent, or has failed to be. */
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
}

/** A request that the server has dealt with. Holds no header, and so no key. */
export interface ServedRequest {
  readonly method: string;
  /** As it came, percent-encoded, with its query. */
  readonly target: string;
  /** Absent where no answer was sent. */
  readonly status?: number;
  /** How long it took. */
  readonly milliseconds: number;
}

/** A mock on a port. */
export interface MockServer {
  /** Such as `http://127.0.0.1:4010`, the `baseUrl` of a client. */
  readonly url: string;
  readonly port: number;
  /** Stops at once: requests under way are broken off. May be called again. */
  close(): Promise<void>;
}

/** Room for a URL past the limit, so that it is the mock that refuses it, and for the other headers. */
const MAX_HEADER_SIZE = 2 * MAX_SIZE;

/**
 * Serves a mock over HTTP, to browsers of any origin too. The mock remembers every request and every change until its
 * `reset`: call it now and then where the server lives long.
 *
 * @throws ConfigurationError for an option that there is not, and for what is no mock.
 * @throws What Node throws where it can't listen, such as an error with the code `EADDRINUSE`.
 * @example
 * const { url, close } = await serveMock(mock, { port: 4010 });
 */
export async function serveMock(
  mock: Pick<Mock, 'baseUrl' | 'fetch'>,
  options: ServeOptions = {},
): Promise<MockServer> {
  assertMock('serveMock', mock);
  checkOptions('serveMock', options, { port: unchecked, host: unchecked, onRequest: unchecked });
  const { port = 0, host = '127.0.0.1', onRequest } = options;
  const server = createServer({ maxHeaderSize: MAX_HEADER_SIZE }, (message, response) => {
    const start = performance.now();
    const told = (status?: number) =>
      onRequest?.({
        method: message.method ?? '',
        target: message.url ?? '',
        ...(status !== undefined && { status }),
        milliseconds: performance.now() - start,
      });
    answer(mock, message, response).then(told, () => {
      message.socket.destroy();
      told();
    });
  });
  server.on('clientError', refuse);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  let closed: Promise<void> | undefined;
  const { port: actual } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    close: () => {
      closed ??= new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

/** @returns The status that was sent. @throws Where the connection is to be broken off. */
async function answer(
  mock: Pick<Mock, 'baseUrl' | 'fetch'>,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<number> {
  if (message.method === 'OPTIONS' && message.headers['access-control-request-method'] !== undefined) {
    response.writeHead(204, preflightHeaders(message.headers)).end();
    return 204;
  }
  const answered = await mock.fetch(await toRequest(mock.baseUrl, message, response));
  const bytes = new Uint8Array(await answered.arrayBuffer());
  response.writeHead(answered.status, {
    ...Object.fromEntries(answered.headers),
    ...corsHeaders,
    ...(bytes.length > 0 && { 'content-length': bytes.length }),
    ...(message.complete ? {} : { connection: 'close' }), // the rest of a body that was not read
  });
  response.end(bytes);
  return answered.status;
}

async function toRequest(
  baseUrl: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<Request> {
  const { method = 'GET' } = message;
  const { pathname, search } = new URL(message.url ?? '/', 'http://localhost');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const body = method === 'GET' || method === 'HEAD' ? undefined : await readStart(message);
  return new Request(`${baseUrl}${pathname}${search}`, {
    method,
    headers: headersOf(message),
    signal: gone.signal,
    ...(body && { body }),
  });
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
}

/** The body, or as much of it as shows that it is too large. */
async function readStart(message: IncomingMessage) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_SIZE) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** What is no HTTP, or has headers past the limit, never becomes a request. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const [status, why] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The URL and the headers are too long.']
      : ['400 Bad Request', 'That is not an HTTP request.'];
  const body = JSON.stringify({ errors: [why] });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
