import { isObject, jsonContains } from '../match/json.js';
import { foldCase } from '../match/values.js';
import { counted, kindOf } from '../messages/describe.js';
import type { ComparisonNode } from '../query/filter.js';
import type { JsonValue } from '../schema/field.js';
import { listValues, otherSpelling, shown } from './texts.js';

/** What is true of the values inside JSON to which some keys lead. */
type JsonFact = readonly [keys: readonly string[], text: string];

/** Why no JSON value matches: the first key that all lack, or the values that a key has. */
export function jsonFact(
  { op, operand }: ComparisonNode,
  values: readonly JsonValue[],
  inEveryRow: string,
): JsonFact {
  if (op === 'exists') return missingKey(String(operand).split('.'), values, false);
  if (op === 'not_exists') return [[], `has the key ${shown(operand)} ${inEveryRow}`];
  if (op === 'neq') return [[], `is equal to this ${inEveryRow}`];
  const { length } = values.filter((value) => jsonContains(value, operand));
  const rows = counted(length, 'row');
  if (op === 'not_contains' && length === values.length) return [[], `contains this ${inEveryRow}`];
  if (op === 'not_contains')
    return [[], `contains this in ${rows}, and is no object in the others, which is undecided`];
  if (length > 0 && isObject(operand))
    return [[], `contains this beside other keys in ${rows}; use \`contains\``];
  if (length > 0) return [[], `has this beside other items in ${rows}`];
  for (const [keys, leaf] of leavesOf(operand)) {
    const found = valuesAt(keys, values);
    if (found.length === 0) return missingKey(keys, values, true);
    if (!found.some((value) => jsonContains(value, leaf))) return [keys, leafFact(leaf, found)];
  }
  return [[], 'has each of these keys and values, but not together'];
}

/** The values inside an operand that are no objects with keys. */
function* leavesOf(
  value: JsonValue,
  keys: readonly string[] = [],
): Generator<readonly [keys: readonly string[], leaf: JsonValue]> {
  const members = isObject(value) ? Object.entries(value) : [];
  if (members.length === 0) yield [keys, value];
  for (const [key, member] of members) yield* leavesOf(member, [...keys, key]);
}

const valuesAt = (keys: readonly string[], values: readonly JsonValue[]): readonly JsonValue[] =>
  keys.reduce(
    (inside, key) =>
      inside.flatMap((value) =>
        isObject(value) && Object.hasOwn(value, key) ? [value[key] ?? null] : [],
      ),
    values,
  );

/** In how many values other keys are looked for, how deep, and how many of them are listed. */
const [MAX_SAMPLES, MAX_DEPTH, MAX_KEYS] = [100, 8, 6];

/** The first key of a path that no value has, and the keys that there are instead. */
function missingKey(
  path: readonly string[],
  values: readonly JsonValue[],
  isContained: boolean,
): JsonFact {
  const present = path.findIndex(
    (_, index) => valuesAt(path.slice(0, index + 1), values)[0] === undefined,
  );
  const parents = path.slice(0, present);
  const [key = '', ...rest] = path.slice(present);
  const samples = valuesAt(parents, values).slice(0, MAX_SAMPLES);
  const keys = [
    ...new Set(samples.flatMap((value) => (isObject(value) ? Object.keys(value) : []))),
  ];
  const kinds = new Set(samples.map(kindOf));
  if (keys.length === 0)
    return [parents, kinds.size === 1 ? `is ${[...kinds]}, which has no keys` : 'has no keys'];
  const dotted = [key, ...rest].join('.');
  const other = keys.find((name) =>
    [key, dotted].some((text) => foldCase(name) === foldCase(text)),
  );
  if (other !== undefined) return [parents, `has the key ${shown(other)}, not ${shown(key)}`];
  const paths = samples.flatMap((value) => [...pathsIn(value)]);
  const deeper = paths.find((names) => `.${names.join('.')}`.endsWith(`.${key}`));
  if (deeper === undefined) {
    const more = keys.length > MAX_KEYS ? ', …' : '';
    const listed = keys.slice(0, MAX_KEYS).map(shown).join(', ');
    return [parents, `has no key ${shown(key)}, but ${listed}${more}`];
  }
  const object = deeper.reduceRight((inner, name) => `{ ${name}: ${inner} }`, '…');
  const use = isContained ? object : `'${[...parents, ...deeper].join('.')}'`;
  return [
    parents,
    `has the key ${deeper.at(-1)} inside ${deeper.slice(0, -1).join('.')}; use ${use}`,
  ];
}

/** The paths of all keys below those of an object. */
function* pathsIn(value: JsonValue, keys: readonly string[] = []): Generator<readonly string[]> {
  if (keys.length > 1) yield keys;
  if (isObject(value) && keys.length < MAX_DEPTH)
    for (const [key, member] of Object.entries(value)) yield* pathsIn(member, [...keys, key]);
}

/** What the values of a key are instead of a wanted value. */
function leafFact(leaf: JsonValue, values: readonly JsonValue[]): string {
  const texts = values.filter((value) => typeof value === 'string');
  const spelling = typeof leaf === 'string' && otherSpelling([leaf], texts, false);
  if (spelling) return spelling;
  const types = new Set(values.map(kindOf));
  const [type] = types;
  const listed = `${listValues(values, false)}`;
  if (types.has(kindOf(leaf))) return listed;
  const is = types.size === 1 ? `is ${type}, not ${kindOf(leaf)}` : `is never ${kindOf(leaf)}`;
  return `${is}; it ${listed}`;
}
