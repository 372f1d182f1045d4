import type { JsonObject, JsonValue } from '../../schema/field.js';

/** The result of a containment: `undefined` is *undecided*, the stated case of rule 8. */
export type Containment = boolean | undefined;

/**
 * Whether a JSON value has inside it what is given (rules 7 and 8 of `where`, decisions 24 and 25). An empty object asks
 * for an object; against a scalar that is undecided, so that neither `contains` nor `not_contains` holds. Undecided
 * combines as in three-valued logic.
 *
 * @example
 * jsonContains({ tags: ['a', 'b'] }, { tags: ['b'] }) // => true
 * jsonContains({ id: 'a' }, { id: {} }) // => undefined
 */
export function jsonContains(value: JsonValue, given: JsonValue): Containment {
  if (typeof given !== 'object' || given === null) return value === given;
  if (Array.isArray(given)) {
    return Array.isArray(value) && all(given, (wanted) => any(value, (item) => jsonContains(item, wanted)));
  }
  const keys = Object.keys(given);
  if (isObject(value)) {
    return all(keys, (key) =>
      Object.hasOwn(value, key) ? jsonContains(value[key] ?? null, given[key] ?? null) : false,
    );
  }
  const scalar = typeof value !== 'object';
  return scalar && keys.length === 0 ? undefined : false;
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** False wins over undecided, undecided over true. */
function all<Item>(items: readonly Item[], holds: (item: Item) => Containment): Containment {
  let result: Containment = true;
  for (const item of items) {
    const one = holds(item);
    if (one === false) return false;
    if (one === undefined) result = undefined;
  }
  return result;
}

/** True wins over undecided, undecided over false. */
function any<Item>(items: readonly Item[], holds: (item: Item) => Containment): Containment {
  let result: Containment = false;
  for (const item of items) {
    const one = holds(item);
    if (one === true) return true;
    if (one === undefined) result = undefined;
  }
  return result;
}

/**
 * Whether a JSON value has a key, even one that holds null (rule 9 of `where`, decision 26): the path as a literal key
 * first, then as a dotted path through objects. Own properties only.
 */
export function jsonExists(value: JsonValue, path: string): boolean {
  if (!isObject(value)) return false;
  if (Object.hasOwn(value, path)) return true;
  let inside: JsonValue = value;
  for (const key of path.split('.')) {
    if (!isObject(inside) || !Object.hasOwn(inside, key)) return false;
    inside = inside[key] ?? null;
  }
  return true;
}
