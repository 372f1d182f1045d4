import { paymentsSchema, type Resources } from 'payments-data-client';
import { createMock, type MockData, sampleData } from 'payments-data-client/mock';
import { describe, expect, test, vi } from 'vitest';
import { compareWithBaseline } from '../../../src/tools/connect/connect.js';
import { createService } from '../../../src/tools/connect/service/live-service.js';
import { json } from '../../fixtures/answering-fetch.js';

// Each test compares a whole service. A busy machine takes seconds for that.
vi.setConfig({ testTimeout: 60_000 });

type Change = (url: URL, send: () => Promise<Response>) => Promise<Response>;

/** Connects to a mock as `connect --check` does. Its responses may be changed. */
function connectTo(change: Change = (_, send) => send(), data: object = {}) {
  const mock = createMock({ data: { ...sampleData(), ...data } as MockData });
  const fetch: typeof mock.fetch = (input, init) => {
    const request = new Request(input, init);
    return change(new URL(request.url), () => mock.fetch(request));
  };
  const service = createService({ ...mock.clientOptions, fetch, maxRequests: 240 });
  const schema: Resources = { ...paymentsSchema };
  return compareWithBaseline(service, { schema }, { rowsPerResource: 100 });
}

describe('what could not be compared contains', () => {
  test('nothing if every list has rows', async () => {
    expect((await connectTo()).gaps).toEqual([]);
  });

  test.each([403, 404, 501])(
    'a list that is rejected with %i, although relations show rows of it',
    async (status) => {
      const { gaps } = await connectTo(async (url, send) =>
        url.pathname === '/v1/accounts' ? json({ errors: ['x'] }, { status }) : send(),
      );
      expect(gaps).toEqual([
        {
          topic: 'no-rows-accounts',
          text: 'accounts: the service rejects its list, so it was not compared.',
        },
      ]);
    },
  );

  test('a list that is always empty, although relations show rows of it', async () => {
    const { gaps } = await connectTo(async (url, send) =>
      url.pathname === '/v1/accounts' ? json([]) : send(),
    );
    expect(gaps).toEqual([
      {
        topic: 'no-rows-accounts',
        text: 'accounts: the service returned no row, so it was not compared.',
      },
    ]);
  });

  test('a relation with too many related rows', async () => {
    const { transactions, transactionLines } = sampleData();
    const lines = Array.from({ length: 93 }, (_, index) => ({
      ...transactionLines[0],
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      transaction_id: transactions[index % 3]?.id,
    }));
    const data = { transactions: transactions.slice(0, 3), transactionLines: lines };
    expect((await connectTo(undefined, data)).gaps).toEqual([
      {
        topic: 'not-compared-transactions.lines',
        text: 'transactions.lines: rows have more than 30 related rows, so the relation was not compared.',
      },
    ]);
  });
});

describe('a contradiction to the schema', () => {
  test('names the types of a field that has several, as wrong rows', async () => {
    const { schemaDifferences } = await connectTo(async (url, send) => {
      const response = await send();
      if (url.pathname !== '/v1/accounts') return response;
      let count = 0;
      const text = (await response.text()).replaceAll(/"status":"\w+"/g, (found) =>
        count++ % 2 ? '"status":1' : found,
      );
      return new Response(text, response);
    });
    expect(schemaDifferences).toMatchObject([
      {
        topic: 'fields-accounts.status',
        kind: 'rows',
        observed: expect.stringMatching(/^values of several types: /),
      },
    ]);
  });

  test('is no computed field of a list without rows', async () => {
    const { schemaDifferences } = await connectTo(async (url, send) =>
      url.pathname === '/v1/accounts' ? json([]) : send(),
    );
    expect(schemaDifferences).toEqual([]);
  });
});
