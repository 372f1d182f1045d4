import type {
  Account,
  Balance,
  Include,
  OrderBy,
  ResourceName,
  Row,
  Selected,
  Transaction,
  TransactionLine,
  Unit,
  Where,
} from 'payments-data-client';
import { createClient } from 'payments-data-client';
import { describe, expectTypeOf, it } from 'vitest';
import type { KeyOf, ValueAt } from '../../src/query/arms.js';
import type {
  AtLeastOne,
  Bare,
  Comparison,
  OperandOf,
  Text,
  TextOperand,
} from '../../src/query/field-filter.js';
import type { FieldThatIs, FieldThatMayBe, IsSingle } from '../../src/query/flags.js';
import type {
  Inner,
  Named,
  PossibleField,
  PossibleRelation,
  Related,
  SureField,
  SureRelation,
} from '../../src/query/selected.js';
import type {
  Beyond,
  GivenKey,
  InRelation,
  Mixed,
  RefusedFlag,
  Suspect,
  Words,
} from '../../src/query/valid-include.js';
import type { FilterRefusals } from '../../src/query/valid-where.js';
import type { JsonObject, Open } from '../../src/schema/field.js';
import type { PaymentsSchema } from '../../src/schema/payments-schema.js';
import type { ManyNames, PropertiesOf, RowOf } from '../../src/schema/resource.js';
import type {
  AccountProperties,
  BalanceProperties,
  TransactionLineProperties,
  TransactionProperties,
  UnitProperties,
} from '../../src/schema/rows.js';

const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key' });
type RowsOf<Call extends () => PromiseLike<unknown>> = Awaited<ReturnType<Call>>;

describe('An include brings', () => {
  it('the row when there is none', () => {
    const call = () => client.balances.list();
    expectTypeOf<RowsOf<typeof call>>().toEqualTypeOf<Balance[]>();
    expectTypeOf<Row<'balances'>>().toEqualTypeOf<Balance>();
  });

  it('`id` and what is true (rules 2 and 4)', () => {
    const call = () => client.balances.list({ include: { name: true } });
    expectTypeOf<RowsOf<typeof call>>().toEqualTypeOf<{ id: string; name: string }[]>();
  });

  it('the rest where something is false (rule 3)', () => {
    const call = () => client.transactions.list({ include: { status: false, route_id: false } });
    type Rest = { id: string; external_id: string | null; entity_id: string | null };
    expectTypeOf<RowsOf<typeof call>>().toEqualTypeOf<Rest[]>();
  });

  it('a relation with its row, or with what is asked inside (rules 5 and 6)', () => {
    const call = () => client.balances.list({ include: { name: true, unit: { name: true }, account: true } });
    type Nested = { id: string; name: string; unit: { id: string; name: string }; account: Account };
    expectTypeOf<RowsOf<typeof call>>().toEqualTypeOf<Nested[]>();
  });

  it('everything but what is false, and a relation (rule 7)', () => {
    type Whole = Selected<'balances', { name: false; unit: true }>;
    expectTypeOf<Whole>().toEqualTypeOf<
      { [Key in Exclude<keyof Balance, 'name'>]: Balance[Key] } & { unit: Unit }
    >;
    expectTypeOf<keyof Whole>().toEqualTypeOf<Exclude<keyof Balance, 'name'> | 'unit'>();
  });

  it('what is computed only when it is named (rule 9)', () => {
    expectTypeOf<Selected<'accounts', { identifier: true }>>().toEqualTypeOf<{
      id: string;
      identifier: string;
    }>();
    expectTypeOf<keyof Selected<'accounts', { status: false }>>().toEqualTypeOf<
      'id' | 'identifier_prefix' | 'identifier_value'
    >();
  });

  it('rows of a to-many relation that match (rule 11)', () => {
    const call = () =>
      client.accounts.list({
        include: {
          status: true,
          balances: { where: { amount: { gt: '100' } }, include: { amount: true, name: true } },
        },
      });
    type Account = {
      id: string;
      status: Open<'active'>;
      balances: { id: string; amount: string; name: string }[];
    };
    expectTypeOf<RowsOf<typeof call>>().toEqualTypeOf<Account[]>();
  });

  it('null for a to-one relation that may not match (decision 9)', () => {
    type Filtered = Selected<'balances', { id: true; unit: { where: { name: 'x' } } }>;
    expectTypeOf<Filtered>().toEqualTypeOf<{ id: string; unit: Unit | null }>();
  });

  it('optional properties where a flag is not literal', () => {
    expectTypeOf<Selected<'accounts', { status: boolean }>>().toEqualTypeOf<{
      id: string;
      status?: Open<'active'>;
      identifier_prefix?: string;
      identifier_value?: string;
    }>();
    expectTypeOf<
      Selected<'transactionLines', { amount: true; account_id: true | undefined }>
    >().toEqualTypeOf<{
      id: string;
      amount: number;
      account_id?: string;
    }>();
    expectTypeOf<Selected<'accounts', { balances: boolean }>>().toEqualTypeOf<
      { [Key in keyof Account]: Account[Key] } & { balances?: Balance[] } extends infer Both
        ? { [Key in keyof Both]: Both[Key] }
        : never
    >();
  });

  it('a choice of rows for a choice of includes', () => {
    const call = (flag: boolean) => client.balances.list({ include: flag ? { name: true } : undefined });
    expectTypeOf<Awaited<ReturnType<typeof call>>>().toEqualTypeOf<
      (Balance | { id: string; name: string })[]
    >();
  });
});

