import { resolveDialect } from '../../dialect/resolve-dialect.js';
import { jsonContains } from '../../query/match/match-json.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import { isPlainObject } from '../../values/plain-object.js';
import type { Reading } from '../divide-rows.js';
import { type Candidate, filterProbe, planComparison, withoutNulls } from '../filter-probe.js';
import type { AppliesTo, Probe, ProbeContext, RuleId } from '../probe.js';
import { fieldValue, hasField } from '../workspace.js';

export const hasJson: AppliesTo = ({ schema }) => hasField(schema, 'json');

interface JsonProbe {
  readonly id: string;
  readonly rules: readonly RuleId[];
  readonly expected: string;
  readonly needed: string;
  readonly dependsOn?: readonly string[];
  /** Whether rows in which the property is null may be chosen. */
  readonly hasNulls?: boolean;
  /** Filters made of the value of a row. */
  readonly propose: (value: JsonObject, field: string) => readonly Candidate[];
}

/** A probe of a filter on a JSON property. */
export const jsonProbe = ({ propose, hasNulls = false, ...head }: JsonProbe): Probe =>
  filterProbe({
    ...head,
    appliesTo: hasJson,
    plan: (context: ProbeContext) => {
      const fields = context.workspace.fields('json');
      return planComparison(
        context,
        hasNulls ? fields : withoutNulls(fields),
        (value, { field }) => (isPlainObject(value) ? propose(value as JsonObject, field) : []), // from JSON
      );
    },
  });

/** The members of an object whose value passes. */
export const members = (object: JsonObject, passes: (value: JsonValue) => boolean): JsonObject[] =>
  Object.entries(object).flatMap(([key, value]) => (passes(value) ? [{ [key]: value }] : []));

const isScalar = (value: JsonValue): boolean => typeof value !== 'object';
export const isFilledObject = (value: JsonValue): value is JsonObject =>
  isPlainObject(value) && Object.keys(value).length > 0;
const isList = (value: JsonValue): value is JsonValue[] => Array.isArray(value);

/** A reading of the value of a property. */
export const by =
  (field: string, matches: (value: JsonValue) => boolean): Reading =>
  (row) =>
    matches(fieldValue(row, field));

/** Whether a value is an object with a key. */
export const hasKey =
  (key: string) =>
  (value: JsonValue): boolean =>
    isPlainObject(value) && Object.hasOwn(value, key);

export const anObject = 'two rows with different objects in a JSON property';

/** `contains` and `not_contains` on JSON properties. */
const { json } = resolveDialect('verify');

export const jsonContainsProbes: readonly Probe[] = [
  jsonProbe({
    id: 'json.contains',
    rules: ['where 7'],
    expected: '`contains` matches JSON that has the given key and value.',
    needed: anObject,
    propose: (value) => members(value, isScalar).map((member) => ({ comparison: { contains: member } })),
  }),
  jsonProbe({
    id: 'json.contains-nested',
    rules: ['decision 24'],
    expected: '`contains` compares objects inside objects by their keys.',
    needed: 'a row with a JSON property with a key whose value is an object of two keys',
    dependsOn: ['json.contains'],
    propose: (value) =>
      Object.entries(value).flatMap(([key, inner]) =>
        isFilledObject(inner) && Object.keys(inner).length > 1
          ? members(inner, isScalar).map((member) => ({ comparison: { contains: { [key]: member } } }))
          : [],
      ),
  }),
  jsonProbe({
    id: 'json.contains-array',
    rules: ['decision 24'],
    expected: '`contains` with an array matches if each of its items is in the array of the row.',
    needed: 'a row with a JSON property with a key whose value is an array of two strings',
    dependsOn: ['json.contains'],
    propose: (value) =>
      Object.entries(value).flatMap(([key, items]) =>
        isList(items) && items.length > 1 && items.every(isScalar)
          ? [{ comparison: { contains: { [key]: items.slice(-1) } } }]
          : [],
      ),
  }),
  jsonProbe({
    id: 'json.contains-null',
    rules: ['decision 24'],
    expected: '`contains` with null matches only a key whose value is null.',
    needed: 'a row with a JSON property with a key whose value is null',
    dependsOn: ['json.contains'],
    propose: (value, field) =>
      members(value, (inner) => inner === null).map((member) => ({
        comparison: { contains: member },
        other: [by(field, (all) => !Object.keys(member).every((key) => hasKey(key)(all)))],
      })),
  }),
  jsonProbe({
    id: 'json.contains-object',
    rules: ['where 8'],
    expected: '`contains` with an empty object matches a key whose value is an object.',
    needed: 'a row with a JSON property with a key whose value is an object, and one without',
    dependsOn: ['json.contains'],
    propose: (value) =>
      Object.entries(value).flatMap(([key, inner]) =>
        isFilledObject(inner) ? [{ comparison: { contains: { [key]: {} } } }] : [],
      ),
  }),
  jsonProbe({
    id: 'json.contains-object-null',
    rules: ['where 8'],
    expected: '`contains` with an empty object does not match a key whose value is null.',
    needed: 'a row with a JSON property with a key whose value is null',
    dependsOn: ['json.contains-object'],
    propose: (value, field) =>
      members(value, (inner) => inner === null).flatMap((member) =>
        Object.keys(member).map((key) => ({
          comparison: { contains: { [key]: {} } },
          other: [by(field, hasKey(key))],
          isOneSided: true,
        })),
      ),
  }),
  jsonProbe({
    id: 'json.contains-object-text',
    rules: ['where 8', 'decision 25'],
    expected: '`contains` with an empty object does not match a key whose value is text or a number.',
    needed: 'a row with a JSON property with a key whose value is text',
    dependsOn: ['json.contains-object'],
    propose: (value, field) =>
      members(value, isScalar).flatMap((member) =>
        Object.keys(member).map((key) => ({
          comparison: { contains: { [key]: {} } },
          other: [by(field, hasKey(key))],
          isOneSided: true,
        })),
      ),
  }),
  jsonProbe({
    id: 'json.not-contains',
    rules: ['where 8', 'decision 25'],
    expected: '`not_contains` matches JSON that does not have the given key and value.',
    needed: anObject,
    propose: (value) => members(value, isScalar).map((member) => ({ comparison: { not_contains: member } })),
  }),
  jsonProbe({
    id: 'json.not-contains-undecided',
    rules: ['where 8', 'decision 25'],
    expected: '`not_contains` with an empty object does not match a key whose value is text or a number.',
    needed: 'a row with a JSON property with a key whose value is text',
    dependsOn: ['json.not-contains'],
    propose: (value, field) =>
      members(value, isScalar).flatMap((member) =>
        Object.keys(member).map((key) => ({
          comparison: { not_contains: { [key]: {} } },
          other: [by(field, (all) => jsonContains(all, { [key]: {} }, json) !== true)],
        })),
      ),
  }),
  jsonProbe({
    id: 'json.not-contains-null',
    rules: ['decision 27'],
    expected: '`not_contains` matches a JSON property that is null.',
    needed: 'a row with a JSON property that is null, and one with an object',
    dependsOn: ['json.not-contains'],
    hasNulls: true,
    propose: (value, field) =>
      members(value, isScalar).map((member) => ({
        comparison: { not_contains: member },
        other: [by(field, (all) => all !== null && jsonContains(all, member, json) === false)],
      })),
  }),
];
