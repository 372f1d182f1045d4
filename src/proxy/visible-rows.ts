import type { ResolvedDialect } from '../dialect.js';
import { matcher } from '../match/matcher.js';
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
  readonly test: RowTest | undefined;
}

export interface VisibleRelation {
  readonly name: string;
  readonly isMany: boolean;
  /** Absent if no row can be visible: the relation is always empty or null. */
  readonly row: VisibleRow | undefined;
}

/** The part of a policy that a row shows: comparisons of its own fields. */
export interface RowTest {
  readonly fields: readonly { readonly name: string; readonly field: Field }[];
  readonly parts: readonly TestPart[];
}

interface TestPart {
  readonly comparisons: readonly ComparisonNode[];
  readonly matches: (values: ComparedValues) => boolean;
}

/** The values of a row that its policy compares, by name. */
type ComparedValues = ReadonlyMap<string, JsonValue>;

/** @returns `undefined` if the filter compares nothing on the row itself. */
export function createRowTest(filter: FilterNode, dialect: ResolvedDialect): RowTest | undefined {
  const filters = filter.kind === 'and' ? filter.filters : [filter];
  const parts = filters.map((part) => ({
    comparisons: comparisonsOf(part),
    matches: matcher<ComparedValues>(withoutRelations(part), source, dialect),
  }));
  const fields = new Map(
    parts.flatMap(({ comparisons }) => comparisons.map(({ name, field }) => [name, field])),
  );
  if (fields.size === 0) return undefined;
  return { fields: Array.from(fields, ([name, field]) => ({ name, field })), parts };
}

const source = {
  valueOf: (values: ComparedValues, name: string) => values.get(name) ?? null,
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

/**
 * Creates the error for a response that the request excluded. The problem contains no value of a
 * row.
 */
export type Fail = (problem: string) => Error;

/**
 * Copies what a browser page may receive from a row of a response, field by field. A row that lacks
 * a field or has a value of another kind is an error, and so is a row of the list itself that does
 * not match its policy. A related row that does not match is `undefined`.
 */
export function copyVisible(
  expected: VisibleRow,
  row: unknown,
  path: string,
  fail: Fail,
  isRelated = false,
): object | undefined {
  const { resource, fields, relations, test } = expected;
  if (!isPlainObject(row)) throw fail(`${path}: expected a row of ${resource}.`);
  const failed = test && failedPart(test, row, path, fail);
  if (failed && isRelated) return undefined;
  if (failed) throw fail(`${path}: the row does not match the policy of ${resource}. ${causeOf(failed)}`);
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

function copyRelation(
  { name, isMany, row: expected }: VisibleRelation,
  row: Readonly<Record<string, unknown>>,
  path: string,
  fail: Fail,
): unknown {
  if (!expected) return isMany ? [] : null;
  const value = requiredMember(row, name, path, fail);
  const at = memberPath(path, name);
  if (!isMany) return value === null ? null : (copyVisible(expected, value, at, fail, true) ?? null);
  if (!Array.isArray(value)) throw fail(`${at}: expected an array.`);
  return value.flatMap(
    (item, index) => copyVisible(expected, item, memberPath(at, index), fail, true) ?? [],
  );
}

/** The part of a policy that a row does not match. */
function failedPart(
  { fields, parts }: RowTest,
  row: Readonly<Record<string, unknown>>,
  path: string,
  fail: Fail,
): TestPart | undefined {
  const values = new Map<string, JsonValue>();
  for (const { name, field } of fields) {
    const value = requiredMember(row, name, path, fail);
    if (!isComparable(field, value))
      throw fail(
        `${memberPath(path, name)}: expected a value of kind ${field.kind}, which its policy compares.`,
      );
    values.set(name, value);
  }
  return parts.find(({ matches }) => !matches(values));
}

/**
 * Whether a value can be compared as its kind: anything else could match a policy by accident. A
 * service may return decimals as JSON numbers.
 */
const isComparable = ({ kind }: Field, value: unknown): value is JsonValue =>
  value === null ||
  kind === 'json' ||
  fits[kind](kind === 'decimal' && typeof value === 'number' ? String(value) : value);

/** Why a row may not match, for the operator. */
function causeOf({ comparisons }: TestPart): string {
  const names = [...new Set(comparisons.map(({ name }) => `\`${name}\``))].join(' or ');
  const has = (kind: Field['kind']) => comparisons.some(({ field }) => field.kind === kind);
  if (has('date'))
    return `The service ignored the filter on ${names}, or stores more digits of a date than it shows: use \`gte\` and \`lt\`.`;
  if (has('string'))
    return `The service ignored the filter on ${names}, or compares text in another way: compare an id, or correct \`dialect.text\`.`;
  return `The service ignored the filter on ${names}.`;
}

function requiredMember(
  row: Readonly<Record<string, unknown>>,
  name: string,
  path: string,
  fail: Fail,
): unknown {
  const value = own(row, name);
  if (value === undefined) throw fail(`${memberPath(path, name)}: missing in the response.`);
  return value;
}
