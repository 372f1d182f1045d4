import { join } from 'node:path';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core';
import {
  createClient,
  extendSchema,
  integer,
  isApiError,
  isConfigurationError,
  many,
  one,
  paymentsSchema,
  pickSchema,
  string,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { infiniteListQueryOptions } from 'payments-data-client/tanstack-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { complain, packagePaths, versions } from '../types/lib/compiler.js';
import { emitDeclarations } from '../types/lib/declarations.js';
import { ada, balances, balancesOf, createPage, createPageBefore, eve, policies } from './page.js';
import { serviceSchema } from './scenario.js';

const valid = {
  baseUrl: 'https://api.example.com',
  apiKey: 'c4n4ry-secret',
  schema: pickSchema(paymentsSchema, { balances: ['name'], units: ['symbol'] }),
  authenticate: () => ({ account: 'a' }),
  policies: { balances: true, units: true },
} as const;

describe('options', () => {
  const transport =
    'baseUrl, apiKey, allowApiKeyInBrowser, fetch, headers, timeout, retry, dialect, middleware, logger, logLevel';
  const names = `${transport}, schema, serviceSchema, authenticate, policies, maxTake, maxRelationDepth, onError`;

  test.each<[string, unknown, string]>([
    ['no options', undefined, 'createProxy: expected an options object, got undefined.'],
    [
      'an unknown option',
      { ...valid, rows: {} },
      `createProxy: \`rows\` is not an option. The options are ${names}.`,
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
    [
      'neither an address nor a key',
      { ...valid, baseUrl: undefined, apiKey: undefined },
      'createProxy: `baseUrl` and `apiKey` are missing. Pass both.',
    ],
    [
      'an address that is none',
      { ...valid, baseUrl: 'api' },
      'createProxy: expected `baseUrl` to be a URL such as https://api.example.com without credentials, query and fragment, got "api".',
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
      'createProxy: `dialect.parameters.where` is null, but the proxy limits what a browser page reads with `where`.',
    ],
    [
      'a service without a selection',
      { ...valid, dialect: { parameters: { include: null } } },
      'createProxy: `dialect.parameters.include` is null, but the proxy limits what a browser page reads with `include`.',
    ],
    ...(['everything', 'rejected'] as const).map((quantifier): [string, unknown, string] => [
      `a service where \`some: {}\` is ${quantifier}`,
      { ...valid, dialect: { empty: { quantifier } } },
      "createProxy: `dialect.empty.quantifier` must be 'counted': the proxy asks with `some: {}` and `none: {}` whether there are visible rows.",
    ]),
    ['no policies', { ...valid, policies: undefined }, 'createProxy: `policies` is required.'],
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
      'an serviceSchema that is none',
      { ...valid, serviceSchema: [] },
      'createProxy: expected `serviceSchema` to be a schema that pickSchema(), defineSchema() or extendSchema() returned, got an array.',
    ],
    [
      'an authenticate that is no function',
      { ...valid, authenticate: true },
      'createProxy: expected `authenticate` to be a function of a request that returns a session, got true.',
    ],
    [
      'policies that are a function',
      { ...valid, policies: () => true },
      'createProxy: expected `policies` to be an object of row policies by resource, got a function.',
    ],
    [
      'a missing policy',
      { ...valid, policies: { units: true } },
      'createProxy: `policies.balances` is missing. Pass `true` to show all balances, or a function of the session.',
    ],
    [
      'an inherited policy',
      { ...valid, policies: Object.assign(Object.create(null), { units: true }) },
      'createProxy: `policies.balances` is missing. Pass `true` to show all balances, or a function of the session.',
    ],
    [
      'a policy for a resource that is not picked',
      { ...valid, policies: { ...valid.policies, account: true } },
      'createProxy: `policies.account` is not a resource of `schema`.',
    ],
    [
      'a policy for a misspelled resource',
      { ...valid, policies: { ...valid.policies, balance: true } },
      'createProxy: `policies.balance` is not a resource of `schema`. Did you mean `balances`?',
    ],
    [
      'a policy that is false',
      { ...valid, policies: { ...valid.policies, units: false } },
      'createProxy: expected `policies.units` to be true or a function of the session, got false.',
    ],
    [
      'a policy that is a filter',
      { ...valid, policies: { ...valid.policies, units: { symbol: '$' } } },
      'createProxy: expected `policies.units` to be true or a function of the session, got an object.',
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
        schema: pickSchema(serviceSchema, { units: ['name'] }),
        serviceSchema: valid.schema,
        policies: { units: true },
      },
      'createProxy: `schema.units.path` differs from that of `serviceSchema`.',
    ],
    [
      'a resource that the service does not have',
      { ...valid, serviceSchema: pickSchema(paymentsSchema, { units: ['symbol'] }) },
      'createProxy: `schema.balances` is not a resource of `serviceSchema`.',
    ],
    [
      'a field that the service does not have',
      {
        ...valid,
        schema: extendSchema(valid.schema, { balances: { fields: { color: string() } } }),
      },
      'createProxy: `schema.balances.fields.color` is not a string field in `serviceSchema`.',
    ],
    [
      'a field of another kind',
      {
        ...valid,
        serviceSchema: extendSchema(paymentsSchema, { units: { fields: { symbol: integer() } } }),
      },
      'createProxy: `schema.units.fields.symbol` is not a string field in `serviceSchema`.',
    ],
    [
      'a relation to one row instead of many',
      {
        ...valid,
        schema: extendSchema(valid.schema, {
          units: { relations: { balances: many('balances', { foreignKey: 'unit_id' }) } },
        }),
        serviceSchema: extendSchema(paymentsSchema, {
          units: { relations: { balances: one('balances', { foreignKey: 'balance_id' }) } },
        }),
      },
      'createProxy: `schema.units.relations.balances` differs from that of `serviceSchema`.',
    ],
    [
      'a relation to another resource',
      {
        ...valid,
        schema: extendSchema(valid.schema, {
          balances: { relations: { account: one('units', { foreignKey: 'unit_id' }) } },
        }),
      },
      'createProxy: `schema.balances.relations.account` differs from that of `serviceSchema`.',
    ],
    [
      'a service without lists',
      {
        ...valid,
        serviceSchema: extendSchema(paymentsSchema, { balances: { operations: ['get'] } }),
      },
      'createProxy: `schema.balances` must have the operation `list` in `serviceSchema`: single rows are read from a list too.',
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
    const hiding = { balances: true, units: () => true } as never; // the compiler rejects it
    expect(() => createProxy({ ...valid, schema, policies: hiding })).toThrow(
      "createProxy: `policies.units` may hide the row of balances.unit, which is then null. Declare it nullable: pickSchema(extendSchema(paymentsSchema, { balances: { relations: { unit: one('units', { foreignKey: 'unit_id', nullable: true }) } } }), …).",
    );
    expect(() =>
      createProxy({ ...valid, schema, policies: { balances: true, units: true } }),
    ).not.toThrow();
  });

  test('no error shows the key', () => {
    for (const options of [
      { ...valid, maxTake: -1 },
      { ...valid, apiKey: 'c4n4ry-secret\n' },
      { ...valid, x: 1 },
    ])
      expect(() => createProxy(options as never)).toThrow(/^(?!.*c4n4ry-secret)/s);
  });
});

describe('types', { timeout: 60_000 }, () => {
  const head = `
import { extendSchema, one, paymentsSchema, pickSchema } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
const common = { baseUrl: 'https://api.example.com', apiKey: 'secret' };
const schema = pickSchema(paymentsSchema, { balances: ['name', 'unit'], units: ['symbol'] });
interface Session { account: string }
declare const session: Session;
declare const readSession: (request: Request) => Session | undefined;
declare const request: Request;
const nullable = pickSchema(extendSchema(paymentsSchema, { balances: { relations: { unit: one('units', { foreignKey: 'unit_id', nullable: true }) } } }), { balances: ['name', 'unit'], units: ['symbol'] });
declare function same<One>(): <Two>(value: Two, ...same: (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Two ? 1 : 2 ? [] : [never]) => void;
`;
  const accepted = [
    'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: (found) => (same<Session>()(found), { account_id: found.account }), units: true } });',
    'createProxy({ ...common, schema, authenticate: async () => (Math.random() > 1 ? session : undefined), policies: { balances: (found) => (same<Session>()(found), true), units: true } });',
    'createProxy({ ...common, schema, authenticate: (request) => request.headers.get("x") ?? undefined, policies: { balances: (name) => (same<string>()(name), { name }), units: true } });',
    'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: async ({ account }) => ({ OR: [{ account_id: { in: [account] } }, { account: { } as never }] }), units: true } });',
    'createProxy({ ...common, schema, serviceSchema: paymentsSchema, authenticate: () => session, policies: { balances: () => false, units: true } });',
    'createProxy({ ...common, schema, authenticate: (request) => readSession(request), policies: { balances: (session: Session) => ({ account_id: session.account }), units: true } });',
    'createProxy({ ...common, schema, authenticate: readSession, policies: { balances: (session: Session) => ({ account_id: session.account }), units: true } });',
    'createProxy({ ...common, schema: nullable, authenticate: readSession, policies: { balances: true, units: ({ account }) => ({ symbol: account }) } });',
    'createProxy({ ...common, schema, policies: { balances: (found: Session) => ({ account_id: found.account }), units: true } }).fetch(request, { session });',
    'createProxy({ ...common, schema, policies: { balances: (found: Session) => ({ account_id: found.account }), units: true } }).fetch(request, { session: readSession(request) });',
    'export const GET: (request: Request) => Promise<Response> = createProxy({ ...common, schema, authenticate: () => session, policies: { balances: true, units: true } }).fetch;',
  ];
  const rejected: readonly [code: string, at: string, message: RegExp][] = [
    [
      'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: true } });',
      'policies',
      /Property 'units' is missing in type/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: true, units: false } });',
      'units',
      /Type 'false' is not assignable to type/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: true, units: true, accounts: true } });',
      'accounts',
      /^Type 'true' is not assignable to type '"`accounts` is not a resource of `schema`"'\.$/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: ({ acount }) => ({ account_id: acount }), units: true } });',
      'acount',
      /Property 'acount' does not exist on type 'Session'/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: ({ account }) => ({ acount_id: account }), units: true } });',
      '',
      /acount_id/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: () => undefined, units: true } });',
      '',
      /'undefined' is not assignable to type/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: () => ({ account_id: undefined }), units: true } });',
      '',
      /undefined/,
    ],
    [
      'createProxy({ ...common, schema, policies: { balances: (found) => ({ account_id: found.account }), units: true } });',
      'found.account',
      /^'found' is of type 'unknown'\.$/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: readSession, policies: { balances: (other: { user: string }) => ({ account_id: other.user }), units: true } });',
      'balances',
      /Property 'user' is missing in type 'Session'/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: true, units: () => ({ symbol: "$" }) } });',
      'units',
      /Type '{ symbol: string; }' is not assignable to type '"balances.unit is never null, but this policy may hide its row: declare it with nullable: true"'\.$/,
    ],
    [
      'createProxy({ ...common, schema, policies: { balances: (found: Session) => ({ account_id: found.account }), units: true } }).fetch(request);',
      'fetch',
      /^Expected 2 arguments, but got 1\.$/,
    ],
    [
      'createProxy({ ...common, schema, policies: { balances: (found: Session) => ({ account_id: found.account }), units: true } }).fetch(request, {});',
      '{}',
      /Property 'session' is missing in type '{}'/,
    ],
    [
      'createProxy({ ...common, schema, policies: { balances: (found: Session) => ({ account_id: found.account }), units: true } }).fetch(request, session);',
      'session',
      /'session' is missing in type 'Session'/,
    ],
    [
      'createProxy({ ...common, schema, policies: { balances: (found: Session) => ({ account_id: found.account }), units: true } }).fetch(request, { session: { acount: "a" } });',
      'acount',
      /'acount' does not exist in type 'Session'/,
    ],
    [
      'export const WRONG: (request: Request, context: { params: Promise<object> }) => Promise<Response> = createProxy({ ...common, schema, policies: { balances: (found: Session) => ({ account_id: found.account }), units: true } }).fetch;',
      'WRONG',
      /Types of parameters 'options' and 'context' are incompatible/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: readSession, policies: { balances: true, units: true } }).fetch(request, { session });',
      '{ session }',
      /^Expected 1 arguments, but got 2\.$/,
    ],
    [
      'createProxy({ ...common, schema, authenticate: () => session, policies: { balances: true, units: true }, validator: () => [] });',
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

describe('what an error of the service contains', () => {
  test.each([
    ['rows in an envelope that the dialect does not name', json({ data: [{ id: 'hidden-row' }] })],
    ['rows without ids', json([{ name: 'hidden-row' }])],
    ['no JSON', new Response('[hidden-row', { headers: { 'content-type': 'application/json' } })],
  ])('is not the body, which may have hidden rows: %s', async (_, response) => {
    const onError = vi.fn();
    const proxy = createProxy({ ...valid, fetch: async () => response.clone(), onError });
    const { status } = await proxy.fetch(new Request('https://page.example/v1/balances'));
    expect(status).toBe(502);
    const [error] = onError.mock.calls[0] ?? [];
    expect(error).toMatchObject({
      name: 'ResponseError',
      status: 200,
      body: undefined,
      rawBody: '',
    });
    expect(`${error.message} ${JSON.stringify(error)}`).not.toContain('hidden-row');
  });
});

describe('the most rows of a list', () => {
  test('are at most those of a page of the service', async () => {
    const mock = createMock({ dialect: { pageSize: { max: 5 } } });
    const { baseUrl, fetch, apiKey } = mock.clientOptions;
    const proxy = createProxy({
      ...valid,
      baseUrl,
      apiKey,
      fetch,
      dialect: { pageSize: { max: 5 } },
    });
    const list = (query: string) =>
      proxy.fetch(new Request(`https://page.example/v1/balances${query}`));
    const all = await list('');
    expect([all.status, all.headers.get('x-max-take'), (await all.json()).length]).toEqual([
      200,
      '5',
      5,
    ]);
    const more = await list('?take=6');
    expect([more.status, await more.text()]).toEqual([
      400,
      expect.stringContaining('expected at most 5'),
    ]);
  });
});

describe('responses', () => {
  const common = {
    'cache-control': 'private, no-store',
    'content-type': 'application/json',
    vary: 'Cookie, Authorization',
    'x-content-type-options': 'nosniff',
    'x-max-take': '100',
  };
  const [own = balances[0]] = balancesOf(ada);

  test.each<[number, string, object, string, RequestInit & { account?: string | null }]>([
    [200, '/v1/balances?take=1&include=name:true', {}, '', {}],
    [200, `/v1/balances/${own?.id}?include=name:true`, {}, '', {}],
    [400, '/v1/balances?take=x', {}, 'take: expected a non-negative integer, got "x".', {}],
    [
      400,
      '/v1/balances?take=101',
      {},
      'take: expected at most 100 (`maxTake` of the proxy), got 101.',
      {},
    ],
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
    [404, `/v1/balances/${'x'.repeat(101)}`, {}, 'No row of balances has the id "xxxxxxx"….', {}],
    [
      400,
      `/v1/balances/${own?.id}?take=1`,
      {},
      'query: `take` is allowed in lists only. A single row takes `include`.',
      {},
    ],
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
    [500, {}, 'Internal error.', createPage({ apiKey: () => 'no key' })],
    [500, {}, 'Internal error.', createPage({ policies: { ...policies, balances: () => ({}) } })],
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

  const url = 'https://page.example/v1/balances';
  test.each([
    undefined,
    null,
    {},
    { url: '/v1/balances', method: 'GET', headers: {} },
    { url, headers: new Headers() },
    { url, headers: {}, signal: new AbortController().signal },
  ])('a request of another library is a ConfigurationError: %j', async (request) => {
    const error = await failure(createPage().proxy.fetch(request as never));
    expect(isConfigurationError(error)).toBe(true);
    expect(error.message).toMatch(
      /^createProxy: `fetch` expects a Request, got (undefined|null|an empty object|an object)\. For another kind of request, use an adapter\.$/,
    );
  });

  test.each([
    ['the event of SvelteKit', { request: new Request(url) }, 'Call proxy.fetch(event.request).'],
    ['the context of Hono', { req: { raw: new Request(url) } }, 'Call proxy.fetch(c.req.raw).'],
  ])('%s leads to its request', async (_, argument, advice) => {
    const error = await failure(createPage().proxy.fetch(argument as never));
    expect(error.message).toBe(
      `createProxy: \`fetch\` expects a Request, got an object. ${advice}`,
    );
  });
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
    [
      'BadRequestError',
      'at most 100',
      400,
      (client) => client.balances.list({ take: 101 }),
      createPage,
    ],
    [
      'AuthenticationError',
      'Not authenticated',
      401,
      (client) => client.balances.list(),
      () => createPage({ authenticate: () => undefined }),
    ],
    [
      'NotFoundError',
      'No row of balances',
      404,
      (client) => client.balances.get('none'),
      createPage,
    ],
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
      () =>
        createPageBefore(() => new Response('', { status: 429, headers: { 'retry-after': '3' } })),
    ],
    [
      'ServerError',
      'Internal error',
      500,
      (client) => client.balances.list(),
      () => createPage({ policies: { ...policies, balances: () => ({}) } }),
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

  const everything = {
    ...policies,
    balances: () => ({ id: { in: balances.map(({ id }) => id) } }),
  };
  const ids = balances.map(({ id }) => id).sort();

  test.each([1, 4, 15, 100])(
    'iterates and pages through the proxy, %i rows a page',
    async (pageSize) => {
      for (const orderBy of [
        undefined,
        { name: 'desc' },
        { archived_at: 'asc', type: 'desc' },
      ] as const) {
        const { clientOf, service } = createPage({ policies: everything });
        const { balances: resource } = clientOf(ada);
        const found: string[] = [];
        for await (const { id } of resource.iterate({ ...(orderBy && { orderBy }) }, { pageSize }))
          found.push(id);
        expect([...found].sort()).toEqual(ids);
        const paged: string[] = [];
        for await (const page of resource.pages({ ...(orderBy && { orderBy }) }, { pageSize }))
          paged.push(...page.map(({ id }) => id));
        expect(paged).toEqual(found);
        if (orderBy)
          expect((await resource.list({ orderBy })).map(({ id }) => id)).toHaveLength(ids.length);
        expect(service.requests.every(({ status }) => status === 200)).toBe(true);
      }
    },
  );

  test('pages with TanStack Query through the proxy', async () => {
    const { clientOf } = createPage({ policies: everything });
    const queryClient = new QueryClient();
    const observer = new InfiniteQueryObserver(
      queryClient,
      infiniteListQueryOptions(
        clientOf(ada).balances,
        { orderBy: { name: 'asc' } },
        { pageSize: 4 },
      ),
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
      Object.entries(policies).map(([name, policy]) => [
        name,
        (session: never) => {
          calls.push(name);
          return (policy as (session: never) => unknown)(session);
        },
      ]),
    );
    return { ...createPage({ policies: counting as never }), calls };
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
    [
      '/v1/transactions?include=lines:{account:true}',
      ['accounts', 'transactionLines', 'transactions'],
    ],
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
    const { send } = createPage({
      policies: { ...policies, balances: slow, units: slow, accounts: slow },
    });
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
      const { send } = createPage({ policies: { ...policies, balances: policy } });
      const { body } = await send('/v1/balances');
      expect((body as { id: string }[]).map(({ id }) => id)).toEqual(expected);
    }
  });
});

describe('limits', () => {
  test('a list without `take` gets `maxTake`', async () => {
    const { send, service } = createPage({ maxTake: 2, policies: { ...policies, balances: true } });
    expect((await send('/v1/balances')).body).toHaveLength(2);
    expect((await send('/v1/balances?take=1')).body).toHaveLength(1);
    expect((await send('/v1/balances?take=2&skip=14')).body).toHaveLength(1);
    expect((await send('/v1/balances?take=3')).status).toBe(400);
    expect(service.requests).toHaveLength(3);
  });

  test('`maxRelationDepth: 0` allows no relation', async () => {
    const { send } = createPage({ maxRelationDepth: 0 });
    expect((await send('/v1/balances')).status).toBe(200);
    for (const query of [
      'include=unit:true',
      'where=unit:{name:1}',
      'where=OR:[{account:{status:1}}]',
    ])
      expect((await send(`/v1/balances?${query}`)).status).toBe(400);
    expect((await send('/v1/accounts?where=balances:{none:{}}')).status).toBe(400);
  });

  test('`dialect.maxUrlLength` limits the URL of the page and the URL that is sent', async () => {
    const { send, service } = createPage({ dialect: { maxUrlLength: 200 } });
    expect((await send('/v1/units?include=name:true')).status).toBe(200);
    expect((await send(`/v1/units?where=name:'${'x'.repeat(300)}'`)).status).toBe(414);
    expect((await send('/v1/balances')).status).toBe(414); // with its fields and its policy
    expect(service.requests).toHaveLength(1);
  });

  test('a `take` above `dialect.pageSize.max` is rejected with this name', async () => {
    const { send } = createPage({ dialect: { pageSize: { max: 5 } } });
    expect((await send('/v1/balances?take=6')).text).toBe(
      '{"errors":["take: expected at most 5 (`dialect.pageSize.max` of the proxy), got 6."]}',
    );
  });

  test('a URL of exactly `dialect.maxUrlLength` is accepted, from the page and to the service', async () => {
    const path = '/v1/nothing';
    const longest = { dialect: { maxUrlLength: `https://page.example${path}`.length } };
    expect((await createPage(longest).send(path)).status).toBe(404);
    expect((await createPage(longest).send(`${path}s`)).status).toBe(414);
    const { send, requests } = createPageBefore(() => Response.json([]));
    await send('/v1/units');
    const maxUrlLength = requests[0]?.url.length ?? 0;
    const statuses = [maxUrlLength, maxUrlLength - 1].map(
      async (length) =>
        (
          await createPageBefore(() => Response.json([]), {
            dialect: { maxUrlLength: length },
          }).send('/v1/units')
        ).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 414]);
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
      policies: {
        ...policies,
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
    const { send, lines } = createPage({
      policies: { ...policies, units: () => ({ symbol: {} }) },
    });
    await send('/v1/balances');
    await send('/v1/units');
    await send('/api/v1/balances?where=nmae:1');
    await send('/v1/balances', { account: null });
    await send('/v1/balances', { method: 'DELETE' });
    expect(lines).toEqual([
      'GET /v1/units was rejected: 500 Internal error. policies.units: the policy returned a filter without comparisons. Return `true` to show every row.',
      'GET /api/v1/balances was rejected: 400 where: `nmae` is not a field or relation of balances. Did you mean `name`?',
      'GET /v1/balances was rejected: 401 Not authenticated.',
      'DELETE /v1/balances was rejected: 405 DELETE is not allowed. Use GET.',
    ]);
  });

  const never = () => new Promise<never>(() => {});
  test.each<[string, object]>([
    ['authenticate', { authenticate: never }],
    ['policies.balances', { policies: { ...policies, balances: never } }],
    ['apiKey', { apiKey: never }],
  ])('a slow function %s is a 500, and the error names it [decision 59]', async (name, options) => {
    const { send, errors, service } = createPage({ ...options, timeout: 20 });
    expect(await send('/v1/balances')).toMatchObject({
      status: 500,
      body: { errors: ['Internal error.'] },
    });
    const message = `GET /v1/balances failed: the timeout of 20 ms expired while waiting for \`${name}()\`. Increase \`timeout\`.`;
    expect(errors).toMatchObject([{ name: 'TimeoutError', message, timeout: 20 }]);
    expect(service.requests).toEqual([]);
  });

  test('the logger names the function that threw an exception, without its message [decision 59]', async () => {
    const fail = () => {
      throw new RangeError('secret');
    };
    for (const [name, options] of Object.entries({
      '`authenticate()`': { authenticate: fail },
      '`policies.balances()`': { policies: { ...policies, balances: fail } },
      '`apiKey()`': { apiKey: fail },
      '`fetch` or `middleware`': { middleware: fail },
    })) {
      const { send, lines } = createPage(options);
      await send('/v1/balances');
      expect(lines).toEqual([
        `GET /v1/balances was rejected: 500 Internal error. ${name} threw an exception (RangeError).`,
      ]);
    }
  });

  test.each<[string, number, object]>([
    ['that is rejected', 400, {}],
    ['that is limited', 429, {}],
    ['that fails', 500, {}],
    ['with an invalid filter', 200, { where: { balance: 'secret' } }],
  ])(
    'an error of a client in a function is no error of the page: a list %s [decision 59]',
    async (_, status, query) => {
      const fetch = async () => json({}, { status });
      const client = createClient({
        baseUrl: 'https://keys.example',
        apiKey: 'secret',
        fetch,
        retry: 0,
      });
      const error = await failure(client.balances.list(query));
      const fail = async (): Promise<never> => {
        throw error;
      };
      for (const [name, options] of Object.entries({
        authenticate: { authenticate: fail },
        'policies.balances': { policies: { ...policies, balances: fail } },
        apiKey: { apiKey: fail },
      })) {
        const { send, lines, errors } = createPage(options);
        const where = encodeURIComponent('{name:"Rent"}');
        expect(await send(`/v1/balances?where=${where}`)).toMatchObject({ status: 500 });
        expect(lines).toEqual([
          `GET /v1/balances was rejected: 500 Internal error. \`${name}()\` threw an exception (${error.name}).`,
        ]);
        expect(errors).toEqual([error]);
      }
    },
  );

  test('a failure is written to the console if neither `onError` nor a logger is given', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => written.mockRestore());
    const fetch = async () => json({ errors: [`no ${valid.apiKey} for you`] }, { status: 401 });
    const respond = async (options: object) => {
      const proxy = createProxy({ ...valid, fetch, ...options });
      return (await proxy.fetch(new Request('https://shop.example/api/v1/balances'))).status;
    };
    expect(await respond({})).toBe(502);
    expect(written.mock.calls).toEqual([
      [
        'GET /api/v1/balances was rejected: 502 The service failed. GET /v1/balances failed: 401 Unauthorized: no [redacted] for you. Check the `apiKey`.',
      ],
    ]);
    const ignore = () => {};
    const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    for (const options of [
      { onError: ignore },
      { logger },
      { logLevel: 'off' },
      { authenticate: ignore },
    ])
      await respond(options);
    expect(written).toHaveBeenCalledOnce();
  });

  test('a rejected query is not logged without a logger, because visitors could fill the log', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const url = 'https://shop.example/api/v1/balances?where=nmae:1';
    for (const own of [{}, { logLevel: undefined }]) {
      const { status } = await createProxy({ ...valid, ...own }).fetch(new Request(url));
      expect(status).toBe(400);
    }
    expect(warn).not.toHaveBeenCalled();
    await createProxy({ ...valid, logLevel: 'warn' }).fetch(new Request(url));
    expect(warn).toHaveBeenCalledOnce();
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
