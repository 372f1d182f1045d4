import { createClient, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy, type ProxyOptions } from 'payments-data-client/proxy';
import { data, serviceSchema } from './scenario.js';

/**
 * What the page of the tests may ask for. Of a balance, among others `balance`, `account_id` and
 * `created_at` are hidden.
 */
export const pageSchema = pickSchema(serviceSchema, {
  balances: ['name', 'type', 'available_balance', 'archived_at', 'variables', 'unit', 'account'],
  accounts: ['status', 'balances'],
  units: ['name', 'symbol'],
  transactions: ['status', 'external_id', 'lines'],
  transactionLines: ['amount', 'account'],
});

/** Who asks: the account in the cookie. */
export interface Session {
  readonly account: string;
}

type Options = ProxyOptions<Session, typeof pageSchema, typeof serviceSchema>;

export const balances = (data.balances ?? []) as unknown as readonly {
  readonly [name: string]: string;
  readonly id: string;
  readonly account_id: string;
}[];

/** The accounts of several balances. Each session of the tests has one of them. */
export const accounts: readonly string[] = [
  ...new Set(balances.map(({ account_id }) => account_id)),
];
export const ada = accounts[2] ?? '';
export const eve = accounts[5] ?? '';

export const balancesOf = (account: string) =>
  balances.filter(({ account_id }) => account_id === account);

export const apiKey = 'secret-key-of-the-workspace';

const visibleUnits = (data.units ?? [])
  .filter(({ symbol }) => symbol === '$' || symbol === '€')
  .map(({ id }) => String(id));

/** Each session sees its own account, and what belongs to it. */
export const policies: Options['policies'] = {
  balances: ({ account }) => ({ account_id: account }),
  accounts: ({ account }) => ({ id: account }),
  units: () => ({ id: { in: visibleUnits } }),
  transactions: ({ account }) => ({ lines: { some: { account_id: account } } }),
  transactionLines: ({ account }) => ({ account_id: account }),
};

const cookieOf = (account: string) => `account=${account}`;

export function readSession({ headers }: Request): Session | undefined {
  const [, account] = /(?:^|; )account=([\w-]+)/.exec(headers.get('cookie') ?? '') ?? [];
  return account === undefined ? undefined : { account };
}

/** A proxy before the mock with every row, which has the same dialect, and ways to ask it. */
export function createPage(options: Partial<Options> = {}) {
  const service = createMock({
    ...{ schema: serviceSchema, data: data as never, dialect: options.dialect },
    apiKeys: [{ name: 'proxy', key: apiKey }],
  });
  const errors: unknown[] = [];
  const lines: string[] = [];
  /** Lines of the logger about filters. */
  const filters: string[] = [];
  const proxy = createProxy({
    ...{ baseUrl: service.baseUrl, apiKey, fetch: service.fetch, schema: pageSchema },
    ...{ serviceSchema, authenticate: readSession, policies },
    onError: (error) => void errors.push(error),
    logger: {
      debug: (line) => void (line.includes('The policies allow') && filters.push(line)),
      warn: (line) => void lines.push(line),
    },
    ...options,
  });
  /** Requests a path of the proxy, such as `/v1/balances?take=1`. */
  const send = async (
    path: string,
    init: RequestInit & { readonly account?: string | null } = {},
  ) => {
    const { account = ada, ...rest } = init;
    const request = new Request(`https://page.example${path}`, rest);
    if (account !== null) request.headers.set('cookie', cookieOf(account));
    const response = await proxy.fetch(request);
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body, text };
  };
  /** A client as a page creates it, with the cookie of an account. */
  const clientOf = (account: string) =>
    createClient({
      ...{ baseUrl: 'https://page.example/api', apiKey: null, schema: pageSchema, retry: 0 },
      fetch: (input, init) => {
        const request = new Request(input, init);
        request.headers.set('cookie', cookieOf(account));
        return proxy.fetch(request);
      },
    });
  return { service, proxy, send, clientOf, errors, lines, filters };
}

/** A proxy before a service that responds in one way, whatever is requested. */
export function createPageBefore(
  respond: (request: Request, init: RequestInit) => Response | Promise<Response>,
  options: Partial<Options> = {},
) {
  const requests: Request[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const page = createPage({
    fetch: async (url, init) => {
      const request = new Request(url, init);
      requests.push(request);
      signals.push(init.signal);
      return respond(request, init);
    },
    ...options,
  });
  return { ...page, requests, signals };
}
