import {
  defineSchema,
  isResponseError,
  many,
  one,
  pickSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
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

describe('a page cannot read hidden fields', () => {
  const visibleNames = Object.values(pageSchema).flatMap(({ fields, relations }) => [
    ...Object.keys(fields),
    ...Object.keys(relations),
  ]);
  const { send } = createPage();

  test.each([
    ['by bisection with a filter', '/v1/balances?where=balance:{gt:5}', 'balance'],
    ['by equality', `/v1/balances?where=account_id:'${eve}'`, 'account_id'],
    ['by a filter in OR', '/v1/balances?where=OR:[{name:1},{balance:{lt:0}}]', 'where'],
    [
      'in a filter on related rows',
      '/v1/accounts?where=balances:{some:{balance:{gt:5}}}',
      'balance',
    ],
    [
      'in a filter of an include',
      '/v1/accounts?include=balances:{where:{balance:{gt:5}}}',
      'balance',
    ],
    [
      'in a filter on a to-one relation',
      '/v1/balances?where=unit:{max_precision:4}',
      'max_precision',
    ],
    ['by order', '/v1/balances?order_by=balance', 'balance'],
    ['by order behind a visible one', '/v1/balances?order_by=name,created_at:desc', 'created_at'],
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

  test('a misspelled name is not completed with a hidden one', async () => {
    const near = await send('/v1/balances?where=acount_id:1');
    const far = await send('/v1/balances?where=xyzxyz:1');
    expect(near.text.replace('acount_id', 'xyzxyz')).toBe(far.text);
    expect((await send('/v1/balances?where=nam:1')).text).toContain('Did you mean `name`?');
  });

  test('a hidden name and a name that no one uses give the same response', async () => {
    for (const query of [
      'where=X:1',
      'include=X:true',
      'order_by=X',
      'where=account:{X:1}',
      'include=account:{X:true}',
    ]) {
      const one = await send(`/v1/balances?${query.replace('X', 'created_at')}`);
      const other = await send(`/v1/balances?${query.replace('X', 'qqqqqqq_qq')}`);
      expect(learned({ ...one, text: one.text.replaceAll('created_at', 'qqqqqqq_qq') })).toEqual(
        learned(other),
      );
    }
  });

  test('by default: a list and a row name every field that is requested', async () => {
    const { send, service } = createPage();
    await send('/v1/balances');
    await send(`/v1/balances/${own.id}`);
    for (const { include } of service.requests)
      expect(include).toEqual({
        ...Object.fromEntries(Object.keys(pageSchema.balances.fields).map((name) => [name, true])),
        account_id: true, // what the policy compares
      });
    expect(service.requests).toHaveLength(2);
  });
});

describe('a page cannot learn of hidden rows', () => {
  const { send } = createPage();

  test('a hidden row and a missing row give the same response', async () => {
    const other = `${hidden.id.slice(0, -1)}${hidden.id.endsWith('0') ? 1 : 0}`;
    const one = await send(`/v1/balances/${hidden.id}`);
    const two = await send(`/v1/balances/${other}`);
    expect(one.status).toBe(404);
    expect(learned({ ...one, text: one.text.replace(hidden.id, other) })).toEqual(learned(two));
    expect((await send(`/v1/balances/${own.id}`)).status).toBe(200);
  });

  test('both cost one request to the service', async () => {
    const { send, service } = createPage();
    await send(`/v1/balances/${hidden.id}`);
    await send('/v1/balances/00000000-0000-4000-8000-000000000000');
    expect(service.requests.map(({ path, status }) => [path, status])).toEqual([
      ['/v1/balances', 200],
      ['/v1/balances', 200],
    ]);
  });

  test.each([
    ['by id', `where=id:'${hidden.id}'`],
    ['by a list of ids', `where=id:{in:['${hidden.id}']}`],
    [
      'by OR with a filter that always matches',
      `where=OR:[{id:'${hidden.id}'},{AND:[]}],id:'${hidden.id}'`,
    ],
    ['by a negative filter', `where=id:{not_in:[${balancesOf(ada).map(({ id }) => `'${id}'`)}]}`],
    ['by skipping the visible ones', `skip=${balancesOf(ada).length}`],
    ['through a to-one relation', `where=account:{id:'${eve}'}`],
  ])('a filter does not find them %s', async (_, query) => {
    expect(await send(`/v1/balances?${query}`)).toMatchObject({ status: 200, body: [] });
  });

  test('a filter that combines with OR does not replace the policy', async () => {
    const { body } = await send(
      '/v1/balances?where=OR:[{type:{neq:"none"}},{AND:[]}]&include=name:true',
    );
    expect((body as { id: string }[]).map(({ id }) => id)).toEqual(
      balancesOf(ada).map(({ id }) => id),
    );
  });

  test('counting by `none` and by `some` is about visible rows', async () => {
    const none = await send(`/v1/units?where=symbol:'%E2%82%BF'`); // a hidden unit
    expect(none.body).toEqual([]);
    const lines = await send(
      `/v1/transactions?where=lines:{some:{account:{id:{neq:'${ada}'}}}}&include=status:true`,
    );
    expect(lines.body).toEqual([]);
  });

  test('a position is rejected, whether its row is visible, hidden or missing [decision 41]', async () => {
    const positions = [own.id, hidden.id, 'missing'].map((id) =>
      btoa(JSON.stringify({ id, name: 'x' })),
    );
    for (const side of ['after', 'before'])
      for (const value of [...positions, 'Cash']) {
        const { status, text } = await send(
          `/v1/balances?order_by=name&${side}=${encodeURIComponent(value)}`,
        );
        expect(status).toBe(400);
        expect(text).toBe(
          `{"errors":["${side}: is not available through a proxy. Use \`where\` with \`gt\` or \`lt\`, or iterate() or pages()."]}`,
        );
      }
    expect((await send('/v1/balances?after=')).status).toBe(200); // as if it were absent
  });

  test('a related row that is hidden is null, as if there were none [decision 44]', async () => {
    const { body } = await send('/v1/balances?include=unit:{symbol:true}');
    const symbols = (body as { unit: { symbol: string } | null }[]).map(
      ({ unit }) => unit?.symbol ?? null,
    );
    expect(symbols).toContain(null);
    expect(symbols.every((symbol) => symbol === null || symbol === '$' || symbol === '€')).toBe(
      true,
    );
    const negative = await send(`/v1/balances?where=unit:{symbol:{not_in:['$','€']}}`);
    expect(negative.body).toEqual([]);
  });

  test('a relation of which every row is hidden is null or empty, and is not requested', async () => {
    const hidden = { ...policies, units: () => false, transactionLines: () => false };
    const { send } = createPage({ policies: hidden });
    const [balance] = (await send('/v1/balances?take=1&include=name:true,unit:{symbol:true}'))
      .body as object[];
    expect(balance).toEqual({ id: expect.any(String), name: expect.any(String), unit: null });
    const seen = { ...hidden, transactions: () => true };
    const { body } = await createPage({ policies: seen }).send(
      '/v1/transactions?take=1&include=status:true,lines:{amount:true}',
    );
    expect(body).toEqual([{ id: expect.any(String), status: expect.any(String), lines: [] }]);
  });

  test('`every` over rows of which some are hidden is rejected, and its opposite with `none` works [decision 40]', async () => {
    const { status, body } = await send('/v1/accounts?where=balances:{every:{type:"main"}}');
    expect(status).toBe(400);
    expect(body).toEqual({
      errors: [
        'where.balances.every: is not available, because only some of the balances are visible. Use `none` with the opposite filter.',
      ],
    });
    expect((await send('/v1/accounts?where=balances:{none:{type:{neq:"main"}}}')).status).toBe(200);
  });

  test('no total of the service is passed on', async () => {
    const page = createPageBefore(() =>
      json(
        { result: [], pagination: { total: 15, next: 'eyJpZCI6MX0=' } },
        { headers: { 'x-total-count': '15' } },
      ),
    );
    const { text, headers } = await page.send('/v1/balances');
    expect(text).toBe('[]');
    expect([...headers.keys()]).toEqual([
      'cache-control',
      'content-type',
      'vary',
      'x-content-type-options',
      'x-max-take',
    ]);
  });
});

describe('names with a meaning in JavaScript', () => {
  const { send } = createPage();
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

  test.each(names)('%s is a name like any other', async (name) => {
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
  });

  test('resources and fields can have such names, and are restricted like others', async () => {
    const schema = defineSchema({
      constructor: {
        path: '/constructor',
        operations: ['list', 'get'],
        fields: { id: uuid(), toString: string(), where: string(), secret: string() },
        relations: { valueOf: many('include', { foreignKey: 'owner_id' }) },
      },
      include: {
        path: '/include',
        operations: ['list'],
        fields: { id: uuid(), where: string(), include: string(), hasOwnProperty: string() },
        relations: {
          isPrototypeOf: one('constructor', { foreignKey: 'owner_id', nullable: true }),
        },
      },
    });
    const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
    const service = createMock({
      schema,
      data: {
        constructor: [1, 2].map((n) => ({
          id: id(n),
          toString: `t${n}`,
          where: `w${n}`,
          secret: 's',
        })),
        include: [3, 4].map((n) => ({
          id: id(n),
          where: 'w',
          include: `i${n}`,
          hasOwnProperty: 'h',
          owner_id: id(1),
        })),
      } as never,
    });
    const { fetch } = createProxy({
      ...service.clientOptions,
      schema: pickSchema(schema, {
        constructor: ['toString', 'where', 'valueOf'],
        include: ['where', 'include', 'isPrototypeOf'],
      }),
      serviceSchema: schema,
      authenticate: () => ({}),
      policies: {
        constructor: () => ({ id: id(1) }) as never,
        include: () => ({ include: 'i4' }) as never,
      }, // by type, `toString` is inherited
    });
    const ask = async (path: string) =>
      (await fetch(new Request(`https://page.example${path}`))).json();
    const child = { id: id(4), where: 'w', include: 'i4' };
    expect(
      await ask(
        `/v1/constructor?include=toString:true,valueOf:{where:{where:'w'},include:{isPrototypeOf:{toString:true}}}`,
      ),
    ).toEqual([
      {
        id: id(1),
        toString: 't1',
        valueOf: [{ ...child, isPrototypeOf: { id: id(1), toString: 't1' } }],
      },
    ]);
    expect(await ask('/v1/constructor?include=valueOf:true')).toEqual([
      { id: id(1), toString: 't1', where: 'w1', valueOf: [child] },
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
    'envelope=x',
    'cursor=x',
    'constructor=x',
  ])('an unknown parameter is rejected: %s', async (query) =>
    expect((await send(`/v1/balances?${query}`)).status).toBe(400),
  );

  test.each([
    '/v1/balances/%2e%2e/api-keys',
    '/v1/balances/..%2fapi-keys',
    `/v1/balances/%2e%2e%2fapi-keys%2f1`,
    '/v1/balances/%2E%2E%2Ftransactions',
    '/v1/%2e%2e/v1/api-keys',
    '/v1//balances',
    '//v1//balances',
    '/v1/balances/',
    '/v1/balances//',
    `/v1/balances/${own.id}/`,
    `/v1/balances/${own.id}/name`,
    `/v1/balances%2f${own.id}`,
    '/v1/v1/balances',
    '/v1/balances/v1/balances',
    '/v1\\balances\\x',
    '/v1/Balances',
    '/v1/balances;a=b',
    '/v1/balances%00',
    `/v1/balances/${own.id}%00`,
    `/v1/balances/%FF`,
    '/v1/api-keys',
    '/v1/api-keys/1',
    '/v2/balances',
    '/balances',
    '/v1',
    '/v1/',
    '/',
  ])('nothing is at %s', async (path) => {
    expect((await send(path)).status).toBe(404);
    expect(service.requests.every((request) => request.path === '/v1/balances')).toBe(true);
  });

  test.each([
    `/v1/balances`,
    `/api/v1/balances`,
    '/a/b%20c/v1/balances',
    '/v1/%2e/balances',
    '/v1/accounts/../balances',
  ])('the list is at %s', async (path) => expect((await send(path)).status).toBe(200));

  test('an id is a value of a filter and never a part of a path or a query', async () => {
    const { send, service } = createPage();
    for (const id of [
      `'},OR:[{}`,
      '?where=x',
      '#',
      '%25',
      '"',
      "\\'",
      '\u2028',
      'a&take=5',
      '{}',
    ]) {
      expect((await send(`/v1/balances/${encodeURIComponent(id)}`)).status).toBe(404);
      expect(service.requests.at(-1)?.where).toEqual({ account_id: ada, id });
      expect(service.requests.at(-1)?.path).toBe('/v1/balances');
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
    const { send, requests } = createPageBefore(() => json([]));
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-http-method': 'DELETE',
      'x-method-override': 'DELETE',
      'x-original-url': '/v1/api-keys/1',
      'x-rewrite-url': '/v1/api-keys/1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/v1/api-keys',
      authorization: 'APIKey of-the-page',
      accept: 'text/html',
      'accept-language': 'x',
      range: 'bytes=0-1',
      'if-none-match': '*',
    };
    expect((await send('/v1/balances', { headers })).status).toBe(200);
    const [request] = requests;
    expect([request?.method, new URL(request?.url ?? '').pathname]).toEqual([
      'GET',
      '/v1/balances',
    ]);
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
      `where=${nested(4, 'AND:[{account:{AND:[{balances:{some:{', '}}}]}}]')}`,
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
    const { send, service } = createPage({
      policies: { ...policies, balances: () => ({ id: { in: balances.map(({ id }) => id) } }) },
    });
    const where = `OR:[${Array.from({ length: 40 }, () => '{balances:{some:{}}}')}]`;
    expect((await send(`/v1/accounts?where=${where}`)).status).toBe(414);
    expect(service.requests).toHaveLength(0);
  });

  test('one request of a page is one request to the service, also if that fails', async () => {
    const { send, requests } = createPageBefore(() => new Response('', { status: 503 }));
    expect((await send('/v1/balances')).status).toBe(502);
    expect(requests).toHaveLength(1);
    const retrying = createPageBefore(() => new Response('', { status: 503 }), {
      retry: { limit: 1, maxDelay: 1 },
    });
    expect((await retrying.send('/v1/balances')).status).toBe(502);
    expect(retrying.requests).toHaveLength(2);
  });
});

describe('a service that does something else than it was asked', () => {
  const visible = {
    id: own.id,
    account_id: ada,
    name: 'Mine',
    type: 'main',
    available_balance: '1.00',
    archived_at: null,
    variables: { tier: 'gold' },
  };
  const foreign = { ...visible, id: hidden.id, account_id: eve, name: 'Not yours' };
  const whole = '/v1/balances';

  /** What a page and an operator learn if the service responds with a body. */
  async function respondWith(
    body: unknown,
    path = whole,
    options: Parameters<typeof createPageBefore>[1] = {},
  ) {
    const { send, errors, lines } = createPageBefore(() => json(body), options);
    const { status, text } = await send(path);
    return { status, text, errors, lines };
  }

  test('the row of these tests is valid', async () => {
    const { account_id: _, ...passedOn } = visible;
    expect(JSON.parse((await respondWith([visible])).text)).toEqual([passedOn]);
  });

  const failures: readonly [says: string, body: unknown, reason: string, path?: string][] = [
    [
      'it ignores `where`',
      [visible, foreign],
      '[1]: a row of balances does not match its policy. The service ignored a filter.',
    ],
    [
      'it returns the row of someone else for an id',
      [foreign],
      '[0]: a row of balances does not match its policy. The service ignored a filter.',
      `/v1/balances/${own.id}`,
    ],
    [
      'it returns another visible row for an id',
      [{ ...visible, id: 'other' }],
      '[0]: a row of balances does not match its policy. The service ignored a filter.',
      `/v1/balances/${own.id}`,
    ],
    [
      'it returns two rows for an id',
      [visible, visible],
      'expected one row of balances, got 2.',
      `/v1/balances/${own.id}`,
    ],
    [
      'it ignores the filter of an include',
      [{ id: ada, balances: [visible, foreign] }],
      '[0].balances[1]: a row of balances does not match its policy. The service ignored a filter.',
      '/v1/accounts?include=status:false,balances:true',
    ],
    [
      'it ignores the filter of a to-one relation',
      [{ ...visible, unit: { id: 'unit', symbol: '₿' } }],
      '[0].unit: a row of units does not match its policy. The service ignored a filter.',
      '/v1/balances?include=name:true,unit:{symbol:true}',
    ],
    [
      'a row lacks the field that its policy compares',
      [{ ...visible, account_id: undefined }],
      '[0].account_id: missing in the response.',
    ],
    [
      'a row lacks a field',
      [{ ...visible, name: undefined }],
      '[0].name: missing in the response.',
    ],
    [
      'a row lacks a relation',
      [visible],
      '[0].unit: missing in the response.',
      '/v1/balances?include=name:true,unit:{symbol:true}',
    ],
    [
      'a to-many relation is not an array',
      [{ id: ada, balances: visible }],
      '[0].balances: expected an array.',
      '/v1/accounts?include=status:false,balances:true',
    ],
    [
      'a related row is not an object',
      [{ id: ada, balances: [null] }],
      '[0].balances[0]: expected a row of balances.',
      '/v1/accounts?include=status:false,balances:true',
    ],
    [
      'a field holds an object with more fields',
      [{ ...visible, name: { text: 'Mine', account: foreign } }],
      '[0].name: expected a plain value, got an object or an array.',
    ],
    [
      'a field holds an array',
      [{ ...visible, available_balance: [foreign] }],
      '[0].available_balance: expected a plain value, got an object or an array.',
    ],
  ];

  test.each(failures)('%s: 502, and nothing is passed on', async (_, body, reason, path) => {
    const { status, text, errors, lines } = await respondWith(body, path);
    expect([status, text]).toEqual([502, '{"errors":["The service failed."]}']);
    const [error] = errors as Error[];
    const resource = path?.startsWith('/v1/accounts') ? 'accounts' : 'balances';
    expect(isResponseError(error)).toBe(true);
    expect(error?.message).toBe(`GET /v1/${resource} failed: ${reason}`);
    expect(JSON.stringify(error)).not.toMatch(/Mine|Not yours|₿|tier|"[0-9a-f]{8}-/);
    const { pathname } = new URL(path ?? whole, 'https://page.example');
    expect(lines).toEqual([
      `GET ${pathname} was rejected: 502 The service failed. GET /v1/${resource} failed: ${reason}`,
    ]);
  });

  test.each([
    [
      'decimal',
      { balance: { gte: '0' } },
      'balance',
      ['abc', '', '1e5', '0x10', 'NaN', ' 1', true, [1], {}],
    ],
    ['decimal', { balance: '0' }, 'balance', ['abc', '', 'Infinity', '--1']],
    [
      'date',
      { created_at: { neq: '2026-01-01' } },
      'created_at',
      ['yesterday', '', '2026-02-30', 5, {}],
    ],
    ['date', { created_at: { not_in: ['2026-01-01'] } }, 'created_at', ['x', true]],
    ['uuid', { account_id: { neq: eve } }, 'account_id', [5, {}, [ada], true]],
    ['string', { identifier: { not_contains: 'x' } }, 'identifier', [5, {}, ['x']]],
  ] as const)(
    'a %s that its policy %j compares is malformed: 502',
    async (kind, policy, name, values) => {
      for (const value of values) {
        const { status, errors } = await respondWith([{ ...visible, [name]: value }], whole, {
          policies: { ...policies, balances: () => policy as never },
        });
        expect([value, status]).toEqual([value, 502]);
        expect((errors[0] as Error).message).toBe(
          `GET /v1/balances failed: [0].${name}: expected a value of kind ${kind}, which its policy compares.`,
        );
      }
    },
  );

  test('it returns more fields, more relations and more rows: they are removed', async () => {
    const more = {
      ...visible,
      secret: 's',
      __proto__: { inherited: 1 },
      account: foreign,
      unit: { id: 'unit', symbol: '$', workspace_id: 'w' },
      variables: { tier: 'gold', __proto__: null },
    };
    const { status, text } = await respondWith(
      { result: [more, more, more], pagination: { total: 15 }, debug: foreign },
      '/v1/balances?take=2&include=name:true,unit:{symbol:true}',
    );
    expect(status).toBe(200);
    const row = { id: own.id, name: 'Mine', unit: { id: 'unit', symbol: '$' } };
    expect(JSON.parse(text)).toEqual([row, row]);
  });

  test('the first element of a list with the visible rows hides no later one', async () => {
    const rows = [...Array.from({ length: 99 }, () => visible), foreign];
    expect((await respondWith(rows)).status).toBe(502);
  });

  test.each<[string, () => Response]>([
    ['an error in a successful response', () => json({ errors: [`secret ${apiKey}`] })],
    ['HTML', () => new Response(`<p>${apiKey}`, { headers: { 'content-type': 'text/html' } })],
    ['no body', () => new Response('')],
    ['null', () => json(null)],
    ['a single row', () => json(visible)],
    ['rows in another envelope', () => json({ data: [visible] })],
    ['rows without an id', () => json([{ name: 'x' }])],
    ['invalid UTF-8', () => new Response(new Uint8Array([0x5b, 0xff, 0x5d]))],
    [
      'a redirect',
      () => new Response('', { status: 302, headers: { location: 'https://evil.example/' } }),
    ],
    ['400', () => json({ errors: [`bad \`balance\` ${apiKey}`] }, { status: 400 })],
    ['401', () => json({ errors: [`unknown key ${apiKey}`] }, { status: 401 })],
    ['403', () => json({ errors: ['role'] }, { status: 403 })],
    ['404', () => json({ errors: ['gone'] }, { status: 404 })],
    ['408', () => json({ errors: ['slow'] }, { status: 408 })],
    ['422', () => json({ errors: ['values'] }, { status: 422 })],
    ['500', () => json({ errors: [`stack ${apiKey}`] }, { status: 500 })],
    [
      '503 with a Retry-After',
      () => new Response('', { status: 503, headers: { 'retry-after': '5' } }),
    ],
    [
      'a lost connection',
      () => {
        throw new TypeError(`connect ECONNREFUSED ${apiKey}`);
      },
    ],
  ])('%s becomes a 502 without details', async (_, respond) => {
    const { send, errors, lines } = createPageBefore(respond);
    const { status, text, headers } = await send('/v1/balances');
    expect([status, text]).toEqual([502, '{"errors":["The service failed."]}']);
    expect([...headers.keys()]).toEqual([
      'cache-control',
      'content-type',
      'vary',
      'x-content-type-options',
      'x-max-take',
    ]);
    expect(errors).toHaveLength(1);
    expect(lines.at(-1)).toMatch(
      /^GET \/v1\/balances was rejected: 502 The service failed\. GET \/v1\/balances failed: /,
    );
    const seen = JSON.stringify([errors, String(errors[0]), (errors[0] as Error).stack, lines]);
    expect(seen).not.toContain(apiKey);
  });

  test.each([400, 422])(
    'a value of the page that it rejects with a %i is a 400, and no alert',
    async (status) => {
      const secret = `where.account_id: '${eve}' is not a balance ${apiKey}`;
      for (const path of [
        `/v1/balances/abc`,
        `/v1/balances?where=type:'man'`,
        `/v1/accounts?include=balances:{where:{type:'man'}}`,
        `/v1/accounts?where=balances:{some:{type:'man'}}`,
        '/v1/balances?order_by=available_balance',
        '/v1/balances?take=99',
        '/v1/balances?skip=1000000',
      ]) {
        const { send, errors, lines } = createPageBefore(() =>
          json({ errors: [secret] }, { status }),
        );
        const response = await send(path);
        expect([path, response.status]).toEqual([path, 400]);
        expect(response.text).toBe('{"errors":["The service rejected a value of the query."]}');
        expect([...response.headers].join()).not.toContain(eve);
        expect(errors).toEqual([]);
        expect(lines.at(-1)).toContain(
          'was rejected: 400 The service rejected a value of the query. GET /v1/',
        );
        expect(lines.join()).not.toContain(apiKey);
      }
    },
  );

  test('a request of the page without a value is not to blame for a 400: it is a 502', async () => {
    const respond = () => json({ errors: ['unknown field'] }, { status: 400 });
    for (const path of ['/v1/balances', '/v1/accounts?include=status:true,balances:{name:true}']) {
      const { send, errors } = createPageBefore(respond);
      expect((await send(path)).status).toBe(502);
      expect(errors).toHaveLength(1);
    }
  });

  test.each([
    ['7', '7'],
    ['1.2', '2'],
    [new Date(Date.now() - 5000).toUTCString(), '0'],
    ['soon, ask db-7.internal', null],
    [undefined, null],
  ])('429 with `Retry-After: %s` is passed on with %s', async (given, expected) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'retry-after': given };
    const { send, errors } = createPageBefore(() =>
      json({ errors: [apiKey] }, { status: 429, headers }),
    );
    const response = await send('/v1/balances');
    expect([response.status, response.text]).toEqual([429, '{"errors":["Too many requests."]}']);
    expect(response.headers.get('retry-after')).toBe(expected);
    expect(errors).toHaveLength(1);
  });
});

describe('code of the application', () => {
  const secret = 'password of the session store';

  test.each<[string, () => never]>([
    ['undefined', () => undefined as never],
    ['null', () => null as never],
    ['an empty filter [decision 43]', () => ({}) as never],
    ['a filter whose value is undefined', () => ({ account_id: undefined }) as never],
    ['a comparator whose value is undefined', () => ({ account_id: { eq: undefined } }) as never],
    ['undefined in OR', () => ({ OR: [{ account_id: ada }, undefined] }) as never],
    [
      'an undefined value in OR',
      () => ({ OR: [{ account_id: ada }, { type: undefined }] }) as never,
    ],
    ['undefined in a list', () => ({ account_id: { in: [ada, undefined] } }) as never],
    ['undefined in a relation', () => ({ account: { id: undefined } }) as never],
    ['an OR that always matches [decision 43]', () => ({ OR: [{ account_id: ada }, {}] }) as never],
    ['an empty AND [decision 43]', () => ({ AND: [] }) as never],
    ['comparators without any [decision 43]', () => ({ account_id: {} }) as never],
    ['an unknown field', () => ({ acount_id: ada }) as never],
    ['text', () => 'account_id' as never],
    ['a number', () => 1 as never],
    ['an array', () => [{ account_id: ada }] as never],
    ['a function', () => (() => true) as never],
    ['an instance', () => new Map([['account_id', ada]]) as never],
    ['inherited conditions', () => Object.create({ account_id: ada }) as never],
    ['a promise of undefined', () => Promise.resolve() as never],
    ['a rejected promise', () => Promise.reject(new Error(secret)) as never],
    [
      'an exception',
      () => {
        throw new Error(secret);
      },
    ],
    [
      'an exception that is undefined',
      () => {
        throw undefined;
      },
    ],
  ])('a policy that returns %s shows nothing: 500', async (_, policy) => {
    const { send, service, errors, lines } = createPage({
      policies: { ...policies, balances: policy },
    });
    for (const path of [
      '/v1/balances',
      `/v1/balances/${own.id}`,
      '/v1/accounts?include=balances:true',
      '/v1/accounts?where=balances:{none:{}}',
    ])
      expect(await send(path)).toMatchObject({
        status: 500,
        text: '{"errors":["Internal error."]}',
      });
    expect(service.requests).toHaveLength(0);
    expect(errors).toHaveLength(4);
    expect(lines.join()).not.toContain(secret);
    expect((await send('/v1/units')).status).toBe(200); // other resources still work
  });

  test('a policy that returns a filter with a getter is read once', async () => {
    let reads = 0;
    const policy = () => ({
      get account_id() {
        return reads++ === 0 ? ada : eve;
      },
    });
    const { send } = createPage({ policies: { ...policies, balances: policy } });
    const { body } = await send('/v1/balances');
    expect(body).toHaveLength(balancesOf(ada).length);
    expect(reads).toBe(1);
  });

  test('a policy that is too slow is a 500 that names it, and nothing is sent afterwards', async () => {
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { send, service, errors, lines } = createPage({
      timeout: 20,
      policies: {
        ...policies,
        units: () => true,
        balances: ({ account }) => waiting.then(() => ({ account_id: account })),
      },
    });
    expect(await send('/v1/balances?include=unit:true')).toMatchObject({
      status: 500,
      text: '{"errors":["Internal error."]}',
    });
    expect(lines).toEqual([
      'GET /v1/balances was rejected: 500 Internal error. GET /v1/balances failed: the timeout of 20 ms expired while waiting for `policies.balances()`. Increase `timeout`.',
    ]);
    finish();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(service.requests).toHaveLength(0);
    expect(errors).toMatchObject([
      { url: 'https://page.example/v1/balances', path: '/v1/balances' },
    ]);
  });

  test('a policy that fails after the timeout does not end the process', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const late = () => new Promise<never>((_, reject) => setTimeout(reject, 30, new Error(secret)));
    const { send } = createPage({
      timeout: 10,
      policies: { ...policies, balances: late, accounts: late },
    });
    expect((await send('/v1/accounts?include=balances:true')).status).toBe(500);
    await new Promise((resolve) => setTimeout(resolve, 60));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error(secret);
      },
    ],
    ['rejects', () => Promise.reject(new Error(secret))],
  ])('an `authenticate` that %s is a 500 without details', async (_, authenticate) => {
    const { send, errors, lines } = createPage({ authenticate: authenticate as never });
    expect(await send('/v1/balances')).toMatchObject({
      status: 500,
      text: '{"errors":["Internal error."]}',
    });
    expect(errors).toEqual([new Error(secret)]);
    expect(lines).toEqual([
      'GET /v1/balances was rejected: 500 Internal error. `authenticate()` threw an exception (Error).',
    ]);
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

  test.each<[string, () => void | Promise<void>]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['never ends', () => new Promise<void>(() => {})],
  ])('an `onError` that %s changes nothing', async (_, onError) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const { send } = createPageBefore(() => new Response('', { status: 500 }), { onError });
    expect((await send('/v1/balances')).status).toBe(502);
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('a logger that throws changes nothing', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    const { send } = createPage({
      logger: { debug: broken, info: broken, warn: broken, error: broken },
      logLevel: 'debug',
    });
    expect((await send('/v1/balances')).status).toBe(200);
    expect((await send('/v1/nothing')).status).toBe(404);
  });

  test('a page cannot write lines of its own into the log', async () => {
    const { send, lines } = createPage();
    await send(
      `/v1/balances?where={${encodeURIComponent('"a\\nGET /v1/balances was allowed: 200\\u001b[2K"')}:1}`,
    );
    await send(`/v1/x%0AGET`);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^[^\p{Cc}]+$/u);
    expect(lines[1]).toBe('GET /v1/x%0AGET was rejected: 404 There is nothing at this path.');
  });

  test('an error of a middleware is not taken for an error of the page', async () => {
    const { createClient } = await import('payments-data-client');
    const inner = createClient({ baseUrl: 'https://x.example', apiKey: 'k' });
    const { send, errors } = createPage({
      middleware: async (request, next) => {
        await inner.balances.list({ where: { [secret]: 1 } as never });
        return next(request);
      },
    });
    expect(await send('/v1/balances')).toMatchObject({
      status: 500,
      text: '{"errors":["Internal error."]}',
    });
    expect(String(errors[0])).toContain(secret);
  });
});

