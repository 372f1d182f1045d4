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
} from 'payments-data-client';
import { infiniteQueryOptions, queryOptions, rowQueryOptions } from 'payments-data-client/tanstack-query';
import { describe, expectTypeOf, test } from 'vitest';

const client = createClient({ baseUrl: 'https://api.example.com', apiKey: null });
const include = { name: true, unit: { symbol: true } } as const;
type Chosen = { id: string; name: string; unit: { id: string; symbol: string } };

// Compiled, never called: hooks run only in components.
const hooks = () => ({
  query: useQuery(queryOptions(client.balances, { where: { type: 'main' }, include })),
  all: useQuery({ ...queryOptions(client.balances), staleTime: 60_000 }),
  selected: useQuery({ ...queryOptions(client.balances, { include }), select: (rows) => rows.length }),
  optional: useQuery(rowQueryOptions(client.balances, Math.random() > 2 ? 'id' : undefined, { include })),
  skipped: useQuery(rowQueryOptions(client.balances, Math.random() > 2 ? 'id' : skipToken)),
  suspense: useSuspenseQuery(rowQueryOptions(client.balances, 'id', { include })),
  infinite: useInfiniteQuery(infiniteQueryOptions(client.transactions, { include: { lines: true } })),
});
type Hooks = ReturnType<typeof hooks>;

describe('the data of a query', () => {
  test('has the type that the include makes', () => {
    expectTypeOf<Hooks['query']['data']>().toEqualTypeOf<Chosen[] | undefined>();
    expectTypeOf<Hooks['all']['data']>().toEqualTypeOf<Balance[] | undefined>();
    expectTypeOf<Hooks['selected']['data']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Hooks['suspense']['data']>().toEqualTypeOf<Chosen>();
    expectTypeOf<Hooks['optional']['data']>().toEqualTypeOf<Chosen | undefined>();
    expectTypeOf<Hooks['skipped']['data']>().toEqualTypeOf<Balance | undefined>();
  });

  test('of an infinite query is in pages', () => {
    type Row = Selected<'transactions', { readonly lines: true }>;
    expectTypeOf<Hooks['infinite']['data']>().toEqualTypeOf<InfiniteData<Row[]> | undefined>();
  });

  test('is known by the key', () => {
    const queryClient = new QueryClient();
    const options = queryOptions(client.balances, { include });
    expectTypeOf(queryClient.getQueryData(options.queryKey)).toEqualTypeOf<Chosen[] | undefined>();
    expectTypeOf(queryClient.fetchQuery(options)).resolves.toEqualTypeOf<Chosen[]>();
  });

  test('is that of an extended schema', () => {
    const schema = extendSchema(paymentsSchema, {
      transactions: { fields: { reference: nullable(string()) } },
    });
    const own = createClient({ baseUrl: 'https://api.example.com', apiKey: null, schema });
    const options = queryOptions(own.transactions, { include: { reference: true } });
    expectTypeOf(options.queryFn).returns.resolves.toEqualTypeOf<
      { id: string; reference: string | null }[]
    >();
  });
});

const flag = Boolean(client);

describe('an invalid query', () => {
  test('does not compile, at the key that is wrong', () => {
    // @ts-expect-error a name that no balance has
    queryOptions(client.balances, { include: { nmae: true } });
    // @ts-expect-error true and false on one level
    queryOptions(client.balances, { include: { name: true, description: false } });
    // @ts-expect-error a comparator that text does not have
    queryOptions(client.balances, { where: { name: { some: {} } } });
    // @ts-expect-error a misspelt name, one level down
    rowQueryOptions(client.balances, 'id', { include: { unit: { symbl: true } } });
    // @ts-expect-error a query that may be missing would promise its include all the same
    queryOptions(client.balances, flag ? { include: { unit: true } } : undefined);
    // @ts-expect-error the same of one row
    rowQueryOptions(client.balances, 'id', flag ? { include: { unit: true } } : undefined);
    // @ts-expect-error the same of an infinite query
    infiniteQueryOptions(client.balances, flag ? { include: { unit: true } } : undefined);
    // @ts-expect-error a number is not an id
    rowQueryOptions(client.balances, 5);
    // @ts-expect-error a suspense query can't be skipped
    () => useSuspenseQuery(rowQueryOptions(client.balances, flag ? 'id' : skipToken));
    // @ts-expect-error accounts have no `get`
    rowQueryOptions(client.accounts, 'id');
    // @ts-expect-error an infinite query sets `take` itself
    infiniteQueryOptions(client.balances, { take: 5 });
  });
});
