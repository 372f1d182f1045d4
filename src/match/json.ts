import type { JsonObject, JsonValue } from '../schema/field.js';

/** `undefined` means undecided: an empty object compared with a scalar (rule 8 of `where`). */
type Containment = boolean | undefined;

/**
 * Whether a JSON value contains another one (rules 7 and 8 of `where`; decisions 24 and 25). An
 * empty object matches any object. Compared with a scalar it is undecided, so that neither
 * `contains` nor `not_contains` holds; undecided combines as in three-valued logic.
 *
 * @example
 * jsonContains({ tags: ['a', 'b'] }, { tags: ['b'] }) // => true
 * jsonContains({ id: 'a' }, { id: {} }) // => undefined
 */
export function jsonContains(value: JsonValue, wanted: JsonValue): Containment {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      combine(false, wanted, (item) =>
        combine(true, value, (candidate) => containsMember(candidate, item)),
      )
    );
  return (
    isObject(value) &&
    combine(
      false,
      Object.keys(wanted),
      (key) => Object.hasOwn(value, key) && containsMember(value[key] ?? null, wanted[key] ?? null),
    )
  );
}

/** An empty object asks for the kind of a member and not for its members. */
function containsMember(value: JsonValue, wanted: JsonValue): Containment {
  if (!isObject(wanted) || Object.keys(wanted).length > 0) return jsonContains(value, wanted);
  if (isObject(value)) return true;
  return typeof value === 'object' ? false : undefined; // null and arrays are no objects
}

export const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Three-valued AND, which `false` decides, or OR, which `true` decides. */
function combine<Item>(
  decisive: boolean,
  items: readonly Item[],
  contains: (item: Item) => Containment,
): Containment {
  let result: Containment = !decisive;
  for (const item of items) {
    const contained = contains(item);
    if (contained === decisive) return contained;
    if (contained === undefined) result = undefined;
  }
  return result;
}

/**
 * Whether a JSON value has a key (rule 9 of `where`; decision 26): a literal key first, then a
 * dotted path through objects. A key that holds null is there. Own properties only.
 */
export function jsonExists(value: JsonValue, path: string): boolean {
  if (isObject(value) && Object.hasOwn(value, path)) return true;
  let inside: JsonValue = value;
  for (const key of path.split('.')) {
    if (!isObject(inside) || !Object.hasOwn(inside, key)) return false;
    inside = inside[key] ?? null;
  }
  return true;
}

/**
 * Whether two JSON values are equal, whatever the order of their keys (decision 27). Own properties
 * only.
 */
export function jsonEquals(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return (
      left.length === right.length &&
      left.every((item, index) => jsonEquals(item, right[index] ?? null))
    );
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && jsonEquals(left[key] ?? null, right[key] ?? null),
    )
  );
}
