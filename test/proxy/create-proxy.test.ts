import { join } from 'node:path';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core';
import {
  extendSchema,
  integer,
  isApiError,
  isConfigurationError,
  one,
  paymentsSchema,
  pickSchema,
  string,
} from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { infiniteListQueryOptions } from 'payments-data-client/tanstack-query';
import { describe, expect, test } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { complain, packagePaths, versions } from '../types/lib/compiler.js';
import { emitDeclarations } from '../types/lib/declarations.js';
import { ada, balances, balancesOf, createPage, createPageBefore, eve, rows } from './page.js';
import { upstream } from './scenario.js';

const valid = {
  baseUrl: 'https://api.example.com',
  apiKey: 'c4n4ry',
  schema: pickSchema(paymentsSchema, { balances: ['name'], units: ['symbol'] }),
  authenticate: () => ({ account: 'a' }),
  rows: { balances: true, units: true },
};

describe('options', () => {
  const transport = 'baseUrl, apiKey, fetch, headers, timeout, retry, dialect, middleware, logger, logLevel';
  const names = `${transport}, schema, upstream, authenticate, rows, maxTake, maxRelationDepth, onError`;

  test.each<[string, unknown, string]>([
    ['no options', undefined, 'createProxy: expected an options object, got undefined.'],
    [
      'an unknown option',
      { ...valid, policies: {} },
      `createProxy: \`policies\` is not an option. The options are ${names}.`,
    ],
    [
      'a misspelled option',
      { ...valid, maxTakes: 5 },
      `createProxy: \`maxTakes\` is not an option. Did you mean \`maxTake\`? The options are ${names}.`,
    ],
    [
      'an option of the client that splits and checks',
      { ...valid, validator: () => [] },
      `createProxy: \`validator\` is not an option. The options are ${names}.`,
    ],
    ['no schema', { ...valid, schema: undefined }, 'createProxy: `schema` is required.'],
    [
      'a dialect with an unknown setting',
      { ...valid, dialect: { null: 'sql' } },
      'createProxy: `dialect.null` is not a setting. Did you mean `nulls`? The settings are envelope, parameters, orderFormat, pageSize, maxUrlLength, rejections, dates, nulls, text, enumerations, uuids, unknown, empty, json, comparators, computed, order.',
    ],
    [
      'a dialect with an unknown value',
      { ...valid, dialect: { empty: { in: 'all' } } },
      "createProxy: expected `dialect.empty.in` to be one of 'nothing', 'everything', 'rejected', got \"all\".",
    ],
    [
      'a service without filters',
      { ...valid, dialect: { parameters: { where: null } } },
      'createProxy: `dialect.parameters.where` is null, but the proxy limits what a page reads with `where`.',
    ],
    [
      'a service without a selection',
      { ...valid, dialect: { parameters: { include: null } } },
      'createProxy: `dialect.parameters.include` is null, but the proxy limits what a page reads with `include`.',
    ],
    ...(['everything', 'rejected'] as const).map((quantifier): [string, unknown, string] => [
      `a service where \`some: {}\` is ${quantifier}`,
      { ...valid, dialect: { empty: { quantifier } } },
      "createProxy: `dialect.empty.quantifier` must be 'counted': the proxy asks with `some: {}` and `none: {}` whether there are visible rows.",
    ]),
    ['no authenticate', { ...valid, authenticate: undefined }, 'createProxy: `authenticate` is required.'],
    ['no rows', { ...valid, rows: undefined }, 'createProxy: `rows` is required.'],
    [
      'a schema that is none',
      { ...valid, schema: 'balances' },
      'createProxy: expected `schema` to be a schema that pickSchema(), defineSchema() or extendSchema() returned, got "balances".',
    ],
    [
      'a resource that is incomplete',
      { ...valid, schema: { balances: { path: '/balances', operations: ['list'] } } },
      'createProxy: expected `schema` to be a schema that pickSchema(), defineSchema() or extendSchema() returned, got an object.',
    ],
    [
      'an upstream that is none',
      { ...valid, upstream: [] },
      'createProxy: expected `upstream` to be a schema that pickSchema(), defineSchema() or extendSchema() returned, got an array.',
    ],
    [
      'an authenticate that is no function',
      { ...valid, authenticate: true },
      'createProxy: expected `authenticate` to be a function of a request that returns a session, got true.',
    ],
    [
      'rows that are a function',
      { ...valid, rows: () => true },
      'createProxy: expected `rows` to be an object of row policies by resource, got a function.',
    ],
    [
      'a missing policy',
      { ...valid, rows: { units: true } },
      'createProxy: `rows.balances` is missing. Pass `true` to show all balances, or a function of the session.',
    ],
    [
      'an inherited policy',
      { ...valid, rows: Object.assign(Object.create(null), { units: true }) },
      'createProxy: `rows.balances` is missing. Pass `true` to show all balances, or a function of the session.',
    ],
    [
      'a policy for a resource that is not picked',
      { ...valid, rows: { ...valid.rows, account: true } },
      'createProxy: `rows.account` is not a resource of `schema`.',
    ],
    [
      'a policy for a misspelled resource',
      { ...valid, rows: { ...valid.rows, balance: true } },
      'createProxy: `rows.balance` is not a resource of `schema`. Did you mean `balances`?',
    ],
    [
      'a policy that is false',
      { ...valid, rows: { ...valid.rows, units: false } },
      'createProxy: expected `rows.units` to be true or a function of the session, got false.',
    ],
    [
      'a policy that is a filter',
      { ...valid, rows: { ...valid.rows, units: { symbol: '$' } } },
      'createProxy: expected `rows.units` to be true or a function of the session, got an object.',
    ],
    [
      'a maxTake of 0',
      { ...valid, maxTake: 0 },
      'createProxy: expected `maxTake` to be a positive integer, got 0.',
    ],
    [
      'a maxTake that is infinite',
      { ...valid, maxTake: Number.POSITIVE_INFINITY },
      'createProxy: expected `maxTake` to be a positive integer, got Infinity.',
    ],
    [
      'a negative maxRelationDepth',
      { ...valid, maxRelationDepth: -1 },
      'createProxy: expected `maxRelationDepth` to be a non-negative integer, got -1.',
    ],
    [
      'an onError that is no function',
      { ...valid, onError: { report() {} } },
      'createProxy: expected `onError` to be a function, got an object.',
    ],
    [
      'a retry that is none',
      { ...valid, retry: 'often' },
      'createProxy: expected `retry` to be a non-negative integer or { limit, maxDelay }, got "often".',
    ],
    [
      'a retry with an unknown member',
      { ...valid, retry: { times: 2 } },
      'createProxy: `retry.times` is not an option. The options are limit, maxDelay.',
    ],
    [
      'a timeout of 0',
      { ...valid, timeout: 0 },
      'createProxy: expected `timeout` to be a positive number of milliseconds, got 0.',
    ],
    [
      'another path',
      {
        ...valid,
        schema: pickSchema(upstream, { units: ['name'] }),
        upstream: valid.schema,
        rows: { units: true },
      },
      'createProxy: `schema.units.path` differs from that of `upstream`.',
    ],
    [
      'a resource that the service does not have',
      { ...valid, upstream: pickSchema(paymentsSchema, { units: ['symbol'] }) },
      'createProxy: `schema.balances` is not a resource of `upstream`.',
    ],
    [
      'a property that the service does not have',
      {
        ...valid,
        schema: extendSchema(valid.schema, { balances: { fields: { color: string() } } }),
      },
      'createProxy: `schema.balances.fields.color` is not a string property in `upstream`.',
    ],
    [
      'a property of another kind',
      {
        ...valid,
        upstream: extendSchema(paymentsSchema, { units: { fields: { symbol: integer() } } }),
      },
      'createProxy: `schema.units.fields.symbol` is not a string property in `upstream`.',
    ],
    [
      'a relation to another resource',
      {
        ...valid,
        schema: extendSchema(valid.schema, {
          balances: { relations: { account: one('units', { foreignKey: 'unit_id' }) } },
        }),
      },
      'createProxy: `schema.balances.relations.account` differs from that of `upstream`.',
    ],
    [
      'a service without lists',
      {
        ...valid,
        upstream: extendSchema(paymentsSchema, { balances: { operations: ['get'] } }),
      },
      'createProxy: `schema.balances` must have the operation `list` in `upstream`: single rows are read from a list too.',
    ],
  ])('%s', (_, options, message) => {
    const create = () => createProxy(options as never);
    expect(create).toThrow(message);
    try {
      create();
    } catch (error) {
      expect(isConfigurationError(error)).toBe(true);
      expect((error as Error).message).toBe(message);
    }
  });

  test('a policy that may hide the row of a relation that is never null says how to declare it', () => {
    const schema = pickSchema(paymentsSchema, { balances: ['unit'], units: ['symbol'] });
    expect(() => createProxy({ ...valid, schema, rows: { balances: true, units: () => true } })).toThrow(
      "createProxy: `rows.units` may hide the row of balances.unit, which is then null. Declare it nullable: pickSchema(extendSchema(paymentsSchema, { balances: { relations: { unit: one('units', { foreignKey: 'unit_id', nullable: true }) } } }), …).",
    );
    expect(() => createProxy({ ...valid, schema, rows: { balances: true, units: true } })).not.toThrow();
  });

  test('no error shows the key', () => {
    for (const options of [
      { ...valid, maxTake: -1 },
      { ...valid, apiKey: 'c4n4ry\n' },
      { ...valid, x: 1 },
    ])
      expect(() => createProxy(options as never)).toThrow(/^(?!.*c4n4ry)/s);
  });
});

