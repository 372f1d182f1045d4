const { QueryClient } = require('@tanstack/query-core');
const { setupServer } = require('msw/node');
const entries = {
  ...require('payments-data-client'),
  ...require('payments-data-client/mock'),
  ...require('payments-data-client/msw'),
  ...require('payments-data-client/tanstack-query'),
  ...require('payments-data-client/validation'),
};

import('./exercise.mjs').then(async ({ exercise }) => {
  console.log(
    JSON.stringify(await exercise(entries, { QueryClient, setupServer }, process.argv[2])),
  );
});
