import { isResponseError, paymentsSchema, pickSchema } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const [ada, eve] = [id(1), id(2)];
const rows = [ada, ada, ada, eve, eve].map((account_id, index) => ({
  ...{ id: id(index + 3), name: `row ${index}`, account_id },
}));
const schema = pickSchema(paymentsSchema, {
  balances: ['name'],
  accounts: ['status', 'balances'],
});
const KEY = 'the-key-of-the-workspace';
const BEGIN_AGAIN =
  '{"errors":["cursor: is not the cursor of a page of this query. Begin again with the first page."]}';

/** A cursor of a service that keeps the filter in it, as base64 of JSON. */
interface Kept {
  readonly where: string | null;
  readonly start: number;
}

/** A service whose cursors have the filter of the first page: it ignores that of the next one. */
function createService(cursorOf = (kept: Kept): unknown => btoa(JSON.stringify(kept))) {
  const requests: URL[] = [];
  const fetch = async (input: string) => {
    const url = new URL(input);
    requests.push(url);
    const cursor = url.searchParams.get('c');
    const first = { where: url.searchParams.get('where'), start: 0 };
    const { where, start }: Kept = cursor ? JSON.parse(atob(cursor.replace(/x+$/, ''))) : first;
    const found = rows.filter(
      (row) => !where?.includes('account_id') || where.includes(row.account_id),
    );
    const page = found.slice(start, start + 1);
    const next = start + 1 < found.length ? cursorOf({ where, start: start + 1 }) : null;
    return Response.json({ data: page, next });
  };
  return { fetch, requests };
}

type Policy = (session: string) => object | boolean;

/** A proxy of the service, and what asks it with the session of an account. */
function createCursorProxy(options: object = {}, service = createService()) {
  const errors: Error[] = [];
  const proxy = createProxy({
    ...{ baseUrl: 'https://internal.example', apiKey: KEY, schema, fetch: service.fetch },
    dialect: { parameters: { cursor: 'c' }, envelope: { rows: 'data', cursor: 'next' } },
    authenticate: (request: Request) => request.headers.get('session') ?? '',
    policies: { balances: ((account_id) => ({ account_id })) as Policy, accounts: true },
    onError: (error: unknown) => void errors.push(error as Error),
    ...options,
  } as Parameters<typeof createProxy>[0]);
  const send = async (search: string, session = ada) => {
    const request = new Request(`https://page.example/v1/balances${search}`, {
      headers: { session },
    });
    const response = await (proxy.fetch as (request: Request) => Promise<Response>)(request);
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  };
  /** The cursor of the first page. */
  const begin = async (search = '?', session = ada): Promise<string> =>
    encodeURIComponent((await send(search, session)).body.cursor);
  return { send, begin, errors, service, proxy };
}