describe('types', { timeout: 60_000 }, () => {
  const head = `
import { paymentsSchema, pickSchema } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
const common = { baseUrl: 'https://api.example.com', apiKey: 'secret' };
const schema = pickSchema(paymentsSchema, { balances: ['name', 'unit'], units: ['symbol'] });
interface Session { account: string }
declare const session: Session;
declare function same<One>(): <Two>(value: Two, ...same: (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Two ? 1 : 2 ? [] : [never]) => void;
`;
  const accepted = [
    'createProxy({ ...common, schema, authenticate: () => session, rows: { balances: (found) => (same<Session>()(found), { account_id: found.account }), units: true } });',
    'createProxy({ ...common, schema, authenticate: async () => (Math.random() > 1 ? session : undefined), rows: { balances: (found) => (same<Session>()(found), true), units: true } });',
    'createProxy({ ...common, schema, authenticate: (request) => request.headers.get("x") ?? undefined, rows: { balances: (name) => (same<string>()(name), { name }), units: true } });',
    'createProxy({ ...common, schema, authenticate: () => session, rows: { balances: async ({ account }) => ({ OR: [{ account_id: { in: [account] } }, { account: { } as never }] }), units: true } });',
    'createProxy({ ...common, schema, upstream: paymentsSchema, authenticate: () => session, rows: { balances: () => false, units: true } });',
    'export const GET: (request: Request) => Promise<Response> = createProxy({ ...common, schema, authenticate: () => session, rows: { balances: true, units: true } }).fetch;',
  ];
  const rejected: readonly [code: string, at: string, message: RegExp][] = [
    [
      'createProxy({ ...common, schema, authenticate: () => session, rows: { balances: true } });',
      'rows',
      /Property 'units' is missing in type/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, rows: { balances: true, units: false } });',
      'units',
      /Type 'false' is not assignable to type/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, rows: { balances: true, units: true, accounts: true } });',
      'accounts',
      /'accounts' does not exist in type/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, rows: { balances: ({ acount }) => ({ account_id: acount }), units: true } });',
      'acount',
      /Property 'acount' does not exist on type 'Session'/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, rows: { balances: ({ account }) => ({ acount_id: account }), units: true } });',
      '',
      /acount_id/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, rows: { balances: () => undefined, units: true } });',
      '',
      /'undefined' is not assignable to type/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, rows: { balances: () => ({ account_id: undefined }), units: true } });',
      '',
      /undefined/,
    ],
    [
      'createProxy({ ...common, schema, rows: { balances: true, units: true } });',
      '',
      /Property 'authenticate' is missing in type/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, rows: { balances: true, units: true }, validator: () => [] });',
      'validator',
      /'validator' does not exist in type/,
    ],
  ];
  const code = [...accepted, ...rejected.map(([text]) => text)];

  test.each(versions)('TypeScript %s accepts and rejects', (version) => {
    const paths = {
      ...packagePaths(),
      'payments-data-client/proxy': [join(emitDeclarations(), 'proxy/index.d.ts')],
    };
    const first = head.split('\n').length - 1;
    const complaints = complain(version, head + code.join('\n'), { paths });
    for (const [index, text] of accepted.entries())
      expect([text, complaints.filter(({ line }) => line === first + index)]).toEqual([text, []]);
    for (const [index, [text, at, message]] of rejected.entries()) {
      const found = complaints.filter(({ line }) => line === first + accepted.length + index);
      expect([text, found.length > 0]).toEqual([text, true]);
      expect(
        found.some((one) => one.at.startsWith(at) && message.test(one.message)),
        JSON.stringify(found),
      ).toBe(true);
    }
  });
});

