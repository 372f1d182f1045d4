import { type FilterNode, filterOf } from '../query/filter.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import type { Store } from './store.js';

/** A comparator, a quantifier, the filter of a to-one relation, or an `OR`. */
export interface Condition {
  /** Such as `AND[1].balance`, without the comparator or quantifier. */
  readonly path: string;
  /** With it. */
  readonly fullPath: string;
  readonly filter: Exclude<FilterNode, { kind: 'and' }>;
  /** The filter of a relation, or those of an `OR`. */
  readonly inner: JsonValue;
}

/** The conditions of a filter that all must match. */
export function* readConditions(
  where: JsonObject,
  path: string,
  resource: string,
  store: Store,
): Generator<Condition> {
  for (const [key, value] of Object.entries(where as { [key: string]: never })) {
    const inner = path + key;
    if (key === 'AND') {
      const items: readonly JsonObject[] = value;
      for (const [index, item] of items.entries())
        yield* readConditions(item, `${inner}[${index}].`, resource, store);
      continue;
    }
    const filter = filterOf(store.schema, resource, { [key]: value });
    if (filter.kind === 'and')
      for (const [op, operand] of Object.entries<JsonValue>(value))
        yield* readConditions({ [key]: { [op]: operand } }, path, resource, store);
    else if (filter.kind === 'relation' && filter.relation.cardinality === 'many')
      yield { path: inner, fullPath: `${inner}.${filter.op}`, filter, inner: value[filter.op] };
    else {
      const fullPath = filter.kind === 'comparison' ? `${inner}.${filter.op}` : inner;
      yield { path: inner, fullPath, filter: filter as Condition['filter'], inner: value };
    }
  }
}
