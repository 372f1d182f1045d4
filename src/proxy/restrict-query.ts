import { QueryError } from '../errors.js';
import type { Combination, FilterNode, RelationFilter } from '../query/filter.js';
import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/describe.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import type { RowTest, VisibleRelation, VisibleRow } from './visible-rows.js';

/** Which rows match: all (`true`), none (`false`), or those of a filter, in the form it is sent. */
export type MatchingRows = boolean | JsonObject;

/** Which rows of a resource a session may see. */
export interface Visibility {
  readonly rows: MatchingRows;
  /** Absent if a row does not show whether it is visible. */
  readonly test?: RowTest | undefined;
}

export interface RestrictOptions {
  readonly serviceSchema: Resources;
  readonly visibilityOf: (resource: string) => Visibility;
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
    case 'comparison': {
      const { op, name, operand } = filter;
      const isBare = op === 'eq' && (typeof operand !== 'object' || operand === null);
      return member(name, isBare ? operand : { [op]: operand });
    }
  }
}

function restrictCombination(
  options: RestrictOptions,
  { kind, filters }: Combination,
  path: string,
): MatchingRows {
  const decisive = kind === 'or'; // such a part decides about all
  const parts: JsonObject[] = [];
  for (const filter of filters) {
    const part = restrictFilter(options, filter, path);
    if (part === decisive) return decisive;
    if (typeof part === 'object') parts.push(part);
  }
  const [first, ...rest] = parts;
  if (!first) return !decisive;
  if (rest.length === 0) return first;
  if (kind === 'or') return { OR: parts };
  return rest.reduce<MatchingRows>((merged, part) => both(merged, part), first);
}

function restrictRelation(
  options: RestrictOptions,
  { op, name, relation, filter }: RelationFilter,
  path: string,
): MatchingRows {
  const { cardinality, target } = relation;
  const isMany = cardinality === 'many';
  const at = isMany ? memberPath(path, op) : path;
  const visible = options.visibilityOf(target).rows;
  const restricted = restrictFilter(options, filter, at);
  if (op === 'every') {
    if (restricted === true || visible === false) return true;
    if (visible !== true)
      throw new QueryError(
        at,
        `is not available, because only some of the ${target} are visible. Use \`none\` with the opposite filter.`,
      );
    return member(name, restricted === false ? { none: {} } : { every: restricted });
  }
  const matching = both(visible, restricted, resourceOf(options.serviceSchema, target).fields);
  if (matching === false) return op === 'none';
  if (isMany) return member(name, { [op]: matching === true ? {} : matching });
  return member(name, matching === true ? { AND: [] } : matching); // `{}` is no constraint
}

function member(name: string, value: JsonValue): JsonObject {
  const object: JsonObject = {};
  setMember(object, name, value);
  return object;
}

/**
 * The rows that match two filters: a policy and a query, or two parts of either.
 *
 * @param fields - Of the rows. With them, the `in` of a policy is intersected with the `eq` or `in`
 * of the query on the same field, so that a long policy fits into a URL.
 */
export function both(
  policy: MatchingRows,
  query: MatchingRows,
  fields: { readonly [name: string]: Field } = {},
): MatchingRows {
  if (policy === false || query === false) return false;
  if (policy === true) return query;
  if (query === true) return policy;
  const merged = { ...query };
  const rest: JsonObject = {};
  for (const [name, value] of Object.entries(policy)) {
    const asked = own(query, name);
    const common = asked === undefined ? value : intersect(own(fields, name), value, asked);
    if (common === false) return false;
    if (common !== undefined) setMember(merged, name, common);
    else if (isPlainObject(value) && isPlainObject(asked) && areDisjoint(value, asked))
      setMember(merged, name, { ...asked, ...value } as JsonObject); // of JSON
    else setMember(rest, name, value);
  }
  return Object.keys(rest).length > 0 ? { AND: [rest, merged] } : merged;
}

