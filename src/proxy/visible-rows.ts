import type { ResolvedDialect } from '../dialect.js';
import { matcher, type RowSource } from '../match/matcher.js';
import { memberPath } from '../messages/describe.js';
import type { ComparisonNode, FilterNode } from '../query/filter.js';
import { type FieldKind, type JsonValue, uuid } from '../schema/field.js';
import { fits, uuidKey } from '../schema/kinds.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import type { ReceivedRow, RestrictedSelection, RowTest } from './restriction.js';

/** Creates the error for a response that the request excluded. No problem has a value of a row. */
export type Fail = (problem: string) => Error;

/** The tests of a policy, all of which must match. */
export const createRowTests = (filter: FilterNode, dialect: ResolvedDialect): RowTest[] =>
  (filter.kind === 'and' ? filter.filters : [filter])
    .map((part) => ({
      comparisons: comparisonsOf(part),
      matches: matcher(testableFilter(part), ownFields, dialect),
    }))
    .filter(({ comparisons }) => comparisons.length > 0);

const ownFields: RowSource<ReceivedRow> = {
  reader: (name, field, keyOf) => {
    const read = field === wholeUuid ? uuidKey : keyOf;
    return (row) => read(row[name] as JsonValue); // of JSON, and checked before
  },
  some: () => () => false,
};

/** Marks a comparison of whole UUIDs: services write them in any letter case. */
const wholeUuid = uuid();

/**
 * A filter for a row alone. It does not show its related rows, which may match. No filter is
 * negated, so true is safe.
 */
function testableFilter(filter: FilterNode): FilterNode {
  if (filter.kind === 'relation') return { kind: 'and', filters: [] };
  if (filter.kind !== 'comparison')
    return { ...filter, filters: filter.filters.map(testableFilter) };
  const { op, field, operand } = filter;
  if (field.kind !== 'uuid' || !/^(eq|neq|in|not_in)$/.test(op)) return filter;
  const keys = Array.isArray(operand) ? operand.map(uuidKey) : uuidKey(operand);
  return { ...filter, field: wholeUuid, operand: keys };
}

/** The comparisons of a filter on the row itself, and not on related rows. */
function comparisonsOf(filter: FilterNode): ComparisonNode[] {
  if (filter.kind === 'comparison') return [filter];
  return filter.kind === 'relation' ? [] : filter.filters.flatMap(comparisonsOf);
}

/** Why a row may not be shown. */
export interface Breach {
  /** Whether the row can be tested, and does not match its policy. */
  readonly isHidden: boolean;
  /** With the path. */
  readonly problem: string;
}

/**
 * Tests a row against its policy. Only what is a row can be tested.
 *
 * @param path - Of the row, such as `[0].unit`.
 */
export function findBreach(
  { resource, tests }: RestrictedSelection,
  row: unknown,
  path: string,
): Breach | undefined {
  if (!isPlainObject(row)) return undefined;
  for (const { comparisons, matches } of tests) {
    const malformed = comparisons.find(
      ({ name, field }) => !isComparable(field.kind, own(row, name)),
    );
    if (malformed) return malformedBreach(malformed, row, path);
    if (matches(row)) continue;
    const names = [...new Set(comparisons.map(({ name }) => `\`${name}\``))].join(' or ');
    const problem = `a row of ${resource} does not match its policy on ${names}. ${CAUSES}`;
    return { isHidden: true, problem: `${path}: ${problem}` };
  }
  return undefined;
}

const CAUSES =
  'The service ignored a filter, compares text in another way than `dialect` says, ' +
  'or stores more digits of a date than it shows (use `gte` and `lt`).';

function malformedBreach({ name, field }: ComparisonNode, row: object, path: string): Breach {
  const problem = Object.hasOwn(row, name)
    ? `expected a value of kind ${field.kind}, which its policy compares.`
    : MISSING;
  return { isHidden: false, problem: `${memberPath(path, name)}: ${problem}` };
}

const MISSING = 'missing in the response.';

/** Anything else could match a policy by accident. A service may return decimals as numbers. */
const isComparable = (kind: FieldKind, value: unknown): boolean =>
  value === null ||
  (kind === 'json' && value !== undefined) ||
  fits[kind](kind === 'decimal' && typeof value === 'number' ? String(value) : value);

/** Copies what a browser may receive from a row that matches its policy, field by field. */
export function copyVisibleRow(
  { resource, fields, kinds, relations }: RestrictedSelection,
  row: unknown,
  path: string,
  fail: Fail,
): object {
  if (!isPlainObject(row)) throw fail(`${path}: expected a row of ${resource}.`);
  const copy: Record<string, unknown> = {};
  for (const name of fields) {
    const value = readMember(row, name, path, fail);
    // An object could contain fields that the browser may not see.
    if (typeof value === 'object' && value !== null && own(kinds, name)?.kind !== 'json')
      throw fail(`${memberPath(path, name)}: expected a plain value, got an object or an array.`);
    setMember(copy, name, value);
  }
  for (const relation of relations)
    setMember(copy, relation.name, copyRelated(relation, row, path, fail));
  return copy;
}

function readMember(row: ReceivedRow, name: string, path: string, fail: Fail): unknown {
  const value = own(row, name);
  if (value === undefined) throw fail(`${memberPath(path, name)}: ${MISSING}`);
  return value;
}

/** The visible rows of a relation. Those that do not match their policy are dropped. */
function copyRelated(
  { name, isMany, rows: selection }: RestrictedSelection['relations'][number],
  row: ReceivedRow,
  path: string,
  fail: Fail,
): unknown {
  if (!selection) return isMany ? [] : null;
  const value = readMember(row, name, path, fail);
  const place = memberPath(path, name);
  if (Array.isArray(value) !== isMany)
    throw fail(`${place}: expected ${isMany ? 'an array' : 'a row'}.`);
  const items = Array.isArray(value) ? value : value === null ? [] : [value];
  const copies = items.flatMap((item, index) => {
    const at = isMany ? memberPath(place, index) : place;
    const breach = findBreach(selection, item, at);
    if (breach?.isHidden) return [];
    if (breach) throw fail(breach.problem);
    return [copyVisibleRow(selection, item, at, fail)];
  });
  return isMany ? copies : (copies[0] ?? null);
}
