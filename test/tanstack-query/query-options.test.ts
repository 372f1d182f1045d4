import { dehydrate, hydrate, QueryClient, QueryObserver, skipToken } from '@tanstack/query-core';
import {
  ConfigurationError,
  createClient,
  isQueryError,
  isServerError,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import {
  getQueryOptions,
  infiniteListQueryOptions,
  listQueryOptions,
  queryKeys,
} from 'payments-data-client/tanstack-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { exactService, idOf, sortRows } from '../fixtures/exact-service.js';

const mock = createMock();
const client = createClient(mock.clientOptions);
const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
});
const balances = mock.db.balances.all();
const main = balances.filter(({ type }) => type === 'main');

beforeEach(() => {
  mock.reset();
  queryClient.clear();
});

describe('a query', () => {
  test('requests a list once and caches it', async () => {
    const options = listQueryOptions(client.balances, {
      where: { type: 'main' },
      include: { name: true },
    });
    const rows = await queryClient.fetchQuery(options);
    expect(rows).toEqual(main.map(({ id, name }) => ({ id, name })));
    expect(await queryClient.fetchQuery(options)).toBe(rows);
    expect(queryClient.getQueryData(options.queryKey)).toBe(rows);
    expect(mock.requests).toHaveLength(1);
  });

  test('requests one row by its id', async () => {
    const id = balances[3]?.id ?? '';
    const row = await queryClient.fetchQuery(
      getQueryOptions(client.balances, id, { include: { unit: true } }),
    );
    expect(row).toMatchObject({ id, unit: { id: balances[3]?.unit_id } });
  });

  describe.each([undefined, skipToken] as const)('with %o', (missing) => {
    const waiting = {
      'instead of a list': listQueryOptions(client.balances, missing),
      'instead of pages': infiniteListQueryOptions(client.balances, missing, { pageSize: 5 }),
      'as the id of a row': getQueryOptions(client.balances, missing, { include: { name: true } }),
    };

    test.each(Object.entries(waiting))(
      '%s sends nothing, and shows no cached rows',
      async (_, options) => {
        await queryClient.fetchQuery(listQueryOptions(client.balances));
        await queryClient.fetchInfiniteQuery(
          infiniteListQueryOptions(client.balances, {}, { pageSize: 5 }),
        );
        mock.reset();
        const observer = new QueryObserver<unknown>(queryClient, {
          ...options,
          queryFn: () => options,
        });
        const stop = observer.subscribe(() => {});
        await new Promise((resolve) => setTimeout(resolve, 10));
        expect(observer.getCurrentResult()).toMatchObject({
          status: 'pending',
          fetchStatus: 'idle',
        });
        stop();
        expect(mock.requests).toHaveLength(0);
      },
    );

    test('sends nothing either if it is made to run', async () => {
      const message =
        'query: is missing, which would return every row. Leave it disabled, or pass {} for all rows.';
      const {
        'instead of a list': list,
        'instead of pages': pages,
        'as the id of a row': row,
      } = waiting;
      await expect(queryClient.fetchQuery(list)).rejects.toThrow(message);
      await expect(queryClient.fetchInfiniteQuery(pages)).rejects.toThrow(message);
      await expect(queryClient.fetchQuery(row)).rejects.toThrow(/^id: expected a non-empty string/);
      expect(mock.requests).toHaveLength(0);
    });
  });

  test('that is complete is not disabled', () => {
    expect(listQueryOptions(client.balances)).not.toHaveProperty('enabled');
    expect(listQueryOptions(client.balances, {})).not.toHaveProperty('enabled');
    expect(infiniteListQueryOptions(client.balances)).not.toHaveProperty('enabled');
    expect(getQueryOptions(client.balances, 'b1')).not.toHaveProperty('enabled');
  });

  test('that waits for a filter runs once the filter is known', async () => {
    const optionsFor = (where?: { type: 'main' }) =>
      listQueryOptions(client.balances, where && { where });
    const observer = new QueryObserver(queryClient, optionsFor());
    const stop = observer.subscribe(() => {});
    observer.setOptions(optionsFor({ type: 'main' }));
    await expect.poll(() => observer.getCurrentResult().data).toHaveLength(main.length);
    stop();
    expect(mock.requests.map(({ where }) => where)).toEqual([{ type: 'main' }]);
  });

  test('is requested again when its resource is invalidated, and others are not', async () => {
    await queryClient.fetchQuery(listQueryOptions(client.balances));
    await queryClient.fetchQuery(listQueryOptions(client.accounts));
    await queryClient.invalidateQueries({ queryKey: queryKeys.resource(client.balances) });
    await queryClient.fetchQuery(listQueryOptions(client.balances));
    await queryClient.fetchQuery(listQueryOptions(client.accounts));
    expect(mock.requests.map(({ path }) => path)).toEqual([
      '/v1/balances',
      '/v1/accounts',
      '/v1/balances',
    ]);
  });

  test('aborts its request when it is cancelled', async () => {
    let signal: AbortSignal | undefined;
    const silent = createClient({
      ...mock.clientOptions,
      fetch: (input, init) => {
        signal = new Request(input, init).signal;
        return new Promise(() => {});
      },
    });
    const options = listQueryOptions(silent.balances);
    const fetching = queryClient.fetchQuery(options);
    await expect.poll(() => signal).toBeDefined();
    await queryClient.cancelQueries({ queryKey: options.queryKey });
    await expect(fetching).rejects.toThrow();
    expect(signal?.aborted).toBe(true);
  });

  test('with an invalid query fails with its error, and sends nothing', async () => {
    const wrong = listQueryOptions(client.balances, {
      where: { id: undefined as unknown as string },
    });
    const error = await queryClient.fetchQuery(wrong).catch((thrown: unknown) => thrown);
    expect(isQueryError(error) && error.message).toContain('where.id');
    expect(mock.requests).toHaveLength(0);
  });

  test("is not retried in addition to the client's retries", async () => {
    let attempts = 0;
    const failing = createClient({
      ...mock.clientOptions,
      retry: { limit: 1, maxDelay: 1 },
      fetch: async () => {
        attempts++;
        return new Response('{}', { status: 503 });
      },
    });
    const retrying = new QueryClient({ defaultOptions: { queries: { retry: 3, retryDelay: 0 } } });
    const error = await retrying
      .fetchQuery(listQueryOptions(failing.balances))
      .catch((thrown: unknown) => thrown);
    expect(isServerError(error)).toBe(true);
    expect(attempts).toBe(2);
  });
});

