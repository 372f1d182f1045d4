import { createClient } from 'payments-data-client';
import { createMock, type Fault, type MockOptions } from 'payments-data-client/mock';
import { describe, expect, it } from 'vitest';
import { failure } from '../fixtures/failure.js';
import { withoutDelays } from '../fixtures/without-delays.js';

withoutDelays();

function workspace(options: MockOptions = {}) {
  const mock = createMock(options);
  return { mock, client: createClient(mock.clientOptions) };
}

const allOf = async <Item>(items: AsyncIterable<Item>) => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

describe.each(['bare', 'result'] as const)('a service with the envelope %s', (envelope) => {
  it('returns the same rows by list, get and iterate', async () => {
    const { mock, client } = workspace({
      dialect: { envelope: envelope === 'bare' ? undefined : envelope },
    });
    const include = { name: true, unit: { symbol: true } } as const;
    const listed = await client.balances.list({ include });
    expect(listed).toHaveLength(mock.db.balances.all().length);
    const [first] = listed;
    expect(await client.balances.get(first?.id ?? '', { include })).toEqual(first);
    const byId = [...listed].sort((one, other) => (one.id < other.id ? -1 : 1));
    expect(await allOf(client.balances.iterate({ include }, { pageSize: 7 }))).toEqual(byId);
    const ordered = await client.balances.list({ include, orderBy: { name: 'desc' } });
    expect(
      await allOf(client.balances.iterate({ include, orderBy: { name: 'desc' } }, { pageSize: 7 })),
    ).toEqual(ordered);
  });
});

describe('a URL of exactly `dialect.maxUrlLength` [decision 55]', () => {
  const where = { name: { like: "it's" } };

  it.each([
    ['is accepted', 0, ['', '']],
    [
      'is too long with one byte more',
      1,
      [
        'QueryError: query: the URL has 68 bytes, more than `dialect.maxUrlLength` (67). Shorten the filter or the include.',
        expect.stringMatching(/ 414 URI Too Long: The URL has more than \d+ bytes/),
      ],
    ],
  ])('%s, for client and mock', async (_, more, expected) => {
    const sent = 'https://payments.test/v1/balances?where=name:%7Blike:%22it%27s%22%7D';
    const dialect = { maxUrlLength: sent.length - more };
    const { client, mock } = workspace({ dialect });
    const results = await Promise.allSettled([
      createClient({ ...mock.clientOptions, dialect }).balances.list({ where }),
      client.with({ dialect: {} }).balances.list({ where }),
    ]);
    expect(
      results.map((result) => (result.status === 'rejected' ? `${result.reason}` : '')),
    ).toEqual(expected);
  });
});

describe('a fault', () => {
  it.each<[string, Fault]>([
    ['a 503', { status: 503, times: 2 }],
    ['a 429 with Retry-After', { status: 429, retryAfter: 0, times: 2 }],
    ['a broken connection', { error: 'network', times: 2 }],
    ['a lost response', { error: 'network', loseResponse: true, times: 2 }],
  ])('such as %s does not fail a list', async (_, fault) => {
    const { mock, client } = workspace();
    mock.fail(fault);
    await expect(client.balances.list()).resolves.toHaveLength(mock.db.balances.all().length);
    expect(mock.requests).toHaveLength(3);
  });

  it('that stays is reported with the number of attempts', async () => {
    const { mock, client } = workspace();
    mock.fail({ status: 502, path: '/v1/balances' });
    expect(await failure(client.balances.list())).toMatchObject({
      name: 'ApiError',
      status: 502,
      attempts: 3,
    });
    await expect(client.accounts.list()).resolves.not.toHaveLength(0);
  });

  it('without a response ends with the timeout', async () => {
    const { mock, client } = workspace();
    mock.fail({ error: 'timeout' });
    expect((await failure(client.balances.list({}, { timeout: 50 }))).name).toBe('TimeoutError');
  });

  it('that loses the response to a DELETE is reported with the advice to check', async () => {
    const { mock, client } = workspace();
    const key = mock.apiKeys.create({ name: 'Old' });
    mock.fail({ method: 'DELETE', error: 'network', loseResponse: true, times: 1 });
    const error = await failure(client.apiKeys.delete(key.id));
    expect(error.message).toMatch(
      /^DELETE .* The request may still have been processed; check before you retry\.$/,
    );
    expect(mock.apiKeys.get(key.id)).toBeUndefined();
    expect(mock.requests).toHaveLength(1);
  });

  it('that loses the response to a revocation is retried', async () => {
    const { mock, client } = workspace();
    const key = mock.apiKeys.create({ name: 'Old' });
    mock.fail({ method: 'PUT', error: 'network', loseResponse: true, times: 1 });
    await client.apiKeys.revoke(key.id);
    expect(mock.apiKeys.get(key.id)?.status).toBe('revoked');
  });
});

describe('a key', () => {
  it('that revoked itself is rejected from then on, and a renewed one is accepted', async () => {
    const { mock } = workspace();
    const keys = [
      mock.apiKeys.create({ name: 'first' }),
      mock.apiKeys.create({ name: 'second' }),
    ] as const;
    let current = 0;
    const client = createClient({
      ...mock.clientOptions,
      apiKey: () => keys[current === 0 ? 0 : 1].key,
    });
    await client.apiKeys.revoke(keys[0].id);
    expect(await failure(client.balances.list())).toMatchObject({
      name: 'ApiError',
      status: 401,
      attempts: 1,
    });
    const renewing = client.with({ apiKey: () => keys[current++ === 0 ? 0 : 1].key });
    await expect(renewing.balances.list()).resolves.not.toHaveLength(0);
  });
});
