import type { ResolvedDialect } from '../dialect.js';
import { matcher, type RowSource } from '../match/matcher.js';
import type { ComparisonNode, FilterNode } from '../query/filter.js';
import type { SelectionNode } from '../query/include.js';
import type { FieldKind, JsonValue } from '../schema/field.js';
import { fits } from '../schema/kinds.js';
import { resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/describe.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import type { Restriction } from './restrict-query.js';

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

/** How rows are copied. */
interface CopyContext {
  readonly restriction: Restriction;
  /** Creates the error for a response that the request excluded. No problem has a value of a row. */
  readonly fail: (problem: string) => Error;
}

/**
 * Copies what a browser page may receive from a row of a response, field by field. A row that lacks
 * a field or has a value of another kind is an error, and so is a row of the list itself that does
 * not match its policy. A related row that does not match is `undefined`.
 */
export function copyVisible(
  context: CopyContext,
  { resource, fields, relations }: SelectionNode,
  row: unknown,
  path: string,
  isRelated = false,
): object | undefined {
  const { restriction, fail } = context;
  if (!isPlainObject(row)) throw fail(`${path}: expected a row of ${resource}.`);
  const kinds = resourceOf(restriction.schema, resource).fields;
  const read = (name: string): unknown => {
    const value = own(row, name);
    if (value === undefined) throw fail(`${memberPath(path, name)}: missing in the response.`);
    return value;
  };
  for (const { comparisons, matches } of restriction.visibilityOf(resource).tests) {
    for (const { name, field } of comparisons)
      if (!isComparable(field.kind, read(name)))
        throw fail(
          `${memberPath(path, name)}: expected a value of kind ${field.kind}, which its policy compares.`,
        );
    if (matches(row)) continue;
    if (isRelated) return undefined;
    const names = [...new Set(comparisons.map(({ name }) => `\`${name}\``))].join(' or ');
    throw fail(`${path}: a row of ${resource} does not match its policy on ${names}. ${CAUSES}`);
  }
  const copy: Record<string, unknown> = {};
  for (const name of fields) {
    const value = read(name);
    // An object could contain fields that the browser page may not see.
    if (typeof value === 'object' && value !== null && own(kinds, name)?.kind !== 'json')
      throw fail(`${memberPath(path, name)}: expected a plain value, got an object or an array.`);
    setMember(copy, name, value);
  }
  for (const selected of relations) {
    const { name, relation, selection } = selected;
    const isMany = relation.cardinality === 'many';
    const value = restriction.omitted.has(selected) ? (isMany ? [] : null) : read(name);
    const at = memberPath(path, name);
    if (isMany && !Array.isArray(value)) throw fail(`${at}: expected an array.`);
    const copyRelated = (item: unknown, place: string) =>
      copyVisible(context, selection, item, place, true);
    if (Array.isArray(value) && isMany)
      setMember(
        copy,
        name,
        value.flatMap((item, index) => copyRelated(item, memberPath(at, index)) ?? []),
      );
    else setMember(copy, name, value === null ? null : (copyRelated(value, at) ?? null));
  }
  return copy;
}

const CAUSES =
  'The service ignored a filter, compares text in another way than `dialect` says, or stores more digits of a date than it shows (use `gte` and `lt`).';

/**
 * Whether a value can be compared as its kind: anything else could match a policy by accident. A
 * service may return decimals as JSON numbers.
 */
const isComparable = (kind: FieldKind, value: unknown): boolean =>
  value === null ||
  kind === 'json' ||
  fits[kind](kind === 'decimal' && typeof value === 'number' ? String(value) : value);
