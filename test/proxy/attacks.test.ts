import { defineSchema, many, one, pickSchema, string, uuid } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';
import {
  accounts,
  ada,
  apiKey,
  balances,
  balancesOf,
  createPage,
  createPageBefore,
  eve,
  pageSchema,
  policies,
  readSession,
} from './page.js';

const [own = balances[0]] = balancesOf(ada);
const [hidden = balances[0]] = balancesOf(eve);
if (!own || !hidden) throw new Error('Both accounts need a balance.');

/** What a page learns of a request: everything but the date of the response. */
type Learned = Awaited<ReturnType<ReturnType<typeof createPage>['send']>>;
const learned = ({ status, headers, text }: Learned) => ({ status, headers: [...headers], text });

const idsIn = (body: unknown) => (body as { id: string }[]).map(({ id }) => id).sort();
const idsOf = (account: string) => idsIn(balancesOf(account));

describe('a page cannot read hidden fields', () => {
  const visibleNames = Object.values(pageSchema).flatMap(({ fields, relations }) =>
    Object.keys({ ...fields, ...relations }),
  );
  const { send } = createPage();

  test.each([
    ['by bisection with a filter', '/v1/balances?where=balance:{gt:5}', 'balance'],
    ['by equality', `/v1/balances?where=account_id:'${eve}'`, 'account_id'],
    ['by a filter in OR', '/v1/balances?where=OR:[{name:1},{balance:{lt:0}}]', 'where'],
    ['by a related filter', '/v1/accounts?where=balances:{some:{balance:{gt:5}}}', 'balance'],
    ['in an include', '/v1/accounts?include=balances:{where:{balance:{gt:5}}}', 'balance'],
    ['by a to-one filter', '/v1/balances?where=unit:{max_precision:4}', 'max_precision'],
    ['by order', '/v1/balances?order_by=balance', 'balance'],
    ['by a second order', '/v1/balances?order_by=name,created_at:desc', 'created_at'],
    ['by a position', '/v1/balances?order_by=created_at&after=2025-01-01', 'created_at'],
    ['by an include', '/v1/balances?include=balance:true', 'balance'],
    ['by the exclusion form', '/v1/balances?include=balance:false', 'balance'],
    ['of a related row', '/v1/balances?include=unit:{workspace_id:true}', 'workspace_id'],
    ['that are computed', '/v1/accounts?include=identifier:true', 'identifier'],
  ])('%s', async (_, path, name) => {
    const { status, text } = await send(path);
    expect(status).toBe(400);
    expect(text).toContain(name); // the page's own word
    const [, suggested = 'name'] = /Did you mean `(\w+)`/.exec(text) ?? [];
    expect(visibleNames).toContain(suggested);
  });

  test('a hidden name and a name that no one uses give the same response', async () => {
    const queries = ['where=X:1', 'include=X:true', 'order_by=X', 'where=account:{X:1}'];
    for (const query of [...queries, 'include=account:{X:true}']) {
      const used = await send(`/v1/balances?${query.replace('X', 'created_at')}`);
      const unused = await send(`/v1/balances?${query.replace('X', 'qqqqqqq_qq')}`);
      const text = used.text.replaceAll('created_at', 'qqqqqqq_qq');
      expect(learned({ ...used, text })).toEqual(learned(unused));
    }
    const near = await send('/v1/balances?where=acount_id:1');
    const far = await send('/v1/balances?where=xyzxyz:1');
    expect(near.text.replace('acount_id', 'xyzxyz')).toBe(far.text);
    expect((await send('/v1/balances?where=nam:1')).text).toContain('Did you mean `name`?');
  });

  test('by default: a list and a row name every field that is requested', async () => {
    const { send, service } = createPage();
    await send('/v1/balances');
    await send(`/v1/balances/${own.id}`);
    const names = [...Object.keys(pageSchema.balances.fields), 'account_id']; // of the policy
    for (const { include } of service.requests)
      expect(include).toEqual(Object.fromEntries(names.map((name) => [name, true])));
    expect(service.requests).toHaveLength(2);
  });
});

