import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigurationError, isConfigurationError, isQueryError } from '../../../errors.js';
import { parseBody } from '../../../mock/http/key-routes.js';
import { RejectionError } from '../../../mock/http/response.js';
import { internalsOf, type Mock } from '../../../mock/mock.js';
import type { Store } from '../../../mock/rows/store.js';
import {
  type PluggedServer,
  type RunningPlugin,
  readStart,
  type ServedExchange,
  type ServerPlugin,
} from '../../../mock/server/server-plugin.js';
import type { JsonObject } from '../../../schema/field.js';
import { own } from '../../../values/plain-object.js';
import { redact, SHORT_SECRET } from '../../../values/redact.js';
import { inspectorLimits, type RequestsPage, TOKEN_HEADER } from '../protocol.js';
import { browserFiles, send, sendBrowserFile, writeHtml } from './browser-files.js';
import { controlActions, describeState, type InspectedMock } from './control-actions.js';
import { describeRequest, summarize } from './describe-request.js';
import { RequestLog } from './request-log.js';

/**
 * Serves the inspector at the URL of the mock: a browser page that shows requests, and changes
 * rows, faults and API keys.
 *
 * @example
 * const { url } = await serveMock(mock, { plugins: [inspector()] });
 */
export const inspector = (): ServerPlugin => ({ start: (server) => new Inspector(server) });

/**
 * The browser page and every path below `/inspector`. Compared as sent: no other spelling leads to
 * the inspector.
 */
const OWN_PATH = /^\/(?:inspector(?:\/[^?]*)?)?(?:\?|$)/;

class Inspector implements RunningPlugin {
  /** Base64url; new for each server, so that an old browser page must be loaded again. */
  readonly #token = randomBytes(24).toString('base64url');
  readonly #log = new RequestLog();
  readonly #inspected: InspectedMock;

  constructor(readonly server: PluggedServer) {
    const internals = internalsOf(server.mock);
    if (!internals)
      throw new ConfigurationError(
        'inspector() needs the mock that createMock() returned, not a copy or a wrapper of it.',
        'serveMock',
      );
    this.#inspected = { mock: server.mock as Mock, internals }; // only what createMock() returned has internals
    internals.resetListeners.add(this.#onReset);
  }

  readonly #onReset = (): void => this.#log.clear();
  readonly record = (exchange: ServedExchange): void => this.#log.add(exchange);

  close(): void {
    this.#inspected.internals.resetListeners.delete(this.#onReset);
  }

  handle(message: IncomingMessage, response: ServerResponse): boolean {
    if (!OWN_PATH.test(message.url ?? '')) return false;
    this.#respond(message, response).catch((error: unknown) => {
      const { status, message: text } = toRejection(error);
      if (response.headersSent) return void response.destroy();
      if (!message.complete) response.setHeader('Connection', 'close'); // the rest of the body was not read
      this.#sendJson(response, { error: text }, status);
    });
    return true;
  }

  async #respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (message.url ?? '').split('?', 2);
    const name = path.slice('/inspector/'.length);
    const type = own(browserFiles, name);
    const kind = path === '/' ? 'html' : type ? 'file' : 'control';
    const problem = foreignRequest(message, kind, this.server.host, this.#token);
    if (problem !== undefined) throw new RejectionError(403, problem);
    if (message.method === 'POST') return this.#control(name, message, response);
    if (message.method !== 'GET')
      throw new RejectionError(405, `${message.method} is not allowed on ${path.slice(0, 100)}.`);
    if (kind === 'html') return send(response, 'text/html; charset=utf-8', writeHtml(this.#token));
    if (type) return sendBrowserFile(name, type, response);
    this.#sendJson(response, this.#read(name, new URLSearchParams(query)));
  }

  async #control(name: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const action = own(controlActions, name);
    if (!action)
      throw new RejectionError(404, `The inspector has no action ${name.slice(0, 100)}.`);
    const result = action(await parseMessage(message), this.#inspected, name) ?? {};
    // The only response with a secret. It is shown once.
    if (name === 'keys/create') send(response, 'application/json', JSON.stringify(result));
    else this.#sendJson(response, result);
  }

  #read(name: string, parameters: URLSearchParams): object {
    const { internals } = this.#inspected;
    if (name === 'state') return describeState(this.#inspected, this.#log, this.server.url());
    if (name === 'download') return downloadedRows(internals.store);
    if (name === 'requests') {
      const after = Number(parameters.get('after') ?? 0);
      if (!Number.isSafeInteger(after) || after < 0)
        throw new RejectionError(400, 'after: expected a whole number.');
      const requests = this.#log.after(after).slice(0, inspectorLimits.requestsPage);
      return {
        requests: requests.map((request) => summarize(request, internals)),
      } satisfies RequestsPage;
    }
    const id = /^requests\/(\d{1,15})$/.exec(name)?.[1];
    if (id === undefined)
      throw new RejectionError(404, `The inspector has no path /inspector/${name.slice(0, 100)}.`);
    const request = this.#log.get(Number(id));
    if (!request) throw new RejectionError(404, `The request ${id} is no longer stored.`);
    return describeRequest(request, internals);
  }

  /**
   * JSON without the secrets of API keys, wherever they are: in a row, in the name of a key, in a
   * message. Short secrets stay. They may be ordinary words such as `dev`, and replacing them would
   * change rows and names.
   */
  #sendJson(response: ServerResponse, body: object, status = 200): void {
    const secrets = [...this.#inspected.internals.keys.issued].filter(
      ({ length }) => length >= SHORT_SECRET,
    );
    send(response, 'application/json', redact(JSON.stringify(body), secrets), status);
  }
}

