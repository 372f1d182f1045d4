import { type Balance, createClient } from 'payments-data-client';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';

type Row = { id: string; name: string };

/** A service that holds rows and understands what a walk asks, and no more. */
function serviceOf(rows: Row[], most = Number.POSITIVE_INFINITY) {
  const asked: URLSearchParams[] = [];
  const fetch = async (input: RequestInfo | URL): Promise<Response> => {
    const query = new URL((input as Request).url).searchParams;
    asked.push(query);
    const last = /.*id:\{gt:'([^']*)'\}/.exec(query.get('where') ?? '')?.[1];
    const [field, direction] = (query.get('order_by') ?? 'id:asc').split(':') as [keyof Row, string];
    const sign = direction === 'asc' ? 1 : -1;
    const found = [...rows]
      .sort((one, other) => (one[field] < other[field] ? -sign : sign))
      .filter(({ id }) => last === undefined || id > last);
    const skip = Number(query.get('skip') ?? 0);
    return json(found.slice(skip, skip + Math.min(most, Number(query.get('take')))));
  };
  return {
    asked,
    fetch,
    client: createClient({ baseUrl: 'https://api.example.com', apiKey: 'test-key', fetch }),
  };
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `id-${String(index).padStart(4, '0')}`,
    name: `name-${String(count - index).padStart(4, '0')}`,
  }));

