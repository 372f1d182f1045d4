// Replaces an API key without an outage: after a 401, the client asks for the
// key once more.
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

const mock = createMock();
const [march, april] = [
  mock.apiKeys.create({ name: 'March' }),
  mock.apiKeys.create({ name: 'April' }),
];
let secret = march.key; // in your program: a cached value of a secret store
const client = createClient({ ...mock.clientOptions, apiKey: () => secret });
await client.balances.list();

// The job: check the new key, publish it, and only then revoke the old one.
const job = createClient({ ...mock.clientOptions, apiKey: april.key });
await job.accounts.list({ take: 1 });
const lookup = client.balances.list(); // it has asked for the old key
await job.apiKeys.revoke(march.id);
secret = april.key;
await lookup;
await client.balances.list();

const used = mock.requests.map(({ keyId, path, status }) =>
  [keyId && mock.apiKeys.get(keyId)?.name, path, status].join(' '),
);
console.log(used.at(-1)); // => April /v1/balances 200