const areDisjoint = (left: object, right: object): boolean =>
  !Object.keys(left).some((key) => Object.hasOwn(right, key));

/** Kinds whose values are certainly different if they differ in more than letter case. */
const comparedAsText: readonly string[] = ['uuid', 'string', 'enumeration', 'integer'];

/**
 * The comparison that two comparisons with `eq` or `in` together are; `false` if no value is in
 * both, and `undefined` if that is not certain.
 */
function intersect(
  field: Field | undefined,
  policy: JsonValue,
  query: JsonValue,
): JsonValue | undefined {
  const allowed = valuesOf(policy);
  const asked = valuesOf(query);
  if (!field || !comparedAsText.includes(field.kind) || !allowed || !asked) return undefined;
  const fold = (value: JsonValue) => String(value).toLowerCase();
  const folded = new Set(asked.map(fold));
  const common = allowed.filter((value) => folded.has(fold(value)));
  if (common.length === 0) return false;
  const exact = new Set(asked);
  if (!common.every((value) => exact.has(value))) return undefined;
  return common.length === 1 ? common[0] : { in: common };
}

/** The values of a comparison that is only `eq` or `in`; not with null, which dialects disagree on. */
function valuesOf(comparison: JsonValue): readonly JsonValue[] | undefined {
  const isObject = isPlainObject(comparison);
  if (isObject && (Object.keys(comparison).length !== 1 || !('in' in comparison || 'eq' in comparison)))
    return undefined;
  const values = [isObject ? (comparison.in ?? comparison.eq ?? null) : comparison].flat();
  return values.includes(null) ? undefined : (values as JsonValue[]); // of JSON
}

/** A restricted include: what is requested, and what of the response is passed on. */
export interface RestrictedInclude {
  readonly include: JsonObject;
  readonly row: VisibleRow;
}

/**
 * Restricts a checked include: every field is named, so that the service cannot add one by default,
 * each relation is filtered by the visibility of its rows, and fields that a policy compares are
 * requested too.
 */
export function restrictInclude(
  options: RestrictOptions,
  { resource, fields, relations }: SelectionNode,
  test: RowTest | undefined,
  path: string,
): RestrictedInclude {
  const service = resourceOf(options.serviceSchema, resource);
  const include: JsonObject = {};
  for (const name of fields) setMember(include, name, true);
  for (const { name } of test?.fields ?? []) setMember(include, name, true);
  const visible: VisibleRelation[] = [];
  for (const selected of relations) {
    const { name, relation } = selected;
    const restricted = restrictSelectedRelation(options, selected, memberPath(path, name));
    visible.push({ name, isMany: relation.cardinality === 'many', row: restricted?.row });
    if (restricted) setMember(include, name, restricted.json);
  }
  const copied = fields.map((name) => ({
    name,
    isJson: own(service.fields, name)?.kind === 'json',
  }));
  return { include, row: { resource, fields: copied, relations: visible, test } };
}

/** `undefined` if no row of the relation can be visible: it is not requested. */
function restrictSelectedRelation(
  options: RestrictOptions,
  { relation: { target }, selection, where }: SelectedRelation,
  path: string,
): { readonly row: VisibleRow; readonly json: JsonValue } | undefined {
  const { fields, relations } = resourceOf(options.serviceSchema, target);
  const { rows, test } = options.visibilityOf(target);
  const asked = where ? restrictFilter(options, where, memberPath(path, 'where')) : true;
  const matching = both(rows, asked, fields);
  if (matching === false) return undefined;
  const { include, row } = restrictInclude(options, selection, test, path);
  // A field or relation called `where` or `include` can only be requested in the form with a filter
  // (decision 9).
  const isAmbiguous = ['where', 'include'].some(
    (name) => own(fields, name) || own(relations, name),
  );
  if (matching === true && !isAmbiguous) return { row, json: include };
  return { row, json: { where: matching === true ? {} : matching, include } };
}
