const client = require('payments-data-client');
const mock = require('payments-data-client/mock');

import('./exercise.mjs').then(async ({ exercise }) => {
  const other = await import('payments-data-client');
  console.log(JSON.stringify(await exercise(client, mock, process.argv[2], other)));
});
