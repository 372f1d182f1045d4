import type { ResolvedDialect } from '../dialect.js';
import { matcher, type RowSource } from '../match/matcher.js';
import type { ComparisonNode, FilterNode } from '../query/filter.js';
import type { Field, JsonValue } from '../schema/field.js';
import { fits } from '../schema/kinds.js';
import { memberPath } from '../values/describe.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';

/** What a browser page receives of each row of a resource. */
export interface VisibleRow {
  readonly resource: string;
  readonly fields: readonly { readonly name: string; readonly isJson: boolean }[];
  readonly relations: readonly VisibleRelation[];
  /** What each row must match, because the service may have ignored the filter that was sent. */
  readonly tests: readonly RowTest[];
}

export interface VisibleRelation {
  readonly name: string;
  readonly isMany: boolean;
  /** Absent if no row can be visible: the relation is always empty or null. */
  readonly row: VisibleRow | undefined;
}

/** A part of a policy that a row shows: comparisons of its own fields. */
export interface RowTest {
  readonly comparisons: readonly ComparisonNode[];
  readonly matches: (row: Row) => boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** The tests of a policy, all of which must match. */
export const createRowTests = (filter: FilterNode, dialect: ResolvedDialect): RowTest[] =>
  (filter.kind === 'and' ? filter.filters : [filter])
    .map((part) => ({
      comparisons: comparisonsOf(part),
      matches: matcher(withoutRelations(part), source, dialect),
    }))
    .filter(({ comparisons }) => comparisons.length > 0);

const source: RowSource<Row> = {
  valueOf: (row, name) => row[name] as JsonValue, // of JSON, and checked before
  related: () => [],
};

/** A row does not show its related rows, which may match. No filter is negated, so true is safe. */
function withoutRelations(filter: FilterNode): FilterNode {
  if (filter.kind === 'comparison') return filter;
  if (filter.kind === 'relation') return { kind: 'and', filters: [] };
  return { ...filter, filters: filter.filters.map(withoutRelations) };
}

/** The comparisons of a filter on the row itself, and not on related rows. */
function comparisonsOf(filter: FilterNode): ComparisonNode[] {
  if (filter.kind === 'comparison') return [filter];
  return filter.kind === 'relation' ? [] : filter.filters.flatMap(comparisonsOf);
}

/** Creates the error for a response that the request excluded. No problem has a value of a row. */
export type Fail = (problem: string) => Error;

/**
 * Copies what a browser page may receive from a row of a response, field by field. A row that lacks
 * a field or has a value of another kind is an error, and so is a row of the list itself that does
 * not match its policy. A related row that does not match is `undefined`.
 */
export function copyVisible(
  { resource, fields, relations, tests }: VisibleRow,
  row: unknown,
  path: string,
  fail: Fail,
  isRelated = false,
): object | undefined {
  if (!isPlainObject(row)) throw fail(`${path}: expected a row of ${resource}.`);
  for (const { comparisons, matches } of tests) {
    for (const { name, field } of comparisons) checkComparable(row, name, field, path, fail);
    if (matches(row)) continue;
    if (isRelated) return undefined;
    const names = [...new Set(comparisons.map(({ name }) => `\`${name}\``))].join(' or ');
    throw fail(`${path}: a row of ${resource} does not match its policy on ${names}. ${CAUSES}`);
  }
  const visible: Record<string, unknown> = {};
  for (const { name, isJson } of fields) {
    const value = requiredMember(row, name, path, fail);
    // An object could contain fields that the browser page may not see.
    if (!isJson && typeof value === 'object' && value !== null)
      throw fail(`${memberPath(path, name)}: expected a plain value, got an object or an array.`);
    setMember(visible, name, value);
  }
  for (const relation of relations)
    setMember(visible, relation.name, copyRelation(relation, row, path, fail));
  return visible;
}

const CAUSES =
  'The service ignored a filter, compares text in another way than `dialect` says, or stores more digits of a date than it shows (use `gte` and `lt`).';

function copyRelation(
  { name, isMany, row: expected }: VisibleRelation,
  row: Row,
  path: string,
  fail: Fail,
) {
  if (!expected) return isMany ? [] : null;
  const value = requiredMember(row, name, path, fail);
  const at = memberPath(path, name);
  const copy = (item: unknown, place: string) => copyVisible(expected, item, place, fail, true);
  if (!isMany) return value === null ? null : (copy(value, at) ?? null);
  if (!Array.isArray(value)) throw fail(`${at}: expected an array.`);
  return value.flatMap((item, index) => copy(item, memberPath(at, index)) ?? []);
}

/**
 * Rejects a value that cannot be compared as its kind, because it could match a policy by accident.
 * A service may return decimals as JSON numbers.
 */
function checkComparable(row: Row, name: string, { kind }: Field, path: string, fail: Fail): void {
  const value = requiredMember(row, name, path, fail);
  if (value === null || kind === 'json') return;
  if (!fits[kind](kind === 'decimal' && typeof value === 'number' ? String(value) : value))
    throw fail(
      `${memberPath(path, name)}: expected a value of kind ${kind}, which its policy compares.`,
    );
}

function requiredMember(row: Row, name: string, path: string, fail: Fail): unknown {
  const value = own(row, name);
  if (value === undefined) throw fail(`${memberPath(path, name)}: missing in the response.`);
  return value;
}
