import { isApiError, isResponseError } from 'payments-data-client';
import { describe, expect, test, vi } from 'vitest';
import { ada, apiKey, balancesOf, createPageBefore, eve, policies } from './page.js';

const [own, hidden] = [balancesOf(ada)[0]?.id ?? '', balancesOf(eve)[0]?.id ?? ''];

const visible = {
  id: own,
  account_id: ada,
  name: 'Mine',
  type: 'main',
  available_balance: '1.00',
  archived_at: null,
  variables: { tier: 'gold' },
};
const foreign = { ...visible, id: hidden, account_id: eve, name: 'Not yours' };
const FAILED = '{"errors":["The service failed."]}';

/** What a page and an operator learn if the service responds with a body. */
async function respondWith(body: unknown, path = '/v1/balances', options = {}) {
  const { send, errors, lines } = createPageBefore(() => Response.json(body), options);
  const { status, text } = await send(path);
  return { status, text, errors: errors as Error[], lines };
}

describe('a service that does something else than it was asked', () => {
  test('the row of these tests is valid', async () => {
    const { account_id: _, ...passedOn } = visible;
    expect(JSON.parse((await respondWith([visible])).text)).toEqual([passedOn]);
  });

  const balances = '/v1/balances';
  const list = '/v1/accounts?include=status:false,balances:true';
  const withUnit = '/v1/balances?include=name:true,unit:{symbol:true}';
  const mismatch = (index: number) =>
    `[${index}]: a row of balances does not match its policy on \`account_id\`. The service ignored a filter, compares text in another way than \`dialect\` says, or stores more digits of a date than it shows (use \`gte\` and \`lt\`).`;
  const another = 'expected the row of balances with the requested id.';
  const notPlain = 'expected a plain value, got an object or an array.';
  const missing = (name: string) => `[0].${name}: missing in the response.`;
  const without = (name: string) => [{ ...visible, [name]: undefined }];
  const withChildren = (children: unknown) => [{ id: ada, balances: children }];
  const last = [...Array.from({ length: 99 }, () => visible), foreign];

  test.each<[says: string, body: unknown, problem: string, path: string]>([
    ['it ignores `where`', [visible, foreign], mismatch(1), balances],
    ['it ignores `where` in the last row', last, mismatch(99), balances],
    ['it returns another row', [{ ...visible, id: 'x' }], another, `/v1/balances/${own}`],
    ['it returns two rows for an id', [visible, visible], another, `/v1/balances/${own}`],
    ['a row lacks a compared field', without('account_id'), missing('account_id'), balances],
    ['a row lacks a field', without('name'), missing('name'), balances],
    ['a row lacks a relation', [visible], missing('unit'), withUnit],
    ['children are a row', withChildren(visible), '[0].balances: expected an array.', list],
    ['a parent is an array', [{ ...visible, unit: [{}] }], '[0].unit: expected a row.', withUnit],
    ['a child is null', withChildren([null]), '[0].balances[0]: expected a row of balances.', list],
    ['a field has fields', [{ ...visible, name: { foreign } }], `[0].name: ${notPlain}`, balances],
    ['a field is an array', [{ ...visible, type: [foreign] }], `[0].type: ${notPlain}`, balances],
  ])('%s: 502, and nothing is passed on', async (_, body, problem, path) => {
    const { status, text, errors, lines } = await respondWith(body, path);
    expect([status, text]).toEqual([502, FAILED]);
    const resource = path.startsWith('/v1/accounts') ? 'accounts' : 'balances';
    expect(errors.map(isResponseError)).toEqual([true]);
    expect(errors[0]?.message).toBe(`GET /v1/${resource} failed: ${problem}`);
    expect(JSON.stringify(errors)).not.toMatch(/Mine|Not yours|₿|tier|"[0-9a-f]{8}-/);
    const { pathname } = new URL(path, 'https://page.example');
    const line = `GET ${pathname} was rejected: 502 The service failed. ${errors[0]?.message}`;
    expect(lines).toEqual([line.slice(0, 500)]);
  });

  test.each<[says: string, rows: object[], problem: string]>([
    ['the row of someone else', [foreign], mismatch(0)],
    ['it with another row of someone else', [visible, foreign], mismatch(0)],
    ['a row without a compared field', without('account_id'), missing('account_id')],
    [
      'a row with a malformed field',
      [{ ...visible, account_id: 5 }],
      '[0].account_id: expected a value of kind uuid, which its policy compares.',
    ],
  ])(
    '`get` of a row receives %s: 404 as for a missing row, and the operator hears why',
    async (_, rows, problem) => {
      const missing = await respondWith([], `/v1/balances/${own}`);
      expect([missing.status, missing.errors]).toEqual([404, []]);
      const { status, text, errors, lines } = await respondWith(rows, `/v1/balances/${own}`);
      expect([status, text]).toEqual([404, missing.text]);
      expect(errors.map(isResponseError)).toEqual([true]);
      expect(errors[0]?.message).toBe(`GET /v1/balances failed: ${problem}`);
      expect(JSON.stringify(errors)).not.toMatch(/Mine|Not yours|"[0-9a-f]{8}-/);
      const line = `GET /v1/balances/${own} was rejected: 404 No row of balances has the id "${own}". ${errors[0]?.message}`;
      expect(lines).toEqual([line.slice(0, lines[0]?.length)]);
    },
  );

  test('it ignores the filter of an include: hidden rows are dropped', async () => {
    const many = await respondWith([{ id: ada, balances: [foreign, visible] }], list);
    expect(many.status).toBe(200);
    expect(JSON.parse(many.text)).toMatchObject([{ balances: [{ id: own }] }]);
    const unit = { id: '00000000-0000-4000-8000-000000000000', symbol: '₿' };
    const one = await respondWith([{ ...visible, unit }], withUnit);
    expect(JSON.parse(one.text)).toEqual([{ id: own, name: 'Mine', unit: null }]);
  });

  test.each([
    ['decimal', { balance: { gte: '0' } }, ['abc', '', '1e5', '0x10', ' 1', true, [1], {}]],
    ['date', { created_at: { neq: '2026-01-01' } }, ['yesterday', '', '2026-02-30', 5, {}]],
    ['uuid', { account_id: { neq: eve } }, [5, {}, [ada], true]],
    ['string', { identifier: { not_contains: 'x' } }, [5, {}, ['x']]],
  ] as const)(
    'a %s that its policy %j compares is malformed: 502',
    async (kind, policy, values) => {
      const [name = ''] = Object.keys(policy);
      const dialect = { text: 'exact' } as const;
      const changed = { dialect, policies: { ...policies, balances: () => policy } };
      for (const value of values) {
        const { status, errors } = await respondWith(
          [{ ...visible, [name]: value }],
          undefined,
          changed,
        );
        expect([value, status]).toEqual([value, 502]);
        expect(errors[0]?.message).toBe(
          `GET /v1/balances failed: [0].${name}: expected a value of kind ${kind}, which its policy compares.`,
        );
      }
    },
  );

  test('it returns days: a policy compares them as midnight in UTC', async () => {
    const since = (gte: string) => ({
      policies: { ...policies, balances: () => ({ created_at: { gte } }) },
    });
    const rows = [{ ...visible, created_at: '2026-01-31' }];
    expect((await respondWith(rows, undefined, since('2026-01-31T00:00:00Z'))).status).toBe(200);
    expect((await respondWith(rows, undefined, since('2026-01-31T00:00:01Z'))).status).toBe(502);
  });

  test('it returns more fields, more relations and more rows: they are removed', async () => {
    const more = {
      ...visible,
      secret: 's',
      __proto__: { inherited: 1 },
      account: foreign,
      unit: null,
    };
    const { status, text } = await respondWith(
      { result: [more, more, more], pagination: { total: 15 }, debug: foreign },
      '/v1/balances?take=2&include=name:true,unit:{symbol:true}',
    );
    const row = { id: own, name: 'Mine', unit: null };
    expect([status, JSON.parse(text)]).toEqual([200, [row, row]]);
  });
});

describe('an error of the service', () => {
  test.each<[string, () => Response]>([
    ['an error in a successful response', () => Response.json({ errors: [`s ${apiKey}`] })],
    ['an error beside rows', () => Response.json({ errors: ['s'], result: [foreign] })],
    ['HTML', () => new Response(`<p>${apiKey}`, { headers: { 'content-type': 'text/html' } })],
    ['invalid JSON', () => new Response('[{"name":"Not yours"')],
    ['null', () => Response.json(null)],
    ['rows in another envelope', () => Response.json({ data: [foreign] })],
    ['rows without an id', () => Response.json([{ name: 'Not yours' }])],
    ['invalid UTF-8', () => new Response(new Uint8Array([0x5b, 0xff, 0x5d]))],
    ['a redirect', () => Response.redirect('https://evil.example/')],
    ['400', () => Response.json({ errors: [`bad ${apiKey}`] }, { status: 400 })],
    ['401', () => Response.json({ errors: [`unknown key ${apiKey}`] }, { status: 401 })],
    ['422', () => Response.json({ errors: ['values'] }, { status: 422 })],
    ['500', () => Response.json({ errors: [`stack ${apiKey}`] }, { status: 500 })],
    ['503', () => new Response('', { status: 503, headers: { 'retry-after': '5' } })],
    [
      'a lost connection',
      () => {
        throw new TypeError(`connect ECONNREFUSED ${apiKey}`);
      },
    ],
  ])(
    '%s becomes a 502 without details, and no operator sees rows or the key',
    async (_, respond) => {
      const { send, errors, lines } = createPageBefore(respond);
      const { status, text, headers } = await send('/v1/balances');
      expect([status, text]).toEqual([502, FAILED]);
      expect([...headers.keys()]).toEqual([
        ...['cache-control', 'content-type', 'vary', 'x-content-type-options'],
      ]);
      expect(errors).toHaveLength(1);
      expect(lines.at(-1)).toMatch(
        /^GET \/v1\/balances was rejected: 502 The service failed\. GET \/v1\/balances failed: /,
      );
      const seen = JSON.stringify([errors, String(errors[0]), (errors[0] as Error).stack, lines]);
      expect(seen).not.toContain(apiKey);
      expect(seen).not.toContain('Not yours');
    },
  );

  test.each([400, 422])(
    'a value of the page that it rejects with a %i is a 400',
    async (status) => {
      const secret = `where.account_id: '${eve}' is not a balance ${apiKey}`;
      for (const path of [
        '/v1/balances/abc',
        `/v1/balances?where=type:'man'`,
        `/v1/accounts?include=balances:{where:{type:'man'}}`,
        '/v1/balances?order_by=available_balance',
        '/v1/balances?take=99',
        '/v1/balances?skip=1000000',
        `/v1/balances?%77here=type:'man'`,
        `/v1/accounts?include=balances:{%77here:{type:'man'}}`,
        '/v1/balances?%6frder%5fby=available_balance',
        '/v1/balances?t%61ke=99',
      ]) {
        const { send, errors, lines } = createPageBefore(() =>
          Response.json({ errors: [secret] }, { status }),
        );
        const response = await send(path);
        expect([path, response.status, response.text]).toEqual([
          ...[path, 400, '{"errors":["The service rejected a value of the query."]}'],
        ]);
        expect(errors).toEqual([]);
        expect(lines.at(-1)).toContain(
          'was rejected: 400 The service rejected a value of the query. GET /v1/',
        );
        expect(lines.join()).not.toContain(apiKey);
      }
      for (const path of ['/v1/balances', '/v1/accounts?include=status:true,balances:{name:true}'])
        expect((await createPageBefore(() => new Response('', { status })).send(path)).status).toBe(
          502,
        );
    },
  );

  test.each([
    ['7', '7'],
    ['1.2', '2'],
    [new Date(0).toUTCString(), '0'],
    ['soon, ask db-7.internal', null],
    [undefined, null],
  ])('429 with `Retry-After: %s` is passed on with %s', async (sent, expected) => {
    const headers: Record<string, string> = sent === undefined ? {} : { 'retry-after': sent };
    const respond = () => Response.json({ errors: [apiKey] }, { status: 429, headers });
    const { send, errors } = createPageBefore(respond);
    const response = await send('/v1/balances');
    expect([response.status, response.text]).toEqual([429, '{"errors":["Too many requests."]}']);
    expect(response.headers.get('retry-after')).toBe(expected);
    expect(errors.map((error) => isApiError(error, 429))).toEqual([true]);
  });

  test('a service that is too slow is a 504', async () => {
    const onError = vi.fn();
    const page = createPageBefore(() => new Promise(() => {}), { timeout: 20, onError });
    expect(await page.send('/v1/balances')).toMatchObject({
      status: 504,
      text: '{"errors":["The service did not respond in time."]}',
    });
    expect(onError.mock.calls).toMatchObject([
      [{ name: 'TimeoutError', path: '/v1/balances' }, {}],
    ]);
  });
});
