import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core';
import { createClient, type Middleware, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { infiniteListQueryOptions } from 'payments-data-client/tanstack-query';
import { describe, expect, it } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { type NaiveRow, naiveService } from './naive-service.js';

const rowsOf = (count: number): NaiveRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `id-${String(index).padStart(4, '0')}`,
    name: `name-${String(count - index).padStart(4, '0')}`,
    balance: `${index % 3}.10`,
    created_at: new Date(Date.UTC(2026, 0, 1 + (index % 4))).toISOString(),
  }));

async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const clientWith = (fetch: () => Promise<Response>) =>
  createClient({ baseUrl: 'https://api.example.com', apiKey: 'test-key', fetch });

describe('pagination', () => {
  it('returns every row once, page by page', async () => {
    const rows = rowsOf(25);
    const { client, requests } = naiveService(rows);
    expect(await gather(client.balances.iterate({}, { pageSize: 10 }))).toEqual(rows);
    expect(requests.map(String)).toEqual([
      'order_by=id%3Aasc&take=10',
      'where=id%3A%7Bgt%3A%27id-0009%27%7D&order_by=id%3Aasc&take=10',
      'where=id%3A%7Bgt%3A%27id-0019%27%7D&order_by=id%3Aasc&take=10',
      'where=id%3A%7Bgt%3A%27id-0024%27%7D&order_by=id%3Aasc&take=10',
    ]);
  });

  it('continues if the service returns fewer rows than requested', async () => {
    const { client } = naiveService(rowsOf(9), 4);
    const pages = await gather(client.balances.pages({}, { pageSize: 100 }));
    expect(pages.map((page) => page.length)).toEqual([4, 4, 1]);
  });

  it("keeps the caller's filter, also by id", async () => {
    const { client, requests } = naiveService(rowsOf(3));
    const where = { id: { gt: 'id-' }, OR: [{ name: { gt: 'a' } }] };
    await gather(client.balances.pages({ where }, { pageSize: 3 }));
    expect(requests.map((query) => query.get('where'))).toEqual([
      "id:{gt:'id-'},OR:[{name:{gt:'a'}}]",
      "AND:[{id:{gt:'id-'},OR:[{name:{gt:'a'}}]},{id:{gt:'id-0002'}}]",
    ]);
  });

  it('requests nothing before the loop starts, and no more after a break', async () => {
    const { client, requests } = naiveService(rowsOf(100));
    const rows = client.balances.iterate({}, { pageSize: 10 });
    expect(requests).toHaveLength(0);
    let count = 0;
    for await (const _ of rows) if (++count === 15) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(requests).toHaveLength(2);
  });

  it('ends at once with the reason of its signal', async () => {
    const { client, requests } = naiveService(rowsOf(100));
    const controller = new AbortController();
    const loop = async () => {
      for await (const _ of client.balances.pages({}, { pageSize: 10, signal: controller.signal }))
        controller.abort('enough');
    };
    await expect(loop()).rejects.toBe('enough');
    expect(requests).toHaveLength(1);
  });

  it('can be repeated', async () => {
    const { client } = naiveService(rowsOf(3));
    const rows = client.balances.iterate({ include: { name: true } });
    expect(await gather(rows)).toEqual(await gather(rows));
  });

  it.each(['take', 'skip', 'after', 'before'])('does not allow %s', async (member) => {
    const { client, requests } = naiveService([]);
    await expect(gather(client.balances.iterate({ [member]: 1 }))).rejects.toThrow(
      `query: \`${member}\` is not allowed in all(), iterate() or pages(). Use \`pageSize\`, or list().`,
    );
    expect(requests).toHaveLength(0);
  });

  it('rejects unknown members of the query, unknown options and empty pages', async () => {
    const { client } = naiveService([]);
    // @ts-expect-error `were` is not a member of a query
    await expect(gather(client.balances.pages({ were: {} }))).rejects.toThrow(
      /`were` is not a query parameter\. Did you mean `where`\?/,
    );
    // @ts-expect-error `pagesize` is not an option
    await expect(gather(client.balances.pages({}, { pagesize: 5 }))).rejects.toThrow(
      /^pagination options: `pagesize` is not an option\. Did you mean `pageSize`\?/,
    );
    await expect(gather(client.balances.pages({}, { pageSize: 0 }))).rejects.toThrow(
      'pagination options: expected `pageSize` to be a positive integer, got 0.',
    );
  });
});

