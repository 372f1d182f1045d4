import { inspector } from 'payments-data-client/inspector';
import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeCall } from '../../../src/tools/inspector/state.js';
import { control, sendRaw } from '../../mock/server/send.js';

const KEY = 'the-key-of-the-mock';
const { schema } = createMock().service.store;

async function serve(mock = createMock({ apiKeys: [{ name: 'Test', key: KEY }] })) {
  const { url, close } = await serveMock(mock, { plugins: [inspector()] });
  onTestFinished(close);
  const send = (path: string) =>
    fetch(url + path, { headers: { authorization: `APIKey ${KEY}` } }).then((r) => r.text());
  return { url, mock, send, read: (name: string) => control(url, `GET ${name}`) };
}

describe('the inspector on a port', () => {
  test('is off by default', async () => {
    const { url, close } = await serveMock(createMock());
    onTestFinished(close);
    expect((await sendRaw(url, '/')).status).toBe(401);
    expect((await control(url, 'GET inspector')).status).toBe(404);
  });

  test('is a page at the URL of the mock, with headers that keep other pages out', async () => {
    const { url } = await serve();
    for (const path of ['/', '/?x', '/inspector/app.js', '/inspector/app.css']) {
      const origin = { Origin: 'http://localhost:3000' };
      const { headers } = await sendRaw(url, path, { headers: origin });
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const { status, headers, text } = await sendRaw(url, '/');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<script type="module" src="/inspector/app.js"></script>');
    expect((await sendRaw(url, '/inspector/nothing')).status).toBe(401);
  });

  test('reads what the mock has', async () => {
    const { mock, send, read } = await serve();
    await send("/v1/balances?where=name:'Nobody'");
    mock.fail({ path: '/v1*', error: 'network', times: 3 });
    mock.apiKeys.create({ name: 'Old', expiresAt: '2020-01-01T00:00:00Z' });
    const { status, body } = await read('inspector');
    expect(status).toBe(200);
    expect(body).toEqual({
      requests: {
        total: 1,
        last: [
          {
            ...{
              id: expect.any(Number),
              method: 'GET',
              path: '/v1/balances',
              status: 200,
              rows: 0,
            },
            ...{ code: "balances.list({ where: { name: 'Nobody' } })", state: 'answered' },
            ...{ explanation: mock.requests[0]?.explanation, duration: expect.any(Number) },
          },
        ],
      },
      resources: Object.keys(schema).map((name) => ({ name, rows: expect.any(Number) })),
      faults: [
        { id: 1, code: "{ path: '/v1*', error: 'network', times: 3 }", applied: 0, remaining: 3 },
      ],
      keys: [
        expect.objectContaining({ name: 'Test', status: 'active', isExpired: false }),
        expect.objectContaining({ name: 'Old', isExpired: true }),
      ],
    });
    expect(mock.requests).toHaveLength(1);
  });

  test('gives a request the same id each time, and shows the last 200', async () => {
    const { mock, send, read } = await serve();
    for (let count = 0; count < 203; count++) await send('/v1/nothing');
    const ids = async () =>
      (await read('inspector')).body.requests.last.map(({ id }: { id: number }) => id);
    const first = await ids();
    expect(first).toHaveLength(200);
    await send('/v1/nothing');
    expect((await ids()).slice(1)).toEqual(first.slice(0, -1));
    mock.reset();
    await send('/v1/nothing');
    expect(first).not.toContain((await ids())[0]);
  });

  test('reads rows in pages, with foreign keys that no response has', async () => {
    const { read, mock } = await serve();
    const { body } = await read('inspector-rows?resource=transactionLines&skip=2');
    expect(body.columns).toContain('transaction_id');
    expect(body.rows[0]).toMatchObject({ id: mock.db.transactionLines.all()[2]?.id });
    expect(body.total).toBe(mock.db.transactionLines.all().length);
    const problem = /^GET \/_mock\/inspector-rows: .*`balance`.*`balances`/;
    const errors = [expect.stringMatching(problem)];
    expect(await read('inspector-rows?resource=balance')).toEqual({
      status: 400,
      body: { errors },
    });
  });

  test('cuts long values, and reads a whole value alone', async () => {
    const { read, mock } = await serve();
    const variables = { list: Array.from({ length: 200_000 }, (_, index) => index % 10) };
    const { id } = mock.db.balances.insert({ name: 'x'.repeat(500), variables });
    const { status, body } = await read('inspector-rows?resource=balances');
    expect(status).toBe(200);
    const row = body.rows.find((row: { id: string }) => row.id === id);
    expect(row).toMatchObject({
      name: 'x'.repeat(400),
      variables: JSON.stringify(variables).slice(0, 400),
      type: 'main',
    });
    const query = body.long[`${id} variables`];
    expect(Object.keys(body.long)).toEqual([`${id} name`, `${id} variables`]);
    const whole = JSON.stringify(variables, null, 2);
    expect((await read(`inspector-value?${query}`)).body).toEqual({
      text: whole.slice(0, 50_000),
      length: whole.length,
    });
    expect((await read(`inspector-value?${body.long[`${id} name`]}`)).body).toEqual({
      text: 'x'.repeat(500),
      length: 500,
    });
    expect((await read('inspector-value?resource=balance')).status).toBe(400);
  });

  test('shows no key, wherever it is', async () => {
    const { read, mock, send } = await serve();
    mock.db.balances.insert({ name: KEY, variables: { [KEY]: KEY } });
    mock.apiKeys.create({ name: KEY });
    mock.fail({ path: '/v1/accounts', status: 503 });
    await send(`/v1/${KEY}?where=name:'${KEY}'`);
    await send(`/v1/balances?where=name:'${KEY}'`);
    const { id } = mock.db.balances.insert({ name: `${'x'.repeat(390)}${KEY}` });
    const value = `inspector-value?resource=balances&id=${id}&column=name`;
    for (const name of ['inspector', 'inspector-rows?resource=balances', value])
      expect(JSON.stringify(await read(name))).not.toContain(KEY.slice(0, 10));
  });
});

describe('the code of a request', () => {
  const write = (path: string, query = {}, method = 'GET') =>
    writeCall(
      { method, path, search: '', headers: {}, state: 'answered', time: 0, ...query },
      schema,
    );

  test.each<[string, object, string | undefined]>([
    ['/v1/balances', {}, 'balances.list()'],
    [
      '/v1/transactions/lines',
      { where: { amount: { gt: 1 } }, orderBy: { id: 'desc' }, take: 2, skip: 4 },
      "transactionLines.list({ where: { amount: { gt: 1 } }, orderBy: { id: 'desc' }, take: 2, skip: 4 })",
    ],
    [
      '/v1/balances/b%20c',
      { include: { unit: true } },
      "balances.get('b c', { include: { unit: true } })",
    ],
    ['/v1/balances', { search: '?where=nmae:1' }, undefined],
    ['/v1/nothing', {}, undefined],
    ['/v1/api-keys/x', {}, undefined],
  ])('is a call of a client: %s %j', (path, query, code) => {
    expect(write(path, query)).toBe(code);
  });

  test('is cut if it is long, and missing for other methods', () => {
    expect(write('/v1/balances', { where: { name: 'x'.repeat(9_000) } })).toHaveLength(4_001);
    expect(write('/v1/balances', {}, 'POST')).toBeUndefined();
  });
});