describe('The named rows are those of the schema:', () => {
  type Fields<Name extends ResourceName> = PaymentsSchema[Name]['fields'];
  type Relations<Name extends ResourceName> = PaymentsSchema[Name]['relations'];
  /** A named interface against the schema: all fields by type, all relations by name. */
  type FieldsOf<Properties, Name extends ResourceName> = Pick<
    Properties,
    keyof Properties & keyof Fields<Name>
  >;
  type Derived<Name extends ResourceName> = PropertiesOf<Fields<Name>, Relations<Name>>;

  it('balances', () => {
    expectTypeOf<RowOf<Fields<'balances'>>>().toEqualTypeOf<Balance>();
    expectTypeOf<keyof BalanceProperties>().toEqualTypeOf<keyof Derived<'balances'>>();
    expectTypeOf<FieldsOf<BalanceProperties, 'balances'>>().toEqualTypeOf<
      FieldsOf<Derived<'balances'>, 'balances'>
    >();
    expectTypeOf<BalanceProperties['unit']>().toEqualTypeOf<Unit>();
    expectTypeOf<BalanceProperties['account']>().toEqualTypeOf<Account>();
  });

  it('units', () => {
    expectTypeOf<RowOf<Fields<'units'>>>().toEqualTypeOf<Unit>();
    expectTypeOf<keyof UnitProperties>().toEqualTypeOf<keyof Derived<'units'>>();
  });

  it('accounts', () => {
    expectTypeOf<RowOf<Fields<'accounts'>>>().toEqualTypeOf<Account>();
    expectTypeOf<keyof AccountProperties>().toEqualTypeOf<keyof Derived<'accounts'>>();
    expectTypeOf<FieldsOf<AccountProperties, 'accounts'>>().toEqualTypeOf<
      FieldsOf<Derived<'accounts'>, 'accounts'>
    >();
    expectTypeOf<AccountProperties['balances']>().toEqualTypeOf<Balance[]>();
    expectTypeOf<ManyNames<Relations<'accounts'>>>().toEqualTypeOf<'balances'>();
  });

  it('transactions and their lines', () => {
    expectTypeOf<RowOf<Fields<'transactions'>>>().toEqualTypeOf<Transaction>();
    expectTypeOf<keyof TransactionProperties>().toEqualTypeOf<keyof Derived<'transactions'>>();
    expectTypeOf<TransactionProperties['lines']>().toEqualTypeOf<TransactionLine[]>();
    expectTypeOf<RowOf<Fields<'transactionLines'>>>().toEqualTypeOf<TransactionLine>();
    expectTypeOf<keyof TransactionLineProperties>().toEqualTypeOf<keyof Derived<'transactionLines'>>();
  });

  it('all of them', () => {
    expectTypeOf<ResourceName>().toEqualTypeOf<
      'balances' | 'units' | 'accounts' | 'transactions' | 'transactionLines'
    >();
  });
});

describe('What users write down', () => {
  it('an include, a filter and an order', () => {
    ({ name: true, unit: { symbol: true } }) satisfies Include<'balances'>;
    ({ account_id: 'x', balance: { gte: '100.00' }, OR: [{ type: 'main' }] }) satisfies Where<'balances'>;
    ({ created_at: 'desc', name: 'asc' }) satisfies OrderBy<'balances'>;
    // @ts-expect-error true and false cannot be mixed on one level
    ({ name: true, type: false }) satisfies Include<'balances'>;
    // @ts-expect-error JSON has no order
    ({ variables: 'asc' }) satisfies OrderBy<'balances'>;
  });
});

