import type { FieldKind } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { notInResource, type Resources, resourceOf } from '../schema/resources.js';
import { own } from '../values/plain-object.js';
import { QueryNode } from './query-node.js';

/** `asc`: small before large, nulls last. `desc`: the other way round, nulls first (decision 2). */
export type SortDirection = 'asc' | 'desc';

/**
 * The order of a list: the first property decides, the next ones between equals. JSON can't be ordered by.
 *
 * @example
 * const orderBy: OrderBy<'balances'> = { created_at: 'desc', name: 'asc' };
 */
export type OrderBy<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Directions<Schema[Name]['~types']['properties'], Orderable<Schema[Name]>>;

/**
 * Over keys of one named type, so that the sentences on its members stay.
 *
 * @example
 * Directions<UnitProperties, 'name'> // => { name?: 'asc' | 'desc' }
 */
export type Directions<Properties, Names extends keyof Properties> = {
  readonly [Key in Names]?: SortDirection;
};

/**
 * The names of the fields that have an order.
 *
 * @example
 * Orderable<PaymentsSchema['transactionLines']> // => 'id' | 'account_id' | 'amount'
 */
export type Orderable<Model extends Resource> = keyof Model['~types']['properties'] &
  {
    [Key in keyof Model['fields']]: Model['fields'][Key]['kind'] extends Ordered ? Key : never;
  }[keyof Model['fields']];

type Ordered = Exclude<FieldKind, 'json'>;

/** One property of a checked `orderBy`. */
export interface Ordering {
  readonly field: string;
  readonly direction: SortDirection;
}

/**
 * Checks an `orderBy`.
 *
 * @param path - The start of the path in errors.
 * @throws QueryError
 */
export function checkOrderBy(
  schema: Resources,
  name: string,
  orderBy: unknown,
  path = 'orderBy',
): Ordering[] {
  const resource = resourceOf(schema, name);
  const node = new QueryNode(path, orderBy);
  return node.members("an object such as { id: 'asc' }").map(([key, member]) => {
    const field = own(resource.fields, key);
    if (!field && !own(resource.relations, key))
      throw member.unknownKey(notInResource(name, resource), Object.keys(resource.fields));
    if (!field || field.kind === 'json') throw member.error('cannot order by a relation or a JSON property.');
    const direction = member.value;
    if (direction === 'asc' || direction === 'desc') return { field: key, direction };
    throw member.typeError("'asc' or 'desc'");
  });
}
