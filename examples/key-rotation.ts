// Replaces an API key without an outage: the client asks for the key before each attempt, and once more after a 401.
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

const mock = createMock();
const [before, after] = [mock.apiKeys.create({ name: 'Before' }), mock.apiKeys.create({ name: 'After' })];
const store = { secret: before.key }; // stands for where you keep secrets

const client = createClient({ ...mock.clientOptions, apiKey: async () => store.secret });
await client.balances.list();

store.secret = after.key; // first put the new key into place
await client.balances.list();
await client.apiKeys.revoke(before.id); // then revoke the one before

const used = mock.requests.map(({ keyId }) => keyId && mock.apiKeys.get(keyId)?.name);
console.log(used); // => [ 'Before', 'After', 'After' ]
console.log(mock.apiKeys.get(before.id)?.status); // => revoked
