import { paymentsSchema, pickSchema } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';

const schema = pickSchema(paymentsSchema, { balances: ['name'] });
const base = { baseUrl: 'https://api.example.com', apiKey: 'test-key', schema };
declare function readSession(request: Request): Promise<{ accountId: string } | null>;

// A wrong policy is an error at the policy, and not at an async `authenticate`.

createProxy({
  ...base,
  authenticate: async (request) => (await readSession(request)) ?? undefined,
  policies: { balances: (session) => ({ account_id: session.accountId }) },
});

createProxy({
  ...base,
  authenticate: async (request) => (await readSession(request)) ?? undefined,
  // @ts-expect-error a text is no policy
  policies: { balances: 'all' },
});

createProxy({
  ...base,
  authenticate: async (request) => readSession(request),
  // @ts-expect-error `balnces` is not a resource of the schema
  policies: { balnces: true },
});

createProxy({
  ...base,
  authenticate: async (request) => readSession(request),
  // @ts-expect-error the policy of balances is missing
  policies: {},
});

createProxy({
  ...base,
  authenticate: async (request) => readSession(request),
  // @ts-expect-error balances have no `acount_id`
  policies: { balances: (session) => ({ acount_id: session.accountId }) },
});

// Another error does not hide the type of the session: only the offending key is an error.

createProxy({
  ...base,
  authenticate: (request) => readSession(request),
  policies: {
    balances: (session) => ({ account_id: session.accountId }),
    // @ts-expect-error `acounts` is not a resource of the schema
    acounts: (session) => ({ id: session.accountId }),
  },
});

createProxy({
  ...base,
  authenticate: (request) => readSession(request),
  policies: { balances: (session) => ({ account_id: session.accountId }) },
  // @ts-expect-error `maxTake` is a number
  maxTake: '100',
});

createProxy({
  ...base,
  authenticate: (request) => readSession(request),
  policies: { balances: (session) => ({ account_id: session.accountId }) },
  // @ts-expect-error `onEror` is not an option of createProxy()
  onEror: () => {},
});

createProxy({
  ...base,
  authenticate: (request) => readSession(request),
  // @ts-expect-error the session has no `acountId`
  policies: { balances: (session) => ({ account_id: session.acountId }) },
});

const errors: unknown[] = [];
const GET: (request: Request) => Promise<Response> = createProxy({
  ...base,
  authenticate: () => 'session',
  policies: { balances: async () => false },
  onError: (error) => errors.push(error), // its result is ignored
}).fetch;

const backend = createProxy({
  ...base,
  policies: { balances: (session: { accountId: string }) => ({ account_id: session.accountId }) },
});
declare const request: Request;
backend.fetch(request, { session: undefined });
// @ts-expect-error a session has no `acountId`
backend.fetch(request, { session: { acountId: 'a' } });
// @ts-expect-error the session is missing
backend.fetch(request);

export { GET };