describe('a page cannot learn of hidden rows', () => {
  const { send } = createPage();

  test('a hidden row and a missing row give the same response, and cost one request', async () => {
    const { send, service } = createPage();
    const missing = `${hidden.id.slice(0, -1)}${hidden.id.endsWith('0') ? 1 : 0}`;
    const first = await send(`/v1/balances/${hidden.id}`);
    const second = await send(`/v1/balances/${missing}`);
    expect(first.status).toBe(404);
    expect(learned({ ...first, text: first.text.replace(hidden.id, missing) })).toEqual(
      learned(second),
    );
    expect(service.requests.map(({ path, status }) => [path, status])).toEqual([
      ['/v1/balances', 200],
      ['/v1/balances', 200],
    ]);
    expect((await send(`/v1/balances/${own.id}`)).status).toBe(200);
  });

  test.each([
    ['by id', `where=id:'${hidden.id}'`],
    ['by a list of ids', `where=id:{in:['${hidden.id}']}`],
    ['by OR that always matches', `where=OR:[{id:'${hidden.id}'},{AND:[]}],id:'${hidden.id}'`],
    ['by a negative filter', `where=id:{not_in:[${idsOf(ada).map((id) => `'${id}'`)}]}`],
    ['by skipping the visible ones', `skip=${balancesOf(ada).length}`],
    ['through a to-one relation', `where=account:{id:'${eve}'}`],
    ['by a hidden related row', `where=unit:{symbol:{not_in:['$','€']}}`],
  ])('a filter does not find them %s', async (_, query) => {
    expect(await send(`/v1/balances?${query}`)).toMatchObject({ status: 200, body: [] });
  });

  test('a hidden related row is null or absent, and is not requested [decision 44]', async () => {
    const none = { ...policies, units: () => false, transactionLines: () => false };
    const page = createPage({ policies: { ...none, transactions: () => true } });
    const [balance] = (await page.send('/v1/balances?take=1&include=name:true,unit:{symbol:true}'))
      .body as object[];
    expect(balance).toEqual({ id: expect.any(String), name: expect.any(String), unit: null });
    const { body } = await page.send('/v1/transactions?take=1&include=status:true,lines:true');
    expect(body).toEqual([{ id: expect.any(String), status: expect.any(String), lines: [] }]);
    expect(page.service.requests.map(({ include }) => include)).toEqual([
      { id: true, name: true, account_id: true },
      { id: true, status: true },
    ]);
  });

  test('`every` over rows of which some are hidden is rejected, and works if all or none are [decision 40]', async () => {
    const path = '/v1/accounts?where=balances:{every:{type:"main"}}';
    expect(await send(path)).toMatchObject({
      status: 400,
      text: '{"errors":["where.balances.every: is not available, because only some of the balances are visible. Use `none` with the opposite filter."]}',
    });
    expect((await send('/v1/accounts?where=balances:{none:{type:{neq:"main"}}}')).status).toBe(200);
    const all = createPage({ policies: { ...policies, accounts: true, balances: true } });
    await all.send(path);
    expect(all.service.requests.at(-1)?.where).toEqual({ balances: { every: { type: 'main' } } });
    const none = createPage({ policies: { ...policies, accounts: true, balances: () => false } });
    expect((await none.send(path)).body).toHaveLength(accounts.length);
  });

  test('no total of the service is passed on', async () => {
    const body = { result: [], pagination: { total: 15, next: 'eyJpZCI6MX0=' } };
    const init = { headers: { 'x-total-count': '15' } };
    const page = createPageBefore(() => Response.json(body, init));
    const { text, headers } = await page.send('/v1/balances');
    const names = ['cache-control', 'content-type', 'vary', 'x-content-type-options'];
    expect([text, [...headers.keys()]]).toEqual(['[]', names]);
  });
});

