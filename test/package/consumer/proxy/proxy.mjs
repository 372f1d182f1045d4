import { createProxy } from 'payments-data-client/proxy';
import { apiKey } from '../workspace.mjs';
import { pageSchema } from './page.mjs';

/** The proxy of a backend, before a service. The session is the user in the cookie. */
export const createPageProxy = (service) =>
  createProxy({
    baseUrl: service,
    apiKey,
    schema: pageSchema,
    authenticate: ({ headers }) => /(?:^|; )user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1],
    policies: {
      balances: async (user) => user === 'ada' && { balance: { gte: '0' } },
      units: true,
    },
  });
