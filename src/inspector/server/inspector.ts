import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigurationError, isConfigurationError, isQueryError } from '../../errors/usage-errors.js';
import { MAX_SIZE, parseBody } from '../../mock/http/parse-body.js';
import { RejectionError } from '../../mock/http/response.js';
import { internalsOf, type MockInternals } from '../../mock/internals.js';
import type { Mock } from '../../mock/mock.js';
import { rowsToSave } from '../../mock/rows-to-save.js';
import { readStart } from '../../mock/server/read-request.js';
import type {
  PluggedServer,
  RunningPlugin,
  ServedExchange,
  ServerPlugin,
} from '../../mock/server/server-plugin.js';
import { own } from '../../values/plain-object.js';
import { LONG_SECRET, redact } from '../../values/redact.js';
import { inspectorLimits, type RequestsPage } from '../protocol.js';
import { controlActions, type KeptSnapshot } from './control-actions.js';
import { describeRequest, summarize } from './describe-request.js';
import { foreignRequest } from './foreign-request.js';
import { describeNews, describeState } from './inspector-state.js';
import { inspectorHeaders, pageFiles, send, writePage } from './page.js';
import { RequestLog } from './request-log.js';
import { streamNews } from './stream-news.js';

/**
 * Serves the inspector at the URL of the mock: a page that shows requests, and changes rows, faults and API keys.
 *
 * @example
 * const { url } = await serveMock(mock, { plugins: [inspector()] });
 */
export const inspector = (): ServerPlugin => ({ start: (server) => new Inspector(server) });

const EVENTS = '/inspector/events';

/** The page and every path below `/inspector`. Compared as sent: no other spelling leads to the inspector. */
const OWN_PATH = /^\/(?:inspector(?:\/[^?]*)?)?(?:\?|$)/;

class Inspector implements RunningPlugin {
  /** Base64url; new for each server, so that an old page must be loaded again. */
  readonly #token = randomBytes(24).toString('base64url');
  readonly #log = new RequestLog();
  readonly #internals: MockInternals;
  readonly #mock: Mock;
  readonly #snapshot: KeptSnapshot = { taken: undefined };

  constructor(readonly server: PluggedServer) {
    const internals = internalsOf(server.mock);
    if (!internals)
      throw new ConfigurationError(
        'inspector() needs the mock that createMock() returned, not a copy or a wrapper of it.',
        'serveMock',
      );
    this.#internals = internals;
    this.#mock = server.mock as Mock; // only what createMock() returned has internals
    internals.resetListeners.add(this.#onReset);
  }

  readonly #onReset = (): void => this.#log.clear();

  record(exchange: ServedExchange): void {
    this.#log.add(exchange);
  }

  close(): void {
    this.#internals.resetListeners.delete(this.#onReset);
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
    const file = pageFiles.get(path);
    const kind = path === '/' ? 'page' : path === EVENTS ? 'events' : file ? 'file' : 'control';
    const problem = foreignRequest(message, { host: this.server.host, token: this.#token, kind });
    if (problem !== undefined) throw new RejectionError(403, problem);
    if (message.method === 'POST') return this.#control(path.slice('/inspector/'.length), message, response);
    if (message.method !== 'GET')
      throw new RejectionError(405, `${message.method} is not allowed on ${path.slice(0, 100)}.`);
    if (kind === 'page') return send(response, 'text/html; charset=utf-8', writePage(this.#token));
    if (file) return file(message, response);
    if (kind === 'events') return this.#stream(response);
    this.#sendJson(response, this.#read(path, new URLSearchParams(query)));
  }

  async #control(name: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const action = own(controlActions, name);
    if (!action) throw new RejectionError(404, `The inspector has no action ${name.slice(0, 100)}.`);
    const mock = { mock: this.#mock, internals: this.#internals, snapshot: this.#snapshot };
    const result = action(await parseMessage(message), mock, name) ?? {};
    // The only response with a secret. It is shown once.
    if (name === 'keys/create') send(response, 'application/json', JSON.stringify(result));
    else this.#sendJson(response, result);
  }

  #read(path: string, parameters: URLSearchParams): object {
    const { store, keys } = this.#internals;
    const described = {
      schema: store.schema,
      dialect: store.dialect,
      issued: keys.issued,
      url: this.server.url(),
    };
    if (path === '/inspector/state') return describeState(this.#internals, this.server.url(), this.#news());
    if (path === '/inspector/download') return rowsToSave(store);
    if (path === '/inspector/requests') {
      const after = Number(parameters.get('after') ?? 0);
      if (!Number.isSafeInteger(after) || after < 0)
        throw new RejectionError(400, 'after: expected a whole number.');
      const requests = this.#log.after(after).slice(0, inspectorLimits.requestsPage);
      return { requests: requests.map((request) => summarize(request, described)) } satisfies RequestsPage;
    }
    const id = /^\/inspector\/requests\/(\d{1,15})$/.exec(path)?.[1];
    if (id === undefined) throw new RejectionError(404, `The inspector has no path ${path.slice(0, 100)}.`);
    const request = this.#log.get(Number(id));
    if (!request) throw new RejectionError(404, `The request ${id} is no longer stored.`);
    return describeRequest(request, described);
  }

  #stream(response: ServerResponse): void {
    response.writeHead(200, { ...inspectorHeaders, 'Content-Type': 'text/event-stream' });
    streamNews(response, () => this.#write(this.#news()));
  }

  #news() {
    return describeNews(this.#internals, this.#log, this.#snapshot.taken?.at);
  }

  /**
   * JSON without the secrets of API keys, wherever they are: in a row, in the name of a key, in a message. Short
   * secrets stay. They may be ordinary words such as `dev`, and replacing them would change rows and names.
   */
  #write(body: object): string {
    const secrets = [...this.#internals.keys.issued].filter(({ length }) => length >= LONG_SECRET);
    return redact(JSON.stringify(body), secrets);
  }

  #sendJson(response: ServerResponse, body: object, status = 200): void {
    send(response, 'application/json', this.#write(body), status);
  }
}

async function parseMessage(message: IncomingMessage): Promise<unknown> {
  const body = await readStart(message);
  if (body.length > MAX_SIZE) throw new RejectionError(413, 'The body is larger than 1 MiB.');
  const headers = { 'Content-Type': message.headers['content-type'] ?? '' };
  return parseBody(new Request('http://localhost', { method: 'POST', headers, body }));
}

function toRejection(error: unknown): RejectionError {
  if (error instanceof RejectionError) return error;
  if (isQueryError(error) || isConfigurationError(error)) return new RejectionError(400, error.message);
  return new RejectionError(500, `The inspector failed: ${error instanceof Error ? error.message : error}`);
}