describe('names with a meaning in JavaScript', () => {
  const { send } = createPage();

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'])(
    '%s is a name like any other',
    async (name) => {
      const before = Object.getOwnPropertyNames(Object.prototype).length;
      for (const path of [
        `/v1/balances?where={"${name}":{"account_id":"${eve}"}}`,
        `/v1/balances?where=${name}:{name:'x'}`,
        `/v1/balances?where=name:{${name}:'x'}`,
        `/v1/balances?where=account:{${name}:{}}`,
        `/v1/accounts?where=balances:{${name}:{}}`,
        `/v1/balances?include={"${name}":true}`,
        `/v1/balances?include=unit:{"${name}":true}`,
        `/v1/balances?order_by=${name}`,
        `/v1/balances?${name}=1`,
      ])
        expect([path, (await send(path)).status]).toEqual([path, 400]);
      expect((await send(`/v1/${name}`)).status).toBe(404);
      expect((await send(`/v1/balances/${name}`)).status).toBe(404);
      expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
      expect(Reflect.get({}, 'account_id')).toBeUndefined();
    },
  );

  test('resources and fields can have such names, and are restricted like others', async () => {
    const schema = defineSchema({
      constructor: {
        path: '/constructor',
        operations: ['list', 'get'],
        fields: { id: uuid(), toString: string(), select: string(), secret: string() },
        relations: { valueOf: many('propertyIsEnumerable', { foreignKey: 'owner_id' }) },
      },
      propertyIsEnumerable: {
        path: '/include',
        operations: ['list'],
        fields: { id: uuid(), select: string(), take: string(), hasOwnProperty: string() },
        relations: {
          isPrototypeOf: one('constructor', { foreignKey: 'owner_id', nullable: true }),
        },
      },
    });
    const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
    const owners = [1, 2].map((n) => ({
      ...{ id: id(n), toString: `t${n}`, select: `w${n}`, secret: 's' },
    }));
    const children = [3, 4].map((n) => ({
      ...{ id: id(n), select: 'w', take: `i${n}`, hasOwnProperty: 'h', owner_id: id(1) },
    }));
    const data = { constructor: owners, propertyIsEnumerable: children } as never;
    const { fetch } = createProxy({
      ...createMock({ schema, data }).clientOptions,
      dialect: { text: 'exact' },
      schema: pickSchema(schema, {
        constructor: ['toString', 'select', 'valueOf'],
        propertyIsEnumerable: ['select', 'take', 'isPrototypeOf'],
      }),
      serviceSchema: schema,
      authenticate: () => ({}),
      policies: {
        constructor: () => ({ id: id(1) }) as never,
        propertyIsEnumerable: () => ({ take: 'i4' }) as never,
      }, // by type, `toString` is inherited
    });
    const ask = async (path: string) =>
      (await fetch(new Request(`https://page.example${path}`))).json();
    const child = { id: id(4), select: 'w', take: 'i4' };
    const include = `toString:true,valueOf:{where:{select:'w'},include:{isPrototypeOf:{toString:true}}}`;
    expect(await ask(`/v1/constructor?include=${include}`)).toEqual([
      {
        id: id(1),
        toString: 't1',
        valueOf: [{ ...child, isPrototypeOf: { id: id(1), toString: 't1' } }],
      },
    ]);
    expect(await ask('/v1/constructor?include=valueOf:true')).toEqual([
      { id: id(1), toString: 't1', select: 'w1', valueOf: [child] },
    ]);
    expect(await ask('/v1/include')).toEqual([child]);
    expect(await ask(`/v1/constructor/${id(2)}`)).toEqual({
      errors: [`No row of constructor has the id "${id(2)}".`],
    });
  });
});

