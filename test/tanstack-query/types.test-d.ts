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

type Pages<Row> = InfiniteData<InfiniteListPage<Row>>;
type Lines = Selected<'transactions', { readonly lines: true }>;

// Compiled, never called: hooks run only in components.
test('the data of a query has the type that the include makes, also if it waits', () => {
  const { balances, transactions } = client;
  const id = Math.random() > 2 ? 'id' : undefined;
  const main = useQuery(listQueryOptions(balances, { where: { type: 'main' }, include }));
  expectTypeOf(main.data).toEqualTypeOf<Chosen[] | undefined>();
  const all = useQuery({ ...listQueryOptions(balances), staleTime: 60_000 });
  expectTypeOf(all.data).toEqualTypeOf<Balance[] | undefined>();
  const select = (rows: Chosen[]) => rows.length;
  const selected = useQuery({ ...listQueryOptions(balances, { include }), select });
  expectTypeOf(selected.data).toEqualTypeOf<number | undefined>();
  const optional = useQuery(getQueryOptions(balances, id, { include }));
  expectTypeOf(optional.data).toEqualTypeOf<Chosen | undefined>();
  const waitingRow = useQuery(getQueryOptions(balances, 'id', where && { include }));
  expectTypeOf(waitingRow.data).toEqualTypeOf<Chosen | undefined>();
  const skipped = useQuery(getQueryOptions(balances, id ?? skipToken));
  expectTypeOf(skipped.data).toEqualTypeOf<Balance | undefined>();
  const waiting = useQuery(listQueryOptions(balances, where && { where }));
  expectTypeOf(waiting.data).toEqualTypeOf<Balance[] | undefined>();
  const withInclude = useQuery(listQueryOptions(balances, where && { where, include }));
  expectTypeOf(withInclude.data).toEqualTypeOf<Chosen[] | undefined>();
  const token = useQuery(listQueryOptions(balances, where ? { where } : skipToken));
  expectTypeOf(token.data).toEqualTypeOf<Balance[] | undefined>();
  const tokenWithInclude = where ? { where, include } : skipToken;
  expectTypeOf(useQuery(listQueryOptions(balances, tokenWithInclude)).data).toEqualTypeOf<
    Chosen[] | undefined
  >();
  const tokenAlone = useQuery(listQueryOptions(balances, skipToken));
  expectTypeOf(tokenAlone.data).toEqualTypeOf<Balance[] | undefined>();
  const tokenOfPages = infiniteListQueryOptions(balances, tokenWithInclude, { pageSize: 5 });
  expectTypeOf(useInfiniteQuery(tokenOfPages).data).toEqualTypeOf<Pages<Chosen> | undefined>();
  const waitingPages = infiniteListQueryOptions(balances, where && { where, include });
  expectTypeOf(useInfiniteQuery(waitingPages).data).toEqualTypeOf<Pages<Chosen> | undefined>();
  const suspenseList = useSuspenseQuery(listQueryOptions(balances, { include }));
  expectTypeOf(suspenseList.data).toEqualTypeOf<Chosen[]>();
  const suspense = useSuspenseQuery(getQueryOptions(balances, 'id', { include }));
  expectTypeOf(suspense.data).toEqualTypeOf<Chosen>();
  const pages = infiniteListQueryOptions(transactions, { include: { lines: true } });
  expectTypeOf(useInfiniteQuery(pages).data).toEqualTypeOf<Pages<Lines> | undefined>();
});

describe('the data of a query', () => {
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
