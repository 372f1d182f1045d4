import {
  createClient,
  type Dialect,
  date,
  extendSchema,
  integer,
  one,
  paymentsSchema,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { infiniteListQueryOptions } from 'payments-data-client/tanstack-query';
import { describe, expect, it } from 'vitest';
import { failure } from '../../fixtures/failure.js';
import { cursorService } from '../../services/cursors.js';
import { hiddenDigits } from '../../services/hidden-digits.js';
import { numberedPages } from '../../services/numbered-pages.js';
import { uuidOf } from '../../services/sample-rows.js';
import type { Service } from '../../services/service.js';

const baseUrl = 'https://api.example.com';
const schema = extendSchema(paymentsSchema, {
  balances: { fields: { priority: integer(), opened_on: date() } },
});
const clientOf = ({ fetch }: Pick<Service, 'fetch'>, dialect: Dialect) =>
  createClient({ baseUrl, apiKey: 'test-key', schema, fetch, dialect, retry: 0 });

const CHANGED =
  'others changed the rows, or the service ignores `skip` or the number of the page. Begin again, or order by `id` or a date.';

/** A client of a service that answers with these bodies in turn. */
function clientOfBodies(bodies: readonly unknown[], dialect: Dialect = {}) {
  let count = 0;
  const fetch = async () => Response.json(bodies[Math.min(count++, bodies.length - 1)]);
  return clientOf({ fetch }, dialect).balances;
}

async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A mock with balances of these names and dates, and the queries that it receives. */
function mockOf(rows: readonly object[], dialect: Dialect = {}) {
  const data = { balances: rows.map((row, index) => ({ id: uuidOf(3, index), ...row })) };
  const mock = createMock({ dialect, data });
  const { balances } = createClient(mock.clientOptions);
  const urls: string[] = [];
  const fetch = (url: string, init?: RequestInit) => {
    urls.push(decodeURIComponent(new URL(url).search));
    return mock.fetch(url, init);
  };
  const recorded = createClient({ ...mock.clientOptions, dialect, fetch });
  return { mock, balances: recorded.balances, urls, plain: balances };
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`,
    name: `Customer ${index % 10}`,
    created_at: `2026-01-0${1 + (index % 3)}T12:00:00.000Z`,
    balance: `${index % 4}.50`,
  }));
const idOf = (index: number) => numbered(index + 1)[index]?.id;

describe('pages by a keyset', () => {
  it('go on behind the last row', async () => {
    const { balances, urls, mock } = mockOf(numbered(25));
    const pages = await gather(balances.pages({ where: { id: { neq: 'x' } } }, { pageSize: 10 }));
    expect(pages.flat()).toEqual(mock.db.balances.all());
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(urls).toEqual([
      "?where=id:{neq:'x'}&order_by=id:asc&take=10",
      `?where=AND:[{id:{neq:'x'}},{id:{gt:'${idOf(9)}'}}]&order_by=id:asc&take=10`,
      `?where=AND:[{id:{neq:'x'}},{id:{gt:'${idOf(19)}'}}]&order_by=id:asc&take=10`,
      `?where=AND:[{id:{neq:'x'}},{id:{gt:'${idOf(24)}'}}]&order_by=id:asc&take=10`,
    ]);
  });

  it('read the last group of equal values again, by id if it fills a page', async () => {
    const { balances, urls, plain } = mockOf(numbered(9));
    const orderBy = { created_at: 'desc' } as const;
    const ids = (await balances.all({ orderBy }, { pageSize: 2 })).map(({ id }) => id);
    expect(ids).toEqual(
      (await plain.list({ orderBy: { ...orderBy, id: 'asc' } })).map(({ id }) => id),
    );
    const [day, next] = ['2026-01-03T12:00:00.000Z', '2026-01-03T12:00:00.001Z'];
    const group = `created_at:{gte:'${day}',lt:'${next}'}`;
    expect(urls.slice(0, 5)).toEqual([
      '?order_by=created_at:desc,id:asc&take=2',
      `?where=${group}&order_by=id:asc&take=2`,
      `?where=${group},id:{gt:'${idOf(5)}'}&order_by=id:asc&take=2`,
      `?where=${group},id:{gt:'${idOf(8)}'}&order_by=id:asc&take=2`,
      `?where=created_at:{lt:'${day}'}&order_by=created_at:desc,id:asc&take=2`,
    ]);
  });

  it('compare several fields, and a date at the end in its unit', async () => {
    const { balances, urls } = mockOf(numbered(12));
    await balances.all({ orderBy: { balance: 'desc', created_at: 'asc' } }, { pageSize: 4 });
    const [first, next] = ['2026-01-01T12:00:00.000Z', '2026-01-01T12:00:00.001Z'];
    expect(urls[1]).toBe(
      `?where=balance:{lte:'2.50'},OR:[{balance:{lt:'2.50'}},{created_at:{gte:'${first}'},OR:[{created_at:{gte:'${next}'}},{id:{neq:'${idOf(6)}'}}]}]&order_by=balance:desc,created_at:asc,id:asc&take=4`,
    );
  });

  it.each([
    ['created_at', "{lt:'2026-01-31T12:00:00.124Z'}"],
    ['updated_at', "{lt:'2026-01-31T12:00:01Z'}"],
    ['opened_on', "{lt:'2026-02-01'}"],
  ] as const)('end %s with its last shown digit', async (field, bound) => {
    const dateOf = (index: number) => `2026-01-31T12:00:00.123${index}56Z`;
    const rows = [9, 8, 7, 6, 5, 4].map((index) => {
      const before = { created_at: '2026-03-01T00:00:00Z', updated_at: '2026-03-01T00:00:00Z' };
      const dates = {
        created_at: dateOf(index),
        updated_at: dateOf(index),
        opened_on: dateOf(index),
      };
      const row = { id: uuidOf(3, index), name: 'Ada', account_id: uuidOf(2, 0) };
      return { ...row, ...(index > 7 ? { ...before, opened_on: '2026-03-01T00:00:00Z' } : dates) };
    });
    const service = hiddenDigits({ data: { balances: rows } });
    const { balances } = clientOf(service, {});
    const found = await balances.all(
      { orderBy: { [field]: 'desc' } as object, include: { id: true } },
      { pageSize: 4 },
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(6);
    expect(service.requests.map((url) => url.searchParams.get('where'))).toContain(
      `${field}:${bound}`,
    );
  });

  it.each(['9999-12-31', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999999Z'])(
    'read rows of %s, the last date of many services',
    async (last) => {
      const dates = ['2026-01-31T12:00:00Z', ...Array(5).fill(last)];
      const { balances } = mockOf(dates.map((created_at) => ({ created_at })));
      for (const direction of ['asc', 'desc'] as const)
        for (const pageSize of [1, 2, 4]) {
          const query = {
            orderBy: { created_at: direction },
            include: { created_at: true },
          } as const;
          const found = await balances.all(query, { pageSize });
          expect(new Set(found.map(({ id }) => id)).size).toBe(6);
          expect(found.at(direction === 'asc' ? 0 : -1)?.created_at).toBe('2026-01-31T12:00:00Z');
        }
    },
  );

  it.each(['asc', 'desc'] as const)('filter no date of the year 10000: %s', async (direction) => {
    const last = '9999-12-31T23:59:59.999';
    const { mock } = mockOf(Array(6).fill({ created_at: `${last}Z` }));
    const filters: string[] = [];
    const fetch = async (url: string, init?: RequestInit) => {
      filters.push(decodeURIComponent(new URL(url).search));
      const found: { created_at: string }[] = await (await mock.fetch(url, init)).json();
      return Response.json(found.map((row) => ({ ...row, created_at: `${last}-05:00` })));
    };
    const { balances } = createClient({ ...mock.clientOptions, fetch });
    const query = { orderBy: { created_at: direction } } as const;
    expect(await balances.all(query, { pageSize: 2 })).toHaveLength(6);
    expect(filters.filter((filter) => /10000|1970/.test(filter))).toEqual([]);
  });

  it.each([16, 19, 21, 10])('read rows whose dates are cut to %s characters', async (length) => {
    const rows = Array.from({ length: 20 }, (_, index) => ({
      created_at: new Date(Date.UTC(2026, 0, 1, 12) + index * 7_100).toISOString(),
    }));
    const { mock } = mockOf(rows);
    const cut = (date: string) => date.slice(0, length) + (length > 10 ? 'Z' : '');
    const fetch = async (url: string, init?: RequestInit) => {
      const found: { created_at: string }[] = await (await mock.fetch(url, init)).json();
      return Response.json(found.map((row) => ({ ...row, created_at: cut(row.created_at) })));
    };
    const { balances } = createClient({ ...mock.clientOptions, fetch });
    for (const direction of ['asc', 'desc'] as const)
      for (const pageSize of [1, 4, 7]) {
        const query = { orderBy: { created_at: direction }, include: { id: true } } as const;
        const found = await balances.all(query, { pageSize });
        expect(found).toHaveLength(20);
        expect(new Set(found.map(({ id }) => id)).size).toBe(20);
      }
  });

  it('read thousands of rows that share an instant', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      ...{
        id: uuidOf(3, index),
        created_at: `2026-01-31T12:00:00.123${`${index % 1000}`.padStart(3, '0')}Z`,
      },
    }));
    const service = hiddenDigits({ data: { balances: rows }, max: 500 });
    const { balances } = clientOf(service, service.dialect);
    const query = { orderBy: { created_at: 'asc' }, include: { id: true } } as const;
    const found = await balances.all(query, { pageSize: 500 });
    expect(new Set(found.map(({ id }) => id)).size).toBe(3_000);
    expect(service.requests.length).toBeLessThan(12);
  });

  it('follow the order of ids of SQL Server', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => {
      const digits = `${index}`.padStart(12, '0');
      return `${uuidOf(3, index).slice(0, 24)}${digits}`;
    });
    const service = hiddenDigits({ data: { balances: ids.toSorted().map((id) => ({ id })) } });
    const query = { include: { id: true } } as const;
    const { balances } = clientOf(service, {});
    const found = await balances.all(query, { pageSize: 7 });
    expect(found.map(({ id }) => id)).toEqual(ids);
    const last = await balances.all({ ...query, orderBy: { id: 'desc' } }, { pageSize: 7 });
    expect(last.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('go on if the last row was deleted, and find a service that returns it again', async () => {
    const { mock, balances } = mockOf(numbered(9));
    const found: string[] = [];
    for await (const page of balances.pages({}, { pageSize: 3 })) {
      found.push(...page.map(({ id }) => id));
      mock.db.balances.delete(found.at(-1) ?? '');
    }
    expect(found).toHaveLength(9);
    const byBalance = { orderBy: { balance: 'asc' }, include: { balance: true } } as const;
    const alike = ['1.239', '1.238', '1.237', '1.00'].map((balance, index) => ({
      ...{ id: uuidOf(3, index), balance },
    }));
    for (const data of [undefined, { balances: alike }])
      expect(
        (
          await failure(
            clientOf(hiddenDigits({ data }), {}).balances.all(byBalance, { pageSize: 2 }),
          )
        ).message,
      ).toBe(
        'GET /v1/balances failed: rows are repeated, missing or out of order. The service ignores `orderBy` or `where`, or compares `balance` or `id` otherwise than it shows it. Order by `id`.',
      );
  });
});

describe('the end of pages', () => {
  it.each<[Dialect, number, string]>([
    [{}, 2, 'is a page with nothing new'],
    [{ pageSize: { default: 8 } }, 1, 'is shorter than the declared default'],
    [{ pageSize: { max: 100 } }, 1, 'is shorter than the page size, if the maximum is declared'],
    [{ pageSize: { default: 5, max: 5 } }, 2, 'is not the first full page'],
  ])('with %j: %i requests, because it %s', async (dialect, requests) => {
    const { balances, urls } = mockOf(numbered(7), dialect);
    expect(await balances.all()).toHaveLength(7);
    expect(urls).toHaveLength(requests);
  });

  it('is the `limit` of all()', async () => {
    const { balances, urls } = mockOf(numbered(30));
    expect(await balances.all({}, { limit: 5 })).toHaveLength(5);
    expect(await balances.all({}, { limit: 25, pageSize: 10 })).toHaveLength(25);
    expect(urls.map((url) => url.split('take=')[1])).toEqual(['5', '10', '10', '10']);
  });

  it('is that of the loop: nothing is requested before it, and after a break', async () => {
    const { balances, urls } = mockOf(numbered(30));
    const rows = balances.iterate({}, { pageSize: 10 });
    expect(urls).toEqual([]);
    let count = 0;
    for await (const _ of rows) if (++count === 15) break;
    expect(urls).toHaveLength(2);
    expect(await gather(rows)).toHaveLength(30); // a loop can be repeated
    const controller = new AbortController();
    const loop = async () => {
      const options = { pageSize: 10, signal: controller.signal };
      for await (const _ of balances.pages({}, options)) controller.abort('enough');
    };
    await expect(loop()).rejects.toBe('enough');
  });
});

describe('pages that are counted', () => {
  it('lose no row of a service that orders names more finely than it compares them [decision 67]', async () => {
    const names = ['Ada', 'ada', 'ADA', 'Bob', 'bob'];
    const rows = Array.from({ length: 200 }, (_, index) => ({
      id: uuidOf(3, index),
      name: names[index % 5],
    }));
    const service = cursorService({ data: { balances: rows }, size: 1000, max: 1000 });
    const parameters = {
      orderBy: 'sort',
      take: 'limit',
      skip: 'offset',
    } as const;
    const { balances } = clientOf(service, { parameters, envelope: 'items', orderFormat: '-name' });
    const query = { orderBy: { name: 'desc' }, include: { name: true } } as const;
    const found = await balances.all(query, { pageSize: 10 });
    expect(new Set(found.map(({ id }) => id)).size).toBe(200);
    expect(found.map(({ name }) => name)).toEqual(
      [...found.map(({ name }) => name)].sort().reverse(),
    );
    expect(service.requests[1]?.search).toContain('limit=11&offset=9');
  });

  it('do not judge the order of rows whose dates may have hidden digits', async () => {
    const rows = [1, 2, 3, 4].map((index) => ({
      ...{ id: uuidOf(3, index), balance: `${9 - index}.00` },
      created_at: `2026-01-31T12:00:00.12300${index}Z`,
    }));
    const query = {
      orderBy: { created_at: 'asc', balance: 'asc' },
      include: { balance: true },
    } as const;
    const service = hiddenDigits({ data: { balances: rows } });
    const found = await clientOf(service, {}).balances.all(query, { pageSize: 2 });
    expect(found.map(({ balance }) => balance)).toEqual(['8.00', '7.00', '6.00', '5.00']);
  });

  it('search the last row if others moved it, and reject if it is gone', async () => {
    const { mock, balances, urls } = mockOf(numbered(20));
    const read = async (change: () => unknown) => {
      const names: string[] = [];
      for await (const page of balances.pages({ orderBy: { name: 'asc' } }, { pageSize: 8 })) {
        if (names.length === 0) change();
        names.push(...page.map(({ name }) => name));
      }
      return names;
    };
    expect(await read(() => mock.db.balances.insert({ name: 'Ada' }))).toHaveLength(20);
    expect(await read(() => mock.db.balances.delete(idOf(0) ?? ''))).toHaveLength(21);
    expect(urls.some((url) => url.endsWith('skip=7'))).toBe(true);
    const error = await failure(read(() => mock.db.balances.delete(idOf(13) ?? '')));
    expect(error).toMatchObject({ name: 'ResponseError', reason: 'rows-changed' });
    expect(error.message).toBe(`GET /v1/balances failed: ${CHANGED}`);
  });

  it('also know computed fields, which are requested and removed', async () => {
    const { accounts } = createClient(createMock().clientOptions);
    const all = await accounts.all({ orderBy: { identifier: 'asc' } }, { pageSize: 5 });
    expect(all).toHaveLength(12);
    expect(all[0]).not.toHaveProperty('identifier');
    expect(all[0]).toHaveProperty('status');
  });

  it('find a service that ignores `skip`', async () => {
    const { balances } = mockOf(numbered(9));
    const rows = await balances.list({ take: 4 });
    const ignoring = clientOfBodies([rows.slice(0, 3), rows]);
    expect(
      (await failure(ignoring.all({ orderBy: { name: 'asc' } }, { pageSize: 3 }))).message,
    ).toBe(`GET /v1/balances failed: ${CHANGED}`);
  });
});

describe('pages by a cursor', () => {
  const dialect = {
    parameters: { cursor: 'cursor' },
    envelope: { rows: 'items', cursor: 'meta.next' },
  } as const;
  const [first, second] = [{ id: 'b1' }, { id: 'b2' }];
  const include = { include: { id: true } } as const;

  it('go on after an empty page, and end without a cursor', async () => {
    for (const end of [null, '', undefined]) {
      const bodies = [
        { items: [first], meta: { next: 'c1' } },
        { items: [], meta: { next: 2 } },
        { items: [second], meta: { next: end } },
      ];
      expect(await clientOfBodies(bodies, dialect).all(include)).toEqual([first, second]);
    }
    const more = [{ items: [first], meta: { next: 'c1', has_more: false } }];
    expect(await clientOfBodies(more, dialect).all(include)).toEqual([first]);
  });

  it.each([
    ['c1', 'the cursor is repeated. The service ignores `cursor`.'],
    [
      'https://api.example.com/v1/balances?page=2',
      'expected a cursor, got "https://api.example.com/v1/balances?page=2". A URL is not supported.',
    ],
    [{ after: 1 }, 'expected a cursor, got an object.'],
  ])('reject %j', async (next, problem) => {
    const balances = clientOfBodies([{ items: [first], meta: { next } }], dialect);
    expect((await failure(balances.all(include))).message).toBe(
      `GET /v1/balances failed: ${problem}`,
    );
  });
});

describe('a query of pages', () => {
  it.each([
    [
      { take: 1 },
      'query: `take` is not allowed in all(), iterate() or pages(). Use `pageSize`, or list().',
    ],
    [{ were: {} }, /^query: `were` is not a query parameter. Did you mean `where`\?/],
    [{ where: undefined }, 'where: is undefined. Pass {} for all rows, or omit it.'],
    [{ orderBy: undefined }, 'orderBy: is undefined. Pass {} for no order, or omit it.'],
  ])('%j is rejected before a request, in the line of the caller', async (query, message) => {
    const { balances, urls } = mockOf([]);
    const loop = async () => {
      for await (const _ of balances.iterate(query as never));
    };
    for (const call of [() => balances.all(query as never), loop]) {
      const error = await failure(call());
      expect(error.message).toMatch(message);
      expect(error.stack).toContain('pages.test.ts');
    }
    expect(urls).toEqual([]);
  });

  it.each([
    [
      { pagesize: 5 },
      /^pagination options: `pagesize` is not an option. Did you mean `pageSize`\?/,
    ],
    [{ pageSize: 0 }, 'pagination options: expected `pageSize` to be a positive integer, got 0.'],
    [{ limit: 5 }, /^pagination options: `limit` is not an option/],
  ])('rejects the options %j', async (options, message) => {
    const { balances } = mockOf([]);
    expect((await failure(gather(balances.pages({}, options as never)))).message).toMatch(message);
  });

  it('requests an ordering field that the include leaves out, and removes it', async () => {
    const { balances, urls } = mockOf(numbered(5));
    const orderBy = { created_at: 'asc' } as const;
    for (const include of [{ name: true }, { name: true, unit: true }] as const)
      for await (const row of balances.iterate({ include, orderBy }, { pageSize: 2 }))
        expect(Object.keys(row).sort()).toEqual(['id', ...Object.keys(include)]);
    for await (const row of balances.iterate({ include: { created_at: false }, orderBy }))
      expect(row).not.toHaveProperty('created_at');
    expect(urls[0]).toContain('include=id:true,name:true,created_at:true');
  });

  it.each<[Dialect, object, string]>([
    [
      { parameters: { orderBy: null } },
      { id: 'asc' },
      'pages need an order or a cursor, and `dialect.parameters` has neither. Use list().',
    ],
    [
      { parameters: { skip: null } },
      { created_at: 'asc', name: 'asc' },
      'pages in this order are counted, but `dialect.parameters` has neither `skip` nor `page`. Order by `id`, a date or an amount, or use list().',
    ],
    [
      { parameters: { where: null, skip: null } },
      {},
      'pages in this order are counted, but `dialect.parameters` has neither `skip` nor `page`. Use list().',
    ],
    [
      { parameters: { page: 'page', skip: null, take: null } },
      { name: 'asc' },
      'pages in this order are counted, but the size of a numbered page cannot be chosen (`dialect.parameters.take` is null). Order by `id`, a date or an amount, or use list().',
    ],
    [
      { parameters: { page: 'page', skip: null }, pageSize: { max: 16 } },
      { name: 'asc' },
      'pages in this order are counted, but numbered pages of at most 16 rows (`dialect.pageSize.max`) are too short for that. Order by `id`, a date or an amount, or use list().',
    ],
    [
      { pageSize: { max: 1 } },
      { name: 'asc' },
      'pages in this order are counted, but a page has one row only (`dialect.pageSize`). Order by `id`, a date or an amount, or use list().',
    ],
    [
      { parameters: { take: null }, pageSize: { default: 1 } },
      { name: 'asc' },
      'pages in this order are counted, but a page has one row only (`dialect.pageSize`). Order by `id`, a date or an amount, or use list().',
    ],
  ])('with %j is rejected before a request', async (dialect, orderBy, problem) => {
    const { balances, urls } = mockOf(numbered(3), dialect);
    const call = balances.all({ orderBy } as never); // one of many orders
    expect((await failure(call)).message).toBe(`orderBy: ${problem}`);
    expect(urls).toEqual([]);
  });

  it('of a service without an order and `take` is one request, unless it is cut off [decision 62]', async () => {
    const parameters = { orderBy: null, take: null, skip: null } as const;
    const { balances, urls } = mockOf(numbered(20), { parameters });
    expect(await balances.all()).toHaveLength(20);
    expect(urls).toEqual(['']);
    const limited = mockOf(numbered(20), { parameters, pageSize: { default: 10 } });
    expect((await failure(limited.balances.all())).message).toBe(
      'GET /v1/balances failed: the response may be cut off (`dialect.pageSize`), and there are no further pages.',
    );
    const rows = Array.from({ length: 200_000 }, (_, index) => ({ id: `b${index}` }));
    const many = clientOfBodies([rows], { parameters });
    expect(await many.all({ include: { id: true } })).toHaveLength(200_000);
  });

  it('rejects null and values of another kind in an ordering field', async () => {
    for (const created_at of [null, 'today']) {
      const balances = clientOfBodies([[{ id: 'b1', created_at }]]);
      const query = { orderBy: { created_at: 'asc' }, include: { id: true } } as const;
      expect((await failure(balances.all(query))).message).toBe(
        `GET /v1/balances failed: expected \`created_at\` to be a date, got ${created_at ? '"today"' : 'null'}.`,
      );
    }
  });

  it.each([{ created_at: 'desc' }, { name: 'asc' }] as const)(
    'has positions of plain JSON, which another call may continue: %j',
    async (orderBy) => {
      const service = numberedPages();
      const { balances } = clientOf(service, service.dialect);
      const { queryFn } = infiniteListQueryOptions(balances, { orderBy }, { pageSize: 7 });
      const { signal } = new AbortController();
      const found = new Set<string>();
      let pageParam: Awaited<ReturnType<typeof queryFn>>['next'] | null = null;
      do {
        const page: Awaited<ReturnType<typeof queryFn>> = await queryFn({ signal, pageParam });
        for (const { id } of page.rows) found.add(id);
        pageParam = JSON.parse(JSON.stringify(page.next ?? null));
      } while (pageParam);
      expect(found.size).toBe(60);
    },
  );
});