describe('parameters and paths', () => {
  const { send, service } = createPage();

  test.each([
    ['where', `where=type:'main'&where=id:'${hidden.id}'`],
    ['include', 'include=name:true&include=balance:true'],
    ['where', `where=type:'main'&%77here=id:'${hidden.id}'`],
    ['take', 'take=1&take=1000'],
  ])('a repeated `%s` is rejected', async (name, query) => {
    expect(await send(`/v1/balances?${query}`)).toMatchObject({
      status: 400,
      body: { errors: [`${name}: is given more than once. Send it once.`] },
    });
  });

  test.each([
    'where[account_id]=1',
    'WHERE=x:1',
    'api_key=x',
    'cursor=x',
    'after=x',
    'before=x',
    'constructor=x',
  ])('an unknown parameter is rejected: %s', async (query) =>
    expect((await send(`/v1/balances?${query}`)).status).toBe(400),
  );

  test.each([
    ...[
      '/v1/balances/%2e%2e/api-keys',
      '/v1/balances/..%2fapi-keys',
      '/v1/balances/%2E%2E%2Funits',
    ],
    ...['/v1/%2e%2e/v1/api-keys', '/v1//balances', '//v1//balances'],
    ...['/v1/balances//', `/v1/balances/${own.id}/name`],
    ...[`/v1/balances%2f${own.id}`, '/v1/api/V1/balances', '/v1/balances/v1%2fbalances'],
    ...['/v1/x/v1/api-keys', '/v1/balances/v1/api-keys', `/v1/balances/v1/${own.id}`],
    ...['/v1/x/v1//balances', '/v1/balances/v1/', '/v1/v1', '/api/v1x/balances'],
    ...['/v1\\balances\\x', '/v1/Balances', '/v1/balances;a=b', '/v1/balances%00'],
    ...[`/v1/balances/${own.id}%00`, '/v1/balances/%FF', '/v1/api-keys', '/v1/api-keys/1'],
    ...['/v2/balances', '/balances', '/v1', '/v1/', '/'],
  ])('nothing is at %s', async (path) => {
    expect((await send(path)).status).toBe(404);
    expect(service.requests.every((request) => request.path === '/v1/balances')).toBe(true);
  });

  test.each([
    ...['/v1/balances', '/api/v1/balances', '/a/b%20c/v1/balances', '/v1/%2e/balances'],
    ...['/v1/accounts/../balances', '/v10/v1/balances', '/%20/v1/balances'],
    ...['/api/v1/payments/v1/balances', '/v1/v1/balances', '/v1/balances/v1/balances'],
  ])('the list is at %s', async (path) => expect((await send(path)).status).toBe(200));

  test('what is before `/v1` and the path of a resource changes no response', async () => {
    const prefixes = ['/api', '/api/v1/payments', '/v1/bff', '/v1', '/v1/v1', '/v1/a/v1/b'];
    const lists = ['/balances', '/units', '/transactions', '/transactions/lines'];
    const paths = [...lists, `/balances/${own.id}`, '/balances/v1', '/nothing', '/api-keys'];
    for (const path of paths.flatMap((path) => [path, `${path}/`])) {
      const expected = await send(`/v1${path}?take=2`);
      for (const prefix of prefixes) {
        const { status, text } = await send(`${prefix}/v1${path}?take=2`);
        expect({ path: prefix + path, status, text }).toEqual({
          ...{ path: prefix + path, status: expected.status, text: expected.text },
        });
      }
    }
  });

  test('a path with many versions costs no more time than others', async () => {
    const { proxy } = createPage({ dialect: { maxUrlLength: 40_000 } });
    const headers = { cookie: `account=${ada}` };
    const url = `https://page.example${'/v1'.repeat(10_000)}/nothing`;
    const start = performance.now();
    expect((await proxy.fetch(new Request(url, { headers }))).status).toBe(404);
    expect(performance.now() - start).toBeLessThan(1_000); // 10 ms; three seconds if each is read
  });

  test('an id is a value of a filter and never a part of a path or a query', async () => {
    const { send, service } = createPage();
    const ids = ["'},OR:[{}", '?where=x', '#', '%25', '"', "\\'", '\u2028', 'a&take=5', '{}'];
    for (const id of ids) {
      expect((await send(`/v1/balances/${encodeURIComponent(id)}`)).status).toBe(404);
      expect(service.requests.at(-1)).toMatchObject({
        where: { account_id: ada, id },
        path: '/v1/balances',
      });
    }
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])(
    '%s is not allowed',
    async (method) => {
      const { status, headers } = await send('/v1/balances', { method });
      expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    },
  );

  test('headers that override the method, the path or the host have no effect, and are not sent on', async () => {
    const { send, requests } = createPageBefore(() => Response.json([]));
    const headers = {
      ...{ 'x-http-method-override': 'DELETE', 'x-original-url': '/v1/api-keys/1' },
      ...{ 'x-forwarded-host': 'evil.example', authorization: 'APIKey of-the-page' },
      ...{ accept: 'text/html', range: 'bytes=0-1', 'if-none-match': '*' },
    };
    expect((await send('/v1/balances', { headers })).status).toBe(200);
    const [request] = requests;
    const { pathname } = new URL(request?.url ?? '');
    expect([request?.method, pathname]).toEqual(['GET', '/v1/balances']);
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: `APIKey ${apiKey}`,
    });
  });
});

