import {
  type Account,
  type Balance,
  createClient,
  extendSchema,
  type Include,
  type ListMethod,
  type ListParameters,
  type ListQuery,
  one,
  type PaginationMethods,
  paymentsSchema,
  type Row,
  type Selected,
  type Transaction,
  type TransactionLine,
  type Unit,
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
  column: 'name' | 'type';
  columns: Set<string>;
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
    client.balances.list({
      where: { balance: { ...(min && { gte: min }), ...(max && { lte: max }) } },
    });
    client.balances.list({ where: { balance: { [comparator]: '5' } } });
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

  it('still takes literals, constants and readonly arrays', () => {
    const frozen = { name: { in: ['a', 'b'] }, OR: [{ type: 'main' }] } as const;
    frozen satisfies Where<'balances'>;
    client.balances.list({ where: frozen });
    client.balances.list({ where: { name: { not_contains: 'x', contains: 'y' } } });
  });

  it('rejects a comparator whose value may be undefined', () => {
    const { search } = given;
    // @ts-expect-error `search.text` may be undefined
    client.balances.list({ where: { name: { like: search.text } } });
    // @ts-expect-error `search.text` may be undefined
    client.balances.list({ where: { name: search.text } });
    // @ts-expect-error a field without members of a comparison
    client.balances.list({ where: { created_at: { since: new Date() } } });
  });
});

describe('a to-one relation in a filter', () => {
  const unit = one('units', { foreignKey: 'unit_id', filterable: true });
  const schema = extendSchema(paymentsSchema, { balances: { relations: { unit } } });
  const extended = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key', schema });

  it('takes the fields of its target if it is filterable, at every depth', () => {
    extended.balances.list({ where: { unit: { name: 'EUR', symbol: { like: '€' } } } });
    extended.accounts.list({ where: { balances: { some: { unit: { OR: [{ name: 'EUR' }] } } } } });
    extended.accounts.list({ include: { balances: { where: { unit: { name: 'EUR' } } } } });
    const where: Where<'balances', typeof schema> = {};
    where.unit = {};
    where.unit.name = 'EUR';
  });

  it('is rejected otherwise, and if a name in it is wrong', () => {
    // @ts-expect-error `account` is not filterable
    extended.balances.list({ where: { account: { status: 'active' } } });
    // @ts-expect-error `unit` is not filterable in the payments schema
    client.balances.list({ where: { unit: { name: 'EUR' } } });
    // @ts-expect-error `unit` is not filterable in the payments schema
    client.accounts.list({ include: { balances: { where: { unit: { name: 'EUR' } } } } });
    // @ts-expect-error `nmae` is not a field of units
    extended.balances.list({ where: { unit: { nmae: 'EUR' } } });
    // @ts-expect-error `nmae` is not a field of units
    extended.accounts.list({ include: { balances: { where: { unit: { nmae: 'EUR' } } } } });
    // @ts-expect-error a to-one relation has no quantifiers
    extended.accounts.list({ include: { balances: { where: { unit: { some: {} } } } } });
    // @ts-expect-error null is no filter
    extended.balances.list({ where: { unit: null } });
  });
});

describe('an include', () => {
  it('can be built step by step, and then only `id` is certain', async () => {
    const include: Include<'balances'> = {};
    include.name = true;
    include.unit = { symbol: true };
    include.account = { where: { status: 'active' }, include: { status: true } };
    const [row] = await client.balances.list({ include });
    expectTypeOf(row?.id).toEqualTypeOf<string | undefined>();
    expectTypeOf<Selected<'transactionLines', Include<'transactionLines'>>>().toEqualTypeOf<{
      id: string;
      account_id?: string;
      amount?: number;
    }>();
  });

  it('can be made of chosen columns', async () => {
    const { column, columns } = given;
    const rows = await client.transactionLines.list({
      include: { amount: columns.has('amount') || undefined },
    });
    expectTypeOf(rows).toEqualTypeOf<{ id: string; account_id?: string; amount: number }[]>();
    const include: { [Column in typeof column]?: true } = { [column]: true };
    const named = await client.balances.list({ include: { id: true, ...include } });
    expectTypeOf(named).toEqualTypeOf<{ id: string; name?: string; type?: Balance['type'] }[]>();
  });

  it('whose flags widened to boolean is rejected', () => {
    const include = { name: true, description: true };
    // @ts-expect-error add `as const` or `satisfies Include<…>`
    client.balances.list({ include });
    const precise = { name: true, description: true } satisfies Include<'balances'>;
    expectTypeOf<Selected<'balances', typeof precise>>().toEqualTypeOf<{
      id: string;
      name: string;
      description: string;
    }>();
  });
});

describe('a generic function', () => {
  const load = <const Chosen extends Include<'balances'>>(include: Chosen) =>
    client.balances.list({ include });
  const loadValid = <const Chosen extends ValidInclude<'balances', Chosen>>(include: Chosen) =>
    client.balances.list({ include });
  type Symbols = { id: string; name: string; unit: { id: string; symbol: string } };

  it('can be generic in its include', async () => {
    expectTypeOf(await load({ name: true, unit: { symbol: true } })).toEqualTypeOf<Symbols[]>();
    expectTypeOf(await loadValid({ name: true, unit: { symbol: true } })).toEqualTypeOf<
      Symbols[]
    >();
    expectTypeOf(await load({})).toEqualTypeOf<Balance[]>();
    expectTypeOf(await load({ unit: { where: { name: 'EUR' } }, id: true })).toEqualTypeOf<
      { id: string; unit: Unit | null }[]
    >();
  });

  it('may have an optional include', async () => {
    const loadSome = <const Chosen extends Include<'transactions'>>(include?: Chosen) =>
      client.transactions.list({ include });
    expectTypeOf(await loadSome({ status: true, lines: true })).toEqualTypeOf<
      (Transaction | { id: string; status: Transaction['status']; lines: TransactionLine[] })[]
    >();
  });

  it('knows only `id` of its rows', async () => {
    const first = async <const Chosen extends Include<'balances'>>(include: Chosen) => {
      const [row] = await load(include);
      // @ts-expect-error the include may leave `name` out
      row?.name;
      return row?.id;
    };
    expectTypeOf(await first({ name: true })).toEqualTypeOf<string | undefined>();
  });

  it('rejects mixed flags, and unknown names if it is constrained by ValidInclude', () => {
    // @ts-expect-error true and false cannot be mixed
    load({ name: true, description: false });
    // @ts-expect-error true and false cannot be mixed
    load({ unit: { name: true, symbol: false } });
    // @ts-expect-error true and false cannot be mixed
    loadValid({ name: true, description: false });
    // @ts-expect-error `nmae` is not a field or relation of balances
    loadValid({ name: true, nmae: true });
    // @ts-expect-error anything can be no include
    const loadAny = <const Chosen>(include: Chosen) => client.balances.list({ include });
    return loadAny;
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

  it('with an include may not be missing', () => {
    const query = {} as { include: { name: true } } | undefined;
    // @ts-expect-error the query may be missing
    client.balances.list(query);
    // @ts-expect-error the query may be missing
    client.balances.get('id', query);
    // @ts-expect-error the query may be missing
    client.balances.pages(query);
    // @ts-expect-error the query may be missing
    client.balances.iterate(query);
    // @ts-expect-error the query may be missing
    client.balances.all(query);
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
    const load = <const Chosen extends Include<'balances'>>(query: ListQuery<'balances', Chosen>) =>
      client.balances.list(query);
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