describe('a cursor of the service', () => {
  test('is sealed, and opened for the next page', async () => {
    const { send, service } = createCursorProxy();
    const names: string[] = [];
    let search = '';
    for (let count = 0; count < 3; count++) {
      const { body, text } = await send(search);
      expect(Object.keys(body)).toEqual(['result', 'cursor']);
      expect(text).not.toMatch(/eyJ|account_id|internal/);
      names.push(...body.result.map(({ name }: { name: string }) => name));
      search = `?cursor=${body.cursor}`;
    }
    expect([names, search]).toEqual([['row 0', 'row 1', 'row 2'], '?cursor=null']);
    const sent = service.requests.map(({ searchParams }) => searchParams.get('c'));
    const filters = service.requests.map(({ searchParams }) => searchParams.get('where'));
    expect(filters).toEqual(Array(3).fill(`account_id:'${ada}'`));
    expect(sent.map((cursor) => cursor && JSON.parse(atob(cursor)).start)).toEqual([null, 1, 2]);
  });

  test.each([
    ...['text', 'https://internal.example/v1/balances?c=2', 'a;b&where={}', '{"account_id":1}'],
    ...[' ', '\u0000', '0', 7, 0, 1.5, -3],
  ])('may be %j', async (cursor) => {
    const { send, service } = createCursorProxy(
      {},
      createService(() => cursor),
    );
    const { status, body } = await send('');
    expect([status, typeof body.cursor]).toEqual([200, 'string']);
    await send(`?cursor=${body.cursor}`);
    expect(service.requests.at(-1)?.searchParams.get('c')).toBe(`${cursor}`);
  });

  test.each<[cursor: unknown, kind: string]>([
    [{ account_id: eve }, 'an object'],
    [[rows[4]], 'an array'],
    [true, 'a boolean'],
    [false, 'a boolean'],
    [2 ** 53, 'a number'],
    [1e300, 'a number'],
    ['\ud800', 'a string'],
  ])('is not %j: 502, and nothing of it is passed on', async (cursor, kind) => {
    const { send, errors } = createCursorProxy(
      {},
      createService(() => cursor),
    );
    const { status, text } = await send('');
    expect([status, text]).toEqual([502, '{"errors":["The service failed."]}']);
    expect(errors.map(isResponseError)).toEqual([true]);
    expect(errors[0]?.message).toBe(
      `GET /v1/balances failed: expected the cursor to be text or an exact number, got ${kind}.`,
    );
  });

  test('is missing behind more rows than the browser may have: 502', async () => {
    const fetch = async () => Response.json({ data: rows.slice(0, 3), next: null });
    const { send, errors } = createCursorProxy({ fetch });
    expect((await send('?take=3')).status).toBe(200);
    expect((await send('?take=2')).status).toBe(502);
    expect(errors[0]?.message).toBe(
      'GET /v1/balances failed: expected at most 2 rows, got 3. Others would be skipped.',
    );
  });

  test('of numbered pages that ignore their size are rejected, because rows would be skipped', async () => {
    const dialect = { parameters: { page: 'page', skip: null } };
    const fetch = async () => Response.json(rows.slice(0, 3));
    const { send } = createCursorProxy({ fetch, dialect });
    expect((await send('?take=3&page=2')).status).toBe(200);
    expect((await send('?take=2&page=2')).status).toBe(502);
  });

  test('is missing with its envelope: 502', async () => {
    const fetch = async () => Response.json([rows[0]]);
    const { send, errors } = createCursorProxy({ fetch });
    expect((await send('')).status).toBe(502);
    expect(errors[0]?.message).toBe(
      'GET /v1/balances failed: there may be more rows, but the response has no `dialect.envelope.cursor`.',
    );
  });

  test.each([null, '', undefined])('is missing if it is %j', async (cursor) => {
    const { send } = createCursorProxy(
      {},
      createService(() => cursor),
    );
    expect((await send('')).body.cursor).toBe(null);
  });

  test('of 600 bytes fits into the longest URL', async () => {
    const long = (kept: Kept) => btoa(JSON.stringify(kept)).padEnd(600, 'x');
    const { send, service } = createCursorProxy({}, createService(long));
    const { body } = await send('');
    expect((await send(`?cursor=${body.cursor}`)).status).toBe(200);
    expect(service.requests.at(-1)?.searchParams.get('c')).toHaveLength(600);
  });
});

describe('a cursor of a browser that is rejected [decision 68]', () => {
  const { send, begin, service } = createCursorProxy();

  test.each([
    ...['x', btoa(JSON.stringify({ where: null, start: 3 })), 'null', '%00', 'A'.repeat(200)],
  ])('is not from the proxy: %s', async (cursor) => {
    const { status, text } = await send(`?cursor=${cursor}`);
    expect([status, text]).toEqual([400, BEGIN_AGAIN]);
  });

  test('has a changed character', async () => {
    const cursor = await begin();
    const changed = `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`;
    expect((await send(`?cursor=${changed}`)).text).toBe(BEGIN_AGAIN);
  });

  test('is that of another session, which has other policies', async () => {
    expect((await send(`?cursor=${await begin('?', eve)}`)).text).toBe(BEGIN_AGAIN);
  });

  test.each<[what: string, first: string, next: string]>([
    ['with another filter', `?where=name:'row 0'`, `?where=name:'row 1'`],
    ['without its filter', `?where=name:'row 0'`, '?'],
    ['with another order', '?order_by=name', '?order_by=name:desc'],
    ['with a further order', '?order_by=name', '?order_by=name,id'],
  ])('is that of a query %s', async (_, first, next) => {
    const requests = service.requests.length;
    expect((await send(`${next}&cursor=${await begin(first)}`)).text).toBe(BEGIN_AGAIN);
    expect(service.requests).toHaveLength(requests + 1); // that of the first page
    expect((await send(`${first}&cursor=${await begin(first)}`)).status).toBe(200);
  });

  test('is that of another resource', async () => {
    const all = createCursorProxy({ policies: { balances: true, accounts: true } });
    const cursor = await all.begin('?');
    const path = 'https://page.example/v1/accounts';
    const request = new Request(`${path}?cursor=${cursor}`, { headers: { session: ada } });
    const response = await (all.proxy.fetch as (request: Request) => Promise<Response>)(request);
    expect(await response.text()).toBe(BEGIN_AGAIN);
  });

  test('is that of a session with another policy for the included rows', async () => {
    const service = createService();
    const fetch = async (url: string) => {
      const { data, next } = await (await service.fetch(url)).json();
      return Response.json({
        data: data.map(() => ({ id: ada, status: 'active', balances: [] })),
        next,
      });
    };
    const { proxy } = createCursorProxy({ fetch });
    const send = async (search: string, session: string) => {
      const url = `https://page.example/v1/accounts?include=status:false,balances:true${search}`;
      const request = new Request(url, { headers: { session } });
      return (await (proxy.fetch as (request: Request) => Promise<Response>)(request)).json();
    };
    const { cursor } = await send('', eve);
    expect((await send(`&cursor=${cursor}`, ada)).errors).toEqual(JSON.parse(BEGIN_AGAIN).errors);
    expect((await send(`&cursor=${cursor}`, eve)).errors).toBe(undefined);
  });
});

