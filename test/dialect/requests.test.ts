import { createClient, type Dialect, isQueryError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';

/** A client whose requests are recorded, and the mock that responds to them. */
function connect(dialect: Dialect) {
  const mock = createMock({ dialect });
  const urls: URL[] = [];
  const client = createClient({
    ...mock.clientOptions,
    dialect,
    middleware: (request, next) => {
      urls.push(new URL(request.url));
      return next(request);
    },
  });
  return { mock, client, urls };
}

/** The message of a rejected call. */
const messageOf = (call: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(call).then(
    () => 'no error',
    (error: Error) => error.message,
  );

describe('a client and a mock with the same dialect', () => {
  test('use its names of parameters and its form of an order [decision 54]', async () => {
    const { mock, client, urls } = connect({
      parameters: {
        where: 'filter',
        include: 'select',
        orderBy: 'sort',
        take: 'limit',
        skip: 'offset',
      },
      orderFormat: '-name',
    });
    const rows = await client.balances.list({
      where: { balance: { gt: 0 } },
      include: { name: true },
      orderBy: { name: 'desc', id: 'asc' },
      take: 2,
      skip: 1,
    });
    expect(rows).toHaveLength(2);
    expect(decodeURIComponent(urls[0]?.search ?? '')).toBe(
      '?filter=balance:{gt:0}&select=name:true&sort=-name,id&limit=2&offset=1',
    );
    expect(mock.requests[0]).toMatchObject({
      where: { balance: { gt: 0 } },
      include: { name: true },
      orderBy: { name: 'desc', id: 'asc' },
      take: 2,
      skip: 1,
    });
  });

  test('read all rows with other names of parameters [decision 54]', async () => {
    const { client, urls } = connect({
      parameters: { take: 'limit', orderBy: 'sort', where: 'filter' },
    });
    let count = 0;
    for await (const _ of client.balances.iterate({}, { pageSize: 10 })) count++;
    expect(count).toBe(24);
    expect([...(urls[1]?.searchParams.keys() ?? [])]).toEqual(['filter', 'sort', 'limit']);
  });

  test('reject a call that needs a parameter which the service does not have [decision 54]', async () => {
    const { client, urls } = connect({ parameters: { take: null } });
    const error = await client.balances.list({ take: 1 }).catch((thrown: unknown) => thrown);
    expect(isQueryError(error) && error.message).toBe(
      'take: is not available: the service has no such parameter (`dialect.parameters`).',
    );
    expect(urls).toEqual([]);
    expect(await client.balances.list()).toHaveLength(24);
  });

  test('read all rows of a service without `take` [decision 54]', async () => {
    const { client, urls } = connect({ parameters: { take: null }, pageSize: { default: 10 } });
    expect(await client.balances.all({ orderBy: { name: 'asc' } })).toHaveLength(24);
    expect(urls).toHaveLength(3); // the last page is short
  });

  test.each([
    [{ take: 'n', skip: 'n' }, "`dialect.parameters.skip` has the name of `take`, 'n'."],
    [{ take: 'where' }, "`dialect.parameters.take` has the name of `where`, 'where'."],
    [
      { take: 'a&b' },
      'expected `dialect.parameters.take` to be the name of a query parameter, or null',
    ],
    [
      { take: 'a\ud800' },
      'expected `dialect.parameters.take` to be the name of a query parameter, or null',
    ],
  ])('reject the names %j [decision 54]', (parameters, message) => {
    const options = { baseUrl: 'https://api.example.com', apiKey: null, dialect: { parameters } };
    expect(() => createClient(options)).toThrow(message);
    expect(() => createMock({ dialect: { parameters } })).toThrow(message);
  });

  test('ask for no page that is larger than the largest one [decision 53]', async () => {
    const { client, urls } = connect({ pageSize: { max: 10 } });
    expect(await client.balances.all()).toHaveLength(24);
    expect(new Set(urls.map(({ searchParams }) => searchParams.get('take')))).toEqual(
      new Set(['10']),
    );
  });

  test('send no URL that is longer than the service accepts [decision 55]', async () => {
    const { client, urls } = connect({ maxUrlLength: 1_000 });
    const [first] = await client.balances.list();
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID());
    const rows = await client.balances.list({ where: { id: { in: [...ids, first?.id ?? ''] } } });
    expect(rows.map(({ id }) => id)).toEqual([first?.id]);
    expect(urls.length).toBeGreaterThan(2);
    expect(Math.max(...urls.map(({ href }) => href.length))).toBeLessThanOrEqual(1_000);
  });
});

describe('a mock', () => {
  test('has the comparators of its dialect, for a kind or a field [decision 56]', async () => {
    const { client } = connect({
      comparators: { string: { not_contains: false }, 'transactions.external_id': { like: false } },
    });
    expect(
      await messageOf(client.balances.list({ where: { name: { not_contains: 'x' } } })),
    ).toContain('where.name: `not_contains` is not a comparator of string fields.');
    expect(
      await messageOf(client.transactions.list({ where: { external_id: { like: 'x' } } })),
    ).toContain('where.external_id: `like` is not a comparator of string fields.');
    expect(await client.balances.list({ where: { external_id: { like: 'x' } } })).toEqual([]);
  });

  test('ignores an unknown name in the include of a single row, too', async () => {
    const { mock, client } = connect({ unknown: { include: 'ignored' } });
    const [{ id, name } = { id: '', name: '' }] = mock.db.balances.all();
    const query = { include: { nmae: true, name: true } };
    expect(await client.request('GET', `/balances/${id}`, { query })).toEqual({ id, name });
  });

  test('ignores an unknown name in an order, and orders by the others', async () => {
    const { client } = connect({ unknown: { orderBy: 'ignored' } });
    const rows = await client.balances.list({ orderBy: { name: 'desc' }, include: { name: true } });
    const query = { order_by: 'nmae:asc,name:desc', include: { name: true } };
    expect(await client.request('GET', '/balances', { query })).toEqual(rows);
  });

  test('compares text in the letter case of its dialect [decision 50]', async () => {
    const data = { balances: [{ name: 'Rent' }, { name: 'rent' }] };
    const count = async (dialect: Dialect, where: object) =>
      (await createClient(createMock({ dialect, data }).clientOptions).balances.list({ where }))
        .length;
    for (const where of [{ name: 'RENT' }, { name: { in: ['RENT'] } }]) {
      expect(await count({}, where)).toBe(0);
      expect(
        await count({ text: { collation: { ignores: ['case'] }, equality: 'collation' } }, where),
      ).toBe(2);
    }
    expect(await count({}, { name: 'rent' })).toBe(1);
    expect(
      await count(
        { text: { collation: { ignores: ['case'] }, equality: 'collation' } },
        { name: { neq: 'RENT' } },
      ),
    ).toBe(0);
  });
});
