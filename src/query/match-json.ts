import type { JsonObject, JsonValue } from '../schema/field.js';

/** `undefined` means undecided: an empty object compared with a scalar (rule 8 of `where`). */
type Containment = boolean | undefined;

/**
 * Whether a JSON value contains another one (rules 7 and 8 of `where`; decisions 24 and 25). An empty object
 * matches any object. Compared with a scalar it is undecided, so that neither `contains` nor `not_contains`
 * holds; undecided combines as in three-valued logic.
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

/** Three-valued AND: false, else undecided, else true. */
function all<Item>(items: readonly Item[], holds: (item: Item) => Containment): Containment {
  let result: Containment = true;
  for (const item of items) {
    const one = holds(item);
    if (one === false) return false;
    if (one === undefined) result = undefined;
  }
  return result;
}

/** Three-valued OR: true, else undecided, else false. */
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
 * Whether a JSON value has a key, even if the key holds null (rule 9 of `where`; decision 26). The path is
 * tried as a literal key first, then as a dotted path through objects. Own properties only.
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

/** Whether two JSON values are equal, whatever the order of their keys (decision 27). Own properties only. */
export function jsonEquals(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return (
      left.length === right.length && left.every((item, index) => jsonEquals(item, right[index] ?? null))
    );
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEquals(left[key] ?? null, right[key] ?? null))
  );
}