describe('requests that are expensive', () => {
  const { send, service } = createPage();
  const nested = (levels: number, open: string, close: string) =>
    open.repeat(levels) + close.repeat(levels);

  test.each([
    ['a filter of 900 levels', `where=${nested(450, 'OR:[{', '}]')}`, 200],
    ['a filter of more levels than allowed', `where=${nested(700, 'OR:[{', '}]')}`, 400],
    ['four nested relations', `where=${nested(2, 'account:{balances:{some:{', '}}}')}`, 400],
    ['four included relations', `include=${nested(2, 'account:{balances:{', '}}')}`, 400],
    [
      'relations hidden in AND',
      `where=${nested(4, 'AND:[{account:{balances:{some:{', '}}}}]')}`,
      400,
    ],
    ['a URL of 9,000 bytes', `where=name:'${'x'.repeat(9000)}'`, 414],
    ['a take above the limit [decision 42]', 'take=101', 400],
    ['a take that is not safe', 'take=99999999999999999999', 400],
    ['2,000 parameters', Array.from({ length: 2000 }, () => 'a').join('&'), 400],
    ['quotes without end', `where=${`'`.repeat(2500)}`, 400],
    ['braces without end', `where=${'{'.repeat(5000)}`, 400],
  ])('%s', async (_, query, status) => {
    const requests = service.requests.length;
    expect((await send(`/v1/balances?${query}`)).status).toBe(status);
    expect(service.requests.length - requests).toBe(status === 200 ? 1 : 0);
  });

  test('a short filter that becomes long with its policies is a 414, and is not sent', async () => {
    const many = balances.map(({ id }) => id);
    const { send, service, errors } = createPage({
      policies: { ...policies, balances: () => ({ id: { in: many } }) },
    });
    const where = `OR:[${Array.from({ length: 40 }, () => '{balances:{some:{}}}')}]`;
    expect((await send(`/v1/accounts?where=${where}`)).status).toBe(414);
    expect([service.requests, errors]).toEqual([[], []]);
  });
});

describe('code of the application', () => {
  const secret = 'password of the session store';

  test.each<[string, () => unknown]>([
    ['undefined', () => undefined],
    ['null', () => null],
    ['an empty filter [decision 43]', () => ({})],
    ['a filter whose value is undefined', () => ({ account_id: undefined })],
    ['a comparator whose value is undefined', () => ({ account_id: { eq: undefined } })],
    ['undefined in OR', () => ({ OR: [{ account_id: ada }, undefined] })],
    ['an undefined value in OR', () => ({ OR: [{ account_id: ada }, { type: undefined }] })],
    ['undefined in a list', () => ({ account_id: { in: [ada, undefined] } })],
    ['undefined in a relation', () => ({ account: { id: undefined } })],
    ['an OR that always matches [decision 43]', () => ({ OR: [{ account_id: ada }, {}] })],
    ['an empty AND [decision 43]', () => ({ AND: [] })],
    ['comparators without any [decision 43]', () => ({ account_id: {} })],
    ['an unknown field', () => ({ acount_id: ada })],
    ['text', () => 'account_id'],
    ['a number', () => 1],
    ['an array', () => [{ account_id: ada }]],
    ['a function', () => () => true],
    ['an instance', () => new Map([['account_id', ada]])],
    ['inherited conditions', () => Object.create({ account_id: ada })],
    ['a promise of undefined', () => Promise.resolve()],
    ['a rejected promise', () => Promise.reject(new Error(secret))],
    [
      'an exception',
      () => {
        throw new Error(secret);
      },
    ],
  ])('a policy that returns %s shows nothing: 500', async (_, policy) => {
    const { send, service, errors, lines } = createPage({
      policies: { ...policies, balances: policy as never },
    });
    for (const path of [
      '/v1/balances',
      `/v1/balances/${own.id}`,
      '/v1/accounts?include=balances:true',
      '/v1/accounts?where=balances:{none:{}}',
    ])
      expect(await send(path)).toMatchObject({ status: 500, text: INTERNAL });
    expect(service.requests).toHaveLength(0);
    expect(errors).toHaveLength(4);
    expect(lines.join()).not.toContain(secret);
    expect((await send('/v1/units')).status).toBe(200); // other resources still work
  });

  const INTERNAL = '{"errors":["Internal error."]}';

  test('a policy that returns a filter with a getter is read once', async () => {
    let reads = 0;
    const policy = () => ({
      get account_id() {
        return reads++ === 0 ? ada : eve;
      },
    });
    const { send } = createPage({ policies: { ...policies, balances: policy } });
    expect((await send('/v1/balances')).body).toHaveLength(balancesOf(ada).length);
    expect(reads).toBe(1);
  });

  test('a policy that fails after the timeout does not end the process', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const late = () => new Promise<never>((_, reject) => setTimeout(reject, 30, new Error(secret)));
    const { send } = createPage({ timeout: 10, policies: { ...policies, balances: late } });
    expect((await send('/v1/balances')).text).toBe(INTERNAL);
    await new Promise((resolve) => setTimeout(resolve, 60));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test.each([undefined, null, false, '', 0, Number.NaN])(
    'a session that is %s is a 401 for every path and method',
    async (session) => {
      const { send, service } = createPage({ authenticate: () => session as never });
      for (const [path, method] of [
        ['/v1/balances', 'GET'],
        ['/nowhere', 'GET'],
        ['/v1/balances', 'POST'],
        [`/v1/balances?where=${'x'.repeat(9000)}`, 'GET'],
      ] as const)
        expect(await send(path, { method })).toMatchObject({
          status: 401,
          text: '{"errors":["Not authenticated."]}',
        });
      expect(service.requests).toHaveLength(0);
    },
  );

  test('a page cannot write lines of its own into the log', async () => {
    const { send, lines } = createPage();
    const key = encodeURIComponent('"a\\nGET /v1/balances was allowed: 200\\u001b[2K"');
    await send(`/v1/balances?where={${key}:1}`);
    await send(`/v1/x%0AGET`);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^[^\p{Cc}]+$/u);
    expect(lines[1]).toBe('GET /v1/x%0AGET was rejected: 404 There is nothing at this path.');
  });

  test('an `onError` or a logger that fails changes nothing', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    for (const onError of [broken, () => Promise.reject(new Error('broken')), () => 1]) {
      const failing = createPageBefore(() => new Response('', { status: 500 }), { onError });
      expect((await failing.send('/v1/balances')).status).toBe(502);
    }
    const { send } = createPage({ logger: { debug: broken, warn: broken } });
    expect((await send('/v1/balances')).status).toBe(200);
    expect((await send('/v1/nothing')).status).toBe(404);
  });
});

