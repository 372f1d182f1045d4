/** A request that was sent. */
export interface SentRequest {
  readonly method: string;
  /** Path and query string, encoded. */
  readonly target: string;
  readonly status: number | undefined;
}

/** Returns a `fetch` that records its requests in `sent`. */
export const recordRequests =
  (fetch: typeof globalThis.fetch, sent: SentRequest[]): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const record = { method: request.method, target: pathname + search };
    const index = sent.push({ ...record, status: undefined }) - 1;
    const response = await fetch(request);
    sent[index] = { ...record, status: response.status };
    return response;
  };