describe('The examples over the types of src/query stand:', () => {
  type Accounts = PaymentsSchema['accounts'];
  type Units = PaymentsSchema['units'];
  type ToUnits = PaymentsSchema['balances']['relations']['unit'];
  type ToBalances = Accounts['relations']['balances'];

  it('arms', () => {
    expectTypeOf<KeyOf<{ name: true } | { unit: true } | false>>().toEqualTypeOf<'name' | 'unit'>();
    expectTypeOf<ValueAt<{ name: true } | { unit: true }, 'name'>>().toEqualTypeOf<true>();
  });

  it('flags', () => {
    type Flags = { name: true; type: boolean; unit: true };
    expectTypeOf<FieldThatMayBe<true, Flags, 'name' | 'type'>>().toEqualTypeOf<'name' | 'type'>();
    expectTypeOf<FieldThatIs<true, { name: true; type: boolean }, 'name' | 'type'>>().toEqualTypeOf<'name'>();
    expectTypeOf<IsSingle<'name'>>().toEqualTypeOf<true>();
    expectTypeOf<IsSingle<'name' | 'type'>>().toEqualTypeOf<false>();
  });

  it('valid-include', () => {
    expectTypeOf<Suspect<Units, { name: true; symbol: true }>>().toEqualTypeOf<never>();
    expectTypeOf<Suspect<Units, { nmae: true; name: true; symbol: false }>>().toEqualTypeOf<
      'nmae' | 'symbol'
    >();
    expectTypeOf<Beyond<'name' | 'nmae', 'name' | 'symbol'>>().toEqualTypeOf<'nmae'>();
    expectTypeOf<RefusedFlag<{ name: true; type: false }, 'name' | 'type'>>().toEqualTypeOf<'type'>();
    expectTypeOf<RefusedFlag<{ name: 1; type: true }, 'name' | 'type'>>().toEqualTypeOf<'name'>();
    expectTypeOf<Mixed<'name', 'type'>>().toEqualTypeOf<'type'>();
    expectTypeOf<Mixed<'name', 'name'>>().toEqualTypeOf<never>();
    expectTypeOf<GivenKey<{ where: object; name?: undefined }>>().toEqualTypeOf<'where'>();
    type Said = "'nmae' is not a property or relation of units";
    expectTypeOf<Words<'units', Units, 'nmae', { nmae: true }, PaymentsSchema>>().toEqualTypeOf<Said>();
    expectTypeOf<InRelation<ToUnits, 'x', PaymentsSchema>>().toEqualTypeOf<'true or an include'>();
    type Inside = { readonly nmae?: Said };
    expectTypeOf<InRelation<ToUnits, { nmae: true }, PaymentsSchema>>().toEqualTypeOf<Inside>();
  });

  it('selected', () => {
    expectTypeOf<Named<Accounts, 'status'>>().toEqualTypeOf<'id' | 'status'>();
    expectTypeOf<Named<Accounts, 'balances'>>().toEqualTypeOf<keyof Account | 'balances'>();
    expectTypeOf<Related<ToUnits, true, PaymentsSchema>>().toEqualTypeOf<Unit>();
    expectTypeOf<Related<ToBalances, { name: true }, PaymentsSchema>>().toEqualTypeOf<
      { id: string; name: string }[]
    >();
    expectTypeOf<Inner<Units, true, PaymentsSchema>>().toEqualTypeOf<Unit>();
    type Filtered = { where: { name: 'x' }; include: { name: true } };
    expectTypeOf<Inner<Units, Filtered, PaymentsSchema>>().toEqualTypeOf<{ id: string; name: string }>();
    expectTypeOf<SureField<'id' | 'name', 'name', 'name', never>>().toEqualTypeOf<never>();
    expectTypeOf<SureField<'id' | 'name', never, 'name', never>>().toEqualTypeOf<'id'>();
    expectTypeOf<PossibleField<'id' | 'name', 'amount', never, never>>().toEqualTypeOf<
      'id' | 'name' | 'amount'
    >();
    type Links = 'unit' | 'account';
    expectTypeOf<SureRelation<{ unit: true; account: boolean }, Links>>().toEqualTypeOf<'unit'>();
    expectTypeOf<PossibleRelation<{ unit: false; account: boolean }, Links>>().toEqualTypeOf<'account'>();
  });

  it('field-filter and valid-where', () => {
    expectTypeOf<TextOperand<string | null>>().toEqualTypeOf<string>();
    expectTypeOf<TextOperand<Open<'main'>>>().toEqualTypeOf<'main' | Text>();
    expectTypeOf<OperandOf<'gte', 'decimal', string>>().toEqualTypeOf<string | number | bigint>();
    expectTypeOf<OperandOf<'in', 'string', string | null>>().toEqualTypeOf<readonly (string | null)[]>();
    expectTypeOf<Bare<'decimal', string>>().toEqualTypeOf<string | number | bigint>();
    expectTypeOf<Bare<'json', JsonObject | null>>().toEqualTypeOf<null>();
    expectTypeOf<{ eq: true }>().toExtend<Comparison<'boolean', boolean>>();
    expectTypeOf<{ neq: true; eq: false }>().toExtend<Comparison<'boolean', boolean>>();
    expectTypeOf<AtLeastOne<{ eq?: 1 }>>().toEqualTypeOf<{ eq?: 1 } & { readonly eq: 1 }>();
    type Refused = FilterRefusals<'units', { name: 'x'; nmae: 'x' }, PaymentsSchema>;
    type Said = "'nmae' is not a property or to-many relation of units";
    expectTypeOf<Refused>().toEqualTypeOf<{ readonly name?: 'x'; readonly nmae?: Said }>();
  });
});
