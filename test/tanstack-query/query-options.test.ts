import { dehydrate, hydrate, QueryClient, QueryObserver, skipToken } from '@tanstack/query-core';
import { createClient, isApiError, isQueryError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import {
  getQueryOptions,
  infiniteListQueryOptions,
  listQueryOptions,
  queryKeys,
} from 'payments-data-client/tanstack-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { failure } from '../fixtures/failure.js';
import { withoutDelays } from '../fixtures/without-delays.js';

withoutDelays();

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
    const query = { where: { type: 'main' }, include: { name: true } } as const;
    const options = listQueryOptions(client.balances, query);
    const rows = await queryClient.fetchQuery(options);
    expect(rows).toEqual(main.map(({ id, name }) => ({ id, name })));
    expect(await queryClient.fetchQuery(options)).toBe(rows);
    expect(queryClient.getQueryData(options.queryKey)).toBe(rows);
    expect(mock.requests).toHaveLength(1);
  });

  test('of two components is one request', async () => {
    const options = () => listQueryOptions(client.balances, { where: { type: 'main' } });
    const [first, second] = [1, 2].map(() => new QueryObserver(queryClient, options()));
    const stop = [first, second].map((observer) => observer?.subscribe(() => {}));
    await expect.poll(() => second?.getCurrentResult().data).toHaveLength(main.length);
    expect(first?.getCurrentResult().data).toHaveLength(main.length);
    expect(mock.requests).toHaveLength(1);
    for (const unsubscribe of stop) unsubscribe?.();
  });

  test('requests one row by its id', async () => {
    const id = balances[3]?.id ?? '';
    const options = getQueryOptions(client.balances, id, { include: { unit: true } });
    expect(await queryClient.fetchQuery(options)).toMatchObject({
      id,
      unit: { id: balances[3]?.unit_id },
    });
  });

  describe.each([undefined, skipToken] as const)('with %o', (missing) => {
    const list = listQueryOptions(client.balances, missing);
    const pages = infiniteListQueryOptions(client.balances, missing, { pageSize: 5 });
    const row = getQueryOptions(client.balances, missing, { include: { name: true } });

    test.each(Object.entries({ list, pages, row }))(
      'instead of the argument of a %s sends nothing, and shows no cached rows',
      async (_, options) => {
        await queryClient.fetchQuery(listQueryOptions(client.balances));
        const all = infiniteListQueryOptions(client.balances, {}, { pageSize: 5 });
        await queryClient.fetchInfiniteQuery(all);
        mock.reset();
        const queryFn = () => options;
        const observer = new QueryObserver<unknown>(queryClient, { ...options, queryFn });
        const stop = observer.subscribe(() => {});
        await new Promise((resolve) => setTimeout(resolve, 10));
        const idle = { status: 'pending', fetchStatus: 'idle' };
        expect(observer.getCurrentResult()).toMatchObject(idle);
        stop();
        expect(mock.requests).toHaveLength(0);
      },
    );

    test('sends nothing either if it is made to run', async () => {
      const message =
        'query: is missing, which would return every row. Leave it disabled, or pass {} for every row.';
      await expect(queryClient.fetchQuery(list)).rejects.toThrow(message);
      await expect(queryClient.fetchInfiniteQuery(pages)).rejects.toThrow(message);
      const waiting = getQueryOptions(client.balances, 'b1', missing);
      await expect(queryClient.fetchQuery(waiting)).rejects.toThrow(
        'query: is missing, which would return its default fields. Leave it disabled, or pass {} for its default fields.',
      );
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
    const paths = mock.requests.map(({ path }) => path);
    expect(paths).toEqual(['/v1/balances', '/v1/accounts', '/v1/balances']);
  });

  test('aborts its request when it is cancelled', async () => {
    let signal: AbortSignal | undefined;
    const silent = createClient({
      ...mock.clientOptions,
      fetch: (_, init) => {
        signal = init.signal; // that of a Request is not aborted once Node 20 has collected it
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
    const error = await failure(queryClient.fetchQuery(wrong));
    expect(isQueryError(error) && error.message).toContain('where.id');
    expect(mock.requests).toHaveLength(0);
  });

  test("is not retried in addition to the client's retries", async () => {
    let attempts = 0;
    const failing = createClient({
      ...mock.clientOptions,
      retry: 1,
      fetch: async () => {
        attempts++;
        return new Response('{}', { status: 503 });
      },
    });
    const retrying = new QueryClient({ defaultOptions: { queries: { retry: 3, retryDelay: 0 } } });
    const error = await failure(retrying.fetchQuery(listQueryOptions(failing.balances)));
    expect(isApiError(error, 503)).toBe(true);
    expect(attempts).toBe(2);
  });
});

describe('an infinite query', () => {
  test('continues no page that a client with other parts of a long list has kept', async () => {
    const ids = balances.map(({ id }) => id);
    const query = { where: { id: { in: ids } }, include: { id: true } } as const;
    const clientOf = (maxUrlLength: number) =>
      createClient({ ...mock.clientOptions, dialect: { maxUrlLength } });
    const optionsOf = (maxUrlLength: number) =>
      infiniteListQueryOptions(clientOf(maxUrlLength).balances, query, { pageSize: 2 });
    const { signal } = new AbortController();
    const { next } = await optionsOf(600).queryFn({ signal, pageParam: null });
    const pageParam = JSON.parse(JSON.stringify(next));
    expect((await optionsOf(600).queryFn({ signal, pageParam })).rows).toHaveLength(2);
    for (const other of [500, 800, 8_000])
      expect((await failure(optionsOf(other).queryFn({ signal, pageParam }))).message).toBe(
        'pageParam: belongs to a client with other options. Use refetch().',
      );
  });

  const fetchRows = async (orderBy?: object, where: object = {}, pageSize = 5) => {
    const query = { where, include: { name: true }, ...(orderBy && { orderBy }) } as const;
    const options = infiniteListQueryOptions(client.balances, query, { pageSize });
    const { pages } = await queryClient.fetchInfiniteQuery({ ...options, pages: 50 });
    return pages.flatMap(({ rows }) => rows);
  };

  test('returns every row once, by id', async () => {
    const rows = await fetchRows(undefined, { type: 'main' });
    expect(rows.map(({ id }) => id)).toEqual(main.map(({ id }) => id).sort());
    expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'name']);
  });

  test('returns every row once, in the order of the caller', async () => {
    const rows = await fetchRows({ name: 'asc' });
    expect(rows.map(({ name }) => name)).toEqual(balances.map(({ name }) => name).sort());
  });

  test('continues from a stored cache, although rows were deleted', async () => {
    const query = { orderBy: { created_at: 'desc' }, include: { name: true } } as const;
    const options = infiniteListQueryOptions(client.balances, query, { pageSize: 5 });
    const { pages } = await queryClient.fetchInfiniteQuery({ ...options, pages: 2 });
    const seen = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
    const restored = new QueryClient();
    hydrate(restored, JSON.parse(JSON.stringify(dehydrate(queryClient))));
    const [last] = restored.getQueryData(options.queryKey)?.pages.slice(-1) ?? [];
    for (const id of seen.slice(0, 3)) mock.db.balances.delete(id);
    for (let page = last, left = 50; page?.next && left > 0; left--) {
      const { signal } = new AbortController();
      page = await options.queryFn({ signal, pageParam: options.getNextPageParam(page) ?? null });
      seen.push(...page.rows.map(({ id }) => id));
    }
    const order = { orderBy: { created_at: 'desc', id: 'asc' } } as const;
    expect(seen.slice(3)).toEqual((await client.balances.list(order)).map(({ id }) => id));
  });

  test('is another query with another page size', () => {
    const small = infiniteListQueryOptions(client.balances, {}, { pageSize: 5 });
    expect(small.queryKey).not.toEqual(infiniteListQueryOptions(client.balances).queryKey);
  });

  test.each([
    [{ skip: 2 }, 'query: `skip` is not allowed in all(), iterate() or pages().'],
    [null, 'query: expected an object, got null.'],
  ])('fails if rows would be missing: %j', async (query, message) => {
    const options = infiniteListQueryOptions(client.balances, query as object);
    await expect(queryClient.fetchInfiniteQuery(options)).rejects.toThrow(message);
    expect(mock.requests).toHaveLength(0);
  });

  test('with an invalid query has no key of a valid one', () => {
    for (const query of [null, [], 'x'] as never[])
      expect(infiniteListQueryOptions(client.balances, query).queryKey.at(-1)).toBe(null);
  });
});