describe('pagination in an order', () => {
  it('continues after the values of the last row, and from its date on [decision 2] [decision 51]', async () => {
    const { client, requests } = naiveService(rowsOf(5));
    const query = {
      orderBy: { balance: 'desc', created_at: 'asc' },
      where: { name: { gt: 'n' } },
    } as const;
    await gather(client.balances.iterate(query, { pageSize: 4 }));
    expect(
      requests.map((request) => [
        request.get('order_by'),
        request.get('where'),
        request.get('skip'),
      ]),
    ).toEqual([
      ['balance:desc,created_at:asc,id:asc', "name:{gt:'n'}", null],
      [
        'balance:desc,created_at:asc,id:asc',
        "AND:[{name:{gt:'n'}},{balance:{lte:'0.10'},OR:[{balance:{lt:'0.10'}},{created_at:{gte:'2026-01-01T00:00:00.000Z'}}]}]",
        null,
      ],
      [
        'balance:desc,created_at:asc,id:asc',
        "AND:[{name:{gt:'n'}},{balance:{lte:'0.10'},OR:[{balance:{lt:'0.10'}},{created_at:{gte:'2026-01-04T00:00:00.000Z'}}]}]",
        null,
      ],
      [
        'balance:desc,created_at:asc,id:asc',
        "AND:[{name:{gt:'n'}},{balance:{lte:'0.10'},OR:[{balance:{lt:'0.10'}},{created_at:{gte:'2026-01-04T00:00:00.000Z'}}]}]",
        '1',
      ],
    ]);
  });

  it.each([
    [{ id: 'desc' }, 'id:desc'],
    [{ id: 'asc', name: 'desc' }, 'id:asc'],
    [{}, 'id:asc'],
    [{ name: 'desc', id: 'desc', balance: 'asc' }, 'name:desc,id:desc'],
  ] as const)('%j ends with the id, which decides', async (orderBy, sent) => {
    const rows = rowsOf(5);
    const { client, requests } = naiveService(rows);
    const found = await gather(client.balances.iterate({ orderBy }, { pageSize: 2 }));
    expect(new Set(requests.map((query) => query.get('order_by')))).toEqual(new Set([sent]));
    expect(found).toHaveLength(5);
    expect(new Set(found.map(({ id }) => id)).size).toBe(5);
  });

  it('requests an ordering field that the include leaves out, and removes it [decision 2]', async () => {
    const { client, requests } = naiveService(rowsOf(3));
    const included = { include: { name: true }, orderBy: { created_at: 'asc' } } as const;
    for await (const row of client.balances.iterate(included, { pageSize: 2 }))
      expect(Object.keys(row).sort()).toEqual(['id', 'name']);
    const excluded = {
      include: { created_at: false, balance: false },
      orderBy: { created_at: 'asc' },
    } as const;
    for await (const row of client.balances.iterate(excluded, { pageSize: 2 }))
      expect(Object.keys(row).sort()).toEqual(['id', 'name']);
    const named = { include: { created_at: true }, orderBy: { created_at: 'asc' } } as const;
    for await (const row of client.balances.iterate(named, { pageSize: 2 }))
      expect(Object.keys(row).sort()).toEqual(['created_at', 'id']);
    expect(new Set(requests.map((query) => query.get('include')))).toEqual(
      new Set(['name:true,created_at:true', 'balance:false', 'created_at:true']),
    );
  });

  const orders = [
    {},
    { created_at: 'asc' },
    { created_at: 'desc' },
    { balance: 'desc' },
    { name: 'asc' },
    { balance: 'asc', created_at: 'desc' },
    { created_at: 'desc', balance: 'asc', name: 'desc', id: 'desc' },
  ] as const;
  /** A generator of the same numbers in each run. */
  function numbers(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state % below;
    };
  }
  const amounts = ['-5.5', '0', '0.10', '0.1', '9007199254740993.01', '9007199254740993.02', '-12'];

  it.each(
    orders.flatMap((orderBy, index) =>
      ['naive', 'mock'].map((service) => ({ orderBy, service, index })),
    ),
  )(
    'by $orderBy returns each row that exists throughout exactly once ($service service) [decision 2]',
    async ({ orderBy, service, index }) => {
      const random = numbers(index + 1);
      const create = (): NaiveRow => ({
        id: `${String(random(10 ** 8)).padStart(8, '0')}-0000-4000-8000-${String(random(10 ** 9)).padStart(12, '0')}`,
        name: `N${random(4)}`,
        balance: amounts[random(amounts.length)] ?? '0',
        created_at: new Date(Date.UTC(2026, 0, 1 + random(4))).toISOString(),
      });
      const initial = Array.from({ length: 60 }, create);
      const rows = [...initial];
      const mock = createMock({ data: { balances: rows } });
      const client =
        service === 'mock' ? createClient(mock.clientOptions) : naiveService(rows).client;
      const throughout = new Set(
        initial.filter((_, position) => position % 3 !== 0).map(({ id }) => id),
      );

      const seen: NaiveRow[] = [];
      for await (const page of client.balances.pages({ orderBy }, { pageSize: 7 })) {
        seen.push(...page);
        for (const row of [create(), create(), create()]) {
          rows.push(row);
          mock.db.balances.insert(row);
        }
        const gone = rows.findIndex(({ id }) => !throughout.has(id));
        mock.db.balances.delete(rows[gone]?.id ?? '');
        rows.splice(gone, 1);
      }
      expect(
        seen
          .map(({ id }) => id)
          .filter((id) => throughout.has(id))
          .sort(),
      ).toEqual([...throughout].sort());
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      // Rows that are inserted among rows with the same date are returned with the next page.
      const ordered = 'created_at' in orderBy ? seen.filter(({ id }) => throughout.has(id)) : seen;
      const list = naiveService(ordered).client.balances.list({
        orderBy: { ...orderBy, id: 'id' in orderBy ? orderBy.id : 'asc' },
      });
      expect(ordered.map(({ id }) => id)).toEqual((await list).map(({ id }) => id));
    },
    30_000,
  );

  it.each([
    ['a nullable field', 'balances', 'external_id'],
    ['a computed field', 'balances', 'amount'],
    ['an enumeration', 'accounts', 'status'],
    ['a number', 'transactionLines', 'amount'],
  ] as const)('by %s uses skip', async (_, resource, property) => {
    const mock = createMock();
    const skips: (string | null)[] = [];
    const client = createClient({
      ...mock.clientOptions,
      middleware: (request, next) => {
        skips.push(new URL(request.url).searchParams.get('skip'));
        return next(request);
      },
    });
    const pages: AsyncIterable<{ id: string }[]> = client[resource].pages(
      // @ts-expect-error TypeScript can't call a union of methods
      { orderBy: { [property]: 'desc' } },
      { pageSize: 5 },
    );
    const ids = mock.db[resource].all().map(({ id }) => id);
    expect((await gather(pages)).flatMap((page) => page.map(({ id }) => id)).sort()).toEqual(
      ids.sort(),
    );
    expect(skips).toEqual(
      skips.map((_, index) =>
        index === 0
          ? null
          : String(Math.min(index * 4, ids.length - (index < skips.length - 1 ? 1 : 0))),
      ),
    );
  });

  it('accepts a row whose ordering value changed after it was returned [decision 2]', async () => {
    const mock = createMock({
      data: {
        balances: [1, 2, 3].map((day) => ({ updated_at: new Date(Date.UTC(2026, 0, day)) })),
      },
    });
    const [first, second, third] = mock.db.balances.all();
    const { balances } = createClient(mock.clientOptions);
    const found: (string | undefined)[] = [];
    for await (const { id } of balances.iterate(
      { orderBy: { updated_at: 'asc' } },
      { pageSize: 2 },
    )) {
      if (found.push(id) === 2)
        mock.db.balances.update(`${first?.id}`, { updated_at: new Date(Date.UTC(2026, 1)) });
    }
    expect(found).toEqual([first?.id, second?.id, third?.id, first?.id]);
  });

  it('with skip drops rows that an insertion shifted to the next page [decision 2]', async () => {
    const mock = createMock({
      data: { accounts: ['b', 'c', 'd', 'e'].map((status) => ({ status })) },
    });
    const client = createClient(mock.clientOptions);
    const seen: string[] = [];
    for await (const { status } of client.accounts.iterate(
      { orderBy: { status: 'asc' } },
      { pageSize: 2 },
    )) {
      seen.push(status);
      if (seen.length === 2) mock.db.accounts.insert({ status: 'a' });
    }
    expect(seen).toEqual(['b', 'c', 'd', 'e']);
  });
});

