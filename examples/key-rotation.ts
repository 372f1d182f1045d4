// Replaces an API key without an outage: the client reads the new key when the service rejects the old one.
import { type Client, type ClientOptions, createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

/** Creates a client that caches its key, and reads it again once the service has rejected it. */
export function createRotatingClient(options: ClientOptions, readKey: () => Promise<string>): Client {
  let cached: string | undefined;
  let reading: Promise<string> | undefined; // concurrent calls share one read
  return createClient({
    ...options,
    apiKey: async ({ rejectedKey }) => {
      if (cached !== undefined && cached !== rejectedKey) return cached; // maybe read by another call
      reading ??= readKey();
      cached = await reading.finally(() => (reading = undefined));
      return cached;
    },
  });
}

const mock = createMock();
const [oldKey, newKey] = [mock.apiKeys.create({ name: 'Old' }), mock.apiKeys.create({ name: 'New' })];
const secrets = { apiKey: oldKey.key }; // in place of a secret store

const client = createRotatingClient(mock.clientOptions, async () => secrets.apiKey);
await client.balances.list();
secrets.apiKey = newKey.key; // first store the new key
await client.apiKeys.revoke(oldKey.id); // then revoke the old one
await client.balances.list();
console.log(mock.requests.map(({ keyId, status }) => [keyId && mock.apiKeys.get(keyId)?.name, status]));
// => [ [ 'Old', 200 ], [ 'Old', 200 ], [ 'Old', 401 ], [ 'New', 200 ] ]