describe('responses', () => {
  const common = {
    'cache-control': 'private, no-store',
    'content-type': 'application/json',
    vary: 'Cookie, Authorization',
    'x-content-type-options': 'nosniff',
  };
  const [own = balances[0]] = balancesOf(ada);

  test.each<[number, string, object, string, RequestInit & { account?: string | null }]>([
    [200, '/v1/balances?take=1&include=name:true', {}, '', {}],
    [200, `/v1/balances/${own?.id}?include=name:true`, {}, '', {}],
    [400, '/v1/balances?take=x', {}, 'take: expected a non-negative integer, got "x".', {}],
    [400, '/v1/balances?take=101', {}, 'take: expected at most 100, got 101.', {}],
    [
      400,
      '/v1/balances?include=account:{balances:{account:{balances:true}}}',
      {},
      '4 nested relations are too many. Nest at most 3.',
      {},
    ],
    [401, '/v1/balances', {}, 'Not authenticated.', { account: null }],
    [404, '/v1/nothing', {}, 'There is nothing at this path.', {}],
    [404, '/v1/balances/none', {}, 'No row of balances has the id "none".', {}],
    [405, '/v1/balances', { allow: 'GET' }, 'POST is not allowed. Use GET.', { method: 'POST' }],
    [414, `/v1/balances?where=name:'${'x'.repeat(8000)}'`, {}, 'The query is too long.', {}],
  ])('%i of %s', async (status, path, headers, message, init) => {
    const { send } = createPage();
    const response = await send(path, init);
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      status,
      { ...common, ...headers },
    ]);
    if (message) expect(response.body).toEqual({ errors: [message] });
  });

  test('a list is an array, and a row is an object', async () => {
    const { send } = createPage();
    const row = { id: own?.id, name: own?.name };
    expect((await send('/v1/balances?take=1&include=name:true')).body).toEqual([row]);
    expect((await send(`/v1/balances/${own?.id}?include=name:true`)).body).toEqual(row);
  });

  test.each([
    [500, {}, 'Internal error.', createPage({ rows: { ...rows, balances: () => ({}) } })],
    [502, {}, 'The service failed.', createPageBefore(() => new Response('', { status: 500 }))],
    [
      429,
      { 'retry-after': '3' },
      'Too many requests.',
      createPageBefore(() => new Response('', { status: 429, headers: { 'retry-after': '3' } })),
    ],
    [
      504,
      {},
      'The service did not respond in time.',
      createPageBefore(() => new Promise(() => {}), { timeout: 10 }),
    ],
  ])('%i', async (status, headers, message, { send }) => {
    const response = await send('/v1/balances');
    expect([response.status, Object.fromEntries(response.headers), response.body]).toEqual([
      status,
      { ...common, ...headers },
      { errors: [message] },
    ]);
  });

  test.each([undefined, null, {}, { url: '/v1/balances', method: 'GET', headers: {} }])(
    'a request of another library is a ConfigurationError: %j',
    async (request) => {
      const error = await failure(createPage().proxy.fetch(request as never));
      expect(isConfigurationError(error)).toBe(true);
      expect(error.message).toMatch(
        /^createProxy: `fetch` expects a Request, got (undefined|null|an empty object|an object)\. For another kind of request, use an adapter\.$/,
      );
    },
  );
});

