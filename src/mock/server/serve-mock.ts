import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigurationError } from '../../errors.js';
import {
  checkOptions,
  flag,
  integerUpTo,
  isFunction,
  isNonEmptyString,
  type OptionCheck,
} from '../../messages/check-options.js';
import { describe, kindOf } from '../../messages/describe.js';
import { own } from '../../values/plain-object.js';
import { MAX_BODY } from '../handle-request.js';
import type { RecordedRequest } from '../service.js';
import { hostProblem, isAllowedHost } from './allowed-host.js';
import {
  type ControlCalls,
  createControl,
  isControlTarget,
  readBody,
  type ServedMock,
  type ServedResponse,
} from './control.js';

/** The options of `serveMock`. */
export interface ServeOptions {
  /** The port to listen on. 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string | undefined;
  /**
   * Whether programs can reset and change the mock with calls below `/_mock`, such as `POST
   * /_mock/reset`. Default: true.
   */
  readonly control?: boolean | undefined;
  /**
   * Names that the `Host` header may have, without a port, such as `mock.example`. IP addresses,
   * names without a dot, and names below `.localhost`, `.internal`, `.local` and `.test` are always
   * accepted. With another name, a web site whose name resolves to this machine could read your
   * rows. If you gave every API key a secret of your own, only `/_mock` checks the header.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * The origins of web pages that may read responses, such as `https://app.example` or
   * `capacitor://localhost`, besides those of this machine. `'*'` allows all of them: with the
   * default API key, any web site could read your rows. It does not apply to `/_mock`.
   */
  readonly origins?: readonly string[] | '*' | undefined;
  /** Additions to the server, such as `inspector()`. */
  readonly plugins?: readonly ServerPlugin[] | undefined;
  /** Called after each request to the mock, when its response was sent or its connection broke. */
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
}

/** A finished request, as `mock.requests` has it, but without its headers. */
export type ServedRequest = Omit<RecordedRequest, 'headers' | 'state'>;

/** Files and control calls that a tool such as the inspector adds to a server. */
export interface ServerPlugin {
  /** Static files by path. Everyone can read them, so they must not contain data. */
  readonly files: Readonly<Record<string, () => ServedResponse>>;
  /** Further calls below `/_mock`, such as `GET inspector`. */
  calls(mock: ServedMock): ControlCalls;
}

/** A running server. */
export interface MockServer {
  /**
   * The `baseUrl` for a client on this machine, such as `http://127.0.0.1:4010`, also if it listens
   * on all addresses.
   */
  readonly url: string;
  readonly port: number;
  /** Stops the server at once; open requests are aborted. May be called more than once. */
  close(): Promise<void>;
}

/** Large enough that a URL past the limit reaches the mock, which rejects it with a message. */
const MAX_HEADER_SIZE = 2 * 1024 * 1024;