async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('a walk', () => {
  it('brings every row once, page after page', async () => {
    const rows = rowsOf(25);
    const { client, asked } = serviceOf(rows);
    expect(await gather(client.balances.iterate({}, { pageSize: 10 }))).toEqual(rows);
    expect(asked.map(String)).toEqual([
      'order_by=id%3Aasc&take=10',
      'where=id%3A%7Bgt%3A%27id-0009%27%7D&order_by=id%3Aasc&take=10',
      'where=id%3A%7Bgt%3A%27id-0019%27%7D&order_by=id%3Aasc&take=10',
      'where=id%3A%7Bgt%3A%27id-0024%27%7D&order_by=id%3Aasc&take=10',
    ]);
  });

  it('goes on where the service gives fewer rows than were asked for', async () => {
    const rows = rowsOf(9);
    const { client } = serviceOf(rows, 4);
    expect((await gather(client.balances.pages({}, { pageSize: 100 }))).map((page) => page.length)).toEqual([
      4, 4, 1,
    ]);
  });

  it('keeps what the caller filters, also by id', async () => {
    const { client, asked } = serviceOf(rowsOf(3));
    await gather(
      client.balances.pages({ where: { id: { gt: 'id-' }, OR: [{ name: 'a' }] } }, { pageSize: 3 }),
    );
    expect(asked.map((query) => query.get('where'))).toEqual([
      "id:{gt:'id-'},OR:[{name:'a'}]",
      "AND:[{id:{gt:'id-'},OR:[{name:'a'}]},{id:{gt:'id-0002'}}]",
    ]);
  });

  it('brings rows that are there throughout exactly once, whatever comes and goes [decision 2]', async () => {
    const rows = rowsOf(40);
    const { client } = serviceOf(rows);
    const throughout = rows.filter((_, index) => index % 3 !== 0);
    const seen: string[] = [];
    let turn = 0;
    for await (const page of client.balances.pages({}, { pageSize: 7 })) {
      seen.push(...page.map(({ id }) => id));
      turn++;
      const gone = rows.findIndex((row) => !throughout.includes(row));
      if (gone >= 0) rows.splice(gone, 1);
      rows.push({ id: `id-0000-${turn}`, name: '' }, { id: `id-0030-${turn}`, name: '' });
    }
    expect(seen.filter((id) => throughout.some((row) => row.id === id))).toEqual(
      throughout.map(({ id }) => id),
    );
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('in an order of the caller counts', async () => {
    const rows = rowsOf(5);
    const { client, asked } = serviceOf(rows);
    const found = await gather(client.balances.iterate({ orderBy: { name: 'asc' } }, { pageSize: 2 }));
    expect(found).toEqual([...rows].reverse());
    expect(asked.map(String)).toEqual([
      'order_by=name%3Aasc&take=2&skip=0',
      'order_by=name%3Aasc&take=2&skip=2',
      'order_by=name%3Aasc&take=2&skip=4',
      'order_by=name%3Aasc&take=2&skip=5',
    ]);
  });

  it.each([[{}], [{ id: 'asc' }]] as const)('in the order %j goes by id', async (orderBy) => {
    const { client, asked } = serviceOf(rowsOf(3));
    await gather(client.balances.iterate({ orderBy }, { pageSize: 3 }));
    expect(asked.map((query) => query.get('skip'))).toEqual([null, null]);
  });

  it('in an order of the caller leaves out what an insertion brings a second time', async () => {
    const rows = rowsOf(4);
    const { client } = serviceOf(rows);
    const seen: string[] = [];
    for await (const row of client.balances.iterate({ orderBy: { name: 'asc' } }, { pageSize: 2 })) {
      seen.push(row.name);
      if (seen.length === 2) rows.push({ id: 'id-new', name: 'a' });
    }
    expect(seen).toEqual(['name-0001', 'name-0002', 'name-0003', 'name-0004']);
  });

  it('asks for nothing before it begins, and for no more after a break', async () => {
    const { client, asked } = serviceOf(rowsOf(100));
    const walk = client.balances.iterate({}, { pageSize: 10 });
    expect(asked).toHaveLength(0);
    let count = 0;
    for await (const _ of walk) if (++count === 15) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(asked).toHaveLength(2);
  });

  it('ends at once with the reason of its signal', async () => {
    const { client, asked } = serviceOf(rowsOf(100));
    const controller = new AbortController();
    const walk = async () => {
      for await (const _ of client.balances.pages({}, { pageSize: 10, signal: controller.signal }))
        controller.abort('enough');
    };
    await expect(walk()).rejects.toBe('enough');
    expect(asked).toHaveLength(1);
  });

  it('can be taken twice', async () => {
    const { client } = serviceOf(rowsOf(3));
    const walk = client.balances.iterate({ include: { name: true } });
    expect(await gather(walk)).toEqual(await gather(walk));
    expectTypeOf(walk).toEqualTypeOf<AsyncIterable<{ id: string; name: string }>>();
    expectTypeOf(client.balances.pages()).toEqualTypeOf<AsyncIterable<Balance[]>>();
  });

  it('of a service that gives the same page again is noticed', async () => {
    const { client } = serviceOf([]);
    const stuck = client.with({ fetch: async () => json(rowsOf(2)) });
    await expect(gather(stuck.balances.iterate())).rejects.toThrow(
      'GET /v1/balances failed: a walk by id got "id-0000" after "id-0001". The service does not honour `order_by` or the filter, and the walk would not end.',
    );
    await expect(gather(stuck.balances.iterate({ orderBy: { name: 'asc' } }))).rejects.toThrow(
      'GET /v1/balances failed: a walk got the same rows again and again. The service does not honour `skip`, and the walk would not end.',
    );
  });

  it.each(['take', 'skip', 'after', 'before'])('has no place for %s', async (member) => {
    const { client, asked } = serviceOf([]);
    await expect(gather(client.balances.iterate({ [member]: 1 }))).rejects.toThrow(
      `${member}: has no place in a walk. Use \`pageSize\`, or \`list\`.`,
    );
    expect(asked).toHaveLength(0);
  });

  it('has no place for what a query has not, and no page without rows', async () => {
    const { client } = serviceOf([]);
    // @ts-expect-error `were` is not a member of a query
    await expect(gather(client.balances.pages({ were: {} }))).rejects.toThrow(
      /`were` is not a query parameter. Did you mean `where`\?/,
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