describe("the page's client", () => {
  test.each<
    [
      string,
      string,
      number,
      (client: ReturnType<ReturnType<typeof createPage>['clientOf']>) => Promise<unknown>,
      () => Pick<ReturnType<typeof createPage>, 'clientOf'>,
    ]
  >([
    ['BadRequestError', 'at most 100', 400, (client) => client.balances.list({ take: 101 }), createPage],
    [
      'AuthenticationError',
      'Not authenticated',
      401,
      (client) => client.balances.list(),
      () => createPage({ authenticate: () => undefined }),
    ],
    ['NotFoundError', 'No row of balances', 404, (client) => client.balances.get('none'), createPage],
    [
      'NotFoundError',
      'nothing at this path',
      404,
      (client) => client.request('GET', '/api-keys'),
      createPage,
    ],
    ['ApiError', 'not allowed', 405, (client) => client.request('POST', '/balances'), createPage],
    ['ApiError', 'not allowed', 405, (client) => client.apiKeys.revoke('1'), createPage],
    [
      'RateLimitError',
      'Too many requests. Wait 3 s',
      429,
      (client) => client.balances.list(),
      () => createPageBefore(() => new Response('', { status: 429, headers: { 'retry-after': '3' } })),
    ],
    [
      'ServerError',
      'Internal error',
      500,
      (client) => client.balances.list(),
      () => createPage({ rows: { ...rows, balances: () => ({}) } }),
    ],
    [
      'ServerError',
      'The service failed',
      502,
      (client) => client.balances.list(),
      () => createPageBefore(() => new Response('', { status: 403 })),
    ],
    [
      'ServerError',
      'in time',
      504,
      (client) => client.balances.list(),
      () => createPageBefore(() => new Promise(() => {}), { timeout: 10 }),
    ],
  ])('throws a %s: %s', async (name, message, status, call, create) => {
    const error = await failure(call(create().clientOf(ada)));
    expect(isApiError(error) && [error.name, error.status]).toEqual([name, status]);
    expect(error.message).toContain(message);
  });

  test('throws the ApiError of a URL that is too long', async () => {
    const { clientOf } = createPage({ dialect: { maxUrlLength: 200 } });
    const error = await failure(clientOf(ada).balances.list({ where: { name: 'x'.repeat(200) } }));
    expect(isApiError(error) && [error.name, error.status]).toEqual(['ApiError', 414]);
  });

  const everything = { ...rows, balances: () => ({ id: { in: balances.map(({ id }) => id) } }) };
  const ids = balances.map(({ id }) => id).sort();

  test.each([1, 4, 15, 100])('iterates and pages through the proxy, %i rows a page', async (pageSize) => {
    for (const orderBy of [undefined, { name: 'desc' }, { archived_at: 'asc', type: 'desc' }] as const) {
      const { clientOf, service } = createPage({ rows: everything });
      const { balances: resource } = clientOf(ada);
      const found: string[] = [];
      for await (const { id } of resource.iterate({ ...(orderBy && { orderBy }) }, { pageSize }))
        found.push(id);
      expect([...found].sort()).toEqual(ids);
      const paged: string[] = [];
      for await (const page of resource.pages({ ...(orderBy && { orderBy }) }, { pageSize }))
        paged.push(...page.map(({ id }) => id));
      expect(paged).toEqual(found);
      if (orderBy) expect((await resource.list({ orderBy })).map(({ id }) => id)).toHaveLength(ids.length);
      expect(service.requests.every(({ status }) => status === 200)).toBe(true);
    }
  });

  test('pages with TanStack Query through the proxy', async () => {
    const { clientOf } = createPage({ rows: everything });
    const queryClient = new QueryClient();
    const observer = new InfiniteQueryObserver(
      queryClient,
      infiniteListQueryOptions(clientOf(ada).balances, { orderBy: { name: 'asc' } }, { pageSize: 4 }),
    );
    let result = await observer.fetchNextPage();
    while (result.hasNextPage) result = await observer.fetchNextPage();
    expect(
      result.data?.pages
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids);
    queryClient.clear();
  });

  test('reads its own rows with includes and filters, and not those of others', async () => {
    const { clientOf } = createPage();
    const query = {
      where: { available_balance: { gte: '-100000' }, account: { status: 'active' } },
      include: {
        name: true,
        unit: { symbol: true },
        account: { balances: { where: { type: 'main' }, include: { name: true } } },
      },
    } as const;
    for (const account of [ada, eve]) {
      const list = await clientOf(account).balances.list(query);
      expect(list.map(({ id }) => id)).toEqual(balancesOf(account).map(({ id }) => id));
      for (const row of list) {
        expect(row.account?.id).toBe(account);
        expect(row.account?.balances.map(({ id }) => id)).toEqual(
          balancesOf(account).flatMap(({ id, type }) => (type === 'main' ? [id] : [])),
        );
      }
    }
  });
});

