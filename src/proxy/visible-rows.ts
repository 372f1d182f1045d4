import type { ResolvedDialect } from '../dialect/dialect.js';
import type { FilterNode } from '../query/filter-node.js';
import { compileFilter, type Predicate, type RowReader } from '../query/match/compile-filter.js';
import type { FieldKind, JsonValue } from '../schema/field.js';
import { fits } from '../schema/kinds.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/describe.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import { comparisonsOf } from './filter-nodes.js';

type ResponseRow = { readonly [name: string]: unknown };

/** What a browser page receives of each row of a resource. */
export interface VisibleRow {
  readonly resource: string;
  readonly fields: readonly string[];
  readonly relations: readonly VisibleRelation[];
  /** What each row must match, because the service may have ignored the filter that was sent. */
  readonly policy: Policy | undefined;
}

export interface VisibleRelation {
  readonly name: string;
  readonly cardinality: 'one' | 'many';
  /**
   * Absent if no row can be visible: the relation is not requested, and is always empty or null.
   */
  readonly row?: VisibleRow;
  /**
   * Whether the proxy applies the policy itself, because the filter was not sent: rows that do not
   * match are omitted.
   */
  readonly isFilteredHere?: boolean;
}

/** A filter that each row of a response must match. */
export interface Policy {
  /** The names of the fields that it compares on the row itself, and not on related rows. */
  readonly fields: readonly string[];
  /** Whether a row may match; `false` if it certainly does not. */
  readonly mayMatch: Predicate<ResponseRow>;
}

/** Related rows are not in the row, so that a filter on them may match. */
const reader: RowReader<ResponseRow> = {
  field: (name, keyOf, test) => (row) => test(keyOf((own(row, name) ?? null) as JsonValue)), // from JSON
  relation: () => () => true,
};

export const compilePolicy = (filter: FilterNode, dialect: ResolvedDialect): Policy => ({
  fields: comparisonsOf(filter).map(({ name }) => name),
  mayMatch: compileFilter(filter, reader, dialect),
});

export interface ReadRowOptions {
  readonly serviceSchema: Resources;
  /**
   * Creates the error for a response that the request excluded. The reason contains no value of a
   * row.
   */
  readonly unexpected: (reason: string) => Error;
}

/**
 * Copies what a browser page may receive from a row of a response. A row that does not match its
 * policy, lacks a field, or has a value of another kind is an error: the service ignored a part of
 * the query. If the proxy itself applies the policy, a row that does not match is `undefined`.
 */
export function visibleRow(
  options: ReadRowOptions,
  expected: VisibleRow,
  row: unknown,
  path: string,
  isFilteredHere = false,
): object | undefined {
  const { resource, fields, relations } = expected;
  if (!isPlainObject(row)) throw options.unexpected(`${path}: expected a row of ${resource}.`);
  if (!matchesPolicy(options, expected, row, path)) {
    if (isFilteredHere) return undefined;
    throw options.unexpected(
      `${path}: a row of ${resource} does not match its policy. The service ignored a filter.`,
    );
  }
  const service = resourceOf(options.serviceSchema, resource);
  const visible: Record<string, unknown> = {};
  for (const name of fields) {
    const value = requiredMember(options, row, name, path);
    // An object could contain fields that the browser page may not see.
    if (typeof value === 'object' && value !== null && own(service.fields, name)?.kind !== 'json')
      throw options.unexpected(
        `${memberPath(path, name)}: expected a plain value, got an object or an array.`,
      );
    setMember(visible, name, value);
  }
  for (const relation of relations)
    setMember(visible, relation.name, visibleRelation(options, relation, row, path));
  return visible;
}

/** Policies that look at related rows cannot be tested: a row does not show them. */
function matchesPolicy(
  options: ReadRowOptions,
  { resource, policy }: VisibleRow,
  row: ResponseRow,
  path: string,
): boolean {
  if (!policy) return true;
  const { fields } = resourceOf(options.serviceSchema, resource);
  for (const name of policy.fields) {
    const value = requiredMember(options, row, name, path);
    const kind = own(fields, name)?.kind ?? 'json';
    if (value !== null && !isComparable(kind, value))
      throw options.unexpected(
        `${memberPath(path, name)}: expected a value of kind ${kind}, which its policy compares.`,
      );
  }
  return policy.mayMatch(row);
}

/**
 * Whether a value other than null can be compared as its kind: anything else could match a policy
 * by accident. A service may return decimals as JSON numbers.
 */
const isComparable = (kind: FieldKind, value: unknown): boolean =>
  kind === 'json' ||
  fits[kind](kind === 'decimal' && typeof value === 'number' ? String(value) : value);

function visibleRelation(
  options: ReadRowOptions,
  { name, cardinality, row: expected, isFilteredHere }: VisibleRelation,
  row: ResponseRow,
  path: string,
): unknown {
  if (!expected) return cardinality === 'one' ? null : [];
  const value = requiredMember(options, row, name, path);
  const at = memberPath(path, name);
  if (cardinality === 'one')
    return value === null
      ? null
      : (visibleRow(options, expected, value, at, isFilteredHere) ?? null);
  if (!Array.isArray(value)) throw options.unexpected(`${at}: expected an array.`);
  return value.flatMap(
    (item, index) =>
      visibleRow(options, expected, item, memberPath(at, index), isFilteredHere) ?? [],
  );
}

function requiredMember(
  { unexpected }: ReadRowOptions,
  row: ResponseRow,
  name: string,
  path: string,
): unknown {
  const value = own(row, name);
  if (value === undefined) throw unexpected(`${memberPath(path, name)}: missing in the response.`);
  return value;
}
