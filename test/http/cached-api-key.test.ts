import { cachedApiKey, createClient, isAuthenticationError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const mock = createMock();
const keys = [mock.apiKeys.create(), mock.apiKeys.create()].map(({ key }) => key);

/** A client with a cached key, and how often the key was loaded. */
function clientOf(load: () => string | Promise<string>, ttl?: number) {
  const counted = vi.fn(load);
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  return {
    loads: counted.mock.calls,
    client: createClient({ ...mock.clientOptions, apiKey: cachedApiKey(counted, { ttl }), logger }),
  };
}

describe('a cached key', () => {
  it('is loaded once for concurrent calls, and kept', async () => {
    const { client, loads } = clientOf(async () => keys[0] ?? '');
    await Promise.all([client.balances.list(), client.accounts.list()]);
    await client.transactions.list();
    expect(loads).toHaveLength(1);
  });

  it('is loaded again after it was rejected, once for all calls', async () => {
    const given = ['rejected-key', 'rejected-key', keys[0] ?? ''];
    const { client, loads } = clientOf(async () => given.shift() ?? '');
    await expect(client.balances.list()).rejects.toThrow('Its function returned it again.');
    await Promise.all([client.balances.list(), client.accounts.list(), client.transactions.list()]);
    expect(loads).toHaveLength(3);
  });

  it('is not sent again after it was rejected, although it could not be loaded', async () => {
    const answers = ['old', new Error('The secret store is unavailable.'), 'new'];
    const key = cachedApiKey(async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? '';
    });
    await key({ rejectedKey: undefined });
    await expect(key({ rejectedKey: 'old' })).rejects.toThrow('The secret store is unavailable.');
    expect(await key({ rejectedKey: undefined })).toBe('new');
  });

  it('is loaded again if a load that began before the rejection returned the rejected key', async () => {
    const answers = ['old', 'old', 'new'];
    const key = cachedApiKey(async () => answers.shift() ?? '');
    await key({ rejectedKey: undefined });
    const [first, second] = await Promise.all([
      key({ rejectedKey: 'old' }),
      key({ rejectedKey: 'old' }),
    ]);
    expect([first, second]).toEqual(['old', 'new']);
  });

  it('is loaded again after its time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { client, loads } = clientOf(() => keys[1] ?? '', 1_000);
      await client.balances.list();
      vi.advanceTimersByTime(999);
      await client.balances.list();
      expect(loads).toHaveLength(1);
      vi.advanceTimersByTime(1);
      await client.balances.list();
      expect(loads).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not kept if it could not be loaded', async () => {
    let isDown = true;
    const { client } = clientOf(() => {
      if (isDown) throw new Error('the secret store is down');
      return keys[0] ?? '';
    });
    await expect(client.balances.list()).rejects.toThrow('the secret store is down');
    isDown = false;
    await client.balances.list({ take: 1 });
  });

  it.each([
    [
      'a-secret-key',
      undefined,
      'cachedApiKey: expected a function that loads a key, got a string.',
    ],
    [
      () => '',
      { ttl: 0 },
      'cachedApiKey: expected `ttl` to be a positive number of milliseconds, got 0.',
    ],
    [
      () => '',
      { tll: 1 },
      'cachedApiKey: `tll` is not an option. Did you mean `ttl`? The options are ttl.',
    ],
  ])('rejects %o with %o', (load, options, message) => {
    expect(() => cachedApiKey(load as never, options as never)).toThrow(message);
  });
});

describe('while a key is replaced', () => {
  beforeEach(() => mock.reset());
  const rotating = (load: () => Promise<string>) =>
    createClient({ ...mock.clientOptions, apiKey: cachedApiKey(load) });

  it('no call fails while a key is replaced and revoked', async () => {
    const [oldKey, newKey] = [mock.apiKeys.create(), mock.apiKeys.create()];
    const secrets = { apiKey: oldKey.key };
    let reads = 0;
    const client = rotating(async () => {
      reads++;
      return secrets.apiKey;
    });
    const administrator = createClient(mock.clientOptions);

    const calls = Array.from({ length: 60 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index));
      if (index === 20) {
        secrets.apiKey = newKey.key;
        await administrator.apiKeys.revoke(oldKey.id);
      }
      return client.balances.list({ take: 1 });
    });
    const rows = await Promise.all(calls);

    expect(rows.every(({ length }) => length === 1)).toBe(true);
    const statuses = mock.requests
      .filter(({ method }) => method === 'GET')
      .map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 401]));
    expect(reads).toBeLessThan(calls.length); // the key is cached
  });

  it('calls at the same time share one read of the new key', async () => {
    const [oldKey, newKey] = [mock.apiKeys.create(), mock.apiKeys.create()];
    const secrets = { apiKey: oldKey.key };
    let reads = 0;
    const client = rotating(async () => {
      reads++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return secrets.apiKey;
    });
    await client.balances.list();
    secrets.apiKey = newKey.key;
    await client.apiKeys.revoke(oldKey.id);
    await Promise.all(Array.from({ length: 10 }, () => client.balances.list()));
    expect(reads).toBe(2); // the old key, and the new one
  });

  it('a call fails with the 401 of the service if there is no new key', async () => {
    const key = mock.apiKeys.create();
    const client = rotating(async () => key.key);
    await client.apiKeys.revoke(key.id);
    const error = await client.balances.list().catch((thrown: unknown) => thrown);
    expect(isAuthenticationError(error) && error.message).toContain('revoked');
    expect(JSON.stringify(error)).not.toContain(key.key);
  });

  it('an error of the secret store reaches the caller, and the next call reads the key again', async () => {
    const key = mock.apiKeys.create();
    const store = [new Error('The secret store is unavailable.')];
    const client = rotating(async () => {
      const failure = store.pop();
      if (failure) throw failure;
      return key.key;
    });
    await expect(client.balances.list()).rejects.toThrow('The secret store is unavailable.');
    expect((await client.balances.list()).length).toBeGreaterThan(0);
  });
});