describe('pagination with skip', () => {
  it.each([1, 2, 5])(
    'drops rows that are inserted before a position whose row was deleted, with pages of %i [decision 2]',
    async (pageSize) => {
      const id = (number: number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`;
      const given = Array.from({ length: 12 }, (_, index) => id(500 + index * 10));
      for (const numbers of [[501], [100, 103], [501, 502, 503], [100, 101, 102, 103, 104]])
        for (const pages of [1, 2]) {
          const { clientOptions, db } = createMock({
            data: { balances: given.map((id) => ({ id })) },
          });
          const found: string[] = [];
          const { balances } = createClient(clientOptions);
          for await (const page of balances.pages(
            { orderBy: { external_id: 'asc' } },
            { pageSize },
          )) {
            found.push(...page.map(({ id }) => id));
            if (found.length !== pages * pageSize) continue;
            for (const number of numbers) db.balances.insert({ id: id(number) });
            db.balances.delete(`${found.at(-1)}`);
          }
          expect(found.filter((id) => given.includes(id))).toEqual(given);
        }
    },
  );

  /** The pages of a client, which receives these pages of ids and then an empty one. */
  const pagesOf = (...pages: string[][]) => {
    const client = clientWith(async () =>
      json((pages.shift() ?? []).map((id) => ({ id, status: 'active' }))),
    );
    return gather(client.accounts.pages({ orderBy: { status: 'asc' } }));
  };
  const idsOf = async (pages: ReturnType<typeof pagesOf>) =>
    (await pages).map((page) => page.map(({ id }) => id));

  it('accepts that each page repeats a row', async () => {
    const pages = pagesOf(['a', 'b'], ['b', 'c'], ['c', 'd'], ['d', 'e'], ['e', 'f']);
    expect(await idsOf(pages)).toEqual([['a', 'b'], ['c'], ['d'], ['e'], ['f']]);
  });
});

describe('pagination of a long list', () => {
  it('returns a row once, although several of its values match it', async () => {
    const dialect = {
      text: { collation: { ignores: ['case'] }, equality: 'collation' },
      maxUrlLength: 1_000,
    } as const;
    const { clientOptions } = createMock({ dialect, data: { balances: [{ name: 'Rent' }] } });
    const others = Array.from({ length: 200 }, (_, index) => `none ${index}`);
    const { balances } = createClient({ ...clientOptions, dialect });
    const where = { name: { in: ['RENT', ...others, 'rent'] } };
    for (const rows of [await balances.all({ where }), await balances.list({ where })])
      expect(rows.map(({ name }) => name)).toEqual(['Rent']);
  });
});

describe('pagination of a service that', () => {
  const refusal = (id: string) =>
    `GET /v1/balances failed: row "${id}" is repeated or out of order. The service ignores \`orderBy\`, \`where\` or \`skip\`.`;

  it('returns the same page again is rejected', async () => {
    const client = clientWith(async () => json(rowsOf(2)));
    for (const orderBy of [{}, { name: 'desc' }, { created_at: 'asc' }] as const)
      expect((await failure(gather(client.balances.iterate({ orderBy })))).message).toBe(
        refusal('id-0000'),
      );
  });

  it.each([
    ['dates', { created_at: 'desc' }, 'id-0001'],
    ['decimals', { balance: 'desc' }, 'id-0001'],
    ['ids', { id: 'desc' }, 'id-0000'],
    ['ids of equal rows', { type: 'asc', id: 'desc' }, 'id-0000'],
  ] as const)('ignores an order by %s is rejected', async (_, orderBy, id) => {
    const client = clientWith(async () => json(rowsOf(2).map((row) => ({ ...row, type: 'main' }))));
    expect((await failure(gather(client.balances.iterate({ orderBy })))).message).toBe(refusal(id));
  });

  it('orders text by another collation is accepted [decision 2]', async () => {
    const rows = ['a', 'B', 'c'].map((name, index) => ({ id: `id-${index}`, name }));
    let page = 0;
    const client = clientWith(async () => json(page++ === 0 ? rows : []));
    expect(
      await gather(client.balances.iterate({ orderBy: { name: 'asc' }, include: { name: true } })),
    ).toEqual(rows);
  });

  it('ignores skip is rejected', async () => {
    const client = clientWith(async () =>
      json(rowsOf(2).map((row) => ({ ...row, external_id: null }))),
    );
    expect(
      (await failure(gather(client.balances.iterate({ orderBy: { external_id: 'asc' } })))).message,
    ).toBe(
      'GET /v1/balances failed: row "id-0000" is repeated or out of order. The service ignores `orderBy`, `where` or `skip`.',
    );
  });
});

describe('pagination of a service whose dialect is known', () => {
  const data = { balances: Array.from({ length: 20 }, (_, index) => ({ name: `N${index % 3}` })) };

  it('ends at a page that is shorter than the service allows [decision 53]', async () => {
    const dialect = { pageSize: { max: 8 } };
    const mock = createMock({ dialect, data });
    const client = createClient({ ...mock.clientOptions, dialect });
    expect(await client.balances.all({}, { pageSize: 50 })).toHaveLength(20);
    expect(mock.requests.map(({ take }) => take)).toEqual([8, 8, 8]);
  });

  it('rejects a list that it would cut off, and names all()', async () => {
    const dialect = { pageSize: { max: 8 } };
    const mock = createMock({ dialect, data });
    const client = createClient({ ...mock.clientOptions, dialect });
    expect((await failure(client.balances.list({ take: 9 }))).message).toBe(
      'take: expected at most 8 (`dialect.pageSize.max`), got 9. Use all({ … }, { limit: 9 }).',
    );
    expect(mock.requests).toEqual([]);
    expect(await client.balances.all({}, { limit: 9 })).toHaveLength(9);
    expect(mock.requests.map(({ take }) => take)).toEqual([8, 8]);
  });

  it('returns the only response of a service without an order and `take` [decision 62]', async () => {
    const dialect = {
      parameters: { orderBy: null, take: null, skip: null, after: null, before: null },
    };
    const mock = createMock({ dialect, data });
    const { balances } = createClient({ ...mock.clientOptions, dialect });
    expect(await balances.all()).toEqual(mock.db.balances.all());
    expect(await gather(balances.pages())).toHaveLength(1);
    expect(mock.requests).toHaveLength(2);
    expect((await failure(balances.all({ orderBy: { name: 'asc' } }))).message).toBe(
      'orderBy: is not available: the service has no such parameter (`dialect.parameters`).',
    );
    const names = Array.from({ length: 900 }, (_, index) => `N${index}`);
    expect(await balances.list({ where: { name: { in: names } } })).toHaveLength(20);
  });

  it.each([
    ['shown', '2026-01-01T00:00:00.001003Z'],
    ['text', '2026-01-01T00:00:00.001003Z'],
    ['text', '2026-01-01T00:00:00.001003+00:00'],
  ] as const)('by dates needs no `skip` if `dates` is %j [decision 51]', async (dates, shown) => {
    const dialect = { dates, parameters: { skip: null }, pageSize: { max: 3 } } as const;
    const dateOf = (index: number) =>
      shown.replace('003', dates === 'shown' ? '003' : `00${index % 4}`);
    const rows = data.balances.map(({ name }, index) => ({
      name,
      created_at: dateOf(index),
      updated_at: index < 12 ? dateOf(1) : new Date(Date.UTC(2026, 0, index)),
    }));
    const mock = createMock({ dialect, data: { balances: rows } });
    const whole = createMock({ dialect: { dates }, data: { balances: mock.db.balances.all() } });
    const { balances } = createClient({ ...mock.clientOptions, dialect });
    for (const orderBy of [
      { created_at: 'asc' },
      { created_at: 'desc', name: 'asc' },
      { updated_at: 'desc', created_at: 'asc' },
    ] as const)
      expect(await balances.all({ orderBy })).toEqual(
        await createClient(whole.clientOptions).balances.list({
          orderBy: { ...orderBy, id: 'asc' },
        }),
      );
  });

  it.each([
    ['microseconds', undefined],
    ['microseconds', 'microseconds'],
    ['milliseconds', undefined],
    ['text', undefined],
    ['shown', undefined],
  ] as const)(
    'by dates that are compared as %j needs no `skip` if the client knows %j [decision 51]',
    async (dates, known) => {
      const names = { parameters: { skip: null } } as const;
      const rows = data.balances.map(({ name }, index) => ({
        id: `00000000-0000-4000-8000-0000000000${10 + ((index * 7) % 90)}`,
        name,
        created_at: `2026-01-01T00:00:00.${index < 14 ? '001' : '002'}${(index * 37) % 10}${index % 7}9Z`,
      }));
      const whole = createMock({ dialect: { dates }, data: { balances: rows } });
      for (const cap of [1, 2, 3, 100]) {
        const dialect = { ...names, dates, pageSize: { max: cap } } as const;
        const mock = createMock({ dialect, data: { balances: rows } });
        const { balances } = createClient({
          ...mock.clientOptions,
          dialect: { ...names, ...(known && { dates: known }) },
        });
        for (const orderBy of [
          { created_at: 'asc' },
          { created_at: 'desc' },
          { created_at: 'desc', name: 'asc' },
          { name: 'asc', created_at: 'asc' },
        ] as const) {
          const query = { orderBy: { ...orderBy, id: 'asc' }, include: { name: true } } as const;
          const expected = await createClient(whole.clientOptions).balances.list(query);
          for (const pageSize of [1, 2, 7])
            expect(await balances.all({ orderBy, include: { name: true } }, { pageSize })).toEqual(
              expected,
            );
        }
      }
    },
  );

  it('rejects more rows of one date than it knows, if the service has no `skip` [decision 51]', async () => {
    const dialect = { parameters: { skip: null } };
    const rows = Array.from({ length: 202 }, () => ({ created_at: '2026-01-01T00:00:00.000Z' }));
    const mock = createMock({ dialect, data: { balances: rows } });
    const { balances } = createClient({ ...mock.clientOptions, dialect });
    expect((await failure(balances.all({ orderBy: { created_at: 'asc' } }))).message).toContain(
      'more than 100 rows have the same value of `orderBy` as row',
    );
  });

  it('notices dates that are compared in another way than they are shown [decision 51]', async () => {
    const dialect = { parameters: { skip: null } };
    const mock = createMock({ dialect, data });
    const shiftDates: Middleware = async (request, next) => {
      const response = await next(request);
      return Response.json(JSON.parse((await response.text()).replaceAll('.000Z', '.001Z')));
    };
    const { balances } = createClient({ ...mock.clientOptions, dialect, middleware: shiftDates });
    await expect(balances.all({ orderBy: { created_at: 'asc' } }, { pageSize: 5 })).rejects.toThrow(
      'was not found again',
    );
  });

  it('says before the first request that an order needs `skip` [decision 51]', async () => {
    const dialect = { parameters: { skip: null } };
    const mock = createMock({ dialect, data });
    const { balances } = createClient({ ...mock.clientOptions, dialect });
    expect((await failure(balances.all({ orderBy: { external_id: 'asc' } }))).message).toBe(
      'orderBy: needs `skip`, which the service does not have (`dialect.parameters`). Order by text, dates, ids, decimals or integers that are neither nullable nor computed.',
    );
    expect(mock.requests).toEqual([]);
  });

  it('reads a page of more rows than a function can have arguments', async () => {
    const dialect = {
      parameters: { orderBy: null, take: null, skip: null, after: null, before: null },
    } as const;
    const rows = Array.from({ length: 200_000 }, () => ({ id: 'b1' }));
    const client = createClient({
      ...{ baseUrl: 'https://api.example.com', apiKey: 'test-key', dialect },
      fetch: async () => Response.json(rows),
    });
    expect(await client.balances.all({ include: { id: true } })).toHaveLength(rows.length);
  });

  it('reads numbered pages [decision 54]', async () => {
    const dialect = { parameters: { page: 'page', skip: null } } as const;
    const mock = createMock({ dialect, data });
    const { balances } = createClient({ ...mock.clientOptions, dialect });
    const expected = await createClient(
      createMock({ data: { balances: mock.db.balances.all() } }).clientOptions,
    ).balances.list({ orderBy: { external_id: 'asc', id: 'asc' } });
    for (const pageSize of [1, 2, 3, 7, 100])
      expect(await balances.all({ orderBy: { external_id: 'asc' } }, { pageSize })).toEqual(
        expected,
      );
    const fixed = {
      parameters: { ...dialect.parameters, take: null },
      pageSize: { max: 7 },
    } as const;
    const other = createMock({ dialect: fixed, data: { balances: mock.db.balances.all() } });
    const numbered = createClient({ ...other.clientOptions, dialect: fixed });
    expect(await numbered.balances.all({ orderBy: { external_id: 'asc' } })).toEqual(expected);
    expect(await balances.list({ orderBy: { id: 'asc' }, take: 5, skip: 10 })).toEqual(
      (await balances.all()).slice(10, 15),
    );
    expect((await failure(balances.list({ take: 5, skip: 3 }))).message).toBe(
      'skip: expected a multiple of `take`, got 3. The service has numbered pages (`dialect.parameters.page`).',
    );
  });
});

describe('pagination through a proxy', () => {
  it('has pages of the size that the proxy allows', async () => {
    const mock = createMock();
    const { baseUrl, apiKey, fetch } = mock.clientOptions;
    const schema = pickSchema(paymentsSchema, { balances: ['name', 'external_id'] });
    const proxy = createProxy({
      baseUrl,
      apiKey,
      fetch,
      schema,
      maxTake: 5,
      authenticate: () => true,
      policies: { balances: true },
      allowApiKeyInBrowser: true,
    });
    const { balances } = createClient({
      baseUrl: 'https://app.example.com',
      apiKey: null,
      schema,
      fetch: (request) => proxy.fetch(request as Request),
    });
    const count = mock.db.balances.all().length;
    expect(await balances.all()).toHaveLength(count);
    expect(mock.requests).toHaveLength(Math.ceil(count / 5) + 1); // the first one is rejected by the proxy
    expect(await balances.all({ orderBy: { external_id: 'asc' } }, { pageSize: 50 })).toHaveLength(
      count,
    );
    const { data, response } = await balances.list().withResponse();
    expect(response.headers.get('x-max-take')).toBe(`${data.length}`); // so it may be cut off
  });

  it('works for several calls at the same time, each of which meets the limit', async () => {
    const mock = createMock();
    const proxy = createProxy({
      ...mock.clientOptions,
      schema: pickSchema(paymentsSchema, { balances: ['name'] }),
      maxTake: 5,
      authenticate: () => true,
      policies: { balances: true },
    });
    const { balances } = createClient({
      baseUrl: 'https://app.example.com',
      apiKey: null,
      fetch: (request) => proxy.fetch(request as Request),
    });
    const query = { include: { name: true } } as const;
    const results = await Promise.all([1, 2, 3].map(() => balances.all(query)));
    expect(results.map(({ length }) => length)).toEqual(
      Array.from({ length: 3 }, () => mock.db.balances.all().length),
    );
  });
});

describe('pagination through a proxy of a service with smaller pages', () => {
  const ids = Array.from(
    { length: 60 },
    (_, index) => `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`,
  );

  it.each(
    [5, 20, 100].flatMap((maxTake) =>
      [7, 20, 50].flatMap((max) =>
        ['nobody', 'the proxy', 'the page', 'both'].map((told) => ({ maxTake, max, told })),
      ),
    ),
  )(
    'of $max rows, with at most $maxTake of the proxy, if $told knows it, returns every row',
    async (setup) => {
      const { maxTake, max, told } = setup;
      const dialect = { pageSize: { max } };
      const { clientOptions } = createMock({
        dialect,
        data: { balances: ids.map((id) => ({ id, name: `Customer ${id}` })) },
      });
      const proxy = createProxy({
        ...clientOptions,
        ...(/proxy|both/.test(told) && { dialect }),
        schema: pickSchema(paymentsSchema, { balances: ['name', 'created_at', 'external_id'] }),
        maxTake,
        authenticate: () => true,
        policies: { balances: true },
      });
      const { balances } = createClient({
        baseUrl: 'https://app.example.com',
        apiKey: null,
        dialect: { ...(/page|both/.test(told) && dialect), maxUrlLength: 1_200 },
        fetch: (request) => proxy.fetch(request as Request),
      });
      for (const orderBy of [
        {},
        { name: 'asc' },
        { created_at: 'desc' },
        { external_id: 'asc' },
      ] as const)
        expect(await balances.all({ orderBy, include: { name: true } })).toHaveLength(ids.length);
      const options = infiniteListQueryOptions(balances, { include: { id: true } });
      const query = new InfiniteQueryObserver(new QueryClient(), { ...options, retry: false });
      let result = await query.fetchNextPage();
      while (result.hasNextPage) result = await query.fetchNextPage();
      expect(result.data?.pages.flat().map(({ id }) => id)).toEqual(ids);
      for (const where of [
        { id: { in: ids } },
        { name: { in: ids.map((id) => `Customer ${id}`) } },
      ])
        expect(await balances.list({ where, include: { id: true } })).toHaveLength(ids.length);
    },
  );
});

describe('a query of pages', () => {
  it.each([
    ['where', 'Pass {} for all rows, or omit it.'],
    ['orderBy', 'Pass {} for no order, or omit it.'],
  ])('whose `%s` is undefined is rejected', async (name, advice) => {
    const mock = createMock();
    const { balances } = createClient(mock.clientOptions);
    const query = { [name]: undefined } as object;
    for (const call of [balances.list(query), balances.all(query), gather(balances.pages(query))])
      expect((await failure(call)).message).toBe(`${name}: is undefined. ${advice}`);
    expect(mock.requests).toEqual([]);
  });
});
