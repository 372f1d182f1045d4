import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, expect, test } from 'vitest';
import { deleteRevoked, replaceKey } from '../../examples/key-rotation.js';

const mock = createMock({ apiKeys: [{ name: 'old', key: 'old-key' }, { key: 'new-key' }] });
const [{ id } = { id: '' }] = mock.apiKeys.all();
const job = createClient({ ...mock.clientOptions, apiKey: 'new-key', retry: 0 });
const nameAndStatus = () => [mock.apiKeys.get(id)?.name, mock.apiKeys.get(id)?.status];

beforeEach(() => mock.reset());

test('a new key that is rejected changes nothing', async () => {
  const rejected = job.with({ apiKey: 'expired-key' });
  await expect(replaceKey(rejected, id, () => expect.unreachable())).rejects.toThrow('401');
  expect(nameAndStatus()).toEqual(['old', 'active']);
});

test('a program that has just read the old key succeeds with the new one', async () => {
  let secret = 'old-key';
  let replaced: Promise<void> | undefined;
  const fetch: typeof mock.fetch = async (...request) => {
    await replaced;
    return mock.fetch(...request);
  };
  const client = createClient({ ...mock.clientOptions, fetch, apiKey: () => secret, retry: 0 });
  const lookup = client.balances.list();
  replaced = replaceKey(job, id, () => (secret = 'new-key'));
  expect(await lookup).toHaveLength(24);
  expect(mock.requests.map(({ status }) => status)).toEqual([200, 200, 200, 401, 200]);
  expect(nameAndStatus()).toEqual(['Replaced', 'revoked']);
});

test('deletes keys that were revoked before a date, also if the job runs again', async () => {
  const old = { id, revokedAt: new Date('2026-01-01') };
  const recent = { id: 'recent', revokedAt: new Date('2026-02-01') };
  const stop = mock.fail({ method: 'DELETE', status: 403 });
  expect(await deleteRevoked(job, [old, recent], recent.revokedAt)).toEqual([recent, old]);
  stop();
  expect(await deleteRevoked(job, [old, recent], recent.revokedAt)).toEqual([recent]);
  expect(mock.apiKeys.get(id)).toBeUndefined();
  expect(await deleteRevoked(job, [old, recent], recent.revokedAt)).toEqual([recent]);
});
