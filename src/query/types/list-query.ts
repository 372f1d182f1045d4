import type { ResourceName } from '../../schema/names.js';
import type { PaymentsSchema } from '../../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../../schema/resource.js';
import type { Where } from '../where.js';
import type { DateLike } from './comparison.js';
import type { InferredInclude } from './valid-include.js';

// Not an interface: for an interface in an intersection, the compiler would create the members
// again in each call.
/**
 * The members of a list query but `include`. They can be set one after the other.
 *
 * @example
 * ListParameters<'units'>['take'] // => number | undefined
 */
export type ListParameters<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = {
  /** Which rows are returned. Default: all. */
  where?: Where<Name, Schema>;
  /** The order of the rows. Not in the API specification, but on the service's public pages. */
  orderBy?: OrderBy<Name, Schema>;
  /**
   * The maximum number of rows. Not in the API specification, but on the service's public pages.
   */
  take?: number | undefined;
  /**
   * The number of rows to skip. Not in the API specification, but on the service's public pages.
   */
  skip?: number | undefined;
  /**
   * Only rows after this value of the first ordering field, or after this cursor. See `orderBy`.
   */
  after?: string | number | DateLike | undefined;
  /**
   * Only rows before this value of the first ordering field, or before this cursor. See `orderBy`.
   */
  before?: string | number | DateLike | undefined;
};

/**
 * The query of a list with an include.
 *
 * @example
 * ListQuery<'units', { name: true }> // => ListParameters<'units'> & { include: { name: true } }
 */
export type ListQuery<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = ListParameters<Name, Schema> & { include: Chosen };

/**
 * The constraint of the part of a query that a method infers: its `include`, if it has one.
 *
 * @example
 * InferredQuery<'units', { include: { name: true } }>
 * // => { include?: InferredInclude<'units', { name: true }> }
 */
export type InferredQuery<
  Name extends ResourceName<Schema>,
  Input,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = { readonly include?: InferredInclude<Name, Input['include' & keyof Input], Schema> };

/**
 * A query with the inferred `include`, if it has one; the query itself may be `undefined` if not.
 *
 * @example
 * WithInclude<{ take: 1 }, { include: { name: true } }>['include'] // => { name: true } | undefined
 * WithInclude<{ take: 1 }, object> // => ({ take: 1 } & { include?: undefined }) | undefined
 */
export type WithInclude<Parameters, Input> =
  | (Parameters & {
      /** The fields and relations to return. Default: the default fields. */
      include?: Input['include' & keyof Input] | undefined;
    } & InferMembers<Input>)
  | (Input extends HasInclude ? never : undefined);

/**
 * The include of a query that may lack it: then it is `undefined`, too.
 *
 * @example
 * IncludeOf<{ include?: { name: true } }> // => { name: true } | undefined
 * IncludeOf<{ include: { name: true } }> // => { name: true }
 */
export type IncludeOf<Input> = Input extends HasInclude
  ? Input['include']
  : Input['include' & keyof Input] | undefined;

interface HasInclude {
  readonly include: unknown;
}

/**
 * Lets the compiler infer the `include` of `Input`, and whether it is optional: while `Input` is not
 * inferred, the compiler looks at all branches. Then each part of a choice must have an include, if
 * the first one has.
 *
 * @example
 * InferMembers<{ include?: object }> // => unknown
 */
type InferMembers<Input> = Input extends HasInclude
  ? HasInclude
  : [Input] extends [object]
    ? unknown
    : { readonly [Key in keyof Input & 'include']: Input[Key] };

/**
 * The order of a list. Rows that are equal in the first field are ordered by the next one. JSON
 * fields have no order.
 *
 * @example
 * const orderBy: OrderBy<'balances'> = { created_at: 'desc', name: 'asc' };
 */
export type OrderBy<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Directions<Schema[Name]['~types']['properties'], Orderable<Schema[Name]>>;

/** `asc`: smallest first, `null` last. `desc`: largest first, `null` first. */
export type SortDirection = 'asc' | 'desc';

/**
 * The members of an order. It maps over keys of one named type, which keeps their documentation.
 *
 * @example
 * Directions<UnitProperties, 'name'> // => { name?: 'asc' | 'desc' }
 */
type Directions<Properties, Names extends keyof Properties> = {
  [Key in Names]?: SortDirection;
};

/**
 * The names of the fields that have an order.
 *
 * @example
 * Orderable<PaymentsSchema['transactionLines']> // => 'id' | 'account_id' | 'amount'
 */
type Orderable<Model extends Resource> = keyof Model['~types']['properties'] &
  {
    [Key in keyof Model['fields']]: Model['fields'][Key]['kind'] extends 'json' ? never : Key;
  }[keyof Model['fields']];
