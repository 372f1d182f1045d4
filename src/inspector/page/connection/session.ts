import type { InspectorNews, InspectorState, RequestSummary, RequestsPage } from '../../protocol.js';
import { call, currentToken, renewToken } from './api.js';

/** Whether the page receives events, as the page shows it. */
export type Connection = 'Connecting' | 'Live' | 'Reconnecting';

/** How long to wait before the next attempt to reach a mock that was stopped, in milliseconds. */
const RETRY_DELAY = 1000;

/** The state of the mock on the page. Events keep it up to date. */
class Session {
  state: InspectorState | undefined;
  connection: Connection = 'Connecting';
  /** Those that the mock keeps, oldest first. */
  requests: readonly RequestSummary[] = [];
  /** Called after each change. */
  onChange = () => {};
  #isLoading = false;

  /** Loads everything and receives events from then on. Reconnects by itself. */
  async start(): Promise<void> {
    try {
      this.state = await call<InspectorState>('state');
      this.requests = [];
      this.#receive();
    } catch {
      this.#retry();
    }
  }

  #receive(): void {
    const events = new EventSource(`/inspector/events?token=${encodeURIComponent(currentToken())}`);
    events.addEventListener('open', () => this.#setConnection('Live'));
    events.addEventListener('news', ({ data }) => {
      if (this.state) this.state = { ...this.state, ...(JSON.parse(data) as InspectorNews) };
      void this.#loadRequests();
    });
    events.addEventListener('error', () => {
      this.#setConnection('Reconnecting');
      if (events.readyState === EventSource.CLOSED) this.#retry(); // else the browser connects again
    });
  }

  /** A mock that was started again has another token, other ids and perhaps another schema. */
  #retry(): void {
    this.#setConnection('Reconnecting');
    setTimeout(async () => {
      if (await renewToken()) await this.start();
      else this.#retry();
    }, RETRY_DELAY);
  }

  /**
   * Loads the requests after the last one that the page has, and forgets those that the mock dropped. Shows them when
   * all are there: each part would be above the one before, and draw the whole list again.
   */
  async #loadRequests(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      for (;;) {
        const { first = 1, last = 0 } = this.state?.requests ?? {};
        const kept = this.requests.filter(({ id }) => id >= first);
        const known = kept.at(-1)?.id ?? first - 1;
        const added = known < last ? (await call<RequestsPage>(`requests?after=${known}`)).requests : [];
        if (kept.length < this.requests.length || added.length > 0) this.requests = [...kept, ...added];
        if (added.length === 0) return;
      }
    } catch {
      // The event stream reports the lost connection.
    } finally {
      this.#isLoading = false;
      this.onChange();
    }
  }

  #setConnection(connection: Connection): void {
    this.connection = connection;
    this.onChange();
  }
}

/** The session of the page. The page is rendered again after each change of it. */
export const session = new Session();