describe('row policies', () => {
  /** The policies of the page, and how often each was called. */
  function counted() {
    const calls: string[] = [];
    const counting = Object.fromEntries(
      Object.entries(rows).map(([name, policy]) => [
        name,
        (session: never) => {
          calls.push(name);
          return (policy as (session: never) => unknown)(session);
        },
      ]),
    );
    return { ...createPage({ rows: counting as never }), calls };
  }

  test.each([
    ['/v1/balances', ['balances']],
    ['/v1/balances/none', ['balances']],
    ['/v1/units?where=OR:[{name:"a"},{symbol:"b"}]', ['units']],
    ['/v1/balances?include=unit:true', ['balances', 'units']],
    ['/v1/balances?include=unit:false', ['balances']],
    ['/v1/balances?where=AND:[{OR:[{unit:{name:"a"}},{unit:{name:"b"}}]}]', ['balances', 'units']],
    ['/v1/accounts?where=balances:{some:{unit:{name:"a"}}}', ['accounts', 'balances', 'units']],
    ['/v1/accounts?include=balances:{where:{unit:{name:"a"}}}', ['accounts', 'balances', 'units']],
    ['/v1/balances?include=account:{balances:{account:true}}', ['accounts', 'balances']],
    ['/v1/transactions?include=lines:{account:true}', ['accounts', 'transactionLines', 'transactions']],
    ['/v1/transactions/lines', ['transactionLines']],
    ['/v1/balances?where=variables:{contains:{unit:{name:1}}}', ['balances']],
    ['/v1/balances?take=x', []],
    ['/v1/nothing', []],
  ])('%s calls those of %j once', async (path, expected) => {
    const { send, calls } = counted();
    await send(path);
    expect(calls.sort()).toEqual(expected);
  });

  test('run at the same time', async () => {
    let running = 0;
    let most = 0;
    const slow = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return true as const;
    };
    const { send } = createPage({ rows: { ...rows, balances: slow, units: slow, accounts: slow } });
    expect((await send('/v1/balances?include=unit:true,account:true')).status).toBe(200);
    expect(most).toBe(3);
  });

  test('may be true, false or a filter, at once or later', async () => {
    const all = balances.map(({ id }) => id);
    const own = balancesOf(ada).map(({ id }) => id);
    for (const [policy, expected] of [
      [true, all],
      [() => true, all],
      [async () => true, all],
      [() => false, []],
      [async () => false, []],
      [() => ({ account_id: ada }), own],
      [async () => ({ account_id: ada }), own],
      [() => ({ AND: [{ account_id: ada }] }), own],
      [() => ({ account: { id: ada } }), own],
    ] as const) {
      const { send } = createPage({ rows: { ...rows, balances: policy } });
      const { body } = await send('/v1/balances');
      expect((body as { id: string }[]).map(({ id }) => id)).toEqual(expected);
    }
  });
});

