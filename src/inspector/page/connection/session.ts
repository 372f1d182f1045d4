import { useEffect, useState } from 'preact/hooks';
import type { InspectorNews, InspectorState, RequestSummary, RequestsPage } from '../../protocol.js';
import { call, currentToken, renewToken } from './api.js';

/** Whether the page receives events. */
export type Connection = 'connecting' | 'live' | 'lost';

/** How long to wait before the next attempt to reach a mock that was stopped, in milliseconds. */
const RETRY_DELAY = 1000;

/** The state of the mock on the page. Events keep it up to date. */
class Session {
  state: InspectorState | undefined;
  connection: Connection = 'connecting';
  /** Those that the mock keeps, oldest first. */
  requests: readonly RequestSummary[] = [];
  #isLoading = false;
  readonly #listeners = new Set<() => void>();

  /** @returns A function that removes the listener. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

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
    events.addEventListener('open', () => this.#setConnection('live'));
    events.addEventListener('news', ({ data }) => {
      if (this.state) this.state = { ...this.state, ...(JSON.parse(data) as InspectorNews) };
      this.#announce();
      void this.#loadRequests();
    });
    events.addEventListener('error', () => {
      this.#setConnection('lost');
      if (events.readyState === EventSource.CLOSED) this.#retry(); // else the browser connects again
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

  /** Loads the requests after the last one that the page has, and forgets those that the mock dropped. */
  async #loadRequests(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      for (;;) {
        const { first = 1, last = 0 } = this.state?.requests ?? {};
        const kept = this.requests.filter(({ id }) => id >= first);
        const known = kept.at(-1)?.id ?? first - 1;
        const isComplete = known >= last;
        const added = isComplete ? [] : (await call<RequestsPage>(`requests?after=${known}`)).requests;
        if (kept.length + added.length !== this.requests.length || added.length > 0) {
          this.requests = [...kept, ...added];
          this.#announce();
        }
        if (isComplete || added.length === 0) return;
      }
    } catch {
      // The event stream reports the lost connection.
    } finally {
      this.#isLoading = false;
    }
  }

  #setConnection(connection: Connection): void {
    this.connection = connection;
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The session of the page. */
export const session = new Session();

/** The session. Renders the component again after each change. */
export function useSession(): Session {
  const [, render] = useState({});
  useEffect(() => {
    render({}); // what happened since the component was rendered
    return session.subscribe(() => render({}));
  }, []);
  return session;
}
