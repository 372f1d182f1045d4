import {
  createClient,
  type Dialect,
  extendSchema,
  integer,
  paymentsSchema,
} from 'payments-data-client';
import { infiniteListQueryOptions } from 'payments-data-client/tanstack-query';
import { describe, expect, it } from 'vitest';
import { failure } from '../../fixtures/failure.js';
import { cursorService } from '../../services/cursors.js';
import { hiddenDigits } from '../../services/hidden-digits.js';
import { numberedPages } from '../../services/numbered-pages.js';
import { sampleRows, uuidOf } from '../../services/sample-rows.js';
import type { Service } from '../../services/service.js';

const KEY = 'test-key-0123456789';
const schema = extendSchema(paymentsSchema, { balances: { fields: { priority: integer() } } });

const clientOf = (fetch: Service['fetch'], dialect: Dialect) =>
  createClient({
    ...{ baseUrl: 'https://api.example.com', apiKey: KEY, schema, dialect, retry: 0 },
    fetch: (url, init) => fetch(url, init as RequestInit), // its own form of it
  }).balances;

/** Responds with 404 behind the last page, as many services do. */
const rejectBehind =
  (service: Service): Service['fetch'] =>
  async (input, init) => {
    const response = await service.fetch(input, init);
    const { data } = await response.clone().json();
    const isBehind = Number(new URL(`${input}`).searchParams.get('page')) > 1 && !data[0];
    return isBehind ? Response.json({ detail: 'Invalid page.' }, { status: 404 }) : response;
  };

/** Sample rows, of which some have the API key as their name. */
function data() {
  const rows = sampleRows();
  const balances = rows.balances.map((row, index) => (index % 9 ? row : { ...row, name: KEY }));
  return { ...rows, balances };
}

const offset: Dialect = {
  parameters: { orderBy: 'sort', take: 'limit', skip: 'offset' },
  envelope: 'items',
  orderFormat: '-name',
};

const services: readonly [string, () => Service, Dialect?][] = [
  ['a cursor', () => cursorService({ data: data(), size: 6, max: 10 })],
  ['an offset', () => cursorService({ data: data(), size: 1000, max: 1000 }), offset],
  ['numbered pages', () => numberedPages({ data: data(), size: 6, max: 20 })],
  [
    'numbered pages whose size is not declared',
    () => numberedPages({ data: data(), size: 6, max: 10 }),
    { ...numberedPages().dialect, pageSize: {} },
  ],
  ['hidden digits', () => hiddenDigits({ data: data() })],
  ['hidden digits and small pages', () => hiddenDigits({ data: data(), size: 6, max: 10 })],
];

const orders = [
  ...[{}, { created_at: 'desc' }, { account_id: 'asc', created_at: 'desc' }],
  ...[{ name: 'asc' }, { priority: 'desc', name: 'desc' }],
] as const;

const keys = Array.from({ length: 400 }, (_, index) => uuidOf(2, index));
const long = { account_id: { in: keys } };
const lists = [
  ...[1, 7].map((pageSize) => [{}, pageSize] as const),
  ...[{ name: { in: ['Ada', 'Zoe'] } }, long].map((where) => [where, 7] as const),
];

describe.each(services)('at a service with %s', (_, create, dialect) => {
  it.each(orders)('every row is read once and in the order %j', async (orderBy) => {
    const service = create();
    const balances = clientOf(service.fetch, dialect ?? service.dialect);
    const order = Object.entries(orderBy);
    for (const [where, pageSize] of lists) {
      const call = balances.all({ where, orderBy, include: { id: true } }, { pageSize });
      if (where === long && order.length > 0) {
        expect((await failure(call)).message).toMatch(/^orderBy: a long `in` is read in parts/);
        continue;
      }
      const isMatch = service.test('balances', where);
      const wanted = service.tables.balances.filter((row) => isMatch(row) === true);
      const ids = (await call).map(({ id }) => id);
      const sorted = wanted.toSorted(service.compareBy('balances', order)).map(({ id }) => id);
      const isExact = where !== long && !('created_at' in orderBy);
      expect(isExact ? ids : ids.toSorted()).toEqual(isExact ? sorted : sorted.toSorted());
    }
  });
});

