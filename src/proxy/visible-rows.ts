import { matchRow } from '../query/match-row.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/member-path.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import type { VisibleRelation, VisibleRow } from './restrict-include.js';

/** The service sent something that the request excluded, such as a row that the session may not see. */
export class UnexpectedResponse extends Error {}

/**
 * Copies what a page may receive from a row of a response.
 *
 * @param upstream - The resources of the service.
 * @param path - Where the row is in the response.
 * @throws UnexpectedResponse for a row that does not match its policy or lacks a property: the service ignored a part of
 * the query.
 */
export function visibleRow(upstream: Resources, expected: VisibleRow, row: unknown, path: string): object {
  const { resource, fields, relations, filter } = expected;
  if (!isPlainObject(row)) throw new UnexpectedResponse(`${path}: expected a row of ${resource}.`);
  if (filter && matchRow(filter, row, resourceOf(upstream, resource).fields) === false)
    throw new UnexpectedResponse(
      `${path}: a row of ${resource} does not match its policy. The service ignored a filter.`,
    );
  const visible: Record<string, unknown> = {};
  for (const name of fields) setMember(visible, name, requiredMember(row, name, path));
  for (const relation of relations)
    setMember(visible, relation.name, visibleRelation(upstream, relation, row, path));
  return visible;
}

function visibleRelation(
  upstream: Resources,
  { name, cardinality, row: expected }: VisibleRelation,
  row: Record<string, unknown>,
  path: string,
): unknown {
  if (!expected) return cardinality === 'one' ? null : [];
  const value = requiredMember(row, name, path);
  const at = memberPath(path, name);
  if (cardinality === 'one') return value === null ? null : visibleRow(upstream, expected, value, at);
  if (!Array.isArray(value)) throw new UnexpectedResponse(`${at}: expected an array.`);
  return value.map((item, index) => visibleRow(upstream, expected, item, memberPath(at, index)));
}

function requiredMember(row: Record<string, unknown>, name: string, path: string): unknown {
  const value = own(row, name);
  if (value === undefined)
    throw new UnexpectedResponse(`${memberPath(path, name)}: missing in the response.`);
  return value;
}