describe('an infinite query', () => {
  const fetchPages = async (options: ReturnType<typeof readAll>) =>
    (await queryClient.fetchInfiniteQuery(options)).pages;
  const readAll = (query: {
    orderBy?: { name: 'asc' } | { id: 'asc' };
    where?: { type: 'main' };
  }) => ({
    ...infiniteListQueryOptions(
      client.balances,
      { ...query, include: { name: true } },
      { pageSize: 5 },
    ),
    pages: 20,
  });

  test('returns every row once, by id', async () => {
    const pages = await fetchPages(readAll({ where: { type: 'main' } }));
    expect(pages.at(-1)).toEqual([]);
    expect(pages.flat().map(({ id }) => id)).toEqual(main.map(({ id }) => id).sort());
    expect(mock.requests).toHaveLength(Math.ceil(main.length / 5) + 1);
  });

  test('returns every row once, in the order of the caller', async () => {
    const pages = await fetchPages(readAll({ orderBy: { name: 'asc' } }));
    expect(pages.flat().map(({ name }) => name)).toEqual(balances.map(({ name }) => name).sort());
  });

  test('in an order continues after the values of the last row, also from a stored cache', async () => {
    const query = { orderBy: { created_at: 'desc' }, include: { name: true } } as const;
    const options = infiniteListQueryOptions(client.balances, query, { pageSize: 5 });
    const { pages } = await queryClient.fetchInfiniteQuery({ ...options, pages: 2 });
    const last = balances.find(({ id }) => id === pages[1]?.at(-1)?.id);
    const stored = JSON.parse(JSON.stringify(dehydrate(queryClient)));
    const restored = new QueryClient();
    hydrate(restored, stored);
    const data = restored.getQueryData(options.queryKey);
    const next = options.getNextPageParam(
      data?.pages.at(-1) ?? [],
      [],
      data?.pageParams.at(-1) ?? null,
    );
    expect(next).toEqual({
      values: { created_at: last?.created_at, id: last?.id },
      read: 9,
      matchedAgain: 1,
      seen: expect.any(Array),
    });
    for (const { id } of balances.slice(0, 3)) mock.db.balances.delete(id);
    const all = await queryClient.fetchInfiniteQuery({ ...options, pages: 50, staleTime: 0 });
    const ids = all.pages.flat().map(({ id }) => id);
    expect(ids).toEqual(
      (await client.balances.list({ orderBy: { created_at: 'desc', id: 'asc' } })).map(
        ({ id }) => id,
      ),
    );
    expect(mock.requests.every(({ path }) => path === '/v1/balances')).toBe(true);
  });

  test('is exact if dates have more digits than they show [decision 51]', async () => {
    const rows = Array.from({ length: 60 }, (_, number) => ({
      id: idOf(number),
      account_id: idOf(0),
      name: 'A',
      balance: '1',
      created: (number * 137) % 5_000,
    }));
    for (const direction of ['asc', 'desc'] as const) {
      const exact = exactService([...rows], { maxPage: 7 }).client;
      const options = infiniteListQueryOptions(exact.balances, {
        orderBy: { created_at: direction },
      });
      const { pages } = await new QueryClient().fetchInfiniteQuery({ ...options, pages: 100 });
      expect(pages.flat().map(({ id }) => id)).toEqual(
        sortRows(rows, `created_at:${direction},id:asc`).map(({ id }) => id),
      );
    }
  });

  test('fails with a list that is too long for one URL', async () => {
    const where = { id: { in: Array.from({ length: 300 }, (_, number) => idOf(number)) } };
    const options = infiniteListQueryOptions(client.balances, { where });
    await expect(queryClient.fetchInfiniteQuery(options)).rejects.toThrow(
      'where: is too long for one URL. Use listQueryOptions(), or increase `dialect.maxUrlLength`.',
    );
    expect(mock.requests).toHaveLength(0);
  });

  test('fails if the service returns the same page again', async () => {
    const rows = [
      { id: 'b1', name: 'A' },
      { id: 'b2', name: 'B' },
    ];
    const stuck = client.with({ fetch: async () => new Response(JSON.stringify(rows)) });
    const options = infiniteListQueryOptions(stuck.balances, {
      orderBy: { name: 'asc' },
      include: { name: true },
    });
    await expect(queryClient.fetchInfiniteQuery({ ...options, pages: 3 })).rejects.toThrow(
      'row "b1" is repeated or out of order.',
    );
  });

  test('ordered by id continues after the last id', async () => {
    const pages = await fetchPages(readAll({ orderBy: { id: 'asc' } }));
    expect(pages.flat().map(({ id }) => id)).toEqual(balances.map(({ id }) => id).sort());
    expect(mock.requests[1]?.where).toEqual({ id: { gt: pages[0]?.at(-1)?.id } });
  });

  test('continues after a row that was deleted meanwhile', async () => {
    const options = infiniteListQueryOptions(client.transactionLines, {}, { pageSize: 10 });
    const first = await queryClient.fetchInfiniteQuery(options);
    const last = first.pages[0]?.at(-1)?.id ?? '';
    mock.db.transactionLines.delete(last);
    const next = options.getNextPageParam(first.pages[0] ?? [], [], null) ?? null;
    const second = await options.queryFn({ signal: new AbortController().signal, pageParam: next });
    const rest = mock.db.transactionLines
      .all()
      .map(({ id }) => id)
      .filter((id) => id > last)
      .sort();
    expect(second.map(({ id }) => id)).toEqual(rest.slice(0, 10));
  });

  test('is another query with another page size', () => {
    const small = infiniteListQueryOptions(client.balances, {}, { pageSize: 5 });
    expect(small.queryKey).not.toEqual(infiniteListQueryOptions(client.balances).queryKey);
  });

  test.each([
    [
      { skip: 2 },
      5,
      'query: `skip` is not allowed in all(), iterate() or pages(). Use `pageSize`, or list().',
    ],
    [
      { after: 'x' },
      5,
      'query: `after` is not allowed in all(), iterate() or pages(). Use `pageSize`, or list().',
    ],
    [null, 5, 'query: expected an object, got null.'],
    [{}, 0, 'infiniteListQueryOptions: expected `pageSize` to be a positive integer, got 0.'],
    [{}, null, 'infiniteListQueryOptions: expected `pageSize` to be a positive integer, got null.'],
  ])('fails if rows would be missing: %j by %j', async (query, pageSize, message) => {
    const options = infiniteListQueryOptions(client.balances, query as object, {
      pageSize: pageSize as number,
    });
    await expect(queryClient.fetchInfiniteQuery(options)).rejects.toThrow(message);
    expect(mock.requests).toHaveLength(0);
  });

  test.each([[null], [[]], ['x']])(
    'with the invalid query %j has no key of a valid one',
    (query) => {
      expect(infiniteListQueryOptions(client.balances, query as never).queryKey.at(-1)).toBe(null);
    },
  );

  test.each([
    [
      { pagesize: 5 },
      'infiniteListQueryOptions: `pagesize` is not an option. Did you mean `pageSize`? The options are pageSize, session.',
    ],
    [null, 'infiniteListQueryOptions: expected an options object, got null.'],
  ])('fails with the invalid options %j', async (wrong, message) => {
    const options = infiniteListQueryOptions(client.balances, {}, wrong as object);
    const error = await queryClient.fetchInfiniteQuery(options).catch((thrown: unknown) => thrown);
    expect(error).toEqual(new ConfigurationError(message));
    expect(mock.requests).toHaveLength(0);
  });
});
