// Replaces an API key without an outage. The client calls `apiKey` before each attempt, and once more after a 401.
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

const mock = createMock();
const oldKey = mock.apiKeys.create({ name: 'Old key' });
const newKey = mock.apiKeys.create({ name: 'New key' });
const secrets = { apiKey: oldKey.key }; // in place of your secret store

const client = createClient({ ...mock.clientOptions, apiKey: async () => secrets.apiKey });
await client.balances.list();

secrets.apiKey = newKey.key; // first store the new key
await client.balances.list();
await client.apiKeys.revoke(oldKey.id); // then revoke the old one

const usedKeys = mock.requests.map(({ keyId }) => keyId && mock.apiKeys.get(keyId)?.name);
console.log(usedKeys); // => [ 'Old key', 'New key', 'New key' ]
console.log(mock.apiKeys.get(oldKey.id)?.status); // => revoked
