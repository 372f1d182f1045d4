import JSON5 from 'json5';
import { createClient, extendSchema, paymentsSchema, string } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { failure } from '../fixtures/failure.js';
import { ask } from './send.js';

const mock = createMock();
beforeEach(() => mock.reset());
const statuses = async (count: number, path = '/balances') => {
  const answered: number[] = [];
  for (let index = 0; index < count; index++) answered.push((await ask(mock, path)).status);
  return answered;
};

describe('a fault', () => {
  test('is a status 500 for every request, until the mock is reset', async () => {
    mock.fail({});
    expect(await statuses(3)).toEqual([500, 500, 500]);
    expect((await ask(mock, '/accounts')).body).toEqual({
      errors: ['This response was requested with mock.fail().'],
    });
    mock.reset();
    expect(await statuses(1)).toEqual([200]);
  });

  test('can be removed', async () => {
    const remove = mock.fail({ status: 503 });
    expect(await statuses(1)).toEqual([503]);
    remove();
    expect(await statuses(1)).toEqual([200]);
  });

  test('can begin after some requests and end after some', async () => {
    mock.fail({ status: 503, after: 1, times: 2 });
    expect(await statuses(5)).toEqual([200, 503, 503, 200, 200]);
  });

  test('applies to requests with its method and path', async () => {
    mock.fail({ path: '/accounts', status: 502 });
    mock.fail({ method: 'delete', path: '/v1/api-keys/*', status: 504 });
    mock.fail({ path: '/transactions/*', status: 429 });
    expect(await statuses(1)).toEqual([200]);
    expect(await statuses(1, '/accounts')).toEqual([502]);
    expect(await statuses(2, '/transactions/lines')).toEqual([429, 429]);
    expect((await ask(mock, '/api-keys/x', {}, { method: 'DELETE' })).status).toBe(504);
    expect((await ask(mock, '/api-keys/x')).status).toBe(405);
  });

  test('applies first if it was added first and is due', async () => {
    mock.fail({ status: 503, times: 1 });
    mock.fail({ status: 429, times: 1 });
    expect(await statuses(3)).toEqual([503, 429, 200]);
  });

  test('sends Retry-After', async () => {
    mock.fail({ status: 429, retryAfter: 1.2, times: 1 });
    mock.fail({ status: 429, retryAfter: new Date('2026-01-01T00:00:00Z'), times: 1 });
    expect((await ask(mock, '/balances')).headers.get('retry-after')).toBe('2');
    expect((await ask(mock, '/balances')).headers.get('retry-after')).toBe(
      'Thu, 01 Jan 2026 00:00:00 GMT',
    );
  });

  test('with a network error rejects as fetch does', async () => {
    mock.fail({ error: 'network' });
    await expect(ask(mock, '/balances')).rejects.toThrow(TypeError);
    const [{ id: keyId } = { id: '' }] = mock.apiKeys.all();
    const headers = { authorization: '[redacted]' };
    expect(mock.requests).toEqual([
      {
        ...{ method: 'GET', path: '/v1/balances', search: '', headers, keyId, state: 'failed' },
        ...{ time: expect.any(Number), duration: expect.any(Number) },
      },
    ]);
  });

  test('with a latency only delays the response', async () => {
    mock.fail({ latency: [40, 50], times: 1 });
    const start = performance.now();
    expect(await statuses(1)).toEqual([200]);
    const delayed = performance.now() - start;
    expect(await statuses(1)).toEqual([200]);
    expect(delayed).toBeGreaterThanOrEqual(39); // timers may be a little early
    expect(mock.requests).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  test.each([
    [{ status: 500 }, 'old'],
    [{ error: 'network' }, 'old'],
    [{ status: 500, loseResponse: true }, 'new'],
    [{ error: 'network', loseResponse: true }, 'new'],
  ] as const)('changes the data only with loseResponse: %j', async (fault, name) => {
    const { id } = mock.apiKeys.create({ name: 'old' });
    mock.fail(fault);
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'PUT', body: '{"name":"new"}', headers };
    const answer = await ask(mock, `/api-keys/${id}`, {}, init).catch(() => 'lost');
    expect(answer).not.toMatchObject({ status: 200 });
    expect(mock.apiKeys.get(id)?.name).toBe(name);
  });

  test.each(
    Object.entries({
      '{ staus: 500 }':
        '`staus` is not an option. Did you mean `status`? The options are method, path, status, error, latency, after, times, retryAfter, loseResponse.',
      '{ status: 99 }': 'expected `status` to be a status from 200 to 599, got 99.',
      "{ error: 'dns' }": 'expected `error` to be one of network, timeout, got "dns".',
      '{ latency: -1 }':
        'expected `latency` to be milliseconds or a range such as [50, 200], got -1.',
      '{ after: -1 }': 'expected `after` to be a non-negative integer, got -1.',
      '{ times: 0 }': 'expected `times` to be a positive integer, got 0.',
      '{ retryAfter: NaN }':
        'expected `retryAfter` to be a number of seconds or a valid Date, got NaN.',
      "{ error: 'network', status: 500 }":
        '`error` means that there is no response. Leave out `status` and `retryAfter`, or leave out `error`.',
      null: 'expected an options object, got null.',
    }),
  )('is checked: %s', (fault, message) => {
    expect(() => mock.fail(JSON5.parse(fault))).toThrow(`fail: ${message}`);
  });

  test.each([
    ['/balance', 'Did you mean `/v1/balances`?'],
    ['/v1/balances/', 'Did you mean `/v1/balances`?'],
    ['/v1/accounts/123', 'Did you mean `/v1/accounts`?'],
    ['/v1/api-keys', ''],
    ['/v1/acounts*', 'Did you mean `/v1/accounts`?'],
    ['/v1/balances/1/unit', ''],
    ['/something', 'The paths are /v1/balances, /v1/balances/<id>, '],
  ])('is rejected for a path that no route has: %s', (path, hint) => {
    const full = path.replace(/^(\/v1)?/, '/v1');
    expect(() => mock.fail({ path })).toThrow(
      `fail: the service has no path ${full}.${hint && ` ${hint}`}`,
    );
  });

  test('may have a path that a request can have', () => {
    const lists = ['*', '/v1/*', '/v1/bal*', '/transactions/lines'];
    for (const path of [...lists, '/balances/b*', '/api-keys/x']) mock.fail({ path });
  });

  test.each([
    'balances',
    '',
    '/v1/*/x',
    '/v1/balances/:id',
    '/v1/balances?take=1',
    'https://a.b/c',
  ])('is rejected for text that is not a path: %j', (path) => {
    expect(() => mock.fail({ path })).toThrow(
      "fail: expected `path` to be a path such as '/v1/balances' or '/v1/api-keys/*', without a query, got",
    );
  });
});

test.each(['b 1', 'ü', "o'x", '(x)!'])(
  'a fault may name the id %s as it is, or encoded',
  async (id) => {
    const schema = extendSchema(paymentsSchema, { balances: { fields: { id: string() } } });
    const mock = createMock({ schema, data: { balances: [{ id }] } });
    const { balances } = createClient({ ...mock.clientOptions, schema, retry: 0 });
    for (const path of [`/v1/balances/${id}`, `/balances/${encodeURIComponent(id)}`]) {
      mock.fail({ path, status: 503, times: 1 });
      expect((await failure(balances.get(id))).message).toContain('503');
    }
    await expect(balances.get(id)).resolves.toMatchObject({ id });
  },
);

describe('latency', () => {
  test('delays responses, and an abort ends the wait at once', async () => {
    const slow = createMock({ latency: 60_000 });
    const reason = new Error('enough');
    const controller = new AbortController();
    const pending = ask(slow, '/balances', {}, { signal: controller.signal });
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    expect(slow.requests).toMatchObject([{ path: '/v1/balances', state: 'aborted' }]);
    expect(slow.requests[0]).not.toHaveProperty('status');
  });
});
