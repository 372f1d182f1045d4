import type { FieldKind } from '../schema/field.js';
import { fits } from '../schema/kinds.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/member-path.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import type { VisibleRelation, VisibleRow } from './restrict-include.js';

/** What the rows of a response are read with. */
export interface ReadRowOptions {
  /** The resources of the service. */
  readonly upstream: Resources;
  /** Creates the error for a response that the request excluded. The reason contains no value of a row. */
  readonly unexpected: (reason: string) => Error;
}

/**
 * Copies what a page may receive from a row of a response.
 *
 * @param path - Where the row is in the response.
 * @throws The unexpected error for a row that does not match its policy, lacks a property, or has a value of
 * another kind: the service ignored a part of the query.
 */
export function visibleRow(
  options: ReadRowOptions,
  expected: VisibleRow,
  row: unknown,
  path: string,
): object {
  const { resource, fields, relations } = expected;
  if (!isPlainObject(row)) throw options.unexpected(`${path}: expected a row of ${resource}.`);
  assertPolicy(options, expected, row, path);
  const upstream = resourceOf(options.upstream, resource);
  const visible: Record<string, unknown> = {};
  for (const name of fields) {
    const value = requiredMember(options, row, name, path);
    // An object could contain properties that the page may not see.
    if (typeof value === 'object' && value !== null && own(upstream.fields, name)?.kind !== 'json')
      throw options.unexpected(
        `${memberPath(path, name)}: expected a plain value, got an object or an array.`,
      );
    setMember(visible, name, value);
  }
  for (const relation of relations)
    setMember(visible, relation.name, visibleRelation(options, relation, row, path));
  return visible;
}

/** Policies that look at related rows cannot be checked: a row does not show them. */
function assertPolicy(
  options: ReadRowOptions,
  { resource, policy }: VisibleRow,
  row: Record<string, unknown>,
  path: string,
): void {
  if (!policy) return;
  const { fields } = resourceOf(options.upstream, resource);
  for (const name of policy.fields) {
    const value = requiredMember(options, row, name, path);
    const kind = own(fields, name)?.kind ?? 'json';
    if (value !== null && !isComparable(kind, value))
      throw options.unexpected(
        `${memberPath(path, name)}: expected a value of kind ${kind}, which its policy compares.`,
      );
  }
  if (!policy.mayMatch(row))
    throw options.unexpected(
      `${path}: a row of ${resource} does not match its policy. The service ignored a filter.`,
    );
}

/**
 * Whether a value other than null can be compared as its kind: anything else could match a policy by accident.
 * A service may return decimals as JSON numbers.
 */
const isComparable = (kind: FieldKind, value: unknown): boolean =>
  kind === 'json' || fits[kind](kind === 'decimal' && typeof value === 'number' ? String(value) : value);

function visibleRelation(
  options: ReadRowOptions,
  { name, cardinality, row: expected }: VisibleRelation,
  row: Record<string, unknown>,
  path: string,
): unknown {
  if (!expected) return cardinality === 'one' ? null : [];
  const value = requiredMember(options, row, name, path);
  const at = memberPath(path, name);
  if (cardinality === 'one') return value === null ? null : visibleRow(options, expected, value, at);
  if (!Array.isArray(value)) throw options.unexpected(`${at}: expected an array.`);
  return value.map((item, index) => visibleRow(options, expected, item, memberPath(at, index)));
}

function requiredMember(
  { unexpected }: ReadRowOptions,
  row: Record<string, unknown>,
  name: string,
  path: string,
): unknown {
  const value = own(row, name);
  if (value === undefined) throw unexpected(`${memberPath(path, name)}: missing in the response.`);
  return value;
}
