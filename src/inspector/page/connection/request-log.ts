import {
  inspectorLimits,
  type RequestSummary,
  type RequestsPage,
} from '../../mock/server/inspector/protocol.js';
import { call } from './api.js';

/** The requests that the page has loaded: as many as the mock keeps. */
export class RequestLog {
  #requests: readonly RequestSummary[] = [];
  #generation = 0;

  constructor(readonly changed: () => void) {}

  /** Oldest first. */
  get requests(): readonly RequestSummary[] {
    return this.#requests;
  }

  /** The id of the newest one. */
  get last(): number {
    return this.#requests.at(-1)?.id ?? 0;
  }

  /** Adds new ones. A request that is known is left out: events may repeat some after a break. */
  add(requests: readonly RequestSummary[]): void {
    const { last } = this;
    const added = requests.filter(({ id }) => id > last);
    if (added.length === 0) return;
    this.#requests = [...this.#requests, ...added].slice(-inspectorLimits.requests);
    this.changed();
  }

  clear(): void {
    this.#generation += 1; // what is still being loaded is out of date
    this.#requests = [];
    this.changed();
  }

  /** Loads the kept requests, newest first, page by page. */
  async load(): Promise<void> {
    this.#generation += 1; // a load before this one ends
    const generation = this.#generation;
    let before = '';
    let isFirst = true;
    for (let pages = 0; pages < inspectorLimits.requests / inspectorLimits.requestsPage; pages += 1) {
      const { requests, hasMore } = await call<RequestsPage>(`requests${before}`);
      if (generation !== this.#generation) return;
      const older = [...requests].reverse();
      // An event may have brought newer ones. What is older than the first page is loaded again.
      const newest = isFirst ? (older.at(-1)?.id ?? 0) : 0;
      this.#requests = [...older, ...this.#requests.filter(({ id }) => id > newest)];
      isFirst = false;
      this.changed();
      const oldest = older[0];
      if (!hasMore || !oldest) return;
      before = `?before=${oldest.id}`;
    }
  }
}