describe('many sessions', () => {
  test('120 requests in parallel with different sessions never mix', async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
    const later =
      <Input, Result>(code: (input: Input) => Result) =>
      (input: Input) =>
        pause().then(() => code(input));
    const { send } = createPage({
      authenticate: later(readSession),
      policies: { ...policies, balances: later(({ account }) => ({ account_id: account })) },
    });
    const responses = Array.from({ length: 120 }, async (_, index) => {
      const account = accounts[index % accounts.length] ?? '';
      const { body } = await send('/v1/balances?include=account:{status:true}', { account });
      const list = body as { account: { id: string } }[];
      return (
        `${idsIn(body)}` === `${idsOf(account)}` && list.every((row) => row.account.id === account)
      );
    });
    expect((await Promise.all(responses)).filter((isRight) => !isRight)).toEqual([]);
  });

  test('parsed queries are kept for every session, with neither session nor policy', async () => {
    const { send } = createPage();
    const path = '/v1/balances?include=account:{status:true}&where=account:{status:{neq:"x"}}';
    for (const account of [ada, eve, ada])
      expect(idsIn((await send(path, { account })).body)).toEqual(idsOf(account));
    for (let index = 0; index < 205; index++)
      await send(`/v1/balances?take=1&where=name:'${index}'`, { account: index % 2 ? ada : eve });
    expect(idsIn((await send(path, { account: eve })).body)).toEqual(idsOf(eve));
    expect((await send(path, { account: null })).status).toBe(401);
  });

  test('a page that gives up ends the request to the service', async () => {
    const page = createPageBefore(
      (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        ),
    );
    const controller = new AbortController();
    const headers = { cookie: `account=${ada}` };
    const { signal } = controller;
    const request = new Request('https://page.example/v1/balances', { headers, signal });
    const response = page.proxy.fetch(request);
    await expect.poll(() => page.requests.length, { interval: 1 }).toBe(1);
    controller.abort();
    expect((await response).status).toBe(499);
    expect(await (await response).json()).toEqual({ errors: ['The request was aborted.'] });
    expect([page.signals[0]?.aborted, page.errors]).toEqual([true, []]);
    const aborted = new Request(request.url, { headers, signal: AbortSignal.abort() });
    expect((await page.proxy.fetch(aborted)).status).toBe(499);
    expect(page.requests).toHaveLength(1);
  });
});