describe('a cursor is accepted', () => {
  test('with the same policy, whatever the order of its lists and parts', async () => {
    let calls = 0;
    const ids = [ada, eve, id(9)];
    const policy = () => {
      const account_id = { in: calls++ % 2 ? ids : ids.toReversed() };
      const parts = [{ name: { like: 'row' } }, { OR: [{ account_id }, { type: 'x' }] }];
      return { AND: calls % 2 ? parts : parts.toReversed() };
    };
    const dialect = {
      ...{ parameters: { cursor: 'c' }, envelope: { rows: 'data', cursor: 'next' } },
      text: 'exact',
    };
    const { send, begin } = createCursorProxy({
      ...{ dialect, policies: { balances: policy, accounts: true } },
      fetch: async () =>
        Response.json({ data: [{ ...rows[0], type: 'main' }], next: 'the next page' }),
    });
    const filters = [
      `where=name:'row 0',id:{in:['${rows[0]?.id}','x']}`,
      `where=id:{in:['x','${rows[0]?.id}']},name:'row 0'`,
    ];
    const cursor = await begin(`?${filters[0]}`);
    for (const filter of [...filters, ...filters])
      expect((await send(`?${filter}&cursor=${cursor}`)).status).toBe(200);
  });

  test('with another page size, or another include', async () => {
    const { send, begin } = createCursorProxy();
    const cursor = await begin('?take=5');
    expect((await send(`?take=9&include=name:true&cursor=${cursor}`)).status).toBe(200);
  });

  test('by another proxy with the same API key, as in a second process', async () => {
    const [first, second] = [createCursorProxy(), createCursorProxy({ apiKey: async () => KEY })];
    expect((await second.send(`?cursor=${await first.begin()}`)).status).toBe(200);
    const other = createCursorProxy({ apiKey: 'another-key-of-the-workspace' });
    expect((await other.send(`?cursor=${await first.begin()}`)).text).toBe(BEGIN_AGAIN);
  });

  test('after the API key was renewed, and not after the second time', async () => {
    let key = 'key-of-january';
    const { send, begin } = createCursorProxy({ apiKey: () => key });
    const cursor = await begin();
    key = 'key-of-february';
    expect((await send(`?cursor=${cursor}`)).status).toBe(200);
    const second = await begin();
    key = 'key-of-march';
    expect((await send(`?cursor=${second}`)).status).toBe(200);
    expect((await send(`?cursor=${cursor}`)).text).toBe(BEGIN_AGAIN);
  });

  test('a service that repeats its cursor gets the same sealed text, which ends a reading', async () => {
    const { begin } = createCursorProxy(
      {},
      createService(() => 'always'),
    );
    expect(await begin()).toBe(await begin());
  });
});

describe('a function `apiKey` that fails while a cursor is sealed', () => {
  test.each([
    [
      'that throws',
      () => {
        throw new Error('vault');
      },
      500,
    ],
    ['that is too slow', () => new Promise(() => {}), 500],
    ['that returns no key', () => 'no key', 500],
  ])('%s is a 500', async (_, broken, status) => {
    let calls = 0;
    const apiKey = () => (++calls === 2 ? broken() : KEY);
    const { send, errors } = createCursorProxy({ apiKey, timeout: 200 });
    expect(await send('')).toMatchObject({ status, text: '{"errors":["Internal error."]}' });
    expect([calls, errors.length]).toEqual([2, 1]);
  });
});