/** Whether a browser can send it: of a web site, or of an app, such as `capacitor://localhost`. */
export const isOrigin = (value: unknown): boolean =>
  /^https?:/.test(`${value}`)
    ? URL.canParse(`${value}`) && new URL(`${value}`).origin === value
    : /^(?!file:)[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/.test(`${value}`);

export const isHostName = (value: unknown) => typeof value === 'string' && /^[^\s/:]+$/.test(value);

const checks: Readonly<Record<keyof ServeOptions, OptionCheck>> = {
  port: integerUpTo(65_535),
  host: [isNonEmptyString, 'a host name or an IP address'],
  control: flag,
  allowedHosts: [
    (value) => Array.isArray(value) && value.every(isHostName),
    'an array of host names without a port',
  ],
  origins: [
    (value) => value === '*' || Array.isArray(value),
    "an array of origins such as https://app.example, or '*'",
  ],
  plugins: [
    (value) => Array.isArray(value) && value.every((plugin) => isFunction(plugin?.calls)),
    'an array of plugins such as [inspector()]',
  ],
  onRequest: [isFunction, 'a function'],
};

/**
 * Serves a mock over HTTP. Web pages of this machine and of `origins` can read its responses,
 * and programs can control the mock below `/_mock`. The mock keeps every request in memory until
 * `reset()`.
 *
 * @throws ConfigurationError for an invalid option, or for anything but a mock.
 * @throws Node's error if it cannot listen, for example with the code `EADDRINUSE`.
 * @example
 * const { url, close } = await serveMock(mock, { port: 4010 });
 */
export async function serveMock(mock: ServedMock, options: ServeOptions = {}): Promise<MockServer> {
  const invalid = (problem: string) => new ConfigurationError(problem, 'serveMock');
  if (typeof mock?.service !== 'object')
    throw invalid(`expected the mock that createMock() returns, got ${kindOf(mock)}.`);
  checkOptions('serveMock', options, checks);
  const { port = 0, host = '127.0.0.1', control = true, plugins = [], origins = [] } = options;
  for (const [index, origin] of origins === '*' ? [] : origins.entries())
    if (!isOrigin(origin))
      throw invalid(
        `expected \`origins[${index}]\` to be an origin such as https://app.example or ` +
          `capacitor://localhost, got ${describe(origin)}.`,
      );
  if (!control && plugins.length > 0)
    throw invalid('`plugins` need the calls below /_mock. Leave out `control: false`.');
  const respond = createListener(mock, options);
  const server = createServer({ maxHeaderSize: MAX_HEADER_SIZE }, (message, response) => {
    respond(message, response).catch(() => message.socket.destroy()); // the others go on
  });
  server.on('clientError', rejectMessage);
  server.listen(port, host);
  await once(server, 'listening'); // rejects if the server emits an error
  const { port: actual, address } = server.address() as AddressInfo; // not a pipe, so not a string
  const name = own(LOOPBACK, address) ?? host;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${name.includes(':') ? `[${name}]` : name}:${actual}`,
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

/** What to connect to if a server listens on all addresses, which are no destinations. */
const LOOPBACK = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Creates the function that responds to each request. */
function createListener(
  mock: ServedMock,
  { control = true, allowedHosts = [], origins = [], plugins = [], onRequest }: ServeOptions,
) {
  const calls = plugins.map((plugin) => plugin.calls(mock));
  const respondToControl = control && createControl(mock, allowedHosts, calls);
  const files = new Map(plugins.flatMap((plugin) => Object.entries(plugin.files)));
  return async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: target = '', headers } = message;
    const reject = (status: number, problem: string, more: Record<string, string> = {}) => {
      const body = JSON.stringify({ errors: [problem] });
      const type = { 'content-type': 'application/json' };
      send(message, response, { status, headers: { ...more, ...type }, body });
      onRequest?.({ method, path: target, search: '', status, problem, time: Date.now() });
    };
    if (respondToControl && isControlTarget(target))
      return send(message, response, await respondToControl(message));
    const { host = '' } = headers;
    if (isReadable(mock) && !isAllowedHost(host, allowedHosts))
      return reject(403, `The request was rejected, because ${hostProblem(host)}`);
    const file = /^(GET|HEAD)$/.test(method) && files.get(target.replace(/\?.*/s, ''));
    if (file) return send(message, response, file());
    const cors = corsHeaders(headers, origins);
    const isPreflight =
      method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    if (isPreflight && 'access-control-allow-origin' in cors)
      return send(message, response, {
        status: 204,
        headers: { ...cors, ...preflightHeaders(headers) },
      });
    if (isPreflight)
      return reject(403, `Web pages of ${headers.origin} may not read the mock. ${ALLOW}`, cors);
    if (!target.startsWith('/')) return reject(400, 'The URL of the request is not a path.', cors);
    const { recorded, response: pending } = receive(mock, message, response);
    try {
      const served = await pending;
      send(message, response, { ...served, headers: { ...served.headers, ...cors } });
    } catch {
      message.socket.destroy(); // a fault breaks the connection, or it is broken already
    }
    onRequest?.(recorded);
  };
}

/** Whether everybody can read the rows: without a key, or with that of every mock. */
const isReadable = ({ service }: ServedMock): boolean =>
  !service.needsKey || service.keys.hasGeneratedKey;

const ALLOW = 'Allow them with the option `origins`, or with --origin.';

/** Passes a request to the mock. A path that begins with `//` is a path, and no host. */
function receive({ service }: ServedMock, message: IncomingMessage, response: ServerResponse) {
  const { method = '', url: target = '' } = message;
  const { pathname: path, search } = new URL(`http://localhost${target}`);
  const url = `http://${message.headers.host}${path}${search}`;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  const { signal } = closed;
  const body = () => readBody(message, MAX_BODY);
  return service.receive({ method, path, search, url, headers, signal, readBody: body });
}

function send(
  { complete }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: ServedResponse,
): void {
  response.writeHead(status, {
    ...headers,
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    ...(complete ? {} : { connection: 'close' }), // the rest of the body was not read
  });
  response.end(body);
}

const LOCAL = /^https?:\/\/(?:(?:[^/:@]+\.)?localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * The headers that let a web page read a response. Not any: the default key of `createMock` is
 * the same everywhere.
 */
function corsHeaders(
  { origin = '' }: IncomingHttpHeaders,
  origins: NonNullable<ServeOptions['origins']>,
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

/** Responds to what Node cannot parse. */
function rejectMessage({ code }: NodeJS.ErrnoException, socket: Socket): void {
  const problem =
    code === 'HPE_INVALID_URL'
      ? 'The URL is not percent-encoded. With curl, use --get and --data-urlencode.'
      : `Not a valid HTTP request (${code}).`;
  const body = JSON.stringify({ errors: [problem] });
  const length = `Content-Length: ${body.length}`;
  const head = `Content-Type: application/json\r\n${length}\r\nConnection: close`;
  if (socket.writable) socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
}
