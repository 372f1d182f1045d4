import { createClient, isAuthenticationError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, expect, test } from 'vitest';
import { createRotatingClient } from '../../examples/key-rotation.js';

const mock = createMock();
beforeEach(() => mock.reset());

test('no call fails while a key is replaced and revoked', async () => {
  const [oldKey, newKey] = [mock.apiKeys.create(), mock.apiKeys.create()];
  const secrets = { apiKey: oldKey.key };
  let reads = 0;
  const client = createRotatingClient(mock.clientOptions, async () => {
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
  const statuses = mock.requests.filter(({ method }) => method === 'GET').map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 401]));
  expect(reads).toBeLessThan(calls.length); // the key is cached
});

test('calls at the same time share one read of the new key', async () => {
  const [oldKey, newKey] = [mock.apiKeys.create(), mock.apiKeys.create()];
  const secrets = { apiKey: oldKey.key };
  let reads = 0;
  const client = createRotatingClient(mock.clientOptions, async () => {
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

test('a call fails with the 401 of the service if there is no new key', async () => {
  const key = mock.apiKeys.create();
  const client = createRotatingClient(mock.clientOptions, async () => key.key);
  await client.apiKeys.revoke(key.id);
  const error = await client.balances.list().catch((thrown: unknown) => thrown);
  expect(isAuthenticationError(error) && error.message).toContain('revoked');
  expect(JSON.stringify(error)).not.toContain(key.key);
});

test('an error of the secret store reaches the caller, and the next call reads the key again', async () => {
  const key = mock.apiKeys.create();
  const store = [new Error('The secret store is unavailable.')];
  const client = createRotatingClient(mock.clientOptions, async () => {
    const failure = store.pop();
    if (failure) throw failure;
    return key.key;
  });
  await expect(client.balances.list()).rejects.toThrow('The secret store is unavailable.');
  expect((await client.balances.list()).length).toBeGreaterThan(0);
});