describe('a page behind the last one that is a 404', () => {
  const service = numberedPages({ size: 20, max: 20 });
  const fetch = rejectBehind(service);
  const balances = clientOf(fetch, service.dialect);

  it('is no rows for list(), with its response', async () => {
    const page = await balances.list({ take: 20, skip: 60 }).withResponse();
    expect(page).toMatchObject({ data: [], pagination: undefined, response: { status: 404 } });
    expect(page.response.headers.get('content-type')).toBe('application/json');
  });

  it('is the end for all(), and for an infinite query', async () => {
    const undeclared = { ...service.dialect, pageSize: {} };
    for (const orderBy of [{}, { name: 'asc' }] as const) {
      const undeclaring = clientOf(fetch, undeclared);
      expect(await undeclaring.all({ orderBy })).toHaveLength(60);
      const { queryFn, getNextPageParam } = infiniteListQueryOptions(undeclaring, { orderBy });
      const ids = new Set<string>();
      for (let pageParam: unknown = null; pageParam !== undefined; ) {
        const context = { signal: new AbortController().signal, pageParam };
        const page = await queryFn(context as never);
        for (const { id } of page.rows) ids.add(id);
        pageParam = getNextPageParam(page);
      }
      expect(ids.size).toBe(60);
    }
  });

  it('is still an error for the first page, and for a service without numbered pages', async () => {
    const notFound = async () => Response.json({}, { status: 404 });
    for (const dialect of [service.dialect, {}]) {
      const missing = clientOf(notFound, dialect);
      expect(await failure(missing.all())).toMatchObject({ name: 'ApiError', status: 404 });
      const call = missing.list({ take: 20, skip: 20 });
      if (dialect === service.dialect) expect(await call).toEqual([]);
      else expect(await failure(call)).toMatchObject({ name: 'ApiError', status: 404 });
    }
  });
});

describe('integers beyond 2^53, which the reader of JSON rounds', () => {
  const first = 2n ** 53n + 3n; // rounded to the integer above
  /** A service that compares integers exactly, and sends them as JSON numbers. */
  function serviceOf(priorities: readonly bigint[]): Service['fetch'] {
    const rows = priorities.map((priority, index) => ({ id: uuidOf(3, index), priority }));
    const order = (a: string | bigint, b: string | bigint) => (a < b ? -1 : a > b ? 1 : 0);
    type Where = readonly [field: 'id' | 'priority', comparator: string, operand: string][];
    const read = (where: string): Where =>
      [...where.matchAll(/(id|priority):\{(\w+):'?([\w-]+)/g)].map(
        ([, field, comparator = '', operand = '']) => [field as 'id', comparator, operand], // or
      );
    const holds = (row: (typeof rows)[number], [field, comparator, operand]: Where[number]) => {
      const result = order(row[field], field === 'id' ? operand : BigInt(operand));
      return { gt: result > 0, gte: result >= 0, lt: result < 0, lte: result <= 0 }[comparator];
    };
    let count = 0;
    return async (input) => {
      if (++count > 100) throw new Error('more than 100 requests');
      const { searchParams } = new URL(`${input}`);
      const [from, ...either] = read(searchParams.get('where') ?? '');
      const sign = searchParams.get('order_by')?.startsWith('priority:desc') ? -1 : 1;
      const found = rows
        .filter((row) => !from || (holds(row, from) && either.some((part) => holds(row, part))))
        .sort((a, b) => sign * order(a.priority, b.priority) || order(a.id, b.id))
        .slice(0, Number(searchParams.get('take')))
        .map(({ id, priority }) => `{"id":"${id}","priority":${priority}}`);
      return new Response(`[${found.join()}]`);
    };
  }

  it('end a reading that would lose rows, or never end', async () => {
    const query = { include: { priority: true } } as const;
    for (let world = 0; world < 4 ** 3; world++) {
      const priorities = [0, 1, 2].map((row) => first + BigInt(Math.floor(world / 4 ** row) % 4));
      const balances = clientOf(serviceOf(priorities), {});
      for (const direction of ['asc', 'desc'] as const)
        for (const pageSize of [1, 2]) {
          const call = balances.all({ ...query, orderBy: { priority: direction } }, { pageSize });
          expect((await failure(call)).message).toMatch(
            /^GET \/v1\/balances failed: `priority` is 900719925474099\d, which the reader of JSON may have rounded\. Rows would be lost: order by `id`\.$/,
          );
        }
    }
  });

  it('are read to their end if no bound is beyond it', async () => {
    const priorities = [1n, 2n, 2n, 3n, 2n ** 53n - 1n];
    for (const pageSize of [1, 2, 5]) {
      const rows = await clientOf(serviceOf(priorities), {}).all(
        { include: { priority: true }, orderBy: { priority: 'asc' } },
        { pageSize },
      );
      expect(rows.map(({ priority }) => BigInt(priority))).toEqual(priorities);
    }
    const balances = clientOf(serviceOf([1n, first]), { pageSize: { default: 5, max: 5 } });
    expect(await balances.all({ orderBy: { priority: 'asc' } }, { pageSize: 3 })).toHaveLength(2);
  });
});
