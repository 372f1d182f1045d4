import * as client from 'payments-data-client';
import * as mock from 'payments-data-client/mock';
import { recordRequests } from '../request/record-requests';
import type { SentRequest } from '../request/sent-request';
import type { Outcome } from './outcome';

// Queries run here, away from the page: one that never ends is stopped by ending the worker.

/** At most so many rows of a walk are shown. */
const WALK_LIMIT = 1000;

self.onmessage = async ({ data: script }: MessageEvent<string>) => {
  self.postMessage(await runScript(script));
};

async function runScript(script: string): Promise<Outcome> {
  const requests: SentRequest[] = [];
  const createClient: typeof client.createClient = (options) =>
    client.createClient({ ...options, fetch: recordRequests(options.fetch ?? fetch, requests) });
  const modules = {
    'payments-data-client': { ...client, createClient },
    'payments-data-client/mock': mock,
  };
  const service = mock.createMock(); // a new one each time, so that a query which changes rows starts afresh
  try {
    const query = new Function(`${script}\nreturn query;`)();
    const given = await query(createClient(service.clientOptions), service, modules);
    const value = isWalk(given) ? await collect(given) : given;
    return { requests, value: value === undefined ? undefined : JSON.parse(JSON.stringify(value)) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Thrown', message: String(error) };
    return { requests, error: { name, message } };
  }
}

const isWalk = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function collect(walk: AsyncIterable<unknown>): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of walk) {
    rows.push(row);
    if (rows.length === WALK_LIMIT) break;
  }
  return rows;
}
