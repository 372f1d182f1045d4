// The backend of the table: it adds the API key, and shows each session the
// balances of its own accounts.
import type { ClientOptions } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { pageSchema } from './page-schema.js';

/** Who is logged in, by the session cookie. Use those of your application. */
export type Sessions = ReadonlyMap<
  string,
  { readonly accountIds: readonly string[] }
>;

/** The live service, or `mock.clientOptions` in a test. */
type ServiceOptions = Pick<ClientOptions, 'baseUrl' | 'apiKey' | 'fetch'>;

export const createPageProxy = (service: ServiceOptions, sessions: Sessions) =>
  createProxy({
    ...service,
    schema: pageSchema,
    authenticate: ({ headers }) => {
      const cookies = headers.get('Cookie') ?? '';
      const [, id = ''] = /(?:^|; )session=([^;]+)/.exec(cookies) ?? [];
      return sessions.get(id);
    },
    policies: {
      balances: ({ accountIds }) => ({ account_id: { in: accountIds } }),
      units: true,
    },
  });
