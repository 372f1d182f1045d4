import type { ResolvedDialect } from '../dialect/dialect.js';
import { QueryError } from '../errors.js';
import {
  allOf,
  type Combination,
  type FilterNode,
  type RelationFilter,
} from '../query/filter-node.js';
import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/describe.js';
import { own, setMember } from '../values/plain-object.js';
import { filterToJson, nodesOf } from './filter-nodes.js';
import { compilePolicy, type VisibleRelation, type VisibleRow } from './visible-rows.js';

/**
 * Which rows of a resource match: all (`true`), none (`false`), or those that a filter describes.
 */
export type MatchingRows = boolean | FilterNode;

/** The service whose rows policies select. */
export interface PolicyService {
  readonly serviceSchema: Resources;
  readonly dialect: ResolvedDialect;
}

export interface RestrictOptions extends PolicyService {
  /** Which rows of a resource a session may see. */
  readonly visibilityOf: (resource: string) => MatchingRows;
}

/**
 * Restricts a filter, so that hidden related rows cannot influence its result: the visibility of a
 * resource is added wherever the filter looks at its rows. The rows of the resource itself are not
 * restricted; see {@link both}.
 *
 * @throws QueryError for `every` on a resource of which only some rows are visible: the query
 * language has no negation, so that "every visible row matches" cannot be expressed.
 */
export function restrictFilter(
  options: RestrictOptions,
  filter: FilterNode,
  path: string,
): MatchingRows {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return restrictCombination(options, filter, path);
    case 'relation':
      return restrictRelation(options, filter, memberPath(path, filter.name));
    case 'comparison':
      return filter;
  }
}

export function both(one: MatchingRows, other: MatchingRows): MatchingRows {
  if (one === false || other === false) return false;
  if (one === true) return other;
  return other === true ? one : { kind: 'and', filters: [one, other] };
}

const ANY: FilterNode = { kind: 'and', filters: [] };

function restrictCombination(
  options: RestrictOptions,
  { kind, filters }: Combination,
  path: string,
): MatchingRows {
  if (kind === 'or' && filters.length === 0) return options.dialect.empty.or === 'everything';
  const decisive = kind === 'or'; // one such part decides about all
  const restricted = filters.map((part) => restrictFilter(options, part, path));
  if (restricted.includes(decisive)) return decisive;
  const rest = restricted.filter((part) => typeof part === 'object');
  if (rest.length === 0) return !decisive;
  return kind === 'and' ? allOf(rest) : { kind, filters: rest };
}

function restrictRelation(
  options: RestrictOptions,
  filter: RelationFilter,
  path: string,
): MatchingRows {
  const { op, relation } = filter;
  const isMany = relation.cardinality === 'many';
  const at = isMany ? memberPath(path, op) : path;
  const visibility = options.visibilityOf(relation.target);
  const restricted = restrictFilter(options, filter.filter, at);
  if (op === 'every') {
    if (restricted === true || visibility === false) return true;
    if (visibility !== true)
      throw new QueryError(
        at,
        `is not available, because only some of the ${relation.target} are visible. Use \`none\` with the opposite filter.`,
      );
    return restricted === false
      ? { ...filter, op: 'none', filter: ANY }
      : { ...filter, filter: restricted };
  }
  const matching = both(visibility, restricted);
  if (matching === false) return op === 'none';
  return { ...filter, filter: matching === true ? ANY : matching };
}

/** A restricted include: what is requested, and what of the response is passed on. */
export interface RestrictedInclude {
  readonly include: JsonObject;
  readonly row: VisibleRow;
}

/**
 * Restricts a checked include: every field is named, so that the service cannot add one by default,
 * each relation is filtered by the visibility of its rows, and fields that a visibility compares
 * are requested too.
 *
 * @param isShort - Leaves the visibility of relations out of the request if the proxy can test it
 * on each row.
 */
export function restrictInclude(
  options: RestrictOptions,
  { resource, fields, relations }: SelectionNode,
  required: MatchingRows,
  path: string,
  isShort = false,
): RestrictedInclude {
  const policy =
    typeof required === 'object' ? compilePolicy(required, options.dialect) : undefined;
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
  // A field or relation called `where` or `include` can only be requested in the form with a filter
  // (decision 9).
  const isAmbiguous = ['where', 'include'].some(
    (name) => own(fields, name) || own(relations, name),
  );
  const json =
    typeof filter === 'object' || isAmbiguous
      ? { where: typeof filter === 'object' ? filterToJson(filter) : {}, include }
      : include;
  return { json, row, isFilteredHere };
}
