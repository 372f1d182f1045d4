import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenInspector, openInspector } from './open-inspector.js';

let inspector: OpenInspector;
beforeEach(async () => {
  inspector = await openInspector();
});
afterEach(() => inspector.close());

describe('faults', () => {
  const faults = async () => (await inspector.get('state')).body.faults;
  const add = (fault: object) => inspector.post('faults/add', { fault: JSON.stringify(fault) });

  test('are listed with how often they were matched', async () => {
    const { ask, post, mock } = inspector;
    const { id } = (
      await add({
        method: 'GET',
        path: '/v1/balances',
        status: 503,
        after: 1,
        times: 2,
        retryAfter: 3,
      })
    ).body;
    mock.fail({ path: /accounts/, latency: [1, 2] });
    const description = 'GET /v1/balances: status 503, Retry-After 3, after 1 request, 2 times';
    const delay = { id: id + 1, description: '/accounts/: delay 1-2 ms', remaining: null };
    expect(await faults()).toEqual([
      { id, description, matched: 0, applied: 0, remaining: 2 },
      { ...delay, matched: 0, applied: 0 },
    ]);
    expect((await ask('/v1/balances')).status).toBe(200);
    const failed = await ask('/v1/balances');
    expect([failed.status, failed.headers['retry-after']]).toEqual([503, '3']);
    expect((await ask('/v1/accounts')).status).toBe(200);
    expect(await faults()).toEqual([
      { id, description, matched: 2, applied: 1, remaining: 1 },
      { ...delay, matched: 1, applied: 1 },
    ]);
    await ask('/v1/balances');
    await ask('/v1/balances');
    expect((await faults())[0]).toMatchObject({ id, matched: 3, applied: 2, remaining: 0 });
    await post('reset');
    expect(await faults()).toEqual([]);
  });

  test('can be removed', async () => {
    const { ask, post } = inspector;
    const { id } = (await add({ status: 500 })).body;
    expect((await ask('/v1/balances')).status).toBe(500);
    expect((await post('faults/remove', { id })).body).toEqual({});
    expect((await ask('/v1/balances')).status).toBe(200);
    expect(await post('faults/remove', { id })).toMatchObject({
      status: 404,
      body: { error: `No fault has the id ${id}. It was removed, or the mock was reset.` },
    });
  });

  test('that are used up are listed, but only the last twenty', async () => {
    for (let count = 0; count < 25; count++) {
      inspector.mock.fail({ status: 500, times: 1 });
      await inspector.ask('/v1/balances');
    }
    expect((await faults()).map(({ id }: { id: number }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 6),
    );
  });

  test.each([
    [{ error: 'network' }, 'every request: network error'],
    [{ error: 'timeout', path: '/v1/api-keys/*' }, '/v1/api-keys/*: no response'],
    [{ loseResponse: true }, 'every request: status 500, after processing the request'],
    [{ latency: 250, status: 429 }, 'every request: delay 250 ms, status 429'],
    [{ latency: [50, 200] }, 'every request: delay 50-200 ms'],
    [{ method: 'put', times: 1 }, 'PUT: status 500, 1 time'],
  ])('are described: %j', async (fault, description) => {
    await add(fault);
    expect(await faults()).toMatchObject([{ description }]);
  });

  test.each([{ status: 99 }, { staus: 500 }, { path: '/v1/balance' }, { path: {} }])(
    'are checked as mock.fail checks them: %j',
    async (fault) => {
      let message = '';
      try {
        inspector.mock.fail(fault as never);
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message).toMatch(/^fail: /);
      expect(await add(fault)).toMatchObject({
        status: 400,
        body: { error: message.replace('fail: ', '').replace(', or a RegExp', '') },
      });
    },
  );

  test.each([
    ["{ status: 503, path: '/v1/balances', times: 2 }", '/v1/balances: status 503, 2 times'],
    ["error: 'timeout', after: 1 // no braces", 'every request: no response, after 1 request'],
  ])('are read from the text of a JavaScript object: %s', async (fault, description) => {
    await inspector.post('faults/add', { fault });
    expect(await faults()).toMatchObject([{ description }]);
  });

  test.each([
    [
      '{ status: 503',
      "fault: invalid end of input at 1:14. Write relaxed JSON such as {name:'value'}, with text in quotes.",
    ],
    ['status: 503, status: 500', 'fault: `status` is given more than once. Write it once.'],
    ['503', 'expected an options object, got 503.'],
    [' ', 'expected an options object, got undefined.'],
  ])('are rejected if the text is not one: %s', async (fault, error) => {
    expect(await inspector.post('faults/add', { fault })).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  test('are rejected without mentioning what only code can pass', async () => {
    const { body } = await add({ path: 'v1/balances' });
    expect(body.error).toBe(
      "expected `path` to be a path such as '/v1/balances' or '/v1/api-keys/*', without a query, got \"v1/balances\".",
    );
  });
});

describe('keys', () => {
  const keys = async () => (await inspector.get('state')).body.keys;

  test('are created, renamed, revoked and deleted', async () => {
    const { post, raw } = inspector;
    const status = async (key: string) =>
      (await raw('/v1/balances?take=1', { headers: { Authorization: `APIKey ${key}` } })).status;
    const { id, key } = (await post('keys/create', { name: 'CI', role: 'Reader' })).body;
    expect(await status(key)).toBe(200);
    await post('keys/rename', { id, name: 'Nightly' });
    expect((await keys()).at(-1)).toEqual({
      id,
      name: 'Nightly',
      role: 'Reader',
      status: 'active',
      expiresAt: null,
      isExpired: false,
    });
    await post('keys/revoke', { id });
    expect([(await keys()).at(-1).status, await status(key)]).toEqual(['revoked', 401]);
    await post('keys/delete', { id });
    expect(await keys()).toHaveLength(1);
    expect((await post('keys/delete', { id })).status).toBe(404);
  });

  test('can be expired by the clock of the mock', async () => {
    const { id } = (await inspector.post('keys/create', { expiresAt: '2025-01-01T00:00:00Z' }))
      .body;
    expect((await keys()).at(-1)).toMatchObject({
      id,
      isExpired: true,
      expiresAt: '2025-01-01T00:00:00.000Z',
    });
  });

  test.each([
    [
      'keys/create',
      { name: '' },
      'apiKeys.create: expected `name` to be text that is not empty, got "".',
    ],
    ['keys/create', { expiresAt: 'soon' }, /^apiKeys\.create: `expiresAt`: expected ISO 8601 text/],
    ['keys/create', { key: 'mine' }, /^keys\/create: `key` is not an option\./],
    ['keys/rename', { id: 'x', name: 'y' }, 'No API key has the id "x". It was deleted.'],
    ['keys/rename', { id: 'x', name: '' }, /expected `name` to be text that is not empty/],
    ['keys/revoke', {}, 'keys/revoke: `id` is missing.'],
  ])('are checked: %s %j', async (action, body, message) => {
    const sent = await inspector.post(action, body);
    expect(sent.status).toBeGreaterThanOrEqual(400);
    expect(sent.body.error).toMatch(message);
  });
});
