import JSON5 from 'json5';
import { createClient, defineSchema, string } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, it } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';

interface ServiceOptions {
  /** Another response to a request. */
  readonly fail?: (count: number) => Response | Promise<Response> | undefined;
  readonly maxUrlLength?: number;
}

/** A service with a row for each id; it counts how many requests are under way. */
function serviceOf(options: ServiceOptions = {}) {
  const urls: string[] = [];
  let now = 0;
  let most = 0;
  const fetch = async (input: RequestInfo | URL): Promise<Response> => {
    const { url, signal } = input as Request;
    const count = urls.push(url);
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 2));
    now--;
    signal.throwIfAborted();
    const failed = await options.fail?.(count);
    if (failed) return failed;
    if (url.includes('/balances/')) return json({ id: 'b1' });
    const where = JSON5.parse(`{${new URL(url).searchParams.get('where')}}`);
    const ids: string[] = where.id?.in ?? where.AND[1].id.in;
    return json(ids.map((id) => ({ id })));
  };
  const client = createClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'test-key',
    fetch,
    retry: 0,
    dialect: { maxUrlLength: options.maxUrlLength },
  });
  return { client, urls, most: () => most };
}

const ids = (count: number, prefix = '7c8d2f4e-0b1a-4c3d-9e5f-') =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(12, '0')}`);

describe('a list with a long `in`', () => {
  it('checks the options of the call before it sends a request', async () => {
    const { client, urls } = serviceOf();
    const query = { where: { id: { in: ids(600) } } };
    for (const options of [{ signal: 'no signal' }, { limit: 3 }, null]) {
      const error = await failure(client.balances.list(query, options as object));
      expect(error.name).toBe('ConfigurationError');
    }
    expect(urls).toEqual([]);
  });

  it('is read from numbered pages without a known size, if ids have no order [decision 54]', async () => {
    const dialect = {
      parameters: { page: 'page', skip: null },
      comparators: { uuid: { gt: false } },
    } as const;
    const mock = createMock({ dialect });
    const names = Array.from({ length: 400 }, (_, index) => `Customer ${index} of the list`);
    const client = createClient({ ...mock.clientOptions, dialect });
    for (const name of names) mock.db.balances.insert({ name });
    const given = mock.db.balances.all();
    const list = client.balances.list({
      where: { name: { in: given.map(({ name }) => name) } },
    });
    expect(await list).toHaveLength(given.length);
  });

  it('of ten thousand ids is split into several requests, a few at a time', async () => {
    const { client, urls, most } = serviceOf();
    const rows = await client.balances.list({
      where: { id: { in: ids(10_000) } },
      include: { id: true },
    });
    expect(rows.map(({ id }) => id)).toEqual(ids(10_000));
    expect(Math.max(...urls.map((url) => url.length))).toBeLessThanOrEqual(8_000);
    expect(Math.min(...urls.slice(0, -1).map((url) => url.length))).toBeGreaterThan(7_900);
    expect(most()).toBeLessThanOrEqual(4);
    expect(most()).toBeGreaterThan(1);
  });

  it('is one request if its URL, as it is sent, is short enough', async () => {
    const query = { where: { id: { in: ids(20) } }, include: { id: true } } as const;
    const whole = serviceOf();
    await whole.client.balances.list(query);
    expect(whole.urls).toHaveLength(1);
    const length = whole.urls[0]?.length ?? 0;
    const exact = serviceOf({ maxUrlLength: length });
    await exact.client.balances.list(query);
    expect(exact.urls).toHaveLength(1);
    const short = serviceOf({ maxUrlLength: length - 1 });
    await short.client.balances.list(query);
    expect(short.urls).toHaveLength(2);
    expect(Math.max(...short.urls.map((url) => url.length))).toBeLessThan(length);
  });

  it('is split under AND too, and keeps the rest of the filter', async () => {
    const { client, urls } = serviceOf({ maxUrlLength: 1_000 });
    const rows = await client.balances.list({
      where: { AND: [{ type: 'main' }, { id: { in: ids(50), neq: 'x' } }] },
    });
    expect(rows).toHaveLength(50);
    for (const url of urls) {
      const where = JSON5.parse(`{${new URL(url).searchParams.get('where')}}`);
      expect(where.AND[0]).toEqual({ type: 'main' });
      expect(where.AND[1].id.neq).toBe('x');
    }
  });

  it('sends a repeated id once, and returns its row once', async () => {
    const { client, urls } = serviceOf({ maxUrlLength: 1_000 });
    const rows = await client.balances.list({ where: { id: { in: [...ids(30), ...ids(30)] } } });
    expect(rows).toHaveLength(30);
    expect(urls.join().match(/000000000007/g)).toHaveLength(1);
  });

  it('accepts ids in the other letter case', async () => {
    const { client, urls } = serviceOf({ maxUrlLength: 400 });
    const upper = client.with({
      middleware: async (request, next) => {
        const rows = (await (await next(request)).json()) as { id: string }[];
        return json(rows.map(({ id }) => ({ id: id.toUpperCase() })));
      },
    });
    const rows = await upper.balances.list({ where: { id: { in: ids(20) } } });
    expect(rows.map(({ id }) => id)).toEqual(ids(20).map((id) => id.toUpperCase()));
    expect(new Set(urls).size).toBe(urls.length); // no row is missing, so none is requested again
  });

  it.each([
    ['uuid', { max: 50 }],
    ['insensitive', { max: 100, default: 20 }],
    ['text', { max: 30 }],
  ] as const)(
    'in both cases returns every row, if ids are compared as %j',
    async (uuids, pageSize) => {
      const stored = ids(300, 'abcdefab-0b1a-4c3d-9e5f-');
      const cased =
        uuids === 'text' ? stored.map((id, index) => (index % 2 ? id.toUpperCase() : id)) : stored;
      const both = uuids === 'text' ? [...cased, `${stored[1]}`] : cased;
      const { clientOptions } = createMock({
        dialect: { uuids, pageSize },
        data: { balances: both.map((id) => ({ id })) },
      });
      for (const dialect of [{}, { uuids, pageSize }]) {
        const { balances } = createClient({ ...clientOptions, dialect });
        const list = (items: string[]) =>
          balances.list({ where: { id: { in: items } }, include: { id: true } });
        const rows = await list(stored.flatMap((id) => [id, id.toUpperCase()]));
        expect(rows.map(({ id }) => id).sort()).toEqual([...both].sort());
        expect(await list(stored)).toHaveLength(uuids === 'text' ? 151 : 300);
      }
    },
  );

  it('of ids that are no UUIDs is paginated', async () => {
    const schema = defineSchema({
      things: { path: '/things', operations: ['list'], fields: { id: string() } },
    });
    const dialect = {
      text: { collation: { ignores: ['case', 'accents'] }, equality: 'collation' },
      pageSize: { max: 7 },
    } as const;
    const things = Array.from({ length: 60 }, (_, index) => ({ id: `é thing ${index}` }));
    const { clientOptions } = createMock({ schema, dialect, data: { things } });
    const client = createClient({ ...clientOptions, schema, dialect: { maxUrlLength: 600 } });
    const where = { id: { in: things.flatMap(({ id }) => [id, id.replace('é', 'E')]) } };
    expect(await client.things.list({ where })).toHaveLength(things.length);
  });

  it('returns the last response', async () => {
    const { client } = serviceOf({ maxUrlLength: 1_000 });
    const { data, response } = await client.balances
      .list({ where: { id: { in: ids(50) } } })
      .withResponse();
    expect(data).toHaveLength(50);
    expect(response.status).toBe(200);
  });

  it('fails as soon as one request fails, and sends no more', async () => {
    const { client, urls } = serviceOf({
      maxUrlLength: 1_000,
      fail: (count) => (count === 2 ? json({ errors: ['no'] }, { status: 400 }) : undefined),
    });
    await expect(client.balances.list({ where: { id: { in: ids(1_000) } } })).rejects.toThrow(
      '400 Bad Request: no.',
    );
    const sent = urls.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(urls.length).toBe(sent);
    expect(sent).toBeLessThan(10);
  });

  it('has one timeout and one signal for all its requests', async () => {
    const fail = (count: number) => (count > 4 ? new Promise<Response>(() => {}) : undefined);
    const { client, urls } = serviceOf({ maxUrlLength: 400, fail });
    const error = await failure(
      client.balances.list({ where: { id: { in: ids(5_000) } } }, { timeout: 1_000 }),
    );
    const url = 'https://api.example.com/v1/balances';
    expect(error).toMatchObject({ name: 'TimeoutError', timeout: 1_000, attempts: 1, url });
    expect(urls).toHaveLength(8);
    expect(error.message).toBe(
      'GET /v1/balances failed: the timeout of 1000 ms expired. Increase `timeout`, or request less data.',
    );
    await expect(
      client.balances.list(
        { where: { id: { in: ids(5_000) } } },
        { signal: AbortSignal.abort('enough') },
      ),
    ).rejects.toBe('enough');
  });

  const place = 'it has no `in` directly in `where` or under AND';
  const many = { id: { in: ids(300) } };
  it.each([
    [
      'orderBy',
      { where: many, orderBy: { name: 'asc' } },
      'where.id.in',
      '`orderBy` applies to all its rows',
    ],
    ['take', { where: many, take: 10 }, 'where.id.in', '`take` applies to all its rows'],
    [
      'take and skip',
      { where: many, take: 10, skip: 10 },
      'where.id.in',
      '`take` applies to all its rows',
    ],
    [
      'a cursor',
      { where: { AND: [many] }, after: 'x' },
      'where.AND[0].id.in',
      '`after` applies to all its rows',
    ],
    ['a list under OR', { where: { OR: [many] } }, 'query', place],
    ['not_in', { where: { id: { not_in: ids(300) } } }, 'query', place],
    ['a list inside an include', { include: { account: { where: many } } }, 'query', place],
    ['a long text', { where: { name: 'x'.repeat(9_000), id: { in: [] } } }, 'query', place],
  ])('is rejected with %s, and the error says why', async (_, query, path, reason) => {
    const { client, urls } = serviceOf();
    const error = await failure(client.balances.list(query as never));
    expect(error).toMatchObject({ name: 'QueryError', path });
    expect(error.message.replace(/has \d+ bytes/, 'has N bytes')).toBe(
      `${path}: the query string has N bytes; 7964 are left of \`dialect.maxUrlLength\`. It cannot be split: ${reason}. Call list() with parts of an \`in\` and merge the rows by \`id\`, or increase \`maxUrlLength\`.`,
    );
    expect(urls).toEqual([]);
  });

  it('is rejected beside another list that is too long on its own', async () => {
    const { client, urls } = serviceOf();
    const where = { id: { in: ids(300) }, account_id: { in: ids(400) } };
    await expect(client.balances.list({ where })).rejects.toThrow(
      /^where\.account_id\.in: the query string has \d+ bytes; .* It cannot be split: `where\.id\.in` is too long, too\. Call list\(\) with parts of an `in` and merge the rows by `id`, or increase `maxUrlLength`\.$/,
    );
    expect(urls).toEqual([]);
    await expect(
      client.balances.list({ where: { ...where, account_id: { in: ids(100) } } }),
    ).resolves.toHaveLength(300);
  });

  it('that cannot be split is rejected in iterate() for the reason of list()', async () => {
    const { client, urls } = serviceOf();
    const reasonFor = async (query: object) =>
      (await failure(client.balances.all(query))).message.replace(/has \d+ bytes/, 'has N bytes');
    const problem =
      'the query string has N bytes; 7764 are left of `dialect.maxUrlLength`. It cannot be split: ';
    const advice =
      'Call list() with parts of an `in` and merge the rows by `id`, or increase `maxUrlLength`.';
    expect(await reasonFor({ where: many, orderBy: { name: 'asc' } })).toBe(
      `where.id.in: ${problem}\`orderBy\` applies to all its rows. ${advice}`,
    );
    expect(await reasonFor({ where: { OR: [many] } })).toBe(`query: ${problem}${place}. ${advice}`);
    expect(urls).toEqual([]);
  });

  it('is rejected if a single value is too long', async () => {
    const { client } = serviceOf();
    await expect(
      client.balances.list({ where: { name: { in: ['x'.repeat(9_000)] } } }),
    ).rejects.toMatchObject({ name: 'QueryError', path: 'where.name.in' });
  });
});

