import type { Fetch } from 'payments-data-client';

/** A request that was sent. */
export interface SentRequest {
  readonly method: string;
  /** Path and query string, encoded. */
  readonly target: string;
  readonly status: number | undefined;
}

/** Returns a `fetch` that records its requests in `sent`. */
export const recordRequests =
  (fetch: Fetch, sent: SentRequest[]): Fetch =>
  async (url, init) => {
    const { pathname, search } = new URL(url);
    const record = { method: init.method, target: pathname + search };
    const index = sent.push({ ...record, status: undefined }) - 1;
    const response = await fetch(url, init);
    sent[index] = { ...record, status: response.status };
    return response;
  };
