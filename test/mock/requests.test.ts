import { createMock, type Mock, type MockOptions } from 'payments-data-client/mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { channels } from './channels.js';
import { ask } from './send.js';

const mock = createMock();
beforeEach(() => mock.reset());

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the request log', () => {
  test('has each request with its query, its status and its rows', async () => {
    await ask(mock, '/balances', { where: "type:'main'", include: 'name:true', take: '1' });
    await ask(mock, '/balances', { where: 'nmae:1' });
    await ask(mock, '/nothing');
    await mock.fetch(`${mock.baseUrl}/v1/accounts`);
    const [{ id: keyId } = { id: '' }] = mock.apiKeys.all();
    const times = { time: expect.any(Number), duration: expect.any(Number) };
    const all = { method: 'GET', state: 'answered', ...times };
    const sent = { ...all, headers: { authorization: '[redacted]' }, keyId };
    expect(mock.requests).toStrictEqual([
      {
        ...{
          ...sent,
          path: '/v1/balances',
          where: { type: 'main' },
          include: { name: true },
          take: 1,
        },
        ...{ search: '?where=type%3A%27main%27&include=name%3Atrue&take=1' },
        ...{ status: 200, rows: 1, total: 12 },
      },
      {
        ...{ ...sent, path: '/v1/balances', search: '?where=nmae%3A1', status: 400 },
        problem: 'where: `nmae` is not a field or relation of balances. Did you mean `name`?',
      },
      {
        ...{ ...sent, path: '/v1/nothing', search: '', status: 404 },
        problem:
          'The service has no path /v1/nothing. If the client has a `schema`, pass it to createMock() too.',
      },
      {
        ...{ ...all, path: '/v1/accounts', search: '', headers: {}, status: 401 },
        problem:
          'The request has no API key. Send `Authorization: APIKey <API_KEY>` with a valid key.',
      },
    ]);
  });

  test('has the number of all rows only if the response does not have them', async () => {
    for (const search of ['', 'take=24', 'take=23', 'skip=20', 'take=0'])
      await ask(mock, '/balances', search);
    const [account] = mock.db.accounts.all();
    await ask(mock, '/balances', { where: `account_id:'${account?.id}'` });
    const [balance] = mock.db.balances.all();
    await ask(mock, `/balances/${balance?.id}`);
    expect(mock.requests.map(({ rows, total }) => [rows, total])).toEqual([
      [24, undefined],
      [24, undefined],
      [23, 24],
      [4, 24],
      [0, 24],
      [1, undefined],
      [undefined, undefined],
    ]);
  });

  test('has the names and the form of a client in another dialect', async () => {
    const parameters = {
      ...{ where: 'filter', orderBy: 'sort', take: 'limit' },
      ...{ page: 'page', skip: null },
    };
    const renamed = createMock({ dialect: { parameters, orderFormat: '-name' }, apiKeys: false });
    const query = "?filter=name:'a'&sort=-name,id&limit=5&page=3&include=name:true";
    await renamed.fetch(`${renamed.baseUrl}/v1/balances${query}`);
    expect(renamed.requests).toMatchObject([
      {
        ...{ path: '/v1/balances', where: { name: 'a' }, include: { name: true }, status: 200 },
        ...{ take: 5, skip: 10, orderBy: { name: 'desc', id: 'asc' } },
      },
    ]);
  });

  test('has the headers by name in lower case, without secrets', async () => {
    const { apiKey } = mock.clientOptions;
    const headers = {
      'Idempotency-Key': 'order-1',
      'X-Trace': `key ${apiKey}`,
      Authorization: 'APIKey the key of another service',
      Cookie: 'session=s3cret',
      'X-Api-Key': 's3cret',
      'X-Csrf-Token': 's3cret',
    };
    await mock.fetch(`${mock.baseUrl}/v1/balances`, { headers });
    expect(mock.requests.at(-1)?.headers).toEqual({
      authorization: '[redacted]',
      cookie: '[redacted]',
      'idempotency-key': 'order-1',
      'x-api-key': '[redacted]',
      'x-csrf-token': '[redacted]',
      'x-trace': 'key [redacted]',
    });
  });

  test.each(['canary-zq7', 'Canary-Zq7', 'canary~zq7!$*'])(
    'has the key %j neither as the name of a header nor in a query',
    async (key) => {
      const keyed = createMock({ apiKeys: [{ key }] });
      const headers = { [key]: '1', [`x-${key}`]: key };
      const value = encodeURIComponent(key);
      const name = value.replaceAll('-', '%2D').replaceAll('z', '%7a');
      for (const query of [
        { where: `name:'${key}'` },
        { [key]: key },
        `${name}=1&where=${name}`,
        `${value}`,
      ])
        await ask(keyed, '/balances', query, { headers });
      expect(keyed.requests).toHaveLength(4);
      for (const { search, ...recorded } of keyed.requests) {
        const text = JSON.stringify([recorded, decodeURIComponent(search)]).toLowerCase();
        expect(text).not.toContain(key.toLowerCase());
        expect(Object.keys(recorded.headers ?? {})).toContain('x-[redacted]');
      }
    },
  );

  test('has no secret, however it is written', async () => {
    const secret = 'a/b+c=d"e&f%2Fg';
    const odd = createMock({ apiKeys: [{ key: secret }, { key: 'dev' }] });
    await ask(odd, `/${encodeURIComponent(secret)}`);
    await ask(odd, '/balances', { where: JSON.stringify({ name: secret }), include: 'name:true' });
    await ask(odd, '/balances', { where: "name:'dev',type:'device'" });
    const text = JSON.stringify(odd.requests);
    const json = JSON.stringify(secret).slice(1, -1);
    for (const spelling of [secret, encodeURIComponent(secret), json])
      expect(text).not.toContain(spelling);
    expect(odd.requests[1]?.where).toEqual({ name: '[redacted]' });
    expect(odd.requests[2]).toMatchObject({ where: { name: '[redacted]', type: 'device' } });
    const named = createMock({ apiKeys: [{ key: 'take' }] });
    await ask(named, '/balances', { take: '2' });
    expect(named.requests[0]?.take).toBe(2);
  });
});

