import { QueryError } from '../errors/query-error.js';
import type { FieldKind } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { own, type Resources, resourceOf } from '../schema/resources.js';
import { didYouMean } from './nearest-name.js';
import { memberPath } from './path.js';
import { membersOf, unexpected } from './plain-json.js';

/** `asc`: small before large, nulls last. `desc`: the other way round, nulls first (decision 2). */
export type Direction = 'asc' | 'desc';

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

/** Over keys of one named type, so that the sentences on its members stay. */
type Directions<Properties, Names extends keyof Properties> = { readonly [Key in Names]?: Direction };

/** The names of the fields that have an order. */
type Orderable<Model extends Resource> = keyof Model['~types']['properties'] &
  {
    [Key in keyof Model['fields']]: Model['fields'][Key]['kind'] extends Ordered ? Key : never;
  }[keyof Model['fields']];

type Ordered = Exclude<FieldKind, 'json'>;

/** One property of a checked order. */
export interface Ordering {
  readonly field: string;
  readonly direction: Direction;
}

/**
 * Reads an `orderBy`.
 *
 * @throws QueryError with the path, the value and the cure.
 */
export function checkOrderBy(
  schema: Resources,
  name: string,
  orderBy: unknown,
  path = 'orderBy',
): Ordering[] {
  const { fields } = resourceOf(schema, name);
  return membersOf(orderBy, path, 1, 'an object of properties and directions').map(([key, direction]) => {
    const field = own(fields, key);
    if (!field)
      throw new QueryError(
        path,
        `\`${key}\` is not a property of ${name}.${didYouMean(key, Object.keys(fields))}`,
        direction,
      );
    const at = memberPath(path, key);
    if (field.kind === 'json') throw new QueryError(at, 'a JSON property has no order.', direction);
    if (direction === 'asc' || direction === 'desc') return { field: key, direction };
    throw unexpected(direction, at, "'asc' or 'desc'");
  });
}