async function parseMessage(message: IncomingMessage): Promise<unknown> {
  const body = await readStart(message);
  const headers = { 'Content-Type': message.headers['content-type'] ?? '' };
  return parseBody(new Request('http://localhost', { method: 'POST', headers, body }));
}

function toRejection(error: unknown): RejectionError {
  if (error instanceof RejectionError) return error;
  if (isQueryError(error) || isConfigurationError(error))
    return new RejectionError(400, error.message);
  return new RejectionError(
    500,
    `The inspector failed: ${error instanceof Error ? error.message : error}`,
  );
}

/**
 * Why a request may not come from the browser page of the inspector; `undefined` if it may
 * (decision 45).
 *
 * - `Host` stops DNS rebinding: the name of a web site that resolves to this machine is not one of
 *   its names.
 * - `Origin` and `Sec-Fetch-Site` stop other browser pages, also those of other ports.
 * - The token stops whoever cannot read the browser page.
 *
 * @param kind - `html`: a navigation, which may start anywhere. `file`: a script or a style of the
 * browser page. `control`: a request that reads or changes the mock.
 * @param ownHost - The address that the server listens on.
 */
function foreignRequest(
  message: IncomingMessage,
  kind: 'html' | 'file' | 'control',
  ownHost: string,
  token: string,
): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = message.headers;
  if (!ownHosts(message, ownHost).includes(host.toLowerCase()))
    return 'The Host header is not an address of this server. Open the URL that the mock printed.';
  if (kind === 'html') return undefined;
  const isRead = message.method === 'GET' || message.method === 'HEAD';
  const hasOrigin = origin !== undefined && origin.toLowerCase() === `http://${host.toLowerCase()}`;
  if (!hasOrigin && !(isRead && origin === undefined))
    return 'The Origin header is not the one of the inspector. Use its browser page.';
  if (site !== undefined && site !== 'same-origin')
    return 'The request comes from another site. Use the browser page of the inspector.';
  const given = String(message.headers[TOKEN_HEADER.toLowerCase()] ?? '');
  if (kind === 'file' || isToken(given, token)) return undefined;
  return 'The token is missing or wrong. Reload the browser page of the inspector.';
}

/** The accepted values of `Host`: the addresses of this machine, and the option `host`. */
function ownHosts(
  { socket: { localAddress = '', localPort = 0 } }: IncomingMessage,
  host: string,
): string[] {
  const names = [
    '127.0.0.1',
    'localhost',
    '::1',
    host.toLowerCase(),
    localAddress.replace(/^::ffff:/, ''),
  ];
  return names
    .filter((name) => name !== '')
    .map((name) => (name.includes(':') ? `[${name}]` : name))
    .flatMap((name) => [`${name}:${localPort}`, ...(localPort === 80 ? [name] : [])]);
}

function isToken(given: string, token: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(token)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * All rows of a mock with every stored field, as the option `data` of `createMock` accepts them.
 * Unlike `db.<resource>.all()`, they include foreign keys that no response contains, such as
 * `transaction_id` of a transaction line. Do not change them: the mock uses the same objects.
 */
export const downloadedRows = (
  store: Store,
): { readonly [resource: string]: readonly JsonObject[] } =>
  Object.fromEntries(Object.keys(store.schema).map((name) => [name, store.table(name).all()]));
