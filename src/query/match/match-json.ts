import type { ResolvedDialect } from '../../dialect/dialect.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import { own } from '../../values/plain-object.js';

type JsonRules = ResolvedDialect['json'];

/** `undefined` means undecided: an empty object compared with a scalar (rule 8 of `where`). */
type Containment = boolean | undefined;

/**
 * Whether a JSON value contains another one (rules 7 and 8 of `where`; decisions 24 and 25). By
 * default, an empty object matches any object. Compared with a scalar it is undecided, so that
 * neither `contains` nor `not_contains` holds; undecided combines as in three-valued logic.
 *
 * @example
 * jsonContains({ tags: ['a', 'b'] }, { tags: ['b'] }, dialect.json) // => true
 * jsonContains({ id: 'a' }, { id: {} }, dialect.json) // => undefined
 */
export function jsonContains(value: JsonValue, given: JsonValue, json: JsonRules): Containment {
  if (typeof given !== 'object' || given === null) return value === given;
  if (Array.isArray(given)) return containsItems(value, given, json);
  if (!isObject(value)) return false;
  return combine(false, Object.keys(given), (key) =>
    Object.hasOwn(value, key)
      ? containsMember(value[key] ?? null, given[key] ?? null, json)
      : false,
  );
}

/** An empty object asks for the kind of a member and not for its members. */
function containsMember(value: JsonValue, given: JsonValue, json: JsonRules): Containment {
  if (isObject(given) && Object.keys(given).length === 0) return containsEmpty(value, json);
  return json.contains === 'deep' ? jsonContains(value, given, json) : jsonEquals(value, given);
}

function containsEmpty(value: JsonValue, { emptyObject, notContains }: JsonRules): Containment {
  if (emptyObject === 'anything') return true;
  if (isObject(value)) return emptyObject === 'object' || Object.keys(value).length === 0;
  return typeof value !== 'object' && notContains === 'undecided' ? undefined : false;
}

function containsItems(
  value: JsonValue,
  given: readonly JsonValue[],
  json: JsonRules,
): Containment {
  if (!Array.isArray(value)) return false;
  if (json.arrays === 'whole') return jsonEquals(value, [...given]);
  if (json.arrays === 'sets')
    return combine(false, given, (wanted) =>
      combine(true, value, (item) => containsMember(item, wanted, json)),
    );
  return combine(false, [...given.entries()], ([index, wanted]) =>
    index < value.length ? containsMember(value[index] ?? null, wanted, json) : false,
  );
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Three-valued AND, which `false` decides, or OR, which `true` decides. */
function combine<Item>(
  decisive: boolean,
  items: readonly Item[],
  holds: (item: Item) => Containment,
): Containment {
  let result: Containment = !decisive;
  for (const item of items) {
    const one = holds(item);
    if (one === decisive) return one;
    if (one === undefined) result = undefined;
  }
  return result;
}

/**
 * Whether a JSON value has a key (rule 9 of `where`; decision 26). By default, the path is tried as
 * a literal key first, then as a dotted path through objects, and a key that holds null is there.
 * Own properties only.
 */
export function jsonExists(value: JsonValue, path: string, { paths, exists }: JsonRules): boolean {
  const counts = (found: JsonValue | undefined) =>
    found !== undefined && (found !== null || exists === 'key');
  if (paths === 'jsonpath' && path.startsWith('$'))
    return parseJsonPath(path)?.(value).some(counts) ?? false;
  if (!isObject(value)) return false;
  if (Object.hasOwn(value, path)) return counts(value[path]);
  if (paths === 'literal') return false;
  let inside: JsonValue | undefined = value;
  for (const key of path.split('.')) {
    if (inside === undefined || !isObject(inside) || !Object.hasOwn(inside, key)) return false;
    inside = inside[key];
  }
  return counts(inside);
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

/** Returns the values at a path. */
type Finder = (value: JsonValue) => JsonValue[];

const STEP = /\.([\w$-]+|\*)|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[(\d+|\*)\]/y;

/**
 * Parses a JSONPath of members, indexes and wildcards; `undefined` for other text.
 *
 * @example
 * parseJsonPath('$.a[*].b')?.({ a: [{ b: 1 }, { b: 2 }] }) // => [1, 2]
 */
export function parseJsonPath(path: string): Finder | undefined {
  if (!path.startsWith('$')) return undefined;
  const steps: string[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (!match) return undefined;
    const [, member, single, double, index] = match;
    steps.push(member ?? index ?? (single ?? double ?? '').replace(/\\(.)/g, '$1'));
  }
  return (value) =>
    steps.reduce<JsonValue[]>((found, step) => found.flatMap((one) => inside(one, step)), [value]);
}

function inside(value: JsonValue, step: string): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*') return Object.values(value);
  if (Array.isArray(value))
    return /^\d+$/.test(step) ? value.slice(Number(step), Number(step) + 1) : [];
  const member = own(value, step);
  return member === undefined ? [] : [member];
}