describe.each(Object.entries(channels))('requests %s', (_, open) => {
  async function withChannel(
    options: MockOptions,
    run: (
      mock: Mock,
      get: (path: string, init?: RequestInit) => Promise<Response>,
    ) => Promise<void>,
  ) {
    const mock = createMock({ ...options, apiKeys: [{ key: 'test-key' }] });
    const { baseUrl, send, close } = await open(mock as never);
    const headers = { Authorization: 'APIKey test-key' };
    try {
      await run(mock, (path, init) => send(`${baseUrl}/v1${path}`, { headers, ...init }));
    } finally {
      await close();
    }
  }

  const arrived = async (mock: Mock, count: number) => {
    for (let turn = 0; mock.requests.length < count && turn < 500; turn++) await pause(2);
  };

  test('are recorded when they arrive, and in that order [decision 65]', async () => {
    await withChannel({}, async (mock, get) => {
      mock.fail({ path: '/v1/balances', latency: 60, times: 1 });
      mock.fail({ path: '/v1/transactions', error: 'network' });
      const slow = get("/balances?where=name:'a'");
      await arrived(mock, 1);
      expect(mock.requests).toMatchObject([{ state: 'pending', where: { name: 'a' } }]);
      expect(mock.requests[0]).not.toHaveProperty('status');
      await get('/accounts?take=2');
      await expect(get('/transactions')).rejects.toThrow();
      await slow;
      expect(mock.requests.slice(0, 2)).toMatchObject([
        { path: '/v1/balances', state: 'answered', status: 200, rows: 0 },
        { path: '/v1/accounts', state: 'answered', status: 200, rows: 2, total: 12 },
      ]);
      expect(mock.requests.at(-1)).toMatchObject({ path: '/v1/transactions', state: 'failed' });
    });
  });

  test.each<[string, MockOptions, (mock: Mock) => void]>([
    ['latency', { latency: 60 }, () => {}],
    ['a slow fault', {}, (mock) => mock.fail({ latency: 60, status: 503 })],
    ['a lost response', {}, (mock) => mock.fail({ latency: 60, loseResponse: true })],
  ])('from before reset() do not show up after it: %s', async (_, options, prepare) => {
    await withChannel(options, async (mock, get) => {
      prepare(mock);
      const pending = get('/balances');
      await arrived(mock, 1);
      mock.reset();
      mock.fail({ status: 418, times: 1 });
      await pending;
      expect(mock.requests).toEqual([]);
      expect((await get('/accounts')).status).toBe(418); // the fault is still there
      expect(mock.requests).toMatchObject([{ path: '/v1/accounts' }]);
    });
  });

  test('from before reset() change nothing after it', async () => {
    await withChannel({ latency: 40 }, async (mock, get) => {
      const [{ id } = { id: '' }] = mock.apiKeys.all();
      const pending = get(`/api-keys/${id}`, { method: 'DELETE' });
      await arrived(mock, 1);
      mock.reset();
      const response = await pending;
      expect([response.status, await response.json()]).toEqual([
        409,
        { errors: ['The mock was reset before it processed this request.'] },
      ]);
      expect(mock.apiKeys.get(id)?.status).toBe('active');
    });
  });

  test.each(['GET', 'HEAD'])('by %s from before reset() are answered after it', async (method) => {
    await withChannel({ latency: 40 }, async (mock, get) => {
      const pending = get('/balances', { method });
      await arrived(mock, 1);
      mock.reset();
      expect((await pending).status).toBe(200);
    });
  });

  test('that are aborted stay, and restore() leaves them', async () => {
    await withChannel({}, async (mock, get) => {
      mock.fail({ error: 'timeout' });
      const controller = new AbortController();
      const pending = get('/balances', { signal: controller.signal });
      await arrived(mock, 1);
      mock.restore(mock.snapshot());
      expect(mock.requests).toMatchObject([{ state: 'pending' }]);
      controller.abort();
      await expect(pending).rejects.toThrow();
      for (let turn = 0; mock.requests[0]?.state === 'pending' && turn < 500; turn++)
        await pause(2);
      expect(mock.requests).toMatchObject([{ path: '/v1/balances', state: 'aborted' }]);
    });
  });
});
