// Replaces an API key without an outage: the client loads the new key when the service rejects the old one.
import { cachedApiKey, createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

const mock = createMock();
const [oldKey, newKey] = [
  mock.apiKeys.create({ name: 'Old' }),
  mock.apiKeys.create({ name: 'New' }),
];
const secrets = { apiKey: oldKey.key }; // in place of a secret store

const client = createClient({
  ...mock.clientOptions,
  apiKey: cachedApiKey(async () => secrets.apiKey),
});
await client.balances.list();
secrets.apiKey = newKey.key; // first store the new key
await client.apiKeys.revoke(oldKey.id); // then revoke the old one
await client.balances.list();
console.log(
  mock.requests.map(({ keyId, status }) => [keyId && mock.apiKeys.get(keyId)?.name, status]),
);
// => [ [ 'Old', 200 ], [ 'Old', 200 ], [ 'Old', 401 ], [ 'New', 200 ] ]