describe('limits', () => {
  test('a list without `take` gets `maxTake`', async () => {
    const { send, service } = createPage({ maxTake: 2, rows: { ...rows, balances: true } });
    expect((await send('/v1/balances')).body).toHaveLength(2);
    expect((await send('/v1/balances?take=1')).body).toHaveLength(1);
    expect((await send('/v1/balances?take=2&skip=14')).body).toHaveLength(1);
    expect((await send('/v1/balances?take=3')).status).toBe(400);
    expect(service.requests).toHaveLength(3);
  });

  test('`maxRelationDepth: 0` allows no relation', async () => {
    const { send } = createPage({ maxRelationDepth: 0 });
    expect((await send('/v1/balances')).status).toBe(200);
    for (const query of ['include=unit:true', 'where=unit:{name:1}', 'where=OR:[{account:{status:1}}]'])
      expect((await send(`/v1/balances?${query}`)).status).toBe(400);
    expect((await send('/v1/accounts?where=balances:{none:{}}')).status).toBe(400);
  });

  test('`dialect.maxUrlLength` limits the URL of the page and the URL that is sent', async () => {
    const { send, service } = createPage({ dialect: { maxUrlLength: 200 } });
    expect((await send('/v1/units?include=name:true')).status).toBe(200);
    expect((await send(`/v1/units?where=name:'${'x'.repeat(300)}'`)).status).toBe(414);
    expect((await send('/v1/balances')).status).toBe(414); // with its properties and its policy
    expect(service.requests).toHaveLength(1);
  });

  test('the path may have a prefix', async () => {
    const { send } = createPage();
    for (const prefix of ['', '/api', '/a/b/c', '/v10', '/%20'])
      expect((await send(`${prefix}/v1/units`)).status).toBe(200);
  });
});

