import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { notInResource, type Resources, resourceOf } from '../schema/resources.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { QueryNode } from './query-node.js';

/** `asc`: smallest first, `null` last. `desc`: largest first, `null` first. */
export type SortDirection = 'asc' | 'desc';

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

/** One field of a checked `orderBy`. */
export interface Ordering {
  readonly field: string;
  readonly direction: SortDirection;
}

/** The object in a cursor, which is the base64 of JSON (decision 2); `undefined` for other text. */
export function parseCursor(text: string): Record<string, unknown> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
    const cursor: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isPlainObject(cursor) ? cursor : undefined;
  } catch {
    return undefined;
  }
}

export function parseOrderBy(schema: Resources, name: string, orderBy: QueryNode): Ordering[] {
  const resource = resourceOf(schema, name);
  return orderBy.members("an object such as { id: 'asc' }").flatMap(([key, member]) => {
    const field = own(resource.fields, key);
    if (!field && !own(resource.relations, key)) {
      member.rejectUnknown('orderBy', notInResource(name, resource), Object.keys(resource.fields));
      return [];
    }
    if (!field || field.kind === 'json')
      throw member.error('cannot order by a relation or a JSON field.');
    const direction = member.value;
    if (direction === 'asc' || direction === 'desc') return [{ field: key, direction }];
    throw member.typeError("'asc' or 'desc'");
  });
}
