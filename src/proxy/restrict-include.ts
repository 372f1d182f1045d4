import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/member-path.js';
import { own, setMember } from '../values/plain-object.js';
import { nodesOf } from './filter-nodes.js';
import { filterToJson } from './filter-to-json.js';
import { both, type RestrictOptions, type RowFilter, restrictFilter } from './restrict-filter.js';
import { compilePolicy, type VisibleRelation, type VisibleRow } from './visible-rows.js';

/** A restricted include: what is requested, and what of the response is passed on. */
export interface RestrictedInclude {
  readonly include: JsonObject;
  readonly row: VisibleRow;
}

/**
 * Restricts a checked include: every field is named, so that the service cannot add one by default, each
 * relation is filtered by the visibility of its rows, and fields that a visibility compares are requested too.
 *
 * @param required - What each row must match.
 * @param isShort - Leaves the visibility of relations out of the request if the proxy can test it on each row.
 */
export function restrictInclude(
  options: RestrictOptions,
  { resource, fields, relations }: SelectionNode,
  required: RowFilter,
  path: string,
  isShort = false,
): RestrictedInclude {
  const policy = typeof required === 'object' ? compilePolicy(required, options.dialect) : undefined;
  const include: JsonObject = {};
  for (const name of [...fields, ...(policy?.fields ?? [])]) setMember(include, name, true);
  const visible: VisibleRelation[] = [];
  for (const selected of relations) {
    const { name, relation } = selected;
    const restricted = restrictSelectedRelation(options, selected, memberPath(path, name), isShort);
    const { json, ...rest } = restricted ?? {};
    visible.push({ name, cardinality: relation.cardinality, ...rest });
    if (json !== undefined) setMember(include, name, json);
  }
  return { include, row: { resource, fields, relations: visible, policy } };
}

function restrictSelectedRelation(
  options: RestrictOptions,
  { relation: { target }, selection, where }: SelectedRelation,
  path: string,
  isShort: boolean,
): (Pick<VisibleRelation, 'row' | 'isFilteredHere'> & { readonly json: JsonValue }) | undefined {
  const visibility = options.visibilityOf(target);
  const restricted = where ? restrictFilter(options, where, memberPath(path, 'where')) : true;
  const whole = both(visibility, restricted);
  if (whole === false) return undefined;
  const isFilteredHere =
    isShort &&
    typeof visibility === 'object' &&
    nodesOf(visibility).every(({ node }) => node.kind !== 'relation');
  const filter = isFilteredHere ? restricted : whole;
  const { include, row } = restrictInclude(options, selection, visibility, path, isShort);
  const { fields, relations } = resourceOf(options.serviceSchema, target);
  // A field or relation called `where` or `include` can only be requested in the form with a filter (decision 9).
  const isAmbiguous = ['where', 'include'].some((name) => own(fields, name) || own(relations, name));
  const json =
    typeof filter === 'object' || isAmbiguous
      ? { where: typeof filter === 'object' ? filterToJson(filter) : {}, include }
      : include;
  return { json, row, isFilteredHere };
}
