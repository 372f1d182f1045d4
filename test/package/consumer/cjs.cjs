const client = require('payments-data-client');
const mock = require('payments-data-client/mock');

import('./exercise.mjs').then(async ({ exercise }) => {
  console.log(JSON.stringify(await exercise(client, mock, process.argv[2])));
});
