import { type InfiniteData, QueryClient, skipToken } from '@tanstack/query-core';
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import {
  type Balance,
  createClient,
  extendSchema,
  nullable,
  paymentsSchema,
  type Selected,
  string,
  type Where,
} from 'payments-data-client';
import {
  getQueryOptions,
  type InfiniteListPage,
  infiniteListQueryOptions,
  listQueryOptions,
  queryKeys,
} from 'payments-data-client/tanstack-query';
import { describe, expectTypeOf, test } from 'vitest';

const client = createClient({ baseUrl: 'https://api.example.com', apiKey: null });
const include = { name: true, unit: { symbol: true } } as const;
type Chosen = { id: string; name: string; unit: { id: string; symbol: string } };

/** What a component has as soon as a form is filled in. */
declare const where: Where<'balances'> | undefined;

// Compiled, never called: hooks run only in components.
const hooks = () => ({
  query: useQuery(listQueryOptions(client.balances, { where: { type: 'main' }, include })),
  all: useQuery({ ...listQueryOptions(client.balances), staleTime: 60_000 }),
  selected: useQuery({
    ...listQueryOptions(client.balances, { include }),
    select: (rows) => rows.length,
  }),
  optional: useQuery(
    getQueryOptions(client.balances, Math.random() > 2 ? 'id' : undefined, { include }),
  ),
  skipped: useQuery(getQueryOptions(client.balances, Math.random() > 2 ? 'id' : skipToken)),
  waiting: useQuery(listQueryOptions(client.balances, where && { where })),
  waitingWithInclude: useQuery(listQueryOptions(client.balances, where && { where, include })),
  token: useQuery(listQueryOptions(client.balances, where ? { where } : skipToken)),
  tokenWithInclude: useQuery(
    listQueryOptions(client.balances, where ? { where, include } : skipToken),
  ),
  tokenAlone: useQuery(listQueryOptions(client.balances, skipToken)),
  infiniteToken: useInfiniteQuery(
    infiniteListQueryOptions(client.balances, where ? { where, include } : skipToken, {
      pageSize: 5,
    }),
  ),
  infiniteWaiting: useInfiniteQuery(
    infiniteListQueryOptions(client.balances, where && { where, include }),
  ),
  suspenseList: useSuspenseQuery(listQueryOptions(client.balances, { include })),
  suspense: useSuspenseQuery(getQueryOptions(client.balances, 'id', { include })),
  infinite: useInfiniteQuery(
    infiniteListQueryOptions(client.transactions, { include: { lines: true } }),
  ),
});
type Hooks = ReturnType<typeof hooks>;
type Pages<Row> = InfiniteData<InfiniteListPage<Row>>;

describe('the data of a query', () => {
  test('has the type that the include makes', () => {
    expectTypeOf<Hooks['query']['data']>().toEqualTypeOf<Chosen[] | undefined>();
    expectTypeOf<Hooks['all']['data']>().toEqualTypeOf<Balance[] | undefined>();
    expectTypeOf<Hooks['selected']['data']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Hooks['suspense']['data']>().toEqualTypeOf<Chosen>();
    expectTypeOf<Hooks['optional']['data']>().toEqualTypeOf<Chosen | undefined>();
    expectTypeOf<Hooks['skipped']['data']>().toEqualTypeOf<Balance | undefined>();
  });

  test('of a query that waits has the type of its include, too', () => {
    expectTypeOf<Hooks['waiting']['data']>().toEqualTypeOf<Balance[] | undefined>();
    expectTypeOf<Hooks['waitingWithInclude']['data']>().toEqualTypeOf<Chosen[] | undefined>();
    expectTypeOf<Hooks['token']['data']>().toEqualTypeOf<Balance[] | undefined>();
    expectTypeOf<Hooks['tokenWithInclude']['data']>().toEqualTypeOf<Chosen[] | undefined>();
    expectTypeOf<Hooks['tokenAlone']['data']>().toEqualTypeOf<Balance[] | undefined>();
    expectTypeOf<Hooks['suspenseList']['data']>().toEqualTypeOf<Chosen[]>();
    expectTypeOf<Hooks['infiniteToken']['data']>().toEqualTypeOf<Pages<Chosen> | undefined>();
    expectTypeOf<Hooks['infiniteWaiting']['data']>().toEqualTypeOf<Pages<Chosen> | undefined>();
  });

  test('of an infinite query is in pages', () => {
    type Row = Selected<'transactions', { readonly lines: true }>;
    expectTypeOf<Hooks['infinite']['data']>().toEqualTypeOf<Pages<Row> | undefined>();
  });

  test('is known by the key', () => {
    const queryClient = new QueryClient();
    const options = listQueryOptions(client.balances, { include });
    expectTypeOf(queryClient.getQueryData(options.queryKey)).toEqualTypeOf<Chosen[] | undefined>();
    expectTypeOf(queryClient.fetchQuery(options)).resolves.toEqualTypeOf<Chosen[]>();
  });

  test('is that of an extended schema', () => {
    const schema = extendSchema(paymentsSchema, {
      transactions: { fields: { reference: nullable(string()) } },
    });
    const own = createClient({ baseUrl: 'https://api.example.com', apiKey: null, schema });
    const options = listQueryOptions(own.transactions, { include: { reference: true } });
    expectTypeOf(options.queryFn).returns.resolves.toEqualTypeOf<
      { id: string; reference: string | null }[]
    >();
  });
});

const flag = Boolean(client);

test('the keys can be spread into an exported object', () => {
  const keys = { ...queryKeys };
  expectTypeOf(keys.list(client.balances)[1]).toEqualTypeOf<'balances'>();
});

describe('an invalid query', () => {
  test('does not compile, at the key that is wrong', () => {
    // @ts-expect-error a name that no balance has
    listQueryOptions(client.balances, { include: { nmae: true } });
    // @ts-expect-error true and false on one level
    listQueryOptions(client.balances, { include: { name: true, description: false } });
    // @ts-expect-error a comparator that text does not have
    listQueryOptions(client.balances, { where: { name: { some: {} } } });
    // @ts-expect-error a misspelt name, one level down
    getQueryOptions(client.balances, 'id', { include: { unit: { symbl: true } } });
    // @ts-expect-error a query of one row that may be missing would promise its include all the same
    getQueryOptions(client.balances, 'id', flag ? { include: { unit: true } } : undefined);
    // @ts-expect-error a number is not an id
    getQueryOptions(client.balances, 5);
    // @ts-expect-error a misspelt name beside the token
    listQueryOptions(client.balances, flag ? { include: { nmae: true } } : skipToken);
    // @ts-expect-error a misspelt parameter in a query that may be missing
    listQueryOptions(client.balances, flag ? { were: { type: 'main' } } : undefined);
    // @ts-expect-error another symbol is no token
    listQueryOptions(client.balances, Symbol.iterator);
    // @ts-expect-error accounts have no `get`
    getQueryOptions(client.accounts, 'id');
    // @ts-expect-error an infinite query sets `take` itself
    infiniteListQueryOptions(client.balances, { take: 5 });
  });
});
