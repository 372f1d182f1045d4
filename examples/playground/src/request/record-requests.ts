import { type SentRequest, writePlainTarget } from './sent-request';

type Fetch = typeof fetch;

/** Returns a `fetch` that records its requests in `sent`. */
export const recordRequests =
  (fetch: Fetch, sent: SentRequest[]): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const record = {
      method: request.method,
      target: url.pathname + url.search,
      plainTarget: writePlainTarget(url),
    };
    const index = sent.push({ ...record, status: undefined }) - 1;
    const response = await fetch(request);
    sent[index] = { ...record, status: response.status };
    return response;
  };