describe('a long `in`', () => {
  const rows = Array.from({ length: 400 }, (_, index) => ({
    id: uuidOf(3, index),
    name: `N${index}`,
    priority: index,
    account_id: uuidOf(2, index % 7),
    unit_id: uuidOf(1, 0),
  }));
  const service = hiddenDigits({ data: { balances: rows } });
  const { balances } = clientOf(service, {});
  const include = { id: true } as const;

  it('of 10,000 ids finds the rows of one request', async () => {
    const unknown = Array.from({ length: 9_500 }, (_, index) => uuidOf(9, index));
    const spelled = rows.map(({ id }, index) => (index % 2 ? id.toUpperCase() : id));
    const ids = [...spelled, ...unknown, ...rows.slice(0, 100).map(({ id }) => id)];
    const found = await balances.all({
      where: { AND: [{ id: { in: ids } }], name: { neq: 'N7' } },
      include,
    });
    const wanted = rows.filter(({ name }) => name !== 'N7').map(({ id }) => id);
    expect(found.map(({ id }) => id).sort()).toEqual(wanted.sort());
    const lengths = service.requests.map((url) => url.href.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(8_000);
  });

  it('of integers is split, each part is read to its end', async () => {
    const priorities = [...Array(4_000).keys(), 5];
    const found = await balances.all(
      { where: { priority: { in: priorities } }, include },
      { pageSize: 50 },
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(400);
    expect(found).toHaveLength(400);
  });

  it('rejects `orderBy`, text, and what does not fit', async () => {
    const ids = rows.map(({ id }) => id);
    expect(
      (await failure(balances.all({ where: { id: { in: ids } }, orderBy: { id: 'asc' } }))).message,
    ).toBe('orderBy: a long `in` is read in parts. Sort the rows instead.');
    const names = Array.from({ length: 1_000 }, (_, index) => `Customer ${index}`);
    expect((await failure(balances.all({ where: { name: { in: names } } }))).message).toMatch(
      /^where: the URL has 2\d{4} bytes, more than `dialect\.maxUrlLength` \(8000\)\. Of 1000 values \(where\.name\.in\), about 369 fit\. Only one `in` of UUIDs or integers is split, directly in `where` or under `AND`\. Send several calls with parts of them, and merge the rows by `id`\.$/,
    );
    const name = 'x'.repeat(9_000);
    for (const where of [{ name }, { name, id: { in: ids } }])
      expect((await failure(balances.all({ where }))).message).toMatch(
        /^query: the URL has.*\. Shorten the filter or the include\.$/,
      );
  });

  const uuids = Array.from({ length: 250 }, (_, index) => uuidOf(9, index));
  const ONLY = 'Only one `in` of UUIDs or integers is split, directly in `where` or under `AND`.';
  const MERGE = 'Send several calls with parts of them, and merge the rows by `id`.';
  const LEAVE_OUT = 'Leave them out, and filter the rows in your code.';

  it.each<[string, object, string]>([
    [
      'an `in` under OR',
      { OR: [{ id: { in: uuids } }, { name: 'Ada' }] },
      `where: … Of 250 values (where.OR[0].id.in), about 180 fit. ${ONLY} ${MERGE}`,
    ],
    [
      'a `not_in`',
      { id: { not_in: uuids } },
      `where: … Of 250 values (where.id.not_in), about 180 fit. ${ONLY} ${LEAVE_OUT}`,
    ],
    [
      'two lists',
      { AND: [{ id: { in: uuids } }], account_id: { in: uuids } },
      `where: … Of 250 and 250 values (where.AND[0].id.in, where.account_id.in), about 180 fit. ${ONLY} ${MERGE}`,
    ],
    [
      'an `in` of a relation',
      { account: { balances: { some: { id: { in: uuids } } } } },
      `where: … Of 250 values (where.account.balances.some.id.in), about 180 fit. ${ONLY} ${MERGE}`,
    ],
    [
      'an `in` of `none`',
      { account: { balances: { none: { id: { in: uuids } } } } },
      `where: … Of 250 values (where.account.balances.none.id.in), about 180 fit. ${ONLY} ${LEAVE_OUT}`,
    ],
  ])('rejects %s with a message that is true for all() and list()', async (_, where, message) => {
    const related = extendSchema(schema, {
      balances: {
        relations: { account: one('accounts', { foreignKey: 'account_id', filterable: true }) },
      },
    });
    const options = { baseUrl, apiKey: 'test-key', schema: related, fetch: service.fetch };
    const { balances } = createClient(options);
    const query = { where } as never; // one of many filters
    for (const call of [() => balances.all(query), () => balances.list(query)]) {
      const error = await failure(call());
      expect(
        error.message.replace(/the URL .*?\(8000\)\./, '…').replace(/1[78]\d fit/, '180 fit'),
      ).toBe(message);
    }
  });
});
