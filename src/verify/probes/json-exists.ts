import type { JsonObject, JsonValue } from '../../schema/field.js';
import { isPlainObject } from '../../values/plain-object.js';
import { MADE_UP } from '../mask.js';
import type { Probe } from '../probe.js';
import { filterRejectionProbe, onFirst } from '../rejection-probe.js';
import { anObject, by, hasJson, hasKey, isFilledObject, jsonProbe, members } from './json-contains.js';

/** Keys at which some path through objects ends: `limits.daily`. */
const dottedPaths = (object: JsonObject): string[] =>
  Object.entries(object).flatMap(([key, value]) =>
    isFilledObject(value) && !key.includes('.')
      ? Object.keys(value)
          .filter((inner) => !inner.includes('.'))
          .map((inner) => `${key}.${inner}`)
      : [],
  );

/** Whether a value is an object with a key that does not hold null. */
const holdsValue =
  (key: string) =>
  (value: JsonValue): boolean =>
    isPlainObject(value) && (value[key] ?? null) !== null;

const reversed = (object: JsonObject): JsonObject => Object.fromEntries(Object.entries(object).reverse());

/** The keys whose value is not null, and that no path syntax could read otherwise. */
const plainKeys = (value: JsonObject): string[] =>
  members(value, (inner) => inner !== null)
    .flatMap(Object.keys)
    .filter((key) => /^\w+$/.test(key));

/** `exists`, `eq` and their opposites on JSON properties. */
export const jsonExistsProbes: readonly Probe[] = [
  jsonProbe({
    id: 'json.exists',
    rules: ['where 9'],
    expected: '`exists` matches JSON that has the key.',
    needed: anObject,
    propose: (value, field) =>
      plainKeys(value).map((key) => ({
        comparison: { exists: key },
        same: [by(field, holdsValue(key))],
      })),
  }),
  jsonProbe({
    id: 'json.not-exists',
    rules: ['where 9'],
    expected: '`not_exists` matches JSON that does not have the key.',
    needed: anObject,
    propose: (value, field) =>
      plainKeys(value).map((key) => ({
        comparison: { not_exists: key },
        same: [by(field, (all) => !holdsValue(key)(all))],
      })),
  }),
  jsonProbe({
    id: 'json.exists-null',
    rules: ['decision 26'],
    expected: '`exists` matches a key whose value is null.',
    needed: 'a row with a JSON property with a key whose value is null',
    dependsOn: ['json.exists'],
    propose: (value, field) =>
      members(value, (inner) => inner === null)
        .flatMap(Object.keys)
        .map((key) => ({ comparison: { exists: key }, other: [by(field, holdsValue(key))] })),
  }),
  jsonProbe({
    id: 'json.exists-path',
    rules: ['decision 26'],
    expected: '`exists` follows a dotted path through objects.',
    needed: 'a row with a JSON property with a key whose value is an object',
    dependsOn: ['json.exists'],
    propose: (value) => dottedPaths(value).map((path) => ({ comparison: { exists: path } })),
  }),
  jsonProbe({
    id: 'json.exists-key-with-dot',
    rules: ['decision 26'],
    expected: '`exists` finds a key that contains a dot.',
    needed: 'a row with a JSON property that has a key with a dot',
    dependsOn: ['json.exists'],
    propose: (value, field) =>
      Object.keys(value)
        .filter((key) => /^\w+\.\w+$/.test(key))
        .map((key) => ({ comparison: { exists: key }, same: [by(field, hasKey(key))] })),
  }),
  jsonProbe({
    id: 'json.not-exists-null',
    rules: ['decision 27'],
    expected: '`not_exists` matches a JSON property that is null.',
    needed: 'a row with a JSON property that is null, and one with an object',
    dependsOn: ['json.not-exists'],
    hasNulls: true,
    propose: (value, field) =>
      Object.keys(value)
        .filter((key) => /^\w+$/.test(key))
        .map((key) => ({
          comparison: { not_exists: key },
          other: [by(field, (all) => all !== null && !hasKey(key)(all))],
        })),
  }),
  filterRejectionProbe({
    id: 'json.path-syntax',
    rules: ['decision 26'],
    expected: '`not_exists` with a path such as `$.a` is rejected.',
    needed: 'a row with a JSON property',
    appliesTo: hasJson,
    where: ({ workspace }) => onFirst(workspace.fields('json'), { not_exists: `$.${MADE_UP}` }),
  }),
  jsonProbe({
    id: 'json.eq',
    rules: ['decision 27'],
    expected: '`eq` matches equal JSON.',
    needed: anObject,
    propose: (value) => (isFilledObject(value) ? [{ comparison: { eq: value } }] : []),
  }),
  jsonProbe({
    id: 'json.neq',
    rules: ['decision 27'],
    expected: '`neq` matches JSON that is not equal.',
    needed: anObject,
    propose: (value) => (isFilledObject(value) ? [{ comparison: { neq: value } }] : []),
  }),
  jsonProbe({
    id: 'json.eq-key-order',
    rules: ['decision 27'],
    expected: '`eq` on JSON does not depend on the order of keys.',
    needed: 'a row with a JSON property of two keys',
    dependsOn: ['json.eq'],
    propose: (value) => (Object.keys(value).length > 1 ? [{ comparison: { eq: reversed(value) } }] : []),
  }),
  jsonProbe({
    id: 'json.eq-null',
    rules: ['decision 17', 'decision 27'],
    expected: '`eq: null` matches a JSON property that is null.',
    needed: 'a row with a JSON property that is null, and one with an object',
    dependsOn: ['where.eq-null'],
    hasNulls: true,
    propose: () => [{ comparison: { eq: null } }],
  }),
  filterRejectionProbe({
    id: 'json.bare-object',
    rules: ['decision 27'],
    expected: 'A bare object on a JSON property is rejected unless its keys are comparators.',
    dependsOn: ['where.unknown-comparator'],
    needed: 'a row with a JSON property',
    appliesTo: hasJson,
    where: ({ workspace }) => onFirst(workspace.fields('json'), { [MADE_UP]: MADE_UP }),
  }),
  filterRejectionProbe({
    id: 'json.bare-value',
    rules: ['decision 27'],
    expected: 'A bare text or number on a JSON property is rejected.',
    needed: 'a row with a JSON property',
    appliesTo: hasJson,
    where: ({ workspace }) => onFirst(workspace.fields('json'), MADE_UP),
  }),
  filterRejectionProbe({
    id: 'json.empty-comparators',
    rules: ['decision 18'],
    isDangerous: false,
    expected: 'An object without comparators on a JSON property is rejected.',
    dependsOn: ['where.unknown-comparator'],
    needed: 'a row with a JSON property',
    appliesTo: hasJson,
    where: ({ workspace }) => onFirst(workspace.fields('json'), {}),
  }),
];