describe('many sessions', () => {
  test('500 requests in parallel with different sessions never mix', {
    timeout: 60_000,
  }, async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    const page = createPage({
      authenticate: async (request) => {
        await pause();
        return readSession(request);
      },
      policies: {
        ...policies,
        balances: async ({ account }) => {
          await pause();
          return { account_id: account };
        },
      },
      middleware: async (request, next) => {
        await pause();
        return next(request);
      },
    });
    const idsOf = new Map(
      accounts.map((account) => [account, balancesOf(account).map(({ id }) => id)]),
    );
    const responses = await Promise.all(
      Array.from({ length: 500 }, async (_, index) => {
        const account = accounts[index % accounts.length] ?? '';
        if (index % 3 === 0) {
          const [id = ''] = idsOf.get(accounts[(index + index / 3) % accounts.length] ?? '') ?? [];
          const { status } = await page.send(`/v1/balances/${id}`, { account });
          return status === (idsOf.get(account)?.includes(id) ? 200 : 404);
        }
        const { body } = await page.send('/v1/balances?include=name:true,account:{status:true}', {
          account,
        });
        const list = body as { id: string; account: { id: string } }[];
        return (
          JSON.stringify(list.map(({ id }) => id)) === JSON.stringify(idsOf.get(account)) &&
          list.every((row) => row.account.id === account)
        );
      }),
    );
    expect(responses.filter((isRight) => !isRight)).toEqual([]);
    expect(responses).toHaveLength(500);
  });

  test('a page that gives up ends the request to the service', async () => {
    const page = createPageBefore(
      (request) =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason)),
        ),
    );
    const controller = new AbortController();
    const request = new Request('https://page.example/v1/balances', {
      headers: { cookie: `account=${ada}` },
      signal: controller.signal,
    });
    const response = page.proxy.fetch(request);
    while (page.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort();
    expect((await response).status).toBe(499);
    expect(await (await response).json()).toEqual({ errors: ['The request was aborted.'] });
    expect(page.requests[0]?.signal.aborted).toBe(true);
    expect(page.errors).toEqual([]);
    const already = await page.proxy.fetch(new Request(request, { signal: AbortSignal.abort() }));
    expect(already.status).toBe(499);
    expect(page.requests).toHaveLength(1);
  });
});