describe('operators', () => {
  test('`onError` receives failures with the request, and no rejected query', async () => {
    const seen: [unknown, string][] = [];
    const { send } = createPage({
      onError: (error, request) => void seen.push([error, request.url]),
      rows: {
        ...rows,
        units: () => {
          throw new TypeError('no database');
        },
      },
    });
    for (const path of ['/v1/balances', '/v1/balances?take=x', '/v1/nothing', '/v1/balances/none'])
      await send(path);
    await send('/v1/balances', { account: null });
    expect(seen).toEqual([]);
    await send('/v1/units?take=1');
    expect(seen).toEqual([[new TypeError('no database'), 'https://page.example/v1/units?take=1']]);
  });

  test('the logger has a line for each rejected request, with the reason', async () => {
    const { send, lines } = createPage({ rows: { ...rows, units: () => ({ symbol: {} }) } });
    await send('/v1/balances');
    await send('/v1/units');
    await send('/api/v1/balances?where=nmae:1');
    await send('/v1/balances', { account: null });
    await send('/v1/balances', { method: 'DELETE' });
    expect(lines).toEqual([
      'GET /v1/units was rejected: 500 Internal error. rows.units: the policy returned a filter without conditions. Return `true` to show every row.',
      'GET /api/v1/balances was rejected: 400 where: `nmae` is not a property or relation of balances. Did you mean `name`?',
      'GET /v1/balances was rejected: 401 Not authenticated.',
      'DELETE /v1/balances was rejected: 405 DELETE is not allowed. Use GET.',
    ]);
  });

  test('nothing about the key can be read from the proxy or its options', async () => {
    const { proxy, service, send } = createPageBefore(() => json([]));
    await send('/v1/balances');
    const { inspect } = await import('node:util');
    expect(inspect(proxy, { showHidden: true, depth: 9 }) + JSON.stringify(proxy)).not.toContain(
      'secret-key',
    );
    expect(service.requests).toEqual([]);
  });

  test('`fetch` works without its object', async () => {
    const { fetch } = createPage().proxy;
    expect((await fetch(new Request('https://page.example/v1/balances'))).status).toBe(401);
  });
});
