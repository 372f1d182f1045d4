import * as client from 'payments-data-client';
import * as mock from 'payments-data-client/mock';
import { recordRequests, type SentRequest } from '../request/record-requests';
import type { Outcome } from './outcome';

// Queries run in this worker, so that the page can stop one that never ends.

/** The largest number of rows that is read from iterate() or pages(). */
const PAGINATION_LIMIT = 1000;

self.onmessage = async ({ data: script }: MessageEvent<string>) => {
  self.postMessage(await runScript(script));
};

async function runScript(script: string): Promise<Outcome> {
  const requests: SentRequest[] = [];
  const createClient = (options: client.ClientOptions) =>
    client.createClient({ ...options, fetch: recordRequests(options.fetch ?? fetch, requests) });
  const modules = {
    'payments-data-client': { ...client, createClient },
    'payments-data-client/mock': mock,
  };
  const service = mock.createMock(); // new for each run, because a query may change rows
  const explain = () => service.requests.flatMap(({ explanation = [] }) => explanation);
  try {
    const query = new Function(`${script}\nreturn query;`)();
    const result = await query(createClient(service.clientOptions), service, modules);
    const value = isAsyncIterable(result) ? await collect(result) : result;
    const json = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
    return { requests, explanation: explain(), value: json };
  } catch (error) {
    const { name, message } =
      error instanceof Error ? error : { name: 'Thrown', message: String(error) };
    return { requests, explanation: explain(), error: { name, message } };
  }
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function collect(iterable: AsyncIterable<unknown>): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of iterable) {
    rows.push(row);
    if (rows.length === PAGINATION_LIMIT) break;
  }
  return rows;
}
