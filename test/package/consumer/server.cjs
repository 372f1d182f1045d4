const { createClient } = require('payments-data-client');
const { createMock } = require('payments-data-client/mock');
const { serveMock } = require('payments-data-client/mock/server');

import('./workspace.mjs').then(async ({ apiKey, workspace }) => {
  const { url, close } = await serveMock(createMock(workspace));
  const balances = await createClient({ baseUrl: url, apiKey }).balances.list();
  await close();
  console.log(balances.length);
});
