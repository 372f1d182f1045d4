// Replaces an API key without an outage, and deletes those that were revoked
// long ago. The service neither creates nor lists keys: create them in its
// settings, and store the ids and dates of those that you revoke.
import { type Client, createClient, isApiError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

/** Replaces a key by that of the client. `publish` brings it to programs. */
export async function replaceKey(
  client: Client,
  oldId: string,
  publish: () => unknown,
) {
  await client.accounts.list({ take: 1 }); // throws if the key is rejected
  await client.apiKeys.rename(oldId, 'Replaced');
  await publish();
  await client.apiKeys.revoke(oldId);
}

/** Deletes the keys that were revoked before a date, and returns the others. */
export async function deleteRevoked(
  client: Client,
  keys: readonly { readonly id: string; readonly revokedAt: Date }[],
  before: Date,
) {
  const kept = keys.filter(({ revokedAt }) => revokedAt >= before);
  for (const key of keys) {
    if (kept.includes(key)) continue;
    await client.apiKeys.delete(key.id).catch((error: unknown) => {
      if (isApiError(error, 403)) return kept.push(key); // try it next time
      if (!isApiError(error, 404)) throw error; // 404: an earlier run did it
    });
  }
  return kept;
}

const mock = createMock();
const january = mock.apiKeys.create({ name: 'January', status: 'revoked' });
const march = mock.apiKeys.create({ name: 'March' });
const april = mock.apiKeys.create({ name: 'April' });
let secret = march.key; // in your program: a cached value of a secret store
const client = createClient({ ...mock.clientOptions, apiKey: () => secret });
await client.balances.list();

const job = client.with({ apiKey: april.key });
await replaceKey(job, march.id, () => (secret = april.key));
await client.balances.list(); // asks for the key before each request

const revokedAt = new Date('2026-02-01');
const keys = [{ id: january.id, revokedAt }];
await deleteRevoked(job, keys, new Date('2026-03-01'));
for (const { name, status } of mock.apiKeys.all()) console.log(name, status);
// => Test key active
// => Replaced revoked
// => April active
