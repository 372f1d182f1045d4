import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/member-path.js';
import { own, setMember } from '../values/plain-object.js';
import { filterToJson } from './filter-to-json.js';
import { compilePolicy, type Policy } from './policy.js';
import { both, type Restricted, type RestrictOptions, restrictFilter } from './restrict-filter.js';

/** What an include is restricted with. */
export interface RestrictIncludeOptions extends RestrictOptions {
  /** The resources of the service, on which visibility is defined. */
  readonly upstream: Resources;
}

/** What a page receives of each row of a resource. */
export interface VisibleRow {
  readonly resource: string;
  readonly fields: readonly string[];
  readonly relations: readonly VisibleRelation[];
  /** What each row must match, because the service may have ignored the filter that was sent. */
  readonly policy: Policy | undefined;
}

/** A relation of a row that a page receives. */
export interface VisibleRelation {
  readonly name: string;
  readonly cardinality: 'one' | 'many';
  /** Absent if no row can be visible: the relation is not requested, and is always empty or null. */
  readonly row: VisibleRow | undefined;
}

/** A restricted include: what is requested, and what of the response is passed on. */
export interface RestrictedInclude {
  readonly include: JsonObject;
  readonly row: VisibleRow;
}

/**
 * Restricts a checked include: every property is named, so that the service cannot add one by
 * default, and each relation is filtered by the visibility of its rows. Fields that a visibility
 * compares are requested too.
 *
 * @param required - What each row must match.
 */
export function restrictInclude(
  options: RestrictIncludeOptions,
  { resource, fields, relations }: SelectionNode,
  required: Restricted,
  path: string,
): RestrictedInclude {
  const policy = typeof required === 'object' ? compilePolicy(required, options.dialect) : undefined;
  const include: JsonObject = {};
  for (const name of [...fields, ...(policy?.fields ?? [])]) setMember(include, name, true);
  const visible: VisibleRelation[] = [];
  for (const selected of relations) {
    const { name, relation } = selected;
    const restricted = restrictRelation(options, selected, memberPath(path, name));
    visible.push({ name, cardinality: relation.cardinality, row: restricted?.row });
    if (restricted) setMember(include, name, restricted.json);
  }
  return { include, row: { resource, fields, relations: visible, policy } };
}

function restrictRelation(
  options: RestrictIncludeOptions,
  { relation: { target }, selection, where }: SelectedRelation,
  path: string,
): { readonly json: JsonValue; readonly row: VisibleRow } | undefined {
  const visibility = options.visibilityOf(target);
  const restricted = where ? restrictFilter(options, where, memberPath(path, 'where')) : true;
  const filter = both(visibility, restricted);
  if (filter === false) return undefined;
  const { include, row } = restrictInclude(options, selection, visibility, path);
  const { fields, relations } = resourceOf(options.upstream, target);
  // A property called `where` or `include` can only be requested in the form with a filter (decision 9).
  const isAmbiguous = ['where', 'include'].some((name) => own(fields, name) || own(relations, name));
  if (filter === true && !isAmbiguous) return { json: include, row };
  return { json: { where: filter === true ? {} : filterToJson(filter), include }, row };
}
