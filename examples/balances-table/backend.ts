// The backend of the table. It has the API key, signs customers in and out, and
// shows each of them the balances of its own accounts.
import type { ClientOptions } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { pageSchema } from './page-schema.js';

/** The ids of the accounts of each customer, by name. */
type Customers = ReadonlyMap<string, readonly string[]>;

/** The live service, or `mock.clientOptions` in a test. */
type ServiceOptions = Pick<ClientOptions, 'baseUrl' | 'apiKey' | 'fetch'>;

export function createBackend(service: ServiceOptions, customers: Customers) {
  const sessions = new Map<string, string>(); // names, by the session cookie
  const cookieOf = ({ headers }: Request) =>
    /(?:^|; )session=([^;]+)/.exec(headers.get('Cookie') ?? '')?.[1] ?? '';

  const proxy = createProxy({
    ...service,
    schema: pageSchema,
    authenticate: (request) => {
      const name = sessions.get(cookieOf(request)) ?? '';
      // Another tab may have signed in another customer, with the same cookie
      const isShown = request.headers.get('X-Customer') === name;
      return isShown ? customers.get(name) : undefined;
    },
    policies: {
      balances: (accountIds) => ({ account_id: { in: accountIds } }),
      units: true,
    },
  });

  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname !== '/api/session') return proxy.fetch(request);
    sessions.delete(cookieOf(request));
    if (request.method !== 'POST') return new Response(null, { status: 204 });
    const name = await request.text(); // your application asks for a password
    if (!customers.has(name)) return new Response(null, { status: 401 });
    const id = crypto.randomUUID();
    sessions.set(id, name);
    const cookie = `session=${id}; HttpOnly; SameSite=Strict; Path=/api`;
    return new Response(null, {
      status: 204,
      headers: { 'Set-Cookie': cookie },
    });
  };
}
