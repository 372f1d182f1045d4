import { useEffect, useState } from 'preact/hooks';
import {
  type InspectorState,
  type RequestSummary,
  type RequestsPage,
  TOKEN_HEADER,
  TOKEN_META,
} from '../protocol.js';
import { notify } from './dialog.js';

const token = document.querySelector<HTMLMetaElement>(`meta[name="${TOKEN_META}"]`)?.content ?? '';

/**
 * Calls the inspector: `GET` without a body, `POST` with one. @throws Error with the message of the
 * mock.
 */
export async function call<Result>(path: string, body?: object): Promise<Result> {
  const response = await fetch(`/inspector/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { [TOKEN_HEADER]: token, 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  }).catch(() => {
    throw new Error('The mock does not respond. Start it again, and the inspector reconnects.');
  });
  // The mock was started again, so it has another token.
  if (path === 'state' && response.status === 403) location.reload();
  const result = await response.json().catch(() => ({}));
  if (response.ok) return result; // of the type that the protocol says
  throw new Error(result.error ?? `The mock responded with ${response.status}.`);
}

export async function act(path: string, body: object, done: string): Promise<void> {
  await call(path, body);
  notify(done);
}

const INTERVAL = 250; // milliseconds

interface Shown {
  readonly state: InspectorState | undefined;
  /** Oldest first. */
  readonly requests: readonly RequestSummary[];
  readonly connection: 'Connecting' | 'Live' | 'Reconnecting';
}

class Session {
  shown: Shown = { state: undefined, requests: [], connection: 'Connecting' };
  onChange = () => {};

  async start(): Promise<void> {
    try {
      const state = await call<InspectorState>('state');
      this.#show({ state, requests: await this.#loadRequests(state), connection: 'Live' });
    } catch {
      this.#show({ ...this.shown, connection: 'Reconnecting' });
    }
    setTimeout(() => this.start(), INTERVAL);
  }

  /**
   * Those that the browser has and the mock still keeps, and all after them. The same array if
   * nothing changed.
   */
  async #loadRequests({
    requests: { first, last },
  }: InspectorState): Promise<readonly RequestSummary[]> {
    const kept = this.shown.requests.filter(({ id }) => id >= first);
    let known = kept.at(-1)?.id ?? first - 1;
    if (kept.length === this.shown.requests.length && known >= last) return this.shown.requests;
    while (known < last) {
      const { requests } = await call<RequestsPage>(`requests?after=${known}`);
      kept.push(...requests);
      known = requests.at(-1)?.id ?? last; // reset since
    }
    return kept;
  }

  #show(next: Shown): void {
    const textOf = ({ state, connection }: Shown) => JSON.stringify([state, connection]);
    if (next.requests === this.shown.requests && textOf(next) === textOf(this.shown)) return;
    this.shown = next;
    this.onChange();
  }
}

export const session = new Session();

/** The previous result stays until the next one arrives, also while a request is rejected. */
interface Loaded<Result> {
  readonly result?: Result | undefined;
  readonly problem?: string;
}

/**
 * Calls the inspector, and again with each other path, body or revision. Loads nothing without a
 * path.
 */
export function useLoaded<Result>(
  path: string | undefined,
  body?: object,
  revision?: number,
): Loaded<Result> {
  const [loaded, setLoaded] = useState<Loaded<Result>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a body is compared by its JSON
  useEffect(() => {
    if (path === undefined) return undefined;
    let isCurrent = true;
    call<Result>(path, body).then(
      (result) => isCurrent && setLoaded({ result }),
      (error: Error) => isCurrent && setLoaded((before) => ({ ...before, problem: error.message })),
    );
    return () => {
      isCurrent = false;
    };
  }, [path, JSON.stringify(body), revision]);
  return loaded;
}
