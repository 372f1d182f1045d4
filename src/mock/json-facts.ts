import { jsonContains, jsonExists } from '../match/json.js';
import { foldCase } from '../match/values.js';
import { counted } from '../messages/describe.js';
import type { ComparisonNode } from '../query/filter.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { isPlainObject } from '../values/plain-object.js';
import { shown, spellingFact, valuesFact } from './texts.js';

const CONTAINS = '`contains`';

/** Why no JSON value matches: the first key that all lack, or the values that a key has. */
export function jsonFact(
  { op, operand }: ComparisonNode,
  values: readonly JsonValue[],
  path: string,
): string {
  const label = `\`${path}\``;
  if (op === 'exists') return missingKey(String(operand).split('.'), values, path);
  if (op === 'not_exists') return `${label} has the key ${shown(operand)} in every row`;
  if (op === 'not_contains') return `${label} contains this in every row`;
  if (op === 'neq') return `${label} is equal to this in every row`;
  const { length } = values.filter((value) => jsonContains(value, operand));
  if (length > 0)
    return `${label} contains this beside other keys in ${counted(length, 'row')}; use ${CONTAINS}`;
  for (const [keys, leaf] of leavesOf(operand)) {
    const found = valuesAt(keys, values);
    if (found.length === 0) {
      const isPath = values.some((value) => jsonExists(value, keys.join('.')));
      const hint = isPath ? '; write a path as objects, such as { a: { b: 1 } }' : '';
      return missingKey(keys, values, path) + hint;
    }
    if (!found.some((value) => jsonContains(value, leaf)))
      return leafFact(leaf, found, [path, ...keys].join('.'));
  }
  return `${label} has each of these keys and values, but not together`;
}

/** The values inside an operand that are no objects with keys. */
function* leavesOf(
  value: JsonValue,
  keys: readonly string[] = [],
): Generator<readonly [keys: readonly string[], leaf: JsonValue]> {
  const members = isPlainObject(value) ? Object.entries(value as JsonObject) : [];
  if (members.length === 0) yield [keys, value];
  for (const [key, member] of members) yield* leavesOf(member, [...keys, key]);
}

function valuesAt(keys: readonly string[], values: readonly JsonValue[]): readonly JsonValue[] {
  let inside = values;
  for (const key of keys) {
    const next: JsonValue[] = [];
    for (const value of inside)
      if (isPlainObject(value) && Object.hasOwn(value, key)) {
        next.push(value[key] as JsonValue); // of JSON
      }
    inside = next;
  }
  return inside;
}

/** The first key of a path that no value has, and keys that there are instead. */
function missingKey(path: readonly string[], values: readonly JsonValue[], field: string): string {
  let parents = values;
  let index = 0;
  for (let found = parents; found.length > 0 && index < path.length; index++) {
    parents = found;
    found = valuesAt(path.slice(index, index + 1), parents);
    if (found.length === 0) break;
  }
  const key = path[index] ?? '';
  const label = `\`${[field, ...path.slice(0, index)].join('.')}\``;
  const samples = parents.slice(0, MAX_SAMPLES).filter(isPlainObject);
  const keys = [...new Set(samples.flatMap((value) => Object.keys(Object(value))))];
  const other = keys.find((name) => foldCase(name) === foldCase(key));
  if (other !== undefined) return `${label} has the key ${shown(other)}, not ${shown(key)}`;
  if (keys.length === 0) return `${label} is ${typeOf(parents[0] ?? null)}, which has no keys`;
  const more = keys.length > MAX_KEYS ? ', …' : '';
  const listed = keys.slice(0, MAX_KEYS).map(shown).join(', ');
  return `${label} has no key ${shown(key)}, but ${listed}${more}`;
}

/** In how many values other keys are looked for. */
const MAX_SAMPLES = 100;
const MAX_KEYS = 6;

/** What the values of a key are instead of a wanted value. */
function leafFact(leaf: JsonValue, values: readonly JsonValue[], path: string): string {
  const [first = null] = values;
  const spelling =
    typeof leaf === 'string' &&
    spellingFact(
      [leaf],
      values.filter((value) => typeof value === 'string'),
      true,
    );
  if (spelling) return `\`${path}\` ${spelling}`;
  const listed = valuesFact(values, false);
  if (values.some((value) => typeOf(value) === typeOf(leaf))) return `\`${path}\` ${listed}`;
  const isSame = values.every((value) => typeOf(value) === typeOf(first));
  const is = isSame ? `is ${typeOf(first)}, not ${typeOf(leaf)}` : `is never ${typeOf(leaf)}`;
  return `\`${path}\` ${is}; it ${listed}`;
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return { string: 'text', number: 'a number', boolean: 'a boolean', object: 'an object' }[
    typeof value as 'string' | 'number' | 'boolean' | 'object' // of JSON
  ];
}
