import type { FilterNode, RelationFilter } from '../query/filter.js';
import { filterOf } from '../query/where.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import type { Store } from './store.js';

/** A comparator, a quantifier, the filter of a to-one relation, or an `OR`. */
export interface Part {
  /** Such as `AND[1].balance`, without the comparator or quantifier. */
  readonly path: string;
  readonly filter: FilterNode;
  /** The filter of a relation, or those of an `OR`. */
  readonly inner: JsonValue;
}

/** The parts on the same field or relation, or one `OR`. */
export interface Condition {
  readonly path: string;
  readonly parts: readonly Part[];
}

export function* readParts(
  where: JsonObject,
  path: string,
  resource: string,
  store: Store,
): Generator<Part> {
  for (const [key, value] of Object.entries(where as { [key: string]: never })) {
    const inner = path + key;
    if (key === 'AND') {
      const items: readonly JsonObject[] = value;
      for (const [index, item] of items.entries())
        yield* readParts(item, `${inner}[${index}].`, resource, store);
      continue;
    }
    const filter = filterOf(store.schema, resource, { [key]: value });
    if (filter.kind === 'and')
      for (const [op, operand] of Object.entries<JsonValue>(value))
        yield* readParts({ [key]: { [op]: operand } }, path, resource, store);
    else yield { path: inner, filter, inner: isToMany(filter) ? value[filter.op] : value };
  }
}

const isToMany = (filter: FilterNode): filter is RelationFilter =>
  filter.kind === 'relation' && filter.relation.cardinality === 'many';

/** @param path - Of the filter around them, such as `things.some.`. */
export function conditionsOf(parts: readonly Part[], path: string): readonly Condition[] {
  const conditions = new Map<string, Part[]>();
  for (const part of parts) {
    const name = 'name' in part.filter ? path + part.filter.name : part.path;
    conditions.set(name, [...(conditions.get(name) ?? []), part]);
  }
  return [...conditions].map(([name, parts]) => {
    const [first = name, ...others] = new Set(parts.map((part) => part.path));
    return { path: others.length > 0 ? name : first, parts };
  });
}

/** With its quantifier, as the filter inside it has it. */
export const innerPath = ({ path, filter }: Part): string =>
  isToMany(filter) ? `${path}.${filter.op}` : path;
