import {
  type Account,
  type Balance,
  createClient,
  type Include,
  type ListMethod,
  type ListParameters,
  type PaginationMethods,
  type Row,
  type Selected,
  type ValidInclude,
  type Where,
} from 'payments-data-client';
import { describe, expectTypeOf, it } from 'vitest';

const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key' });
const given = {} as {
  min: string | undefined;
  max: string | undefined;
  search: { text?: string };
  range: { gte?: Date; lt?: Date };
  comparator: 'gt' | 'lt';
};

describe('a filter', () => {
  it('can be built step by step', () => {
    const { search, range } = given;
    const where: Where<'balances'> = {};
    if (search.text) where.name = { like: search.text };
    where.created_at = range;
    where.archived_at = null;
    where.OR = [{ type: 'main' }, where];
    where.type = { in: ['main', 'custom'] as const };
    const accounts: Where<'accounts'> = { status: 'active' };
    accounts.balances = { some: where };
    accounts.balances.none = { balance: { lt: 0 } };
    const transactions: Where<'transactions'> = {};
    transactions.lines = {};
    transactions.lines.some = {};
    transactions.lines.some.amount = { gte: 5 };
    transactions.lines = { some: {} };
    // @ts-expect-error the compiler does not know that `some` is set
    transactions.lines.some.amount = { gte: 5 };
  });

  it('takes optional bounds', () => {
    const { min, max, range, comparator } = given;
    const end = new Date();
    const where = {
      balance: { ...(min && { gte: min }), ...(max && { lte: max }) },
      available_balance: { [comparator]: '5' },
      created_at: range,
      updated_at: { ...range, lt: end },
      negative_balance: {},
    } satisfies Where<'balances'>;
    client.balances.list({ where });
    client.accounts.list({ include: { balances: { where: { created_at: range } } } });
    client.accounts.list({
      include: { balances: { where: { balance: { ...(min && { gte: min }) } } } },
    });
    client.accounts.list({ include: { balances: { where: { balance: { [comparator]: '5' } } } } });
  });

  it('can be continued from its own members', () => {
    const where: Where<'balances'> = {};
    where.created_at = { ...where.created_at, lt: new Date() };
    const whole = (before: Where<'balances'>): Where<'balances'> => ({
      ...before,
      created_at: { ...before.created_at, lt: new Date() },
      archived_at: { ...before.archived_at, gte: '2026-01-01' },
    });
    client.balances.list({ where: whole(where) });
  });
});

describe('a query', () => {
  it('may be missing if it has no include', async () => {
    const query = {} as ListParameters<'balances'> | undefined;
    const page = {} as Pick<ListParameters<'balances'>, 'where'> | undefined;
    const { signal } = new AbortController();
    expectTypeOf(await client.balances.list(query)).toEqualTypeOf<Balance[]>();
    expectTypeOf(await client.balances.list(undefined, { signal })).toEqualTypeOf<Balance[]>();
    expectTypeOf(await client.balances.get('id', undefined, { signal })).toEqualTypeOf<Balance>();
    expectTypeOf(client.balances.pages(page, { pageSize: 5 })).toEqualTypeOf<
      AsyncIterable<Balance[]>
    >();
    expectTypeOf(client.balances.iterate(undefined, { signal })).toEqualTypeOf<
      AsyncIterable<Balance>
    >();
    expectTypeOf(await client.balances.all(page, { pageSize: 5 })).toEqualTypeOf<Balance[]>();
    expectTypeOf(await client.balances.all()).toEqualTypeOf<Balance[]>();
    const named = await client.balances.all({ include: { name: true } });
    expectTypeOf(named).toEqualTypeOf<{ id: string; name: string }[]>();
  });

  it('without an include fits a function whose return type is written', () => {
    const where: Where<'balances'> = { type: 'main' };
    const load = (): Promise<Balance[]> => client.balances.list({ where });
    const loadAwaited = async (): Promise<Balance[]> =>
      await client.balances.list({ where, take: 5 });
    const loadAll = (): Promise<Balance[]> => client.balances.all({ where });
    const loadOne = (id: string): Promise<Balance> => client.balances.get(id, {});
    return [load, loadAwaited, loadAll, loadOne];
  });

  it('can be built step by step, and completed with an include', async () => {
    const query: ListParameters<'balances'> = { where: { type: 'main' } };
    query.take = 10;
    query.orderBy = { created_at: 'desc' };
    query.orderBy.id = 'asc';
    const rows = await client.balances.list({ ...query, include: { name: true } });
    expectTypeOf(rows).toEqualTypeOf<{ id: string; name: string }[]>();
  });

  it('can be passed on by a generic function', async () => {
    const load = <const Chosen extends Include<'balances'>>(
      query: ListParameters<'balances'> & { include: Chosen },
    ) => client.balances.list(query);
    expectTypeOf(await load({ include: { name: true }, take: 1 })).toEqualTypeOf<
      { id: string; name: string }[]
    >();
  });
});

describe('a resource that is chosen by name', () => {
  const name = {} as 'accounts' | 'balances';

  it('takes no query by itself', async () => {
    expectTypeOf(await client[name].list()).toEqualTypeOf<Account[] | Balance[]>();
    // @ts-expect-error two generic signatures cannot be called together
    client[name].list({ where: { id: 'x' } });
  });

  it('takes a query of what all of them have, if it has a type of its own', async () => {
    const resource: ListMethod<typeof name> & PaginationMethods<typeof name> = client[name];
    expectTypeOf(await resource.list({ where: { id: 'x' } })).toEqualTypeOf<
      (Account | Balance)[]
    >();
    const rows = await resource.all({
      where: { id: { in: ['x'] } },
      include: { identifier: true },
    });
    expectTypeOf(rows).toEqualTypeOf<{ id: string; identifier: string }[]>();
    // @ts-expect-error accounts have no name
    resource.list({ where: { name: 'x' } });
    // @ts-expect-error accounts have no name
    resource.list({ include: { name: true } });
    // @ts-expect-error units have no list
    const unlisted: ListMethod<'balances' | 'units'> = client.units;
    return unlisted;
  });

  it('can be looked up by a generic function', async () => {
    const lists: { [Name in 'accounts' | 'balances']: ListMethod<Name> } = client;
    const load = <Name extends keyof typeof lists, const I extends ValidInclude<Name, I>>(
      of: Name,
      include: I,
    ): Promise<Selected<Name, I>[]> => lists[of].list({ include });
    expectTypeOf(await load('balances', { name: true })).toEqualTypeOf<
      { id: string; name: string }[]
    >();
    // @ts-expect-error accounts have no name
    load('accounts', { name: true });
  });

  it('has its own query in a table of functions', () => {
    const lists: { [Name in typeof name]: (where: Where<Name>) => Promise<Row<Name>[]> } = {
      accounts: (where) => client.accounts.list({ where }),
      balances: (where) => client.balances.list({ where }),
    };
    const find = <Name extends typeof name>(of: Name, where: Where<Name>): Promise<Row<Name>[]> =>
      lists[of](where);
    return find('balances', { name: 'x' });
  });
});
