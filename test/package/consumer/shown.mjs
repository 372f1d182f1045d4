import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { workspace } from './workspace.mjs';

// Prints every value that holds the API key, in every way that a console offers.
const mock = createMock(workspace);
const client = createClient(mock.clientOptions);
const error = await client.balances.get('none').catch((error) => error);
for (const value of [client, client.balances, mock, mock.apiKeys, mock.requests, error]) {
  console.log(value);
  console.dir(value, { showHidden: true, depth: 9 });
  console.log(String(value), value.stack);
}
