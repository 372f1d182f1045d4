import type { ChangeEvent, InspectorState, RequestSummary } from '../../mock/server/inspector/protocol.js';
import { call, currentToken, renewToken } from './api.js';
import { RequestLog } from './request-log.js';

/** Whether the page receives events. */
export type Connection = 'connecting' | 'live' | 'lost';

/** How long to wait before the next attempt to reach a mock that was stopped, in milliseconds. */
const RETRY_DELAY = 1000;

/** The state of the mock on the page. Events keep it up to date. */
export class Session {
  state: InspectorState | undefined;
  connection: Connection = 'connecting';
  /** Increases with each change of rows, so that a table loads its page again. */
  changes = 0;
  readonly log = new RequestLog(() => this.#announce());
  #events: EventSource | undefined;
  readonly #listeners = new Set<() => void>();

  /** @returns A function that removes the listener. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Loads everything and receives events from then on. Reconnects by itself. */
  async start(): Promise<void> {
    this.#events?.close();
    this.log.clear();
    try {
      this.state = await call<InspectorState>('state');
      this.#announce();
      this.#receive(this.state.requests.last);
      await this.log.load();
    } catch {
      this.#retry();
    }
  }

  #receive(since: number): void {
    const url = `/inspector/events?token=${encodeURIComponent(currentToken())}&since=${since}`;
    const events = new EventSource(url);
    this.#events = events;
    events.addEventListener('open', () => this.#setConnection('live'));
    events.addEventListener('request', ({ data }) => this.log.add(JSON.parse(data) as RequestSummary[]));
    events.addEventListener('change', ({ data }) => this.#change(JSON.parse(data) as ChangeEvent));
    events.addEventListener('overflow', () => void this.log.load().catch(() => {})); // `error` follows
    events.addEventListener('reset', ({ data }) => {
      this.log.clear();
      this.#change(JSON.parse(data) as ChangeEvent);
    });
    events.addEventListener('error', () => {
      this.#setConnection('lost');
      // Else the browser connects again, with the id of the last event.
      if (events.readyState !== EventSource.CLOSED) return;
      this.#retry();
    });
  }

  /** A mock that was started again has another token, other ids and perhaps another schema. */
  #retry(): void {
    this.#setConnection('lost');
    setTimeout(async () => {
      if (await renewToken()) await this.start();
      else this.#retry();
    }, RETRY_DELAY);
  }

  #change(change: ChangeEvent): void {
    if (!this.state) return;
    this.state = { ...this.state, ...change };
    this.changes += 1;
    this.#announce();
  }

  #setConnection(connection: Connection): void {
    if (this.connection === connection) return;
    this.connection = connection;
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
