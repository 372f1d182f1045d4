import {
  createClient,
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
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { enteredFiles } from '../fixtures/entered-files.js';
import { failure } from '../fixtures/failure.js';
import { ada, apiKey, balancesOf, createPage, createPageBefore, eve, policies } from './page.js';
import { serviceSchema } from './scenario.js';

const valid = {
  baseUrl: 'https://api.example.com',
  apiKey: 'c4n4ry-secret',
  schema: pickSchema(paymentsSchema, { balances: ['name'], units: ['symbol'] }),
  authenticate: () => ({ account: 'a' }),
  policies: { balances: true, units: true },
} as const;

describe('options', () => {
  const { policies } = valid;
  const color = { balances: { fields: { color: string() } } };
  const account = { account: one('units', { foreignKey: 'unit_id' }) };
  const withUnits = { balances: ['unit'], units: ['symbol'] } as const;
  const number = { units: { fields: { symbol: integer() } } };
  const symbols = pickSchema(paymentsSchema, { units: ['symbol'] });
  const named = pickSchema(serviceSchema, { units: ['name'] });
  const without = (name: string) => ({ dialect: { parameters: { [name]: null } } });
  const differs = 'differs from that of `serviceSchema`.';

  test.each<[object, string]>([
    [{ maxTakes: 5 }, '`maxTakes` is not an option. Did you mean `maxTake`?'],
    [{ validator: () => [] }, 'expected `validator` to be left out, because the proxy checks'],
    [{ baseUrl: 'api' }, 'expected `baseUrl` to be a URL such as https://api.example.com'],
    [{ apiKey: undefined }, '`apiKey` is undefined. Is the environment variable set?'],
    [{ schema: undefined }, '`schema` is required.'],
    [{ policies: undefined }, '`policies` is required.'],
    [{ schema: 'balances' }, 'expected `schema` to be a schema that pickSchema(), defineSchema()'],
    [{ dialect: { text: 'x' } }, 'expected `dialect.text` to be one of exact, insensitive'],
    [without('where'), '`dialect.parameters.where` is null, but the proxy limits what the browser'],
    [without('include'), '`dialect.parameters.include` is null, but the proxy limits what the'],
    [{ authenticate: true }, 'expected `authenticate` to be a function of a request that returns'],
    [{ policies: () => true }, 'expected `policies` to be an object of row policies by resource'],
    [{ policies: { units: true } }, '`balances` has no policy. Add `balances: true` to `policies`'],
    [
      { policies: { ...policies, balance: true } },
      '`policies.balance` is not a resource of `schema`.',
    ],
    [
      { policies: { ...policies, units: {} } },
      'expected `policies.units` to be true or a function',
    ],
    [{ maxTake: 0 }, 'expected `maxTake` to be a positive integer, got 0.'],
    [{ maxRelationDepth: -1 }, 'expected `maxRelationDepth` to be a non-negative integer, got -1.'],
    [{ onError: {} }, 'expected `onError` to be a function, got an empty object.'],
    [{ schema: named, policies: { units: true } }, `\`schema.units.path\` ${differs}`],
    [{ serviceSchema: symbols }, '`schema.balances` is not a resource of `serviceSchema`.'],
    [{ schema: extendSchema(valid.schema, color) }, `\`schema.balances.fields.color\` ${differs}`],
    [
      { serviceSchema: extendSchema(paymentsSchema, number) },
      `\`schema.units.fields.symbol\` ${differs}`,
    ],
    [
      { schema: extendSchema(valid.schema, { balances: { relations: account } }) },
      `\`schema.balances.relations.account\` ${differs}`,
    ],
    [
      { serviceSchema: extendSchema(paymentsSchema, { balances: { operations: ['get'] } }) },
      '`schema.balances` must have the operation `list` in `serviceSchema`: single rows are read',
    ],
    [
      {
        schema: pickSchema(paymentsSchema, withUnits),
        policies: { balances: true, units: () => true },
      },
      "`policies.units` may hide the row of balances.unit, which is then null. Declare it nullable: pickSchema(extendSchema(paymentsSchema, { balances: { relations: { unit: one('units', { foreignKey: 'unit_id', nullable: true }) } } }), …).",
    ],
  ])('%#: %s', async (changes, message) => {
    const error = await failure((async () => createProxy({ ...valid, ...changes } as never))());
    expect(isConfigurationError(error)).toBe(true);
    expect(error.message.slice(0, 13 + message.length)).toBe(`createProxy: ${message}`);
    expect(error.message).not.toContain('c4n4ry');
  });
});

describe('responses', () => {
  const [own] = balancesOf(ada);
  const common = {
    'cache-control': 'private, no-store',
    'content-type': 'application/json',
    vary: 'Cookie, Authorization',
    'x-content-type-options': 'nosniff',
  };
  const failing = (status: number) => createPageBefore(() => new Response('', { status }));
  const setSize = (size: number) =>
    `. Set \`dialect.pageSize.max\` to ${size} in the client of your web page.`;
  const small = createPage({ dialect: { pageSize: { max: 5 } } });
  const flat = createPage({ maxRelationDepth: 0 });
  const withoutKey = createPage({ apiKey: () => 'no key' });
  const deep = 'include=account:{balances:{account:{balances:true}}}';
  const nothing = 'There is nothing at this path.';
  const advice = `${nothing} Paths contain \`/v1\`, such as /api/v1/balances.`;
  const inLists = 'query: `take` is allowed in lists only. A single row takes `include`.';
  const tooDeep = (levels: number, most: number) =>
    `${levels} nested relations are too many. Nest at most ${most}.`;

  test.each<
    [number, string, string, (ReturnType<typeof createPage> | undefined)?, (object | undefined)?]
  >([
    [200, '/v1/units?take=0', ''],
    [400, '/v1/balances?take=x', 'take: expected a non-negative integer, got "x".'],
    [400, '/v1/balances?take=101', `take: expected at most 100, got 101${setSize(100)}`],
    [400, '/v1/balances?take=6', `take: expected at most 5, got 6${setSize(5)}`, small],
    [400, `/v1/balances?${deep}`, tooDeep(4, 3)],
    [400, '/v1/balances?where=OR:[{account:{status:"x"}}]', tooDeep(1, 0), flat],
    [401, '/v1/balances', 'Not authenticated.', undefined, { account: null }],
    [404, '/v1/nothing', nothing],
    [404, '/api/balances', advice],
    [404, '/v1/balances/none', 'No row of balances has the id "none".'],
    [400, `/v1/balances/${own?.id}?take=1`, inLists],
    [405, '/v1/balances', 'POST is not allowed. Use GET.', undefined, { method: 'POST' }],
    [
      414,
      `/v1/balances?where=name:'${'x'.repeat(8000)}'`,
      'The query is too long with the policies. Set a smaller `dialect.maxUrlLength` in the client.',
    ],
    [500, '/v1/balances', 'Internal error.', withoutKey],
    [502, '/v1/balances', 'The service failed.', failing(500)],
    [429, '/v1/balances', 'Too many requests.', failing(429)],
  ])('%i of %s', async (status, path, message, page = createPage(), init = {}) => {
    const response = await page.send(path, init);
    const allow = status === 405 && { allow: 'GET' };
    expect(Object.fromEntries(response.headers)).toEqual({ ...common, ...allow });
    const body = message ? { errors: [message] } : [];
    expect([response.status, response.body]).toEqual([status, body]);
  });

  const url = 'https://page.example/v1/balances';
  const express = { url: '/v1/balances', method: 'GET', headers: {}, socket: {} };
  test.each([
    [undefined, 'undefined. For another kind of request, use an adapter.'],
    [{ url, headers: new Headers() }, 'an object. For another kind of request, use an adapter.'],
    [{ request: new Request(url) }, 'an object. Call proxy.fetch(event.request).'],
    [{ req: { raw: new Request(url) } }, 'an object. Call proxy.fetch(c.req.raw).'],
    [express, 'an object. Use getRequestListener(proxy.fetch) of @hono/node-server.'],
  ])('%# is no request', async (request, advice) => {
    const error = await failure(createPage().proxy.fetch(request as never));
    expect(isConfigurationError(error)).toBe(true);
    expect(error.message).toBe(`createProxy: \`fetch\` expects a Request, got ${advice}`);
  });
});

test("the page's client reads its own rows, and its errors show the path that was sent", async () => {
  const { clientOf } = createPage();
  const query = {
    where: { available_balance: { gte: '-100000' }, account: { status: 'active' } },
    include: { name: true, account: { balances: { where: { type: 'main' } } } },
  } as const;
  for (const account of [ada, eve]) {
    const list = await clientOf(account).balances.list(query);
    const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();
    expect(idsOf(list)).toEqual(idsOf(balancesOf(account)));
    for (const row of list) expect(row.account?.id).toBe(account);
  }
  const error = await failure(clientOf(ada).balances.get('none'));
  expect(isApiError(error, 404) && error.message).toMatch(
    /^GET \/api\/v1\/balances\/none failed: 404 Not Found: No row of balances has the id "none"\./,
  );
});

test('a list enters the files of proxy and matcher', async () => {
  const row = { id: 'x', name: 'x', account_id: ada, unit: null };
  const { proxy } = createPageBefore(() => Response.json([row]));
  const url = 'https://page.example/v1/balances?include=name:true,unit:{symbol:true}';
  const headers = { cookie: `account=${ada}` };
  let take = 0; // another query each time, which has to be parsed
  const list = async () =>
    (await proxy.fetch(new Request(`${url}&where=type:"main"&take=${++take}`, { headers }))).text();
  expect(await list()).toBe('[{"id":"x","name":"x","unit":null}]');
  const files = await enteredFiles(list);
  expect(files).toContain('proxy/restriction.ts');
  console.log(`a list through the proxy enters ${files.length} files`);
});

describe('operators', () => {
  test('the logger has a line for each rejected request, and `onError` only failures', async () => {
    const { send, lines, errors } = createPage({ policies: { ...policies, units: () => ({}) } });
    await send('/v1/balances');
    await send('/v1/units');
    await send('/api/v1/balances?where=nmae:1');
    await send('/v1/balances', { account: null });
    const problem =
      'policies.units: the policy returned a filter without comparisons. Return `true` to show every row.';
    expect(lines).toEqual([
      `GET /v1/units was rejected: 500 Internal error. ${problem}`,
      'GET /api/v1/balances was rejected: 400 where: `nmae` is not a field or relation of balances. Did you mean `name`?',
      'GET /v1/balances was rejected: 401 Not authenticated.',
    ]);
    expect(errors).toMatchObject([{ name: 'ConfigurationError', message: problem }]);
  });

  describe('the logger says for each list which conditions the policies added', () => {
    const mine = `balances: {"account_id":"${ada}"}`;
    const long = 'x'.repeat(300);
    const nothingSent = ' No row can match both, so nothing is sent.';
    const units = () => false;

    test.each<[query: string, line: string, object?]>([
      ['', `all rows. The policies allow ${mine}.`],
      ['?where=name:"Rent"', `{"name":"Rent"}. The policies allow ${mine}.`],
      [
        '?where=unit:{symbol:"x"}&include=name:true',
        `{"unit":{"symbol":"x"}}. The policies allow ${mine}, units: no rows.${nothingSent}`,
        { policies: { ...policies, units } },
      ],
      [
        '?include=unit:true',
        `all rows. The policies allow ${mine}, units: all rows.`,
        { policies: { ...policies, units: true } },
      ],
      [`?where=name:"${long}"`, `{"name":"${long.slice(0, 141)}…. The policies allow ${mine}.`],
      [`?where=name:"${apiKey}"`, `{"name":"[redacted]"}. The policies allow ${mine}.`],
      ['?where=name:"a\u2028b"', `{"name":"a b"}. The policies allow ${mine}.`],
    ])('%s', async (query, line, options = {}) => {
      const { send, filters, clientOf } = createPage(options);
      const { text, headers } = await send(`/api/v1/balances${query}`);
      expect(filters).toEqual([`GET /api/v1/balances: the browser asks for ${line}`]);
      expect(text + JSON.stringify([...headers])).not.toMatch(/account_id|policies/i);
      await clientOf(ada).balances.list(); // which writes one more
      expect(filters).toHaveLength(2);
    });

    test('also before the first call of a function `apiKey`, and if the logger throws', async () => {
      const logger = {
        debug: () => {
          throw new Error('disk full');
        },
        warn: () => {},
      };
      const { send } = createPage({ apiKey: async () => apiKey, logger });
      expect((await send('/v1/balances')).status).toBe(200);
    });
  });

  const never = () => new Promise<never>(() => {});
  const broken = () => {
    throw new RangeError('secret');
  };
  /** An error of this package, which is none of the page and none of the service. */
  const inner = async (): Promise<never> => {
    const options = { baseUrl: 'https://x.example', apiKey: 'k', retry: 0 };
    const fetch = async () => Response.json({}, { status: 400 });
    await createClient({ ...options, fetch }).balances.list();
    throw new Error('it was not rejected');
  };
  const places = (code: () => never | Promise<never>) => [
    ['authenticate()', { authenticate: code }],
    ['policies.balances()', { policies: { ...policies, balances: code } }],
    ['apiKey()', { apiKey: code }],
  ];

  test.each([...[...places(broken), ['fetch or middleware', { middleware: broken }]]] as [
    string,
    object,
  ][])('an exception of `%s` is a 500 [decision 59]', async (name, options) => {
    const { send, lines, errors } = createPage(options);
    expect((await send('/v1/balances')).text).toBe('{"errors":["Internal error."]}');
    expect(lines).toEqual([
      `GET /v1/balances was rejected: 500 Internal error. \`${name}\` threw an exception (RangeError).`,
    ]);
    expect(errors).toEqual([new RangeError('secret')]);
  });

  test.each(places(inner) as [string, object][])(
    'an error of a client in `%s` is a 500 [decision 59]',
    async (_, options) => {
      const { send, errors } = createPage(options);
      expect((await send('/v1/balances?where=name:"Rent"')).status).toBe(500);
      expect(errors.map((error) => isApiError(error, 400))).toEqual([true]);
    },
  );

  test.each(places(never) as [string, object][])(
    'a slow function `%s` is a 500, and the error names it [decision 59]',
    async (name, options) => {
      const { send, errors, service } = createPage({ ...options, timeout: 20 });
      expect((await send('/v1/balances')).status).toBe(500);
      const message = `GET /v1/balances failed: the timeout of 20 ms expired while waiting for \`${name}\`. Increase \`timeout\`.`;
      expect(errors).toMatchObject([{ name: 'TimeoutError', message, timeout: 20 }]);
      expect(service.requests).toEqual([]);
    },
  );

  test('the time of `authenticate` counts, and the error names the whole timeout', async () => {
    const authenticate = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { account: ada };
    };
    const { send, errors } = createPageBefore(never, { authenticate, timeout: 60 });
    expect((await send('/v1/balances')).status).toBe(504);
    expect(errors).toMatchObject([
      { message: expect.stringContaining('the timeout of 60 ms expired.'), timeout: 60 },
    ]);
  });

  test('a failure is written to the console if there is neither `onError` nor a logger', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => written.mockRestore());
    const respond = async (options: object) => {
      const fetch = async () => Response.json({ errors: [`no ${valid.apiKey}`] }, { status: 401 });
      const proxy = createProxy({ ...valid, fetch, ...options });
      return (await proxy.fetch(new Request('https://shop.example/api/v1/balances'))).status;
    };
    expect(await respond({})).toBe(502);
    expect(written.mock.calls).toEqual([
      [
        'GET /api/v1/balances was rejected: 502 The service failed. GET /v1/balances failed: 401 Unauthorized: no [redacted]. Check the `apiKey`.',
      ],
    ]);
    const ignore = () => {};
    const errors: unknown[] = [];
    await respond({ onError: (error: unknown) => errors.push(error) });
    await respond({ logger: { debug: ignore, warn: ignore } });
    expect([written.mock.calls.length, errors.length]).toEqual([1, 1]);
  });

  test('nothing about the key can be read from the proxy', async () => {
    const { inspect } = await import('node:util');
    const { proxy } = createPage();
    expect(inspect(proxy, { showHidden: true, depth: 9 }) + JSON.stringify(proxy)).not.toContain(
      apiKey,
    );
    const { fetch } = proxy; // works without its object
    expect((await fetch(new Request('https://page.example/v1/balances'))).status).toBe(401);
  });
});
