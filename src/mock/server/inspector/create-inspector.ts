import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigurationError, isConfigurationError, isQueryError } from '../../../errors/usage-errors.js';
import { own } from '../../../values/plain-object.js';
import type { Mock } from '../../create-mock.js';
import { faultMessage } from '../../describe-fault.js';
import { internalsOf } from '../../internals.js';
import { rowsToSave } from '../../rows-to-save.js';
import { type ControlledMock, controlActions } from './control-actions.js';
import { type DescribedMock, describeExchange, summarize } from './describe-exchange.js';
import { foreignRequest } from './foreign-request.js';
import { InspectorError } from './inspector-error.js';
import { describeChange, describeState } from './inspector-state.js';
import { listRequests } from './list-requests.js';
import { parseJsonBody } from './parse-json-body.js';
import { type Exchange, RequestLog } from './request-log.js';
import { writeJson } from './secrets.js';
import { send } from './send.js';
import { findPageFile, sendPageFile } from './send-page-file.js';
import { inspectorHeaders, writeShell } from './shell.js';
import { SnapshotKeeper } from './snapshot-keeper.js';
import { type StreamSource, streamEvents } from './stream-events.js';

/** Serves the inspector of a mock: its page, and the requests of the page. */
export interface Inspector {
  /** Handles a request if it is for the inspector. @returns Whether it was. */
  handle(message: IncomingMessage, response: ServerResponse): boolean;
  /** Adds a request to the log. */
  record(exchange: Exchange): void;
  close(): void;
}

const EVENTS = '/inspector/events';

/** The page and every path below `/inspector`. Compared as sent: no other spelling leads to the inspector. */
const OWN_PATH = /^\/(?:inspector(?:\/[^?]*)?)?(?:\?|$)/;

/**
 * Creates the inspector of a mock.
 *
 * @param host - The host that the server listens on.
 * @param url - Returns the URL of the server, which is known when it listens.
 * @throws ConfigurationError for anything but the object that `createMock` returned.
 */
export function createInspector(mock: object, host: string, url: () => string): Inspector {
  const internals = internalsOf(mock);
  if (!internals)
    throw new ConfigurationError(
      'serveMock: `inspector` needs the mock that createMock() returned, not a copy or a wrapper of it.',
    );
  const controlled = mock as Mock; // only what createMock() returned has internals
  return new PageServer(
    { mock: controlled, internals, snapshots: new SnapshotKeeper(controlled) },
    host,
    url,
  );
}

class PageServer implements Inspector {
  /** Base64url; new for each server, so that an old page must be loaded again. */
  readonly #token = randomBytes(24).toString('base64url');
  readonly #log = new RequestLog();
  #resets = 0;

  constructor(
    readonly controlled: ControlledMock,
    readonly host: string,
    readonly url: () => string,
  ) {
    controlled.internals.resetListeners.add(this.#onReset);
  }

  readonly #onReset = (): void => {
    this.#log.clear();
    this.#resets++;
  };

  record(exchange: Exchange): void {
    this.#log.add(exchange);
  }

  close(): void {
    this.controlled.internals.resetListeners.delete(this.#onReset);
  }

  handle(message: IncomingMessage, response: ServerResponse): boolean {
    if (!OWN_PATH.test(message.url ?? '')) return false;
    this.#respond(message, response).catch((error: unknown) => {
      const { status, message: text } = toInspectorError(error);
      if (response.headersSent) return void response.destroy();
      if (!message.complete) response.setHeader('Connection', 'close'); // the rest of the body was not read
      this.#sendJson(response, { error: text }, status);
    });
    return true;
  }

  async #respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', search = ''] = (message.url ?? '').split('?', 2);
    const file = findPageFile(path);
    const kind = path === '/' ? 'page' : path === EVENTS ? 'events' : file ? 'file' : 'control';
    const problem = foreignRequest(message, { host: this.host, token: this.#token, kind });
    if (problem !== undefined) throw new InspectorError(403, problem);
    if (message.method === 'POST') return this.#control(path.slice('/inspector/'.length), message, response);
    if (message.method !== 'GET')
      throw new InspectorError(405, `${message.method} is not allowed on ${path.slice(0, 100)}.`);
    if (kind === 'page') return send(response, 'text/html; charset=utf-8', writeShell(this.#token));
    if (file) return sendPageFile(message, response, file);
    if (kind === 'events') return this.#stream(message, response, new URLSearchParams(search));
    if (path === '/inspector/download') return this.#download(response);
    this.#sendJson(response, this.#read(path, new URLSearchParams(search)));
  }

  async #control(name: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const action = own(controlActions, name);
    if (!action) throw new InspectorError(404, `The inspector has no action ${name.slice(0, 100)}.`);
    const result = action(await parseJsonBody(message), this.controlled);
    // The only response with a secret. It is shown once.
    if (name === 'keys/create') send(response, 'application/json', JSON.stringify(result));
    else this.#sendJson(response, result);
  }

  #read(path: string, parameters: URLSearchParams): object {
    if (path === '/inspector/state')
      return describeState(this.controlled.internals, this.url(), this.#change());
    if (path === '/inspector/requests')
      return listRequests(this.#log, (exchange) => summarize(exchange, this.#described()), parameters);
    const id = /^\/inspector\/requests\/(\d{1,15})$/.exec(path)?.[1];
    if (id === undefined) throw new InspectorError(404, `The inspector has no path ${path.slice(0, 100)}.`);
    const exchange = this.#log.get(Number(id));
    if (!exchange) throw new InspectorError(404, `The request ${id} is no longer stored.`);
    return describeExchange(exchange, this.#described());
  }

  #download(response: ServerResponse): void {
    response.setHeader('Content-Disposition', 'attachment; filename="rows.json"');
    this.#sendJson(response, rowsToSave(this.controlled.internals.store));
  }

  #stream(message: IncomingMessage, response: ServerResponse, parameters: URLSearchParams): void {
    const since = message.headers['last-event-id'] ?? parameters.get('since') ?? '';
    response.writeHead(200, { ...inspectorHeaders, 'Content-Type': 'text/event-stream' });
    const source: StreamSource = {
      log: this.#log,
      summarize: (id) => {
        const exchange = this.#log.get(id);
        return exchange && summarize(exchange, this.#described());
      },
      change: () => this.#change(),
      resets: () => this.#resets,
      write: (data) => this.#write(data),
    };
    streamEvents(response, source, /^\d{1,15}$/.test(String(since)) ? Number(since) : undefined);
  }

  #change() {
    return describeChange(this.controlled.internals, this.#log, this.controlled.snapshots.time);
  }

  #described(): DescribedMock {
    const { store, keys } = this.controlled.internals;
    return { schema: store.schema, issued: keys.issued, url: this.url() };
  }

  #write(body: object): string {
    return writeJson(body, this.controlled.internals.keys.issued);
  }

  #sendJson(response: ServerResponse, body: object, status = 200): void {
    send(response, 'application/json', this.#write(body), status);
  }
}

function toInspectorError(error: unknown): InspectorError {
  if (error instanceof InspectorError) return error;
  if (isQueryError(error) || isConfigurationError(error))
    return new InspectorError(400, faultMessage(error.message));
  return new InspectorError(500, `The inspector failed: ${error instanceof Error ? error.message : error}`);
}