describe('a list with a long `in` of accounts', () => {
  it('is split into parts that leave room for the position of a page, and whose rows need not show it', async () => {
    const { client } = serviceOf();
    const urls: string[] = [];
    const paged = client.with({
      fetch: async (input) => {
        const { url } = input as Request;
        urls.push(url);
        return json(
          url.includes('gt:') ? [] : [{ id: `row of part ${urls.length}`, name: 'Rent' }],
        );
      },
    });
    const rows = await paged.balances.list({
      where: { account_id: { in: ids(300) } },
      include: { name: true },
    });
    expect(rows.map(({ name }) => name)).toEqual(['Rent', 'Rent']);
    expect(urls).toHaveLength(4); // two parts, each with an empty page at its end
    expect(Math.max(...urls.map((url) => url.length))).toBeLessThanOrEqual(8_000);
  });
});

describe('an include that is too long for get', () => {
  it('is accepted if the URL has exactly the longest length', async () => {
    const get = async (maxUrlLength?: number) => {
      const { client, urls } = serviceOf(maxUrlLength === undefined ? {} : { maxUrlLength });
      await client.balances.get('b1', { include: { name: true } });
      return urls[0]?.length ?? 0;
    };
    const length = await get();
    expect(await get(length)).toBe(length);
    await expect(get(length - 1)).rejects.toThrow('include: the query string has 17 bytes;');
  });

  it('is rejected before anything is sent', async () => {
    const { client, urls } = serviceOf();
    await expect(
      client.balances.get('b1', { include: { name: true, unit: true } }),
    ).resolves.toBeDefined();
    const short = serviceOf({ maxUrlLength: 60 });
    await expect(
      short.client.balances.get('b1', { include: { name: true, unit: { symbol: true } } }),
    ).rejects.toThrow(
      'include: the query string has 40 bytes; 21 are left of `dialect.maxUrlLength`. Include less, or increase `maxUrlLength`.',
    );
    expect([...urls.slice(1), ...short.urls]).toEqual([]);
  });
});
