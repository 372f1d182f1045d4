import {
  type Account,
  type Balance,
  createClient,
  type DefinedSchema,
  decimal,
  extendSchema,
  type Include,
  type OrderBy,
  one,
  type PaymentsSchema,
  paymentsSchema,
  pickSchema,
  type ResourceName,
  type Row,
  type SchemaShape,
  type Transaction,
  type TransactionLine,
  type Unit,
  type Where,
} from 'payments-data-client';
import { describe, expectTypeOf, it } from 'vitest';

/** Everything that `include` can select. */
type Properties<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Schema[Name]['~types']['properties'];

/** A schema with the fields and relations of the payments schema, but without its named rows. */
type Derived = DefinedSchema<{
  [Name in ResourceName]: {
    fields: PaymentsSchema[Name]['fields'];
    relations: PaymentsSchema[Name]['relations'];
  };
}>;

/** The fields of a resource that are no relations. */
type Fields<All, Name extends ResourceName> = Pick<
  All,
  keyof All & keyof PaymentsSchema[Name]['fields']
>;

it('the named rows are those of the schema', () => {
  expectTypeOf<{ [Name in ResourceName]: Row<Name, Derived> }>().toEqualTypeOf<{
    balances: Balance;
    units: Unit;
    accounts: Account;
    transactions: Transaction;
    transactionLines: TransactionLine;
  }>();
  expectTypeOf<{ [Name in ResourceName]: keyof Properties<Name> }>().toEqualTypeOf<{
    [Name in ResourceName]: keyof Properties<Name, Derived>;
  }>();
  expectTypeOf<{ [Name in ResourceName]: Fields<Properties<Name>, Name> }>().toEqualTypeOf<{
    [Name in ResourceName]: Fields<Properties<Name, Derived>, Name>;
  }>();
  expectTypeOf<Properties<'balances'>['unit']>().toEqualTypeOf<Unit>();
  expectTypeOf<Properties<'balances'>['account']>().toEqualTypeOf<Account>();
  expectTypeOf<Properties<'accounts'>['balances']>().toEqualTypeOf<Balance[]>();
  expectTypeOf<Properties<'transactions'>['lines']>().toEqualTypeOf<TransactionLine[]>();
});

describe('one()', () => {
  it('declares in its type whether it is nullable and filterable', () => {
    expectTypeOf(one('units', { foreignKey: 'unit_id' }).nullable).toEqualTypeOf<false>();
    expectTypeOf(one('units', { foreignKey: 'unit_id' }).filterable).toEqualTypeOf<boolean>();
    const both = one('units', { foreignKey: 'unit_id', nullable: true, filterable: true });
    expectTypeOf(both.nullable).toEqualTypeOf<true>();
    expectTypeOf(both.filterable).toEqualTypeOf<true>();
    const unknown = Boolean(both);
    expectTypeOf(
      one('units', { foreignKey: 'unit_id', nullable: unknown }).nullable,
    ).toEqualTypeOf<boolean>();
  });

  it('rejects an unknown option', () => {
    // @ts-expect-error `nulable` is no option
    one('units', { foreignKey: 'unit_id', nulable: true });
  });
});

describe('extendSchema()', () => {
  const schema = extendSchema(paymentsSchema, {
    balances: {
      fields: { name: null, amount: null, reserve: decimal() },
      relations: { unit: null },
    },
    accounts: { relations: { balances: null } },
  });
  type Schema = typeof schema;

  it('removes the fields and relations that are null', () => {
    type Expected = Omit<Balance, 'name'> & { reserve: string };
    expectTypeOf<Row<'balances', Schema>>().toEqualTypeOf<{
      [Name in keyof Expected]: Expected[Name];
    }>();
    expectTypeOf<keyof Properties<'balances', Schema>>().toEqualTypeOf<
      Exclude<keyof Properties<'balances'>, 'name' | 'amount' | 'unit'> | 'reserve'
    >();
    expectTypeOf<keyof Schema['balances']['relations']>().toEqualTypeOf<'account'>();
    expectTypeOf<keyof Schema['accounts']['relations']>().toEqualTypeOf<never>();
  });

  it('makes their names invalid in every query', () => {
    const client = createClient({ baseUrl: 'https://api.example.com', apiKey: null, schema });
    // @ts-expect-error `name` was removed
    client.balances.list({ where: { name: 'x' } });
    // @ts-expect-error `amount` was removed
    client.balances.list({ include: { amount: true } });
    // @ts-expect-error `unit` was removed
    client.balances.list({ include: { unit: true } });
    // @ts-expect-error `name` was removed
    client.balances.list({ orderBy: { name: 'asc' } });
    // @ts-expect-error `balances` was removed
    client.accounts.list({ where: { balances: { some: { balance: '1' } } } });
    client.balances.list({ where: { reserve: '1' }, include: { account: true } });
  });
});

describe('pickSchema()', () => {
  const picked = pickSchema(paymentsSchema, {
    balances: ['name', 'available_balance', 'archived_at', 'unit'],
    units: ['name', 'symbol'],
  });
  type Picked = typeof picked;
  const client = createClient({ baseUrl: '/api', apiKey: null, schema: picked });

  it('picks the types too', async () => {
    type Fields = 'id' | 'name' | 'available_balance' | 'archived_at';
    expectTypeOf<keyof Picked>().toEqualTypeOf<'balances' | 'units'>();
    expectTypeOf<Row<'balances', Picked>>().toEqualTypeOf<{
      [Name in Fields]: Balance[Name];
    }>();
    expectTypeOf<keyof Include<'balances', Picked>>().toEqualTypeOf<Fields | 'unit'>();
    expectTypeOf<keyof Where<'balances', Picked>>().toEqualTypeOf<Fields | 'AND' | 'OR'>();
    expectTypeOf<keyof OrderBy<'balances', Picked>>().toEqualTypeOf<Fields>();
    expectTypeOf<keyof typeof client & keyof PaymentsSchema>().toEqualTypeOf<'balances'>();
    const [row] = await client.balances.list({ include: { unit: { symbol: true } } });
    expectTypeOf(row?.unit).toEqualTypeOf<{ id: string; symbol: string } | undefined>();
    pickSchema(paymentsSchema, { accounts: ['balances'], balances: ['name', 'account'] });
    pickSchema(picked, { units: ['name'] });
  });

  it('rejects what cannot be picked, or was not', () => {
    // @ts-expect-error no such field
    pickSchema(paymentsSchema, { balances: ['name', 'nmae'] });
    // @ts-expect-error no such resource
    pickSchema(paymentsSchema, { balance: ['name'] });
    // @ts-expect-error pick at least one field
    pickSchema(paymentsSchema, { balances: [] });
    // @ts-expect-error pick a field of units too
    pickSchema(paymentsSchema, { balances: ['name', 'unit'], accounts: ['status'] });
    // @ts-expect-error `type` was not picked
    pickSchema(picked, { balances: ['type'] });
    // @ts-expect-error `account_id` was not picked
    client.balances.list({ where: { OR: [{ account_id: 'a' }] } });
    // @ts-expect-error `workspace_id` was not picked
    client.balances.list({ include: { unit: { workspace_id: true } } });
    // @ts-expect-error `created_at` was not picked
    client.balances.list({ orderBy: { created_at: 'asc' } });
    // @ts-expect-error units are reachable as a relation only
    client.units.list();
  });
});
