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
import type { Comparator, Quantifier } from '../../src/query/comparators.js';
import type { FilteredInclude, Flagged, RelationInclude } from '../../src/query/include.js';
import type { ListQuery } from '../../src/query/list-query.js';
import type { Directions, Orderable } from '../../src/query/order-by.js';
import type {
  AnyComparison,
  AtLeastOne,
  Bare,
  Comparison,
  KnownText,
  NullOf,
  OperandOf,
  OrderedOperand,
  Text,
  TextOperand,
} from '../../src/query/types/comparison.js';
import type { FieldThatIs, FieldThatMayBe, IsSingle } from '../../src/query/types/flags.js';
import type {
  GivenKey,
  IfObject,
  InvalidFlag,
  InvalidFlagAmong,
  InvalidInclude,
  InvalidKey,
  InvalidKeyBesideWhere,
  InvalidKeyInObject,
  InvalidKeyInside,
  InvalidKeyOfObject,
  InvalidMix,
  InvalidRelation,
  UnknownKey,
} from '../../src/query/types/invalid-include.js';
import type {
  AtField,
  AtGroup,
  AtMember,
  ComparatorOf,
  FilterMessages,
  InItem,
  InQuantifiers,
  InvalidField,
  InvalidFilterKey,
  InvalidGroup,
  InvalidList,
  InvalidMember,
  InvalidRelationFilter,
  ItemOf,
  NoComparators,
  NoFilter,
} from '../../src/query/types/invalid-where.js';
import type {
  BesideWhereMessage,
  FlagMessage,
  InInclude,
  InObject,
  InRelation,
  InsideMessage,
  InvalidUnionMember,
  InWhere,
  KeyMessage,
  MemberMessage,
} from '../../src/query/types/messages.js';
import type {
  OptionalField,
  OptionalRelation,
  RequiredField,
  RequiredRelation,
  RequiredWithoutTrue,
} from '../../src/query/types/optionality.js';
import type { ResourceView } from '../../src/query/types/resource-view.js';
import type {
  AllOptional,
  ByFlags,
  FallbackInclude,
  Inner,
  Merged,
  Named,
  OfEmpty,
  OfFilter,
  OfFlag,
  OfInclude,
  OfNothing,
  OfObject,
  Related,
  RemainingKeys,
  Shape,
  Uncertain,
  Unmatched,
} from '../../src/query/types/selected.js';
import type { KeyOf, ValueAt } from '../../src/query/types/union.js';
import type {
  NamedFlag,
  Names,
  NamesBesideFilter,
  NamesInside,
  NoList,
} from '../../src/query/types/valid-include.js';
import type { Filterable, Members, Quantified } from '../../src/query/where.js';
import type { JsonObject, OpenEnum } from '../../src/schema/field.js';
import type { PaymentsSchema } from '../../src/schema/payments-schema.js';
import type { PropertiesOf, RelationsWith, RowOf } from '../../src/schema/resource.js';
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
      status: OpenEnum<'active'>;
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
      status?: OpenEnum<'active'>;
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
    expectTypeOf<
      RelationsWith<Relations<'accounts'>, { readonly cardinality: 'many' }>
    >().toEqualTypeOf<'balances'>();
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
  type Accounts = ResourceView<'accounts', PaymentsSchema>;
  type Balances = ResourceView<'balances', PaymentsSchema>;
  type Units = ResourceView<'units', PaymentsSchema>;
  type ToUnits = Balances['links']['unit'];
  type ToBalances = Accounts['links']['balances'];

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

  it('level', () => {
    expectTypeOf<ResourceView<'balances', PaymentsSchema>['row']>().toEqualTypeOf<Balance>();
    expectTypeOf<ResourceView<'balances', PaymentsSchema>['links']['unit']['level']>().toEqualTypeOf<Units>();
  });

  it('suspect', () => {
    type Right = { name: true; unit: { symbol: true } };
    expectTypeOf<InvalidKey<Balances, Right>>().toEqualTypeOf<never>();
    type Wrong = { nmae: true; name: true; unit: { nmae: true } };
    expectTypeOf<InvalidKey<Balances, Wrong>>().toEqualTypeOf<'nmae' | 'unit'>();
    type Mix = { nmae: true; name: true; symbol: false };
    expectTypeOf<InvalidKeyOfObject<Units, Mix>>().toEqualTypeOf<'nmae' | 'symbol'>();
    expectTypeOf<UnknownKey<{ name: true; nmae: true }, 'name' | 'symbol'>>().toEqualTypeOf<'nmae'>();
    expectTypeOf<InvalidFlag<{ name: true; type: false }, 'name' | 'type'>>().toEqualTypeOf<'type'>();
    expectTypeOf<InvalidFlagAmong<{ name: 1; type: true }, 'name' | 'type'>>().toEqualTypeOf<'name'>();
    expectTypeOf<InvalidFlagAmong<{ name: boolean; type: true }, 'name' | 'type'>>().toEqualTypeOf<'name'>();
    expectTypeOf<InvalidMix<'name', 'type'>>().toEqualTypeOf<'type'>();
    expectTypeOf<InvalidMix<'name', 'name'>>().toEqualTypeOf<never>();
    type Links = { unit: { nmae: true }; account: true };
    expectTypeOf<InvalidRelation<Balances, Links, 'unit' | 'account'>>().toEqualTypeOf<'unit'>();
    expectTypeOf<IfObject<'unit', true | undefined>>().toEqualTypeOf<never>();
    expectTypeOf<IfObject<'unit', { name: true } | undefined>>().toEqualTypeOf<'unit'>();
    expectTypeOf<InvalidKeyInside<Units, true>>().toEqualTypeOf<never>();
    expectTypeOf<InvalidKeyInside<Units, { nmae: true }>>().toEqualTypeOf<'nmae'>();
    expectTypeOf<InvalidKeyInside<Units, 'x'>>().toEqualTypeOf<PropertyKey>();
    expectTypeOf<InvalidKeyInObject<Units, { nmae: true }>>().toEqualTypeOf<'nmae'>();
    expectTypeOf<InvalidKeyInObject<Units, { include: { name: true } }>>().toEqualTypeOf<'include'>();
    type WrongFilter = { where: { nmae: 'x' }; include: { name: true } };
    expectTypeOf<InvalidKeyBesideWhere<Units, WrongFilter>>().toEqualTypeOf<'where'>();
    type WrongKey = { where: { name: 'x' }; name: true };
    expectTypeOf<InvalidKeyBesideWhere<Units, WrongKey>>().toEqualTypeOf<'name'>();
    expectTypeOf<InvalidInclude<Units, { name: true }>>().toEqualTypeOf<never>();
    expectTypeOf<InvalidInclude<Units, { nmae: true }>>().toEqualTypeOf<'include'>();
    expectTypeOf<GivenKey<{ where: object; name?: undefined }>>().toEqualTypeOf<'where'>();
  });

  it('words', () => {
    type Said = "'nmae' is not a property or relation of units";
    expectTypeOf<KeyMessage<Units, 'nmae', { nmae: true }>>().toEqualTypeOf<Said>();
    expectTypeOf<FlagMessage<false>>().toEqualTypeOf<'true and false cannot be mixed'>();
    expectTypeOf<FlagMessage<1>>().toEqualTypeOf<'true or false is expected'>();
    expectTypeOf<InRelation<ToUnits, 'x'>>().toEqualTypeOf<'true or an include'>();
    expectTypeOf<InRelation<ToUnits, { nmae: true }>>().toEqualTypeOf<{ readonly nmae?: Said }>();
    type Beside = { readonly symbol?: "'symbol' cannot stand beside a where" };
    expectTypeOf<InObject<Units, { where: { name: 'x' }; symbol: true }>>().toEqualTypeOf<Beside>();
    type Lonely = { include: { name: true } };
    type Either = { where: object; include: object } | Lonely;
    expectTypeOf<InsideMessage<Units, 'include', Either>>().toEqualTypeOf<'include needs a where'>();
    expectTypeOf<InvalidUnionMember<Units, 'include', Either>>().toEqualTypeOf<Lonely>();
    expectTypeOf<MemberMessage<Units, 'include', Lonely, Lonely>>().toEqualTypeOf<'include needs a where'>();
    expectTypeOf<InWhere<Units, { nmae: 'x' }>>().toEqualTypeOf<{
      readonly nmae?: "'nmae' is not a property or to-many relation of units";
    }>();
    expectTypeOf<InWhere<Units, true>>().toEqualTypeOf<'a filter of units is expected'>();
    expectTypeOf<BesideWhereMessage<Units, 'symbol', true>>().toEqualTypeOf<Beside['symbol'] & string>();
    expectTypeOf<BesideWhereMessage<Units, 'include', true>>().toEqualTypeOf<
      'an include of units is expected' | undefined
    >();
    expectTypeOf<InInclude<Units, { nmae: true }>>().toEqualTypeOf<{ readonly nmae?: Said }>();
  });

  it('selected', () => {
    type Name = { id: string; name: string };
    expectTypeOf<OfNothing<Units, undefined>>().toEqualTypeOf<Unit>();
    expectTypeOf<AllOptional<Units, Record<string, true>>['id']>().toEqualTypeOf<string>();
    expectTypeOf<AllOptional<Units, Record<string, true>>['name']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<OfObject<Units, { name: true }>>().toEqualTypeOf<Name>();
    expectTypeOf<FallbackInclude<Units, NoList>>().toEqualTypeOf<Unit>();
    expectTypeOf<ByFlags<Accounts, { status: false }>>().toEqualTypeOf<{
      id: string;
      identifier_prefix: string;
      identifier_value: string;
    }>();
    expectTypeOf<Shape<Units, { name: true }, 'id' | 'name'>>().toEqualTypeOf<Name>();
    expectTypeOf<OfInclude<Units, { name: true } | undefined>>().toEqualTypeOf<Name | Unit>();
    expectTypeOf<Merged<Units, { name: true }, 'id', 'name'>>().toEqualTypeOf<{
      id: string;
      name?: string;
    }>();
    type Maybe = Uncertain<Accounts, { balances: boolean }>;
    expectTypeOf<Maybe['balances']>().toEqualTypeOf<Balance[] | undefined>();
    expectTypeOf<Maybe['status']>().toEqualTypeOf<Account['status']>();
    expectTypeOf<Named<Accounts, { status: true }>>().toEqualTypeOf<'id' | 'status'>();
    expectTypeOf<Named<Accounts, { balances: true }>>().toEqualTypeOf<keyof Account | 'balances'>();
    expectTypeOf<RemainingKeys<Accounts, { status: false; balances: true }>>().toEqualTypeOf<
      'id' | 'identifier_prefix' | 'identifier_value' | 'balances'
    >();
    expectTypeOf<OfEmpty<Units, NonNullable<unknown>>>().toEqualTypeOf<Unit>();
    expectTypeOf<OfEmpty<Units, object>>().toEqualTypeOf<Partial<Unit> & { id: string }>;
    expectTypeOf<undefined extends OfEmpty<Units, object>['name'] ? true : false>().toEqualTypeOf<true>();
    expectTypeOf<Related<ToUnits, true>>().toEqualTypeOf<Unit>();
    expectTypeOf<Related<ToBalances, { name: true }>>().toEqualTypeOf<{ id: string; name: string }[]>();
    expectTypeOf<Unmatched<{ where: object }>>().toEqualTypeOf<null>();
    expectTypeOf<Unmatched<true>>().toEqualTypeOf<never>();
    expectTypeOf<Inner<Units, true>>().toEqualTypeOf<Unit>();
    type Filtered = { where: { name: 'x' }; include: { name: true } };
    expectTypeOf<Inner<Units, Filtered>>().toEqualTypeOf<{ id: string; name: string }>();
    expectTypeOf<OfFlag<Units, boolean>>().toEqualTypeOf<Unit>();
    expectTypeOf<OfFlag<Units, false | undefined>>().toEqualTypeOf<never>();
    expectTypeOf<OfFilter<Units, Filtered>>().toEqualTypeOf<{ id: string; name: string }>();
    expectTypeOf<OfFilter<Units, { where: object }>>().toEqualTypeOf<Unit>();
  });

  it('valid-include', () => {
    type Flag = boolean | string | undefined;
    expectTypeOf<Names<'balances', PaymentsSchema>['name']>().toEqualTypeOf<Flag>();
    expectTypeOf<NamedFlag<'name'>>().toEqualTypeOf<Flag>();
    expectTypeOf<NamedFlag<'where'>>().toEqualTypeOf<unknown>();
    expectTypeOf<NamesBesideFilter<'units', PaymentsSchema>>().toEqualTypeOf<
      Names<'units', PaymentsSchema>
    >();
    expectTypeOf<keyof NamesInside<'accounts', PaymentsSchema>>().toEqualTypeOf<
      keyof AccountProperties | 'where' | 'include'
    >();
  });

  it('where', () => {
    type Id = Members<'units', UnitProperties, 'id', PaymentsSchema>;
    expectTypeOf<Id>().toEqualTypeOf<Pick<Where<'units'>, 'id'>>();
    expectTypeOf<Filterable<PaymentsSchema['transactions']>>().toEqualTypeOf<
      keyof TransactionProperties | 'AND' | 'OR'
    >();
    expectTypeOf<{ some: Where<'units'> }>().toExtend<Quantified<'units'>>();
    expectTypeOf<{ none: Where<'units'>; every: Where<'units'> }>().toExtend<Quantified<'units'>>();
    expectTypeOf<keyof Quantified<'units'>>().toEqualTypeOf<Quantifier>();
  });

  it('certainty', () => {
    expectTypeOf<RequiredField<'id' | 'name', 'name', 'name', never>>().toEqualTypeOf<never>();
    expectTypeOf<RequiredField<'id' | 'name', never, 'name', never>>().toEqualTypeOf<'id'>();
    expectTypeOf<RequiredWithoutTrue<'id' | 'name', 'name', never>>().toEqualTypeOf<'name'>();
    expectTypeOf<RequiredWithoutTrue<'id' | 'name', 'name', 'name'>>().toEqualTypeOf<never>();
    expectTypeOf<OptionalField<'id' | 'name', 'amount', never, never>>().toEqualTypeOf<
      'id' | 'name' | 'amount'
    >();
    type Links = 'unit' | 'account';
    expectTypeOf<RequiredRelation<{ unit: true; account: boolean }, Links>>().toEqualTypeOf<'unit'>();
    expectTypeOf<OptionalRelation<{ unit: false; account: boolean }, Links>>().toEqualTypeOf<'account'>();
  });

  it('include, order-by, list-query and comparators', () => {
    expectTypeOf<Flagged<true, 'units', PaymentsSchema>['name']>().toEqualTypeOf<true | undefined>();
    type Filtered = FilteredInclude<'units', Include<'units'>>;
    expectTypeOf<RelationInclude<'units'>>().toEqualTypeOf<boolean | Include<'units'> | Filtered>();
    type ByName = { readonly name?: 'asc' | 'desc' };
    expectTypeOf<Directions<UnitProperties, 'name'>>().toEqualTypeOf<ByName>();
    expectTypeOf<Orderable<PaymentsSchema['transactionLines']>>().toEqualTypeOf<
      'id' | 'account_id' | 'amount'
    >();
    type Chosen = ListQuery<'units', { name: true }>['include'];
    expectTypeOf<Chosen>().toEqualTypeOf<{ name: true }>();
    expectTypeOf<Comparator<'boolean'>>().toEqualTypeOf<'eq' | 'neq'>();
  });

  it('field-filter', () => {
    expectTypeOf<KnownText<OpenEnum<'main'>>>().toEqualTypeOf<'main'>();
    expectTypeOf<KnownText<string>>().toEqualTypeOf<never>();
    expectTypeOf<NullOf<string | null>>().toEqualTypeOf<null>();
    expectTypeOf<TextOperand<string | null>>().toEqualTypeOf<string>();
    expectTypeOf<TextOperand<OpenEnum<'main'>>>().toEqualTypeOf<'main' | Text>();
    expectTypeOf<OperandOf<'gte', 'decimal', string>>().toEqualTypeOf<string | number | bigint>();
    expectTypeOf<OperandOf<'in', 'string', string | null>>().toEqualTypeOf<readonly (string | null)[]>();
    expectTypeOf<OrderedOperand<'like', 'decimal', string>>().toEqualTypeOf<string>();
    expectTypeOf<OrderedOperand<'gt', 'integer', number>>().toEqualTypeOf<number | bigint>();
    type Equality = { readonly eq?: boolean; readonly neq?: boolean };
    expectTypeOf<AnyComparison<'boolean', boolean>>().toEqualTypeOf<Equality>();
    expectTypeOf<Bare<'decimal', string>>().toEqualTypeOf<string | number | bigint>();
    expectTypeOf<Bare<'json', JsonObject | null>>().toEqualTypeOf<null>();
    expectTypeOf<{ eq: true }>().toExtend<Comparison<'boolean', boolean>>();
    expectTypeOf<{ neq: true; eq: false }>().toExtend<Comparison<'boolean', boolean>>();
    expectTypeOf<AtLeastOne<{ eq?: 1 }>>().toEqualTypeOf<{ eq?: 1 } & { readonly eq: 1 }>();
  });

  it('valid-where', () => {
    type Said = "'nmae' is not a property or to-many relation of units";
    type Refused = FilterMessages<Units, { name: 'x'; nmae: 'x' }>;
    expectTypeOf<Refused>().toEqualTypeOf<{ readonly nmae?: Said }>();
    type Right = { name: 'x'; OR: readonly [{ symbol: { like: '$' } }] };
    expectTypeOf<InvalidFilterKey<Units, Right>>().toEqualTypeOf<never>();
    type Wrong = { name: 'x'; OR: readonly [{ symbol: { lke: '$' } }] };
    expectTypeOf<InvalidFilterKey<Units, Wrong>>().toEqualTypeOf<'OR'>();
    expectTypeOf<NoFilter<true>>().toEqualTypeOf<PropertyKey>();
    expectTypeOf<InvalidMember<Units, 'name', { like: 'x' }>>().toEqualTypeOf<never>();
    expectTypeOf<InvalidMember<Units, 'name', { lke: 'x' }>>().toEqualTypeOf<'name'>();
    expectTypeOf<InvalidField<'amount', { like: 'x' }, 'eq' | 'gt'>>().toEqualTypeOf<'amount'>();
    expectTypeOf<ComparatorOf<'x' | { eq: 'x' }>>().toEqualTypeOf<'eq'>();
    type Either = { name: 'x' } | { nmae: 'x' };
    expectTypeOf<InvalidList<Units, 'AND', Either>>().toEqualTypeOf<'AND'>();
    expectTypeOf<InvalidGroup<Units, 'AND', readonly [{ name: 'x' }]>>().toEqualTypeOf<never>();
    expectTypeOf<InvalidGroup<Units, 'nmae', 'x'>>().toEqualTypeOf<'nmae'>();
    expectTypeOf<ItemOf<readonly [{ name: 'x' }]>>().toEqualTypeOf<{ name: 'x' }>();
    type Some = { some: { name: 'x' } };
    expectTypeOf<InvalidRelationFilter<Balances, 'balances', Some>>().toEqualTypeOf<never>();
    type Sme = { sme: { name: 'x' } };
    expectTypeOf<InvalidRelationFilter<Balances, 'balances', Sme>>().toEqualTypeOf<'balances'>();
    expectTypeOf<AtMember<Units, 'nmae', 'x'>>().toEqualTypeOf<Said>();
    type Unfit = object & { readonly lke?: "'lke' is not a comparator of this property" };
    expectTypeOf<AtField<{ lke: 'x' }, 'lke'>>().toEqualTypeOf<Unfit>();
    expectTypeOf<NoComparators<'lke'>>().toEqualTypeOf<Unfit>();
    expectTypeOf<AtField<readonly ['x'], 0>>().toEqualTypeOf<
      readonly 'a list stands inside in or not_in'[]
    >();
    expectTypeOf<InItem<Units, { name: 'x' } | { nmae: 'x' }>>().toEqualTypeOf<{
      readonly name?: unknown;
      readonly nmae?: "'nmae' is not a property or to-many relation of units";
    }>();
    expectTypeOf<AtGroup<Units, 'AND', readonly [{ nmae: 'x' }]>>().toEqualTypeOf<
      readonly { readonly nmae?: Said }[]
    >();
    type Unquantified = { readonly sme?: "'sme' is not one of some, none and every" };
    expectTypeOf<InQuantifiers<Balances, { sme: object }>>().toEqualTypeOf<Unquantified>();
  });
});
