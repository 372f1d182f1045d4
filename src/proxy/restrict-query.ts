import { QueryError } from '../errors.js';
import type { Combination, FilterNode, RelationFilter } from '../query/filter.js';
import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/describe.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import type { RowTest } from './visible-rows.js';

/** Which rows match: all (`true`), none (`false`), or those of a filter, in the form it is sent. */
export type MatchingRows = boolean | JsonObject;

/** Which rows of a resource a session may see. */
export interface Visibility {
  readonly rows: MatchingRows;
  /** What each row of a response must match, because the service may have ignored `rows`. */
  readonly tests: readonly RowTest[];
}

/** Restricts a query to what a session may see. */
export class Restriction {
  /** The relations of which no row can be visible. They are not requested. */
  readonly omitted = new Set<SelectedRelation>();

  constructor(
    readonly schema: Resources,
    readonly visibilityOf: (resource: string) => Visibility,
  ) {}

  /**
   * Restricts a filter, so that hidden related rows cannot influence its result: the visibility of a
   * resource is added wherever the filter looks at its rows. The rows of the resource itself are not
   * restricted; see {@link both}.
   *
   * @throws QueryError for `every` on a resource of which only some rows are visible: the query
   * language has no negation, so that "every visible row matches" cannot be expressed.
   */
  filter(filter: FilterNode, path: string): MatchingRows {
    if (filter.kind === 'relation') return this.#relation(filter, memberPath(path, filter.name));
    if (filter.kind !== 'comparison') return this.#combination(filter, path);
    const { op, name, operand } = filter;
    const isBare = op === 'eq' && (typeof operand !== 'object' || operand === null);
    return member(name, isBare ? operand : { [op]: operand });
  }

  #combination({ kind, filters }: Combination, path: string): MatchingRows {
    const decisive = kind === 'or'; // such a part decides about all
    const parts: JsonObject[] = [];
    for (const filter of filters) {
      const part = this.filter(filter, path);
      if (part === decisive) return decisive;
      if (typeof part === 'object') parts.push(part);
    }
    if (decisive && parts.length > 1) return { OR: parts };
    return parts.length === 0
      ? !decisive
      : parts.reduce<MatchingRows>((all, part) => both(all, part), true);
  }

  #relation({ op, name, relation, filter }: RelationFilter, path: string): MatchingRows {
    const { cardinality, target } = relation;
    const at = cardinality === 'many' ? memberPath(path, op) : path;
    const visible = this.visibilityOf(target).rows;
    const restricted = this.filter(filter, at);
    if (op === 'every') {
      if (restricted === true || visible === false) return true;
      if (visible === true)
        return member(name, restricted === false ? { none: {} } : { every: restricted });
      const problem = `is not available, because only some of the ${target} are visible. Use \`none\` with the opposite filter.`;
      throw new QueryError(at, problem);
    }
    const matching = both(visible, restricted, resourceOf(this.schema, target).fields);
    if (matching === false) return op === 'none';
    if (cardinality === 'many') return member(name, { [op]: matching === true ? {} : matching });
    return member(name, matching === true ? { AND: [] } : matching); // `{}` is no constraint
  }

  /**
   * Restricts a checked include: every field is named, so that the service cannot add one by
   * default, each relation is filtered by the visibility of its rows, and fields that a policy
   * compares are requested too.
   */
  include({ resource, fields, relations }: SelectionNode, path: string): JsonObject {
    const compared = this.visibilityOf(resource).tests.flatMap(({ comparisons }) => comparisons);
    const include: JsonObject = {};
    for (const name of fields) setMember(include, name, true);
    for (const { name } of compared) setMember(include, name, true);
    for (const relation of relations) {
      const included = this.#includedRelation(relation, memberPath(path, relation.name));
      if (included) setMember(include, relation.name, included);
      else this.omitted.add(relation);
    }
    return include;
  }

  #includedRelation(
    { relation: { target }, selection, where }: SelectedRelation,
    path: string,
  ): JsonObject | undefined {
    const { fields, relations } = resourceOf(this.schema, target);
    const asked = where ? this.filter(where, memberPath(path, 'where')) : true;
    const matching = both(this.visibilityOf(target).rows, asked, fields);
    const include = this.include(selection, path);
    if (matching === false) return undefined;
    // A field or relation called `where` or `include` can only be requested in the form with a
    // filter (decision 9).
    const names = { ...fields, ...relations };
    const isAmbiguous = Object.hasOwn(names, 'where') || Object.hasOwn(names, 'include');
    if (matching === true && !isAmbiguous) return include;
    return { where: matching === true ? {} : matching, include };
  }
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
  if (policy === true || query === true) return policy === true ? query : policy;
  const merged = { ...query };
  const rest: JsonObject = {};
  for (const [name, value] of Object.entries(policy)) {
    const asked = own(query, name);
    const common = asked === undefined ? value : intersect(own(fields, name), value, asked);
    if (common === false && asked !== undefined) return false;
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
const comparedAsText: readonly unknown[] = ['uuid', 'string', 'enumeration', 'integer'];

/**
 * The comparison that two comparisons with `eq` or `in` together are; `false` if they have no value
 * in common, and `undefined` if that is not certain.
 */
function intersect(
  field: Field | undefined,
  policy: JsonValue,
  query: JsonValue,
): JsonValue | undefined {
  const allowed = valuesOf(policy);
  const asked = valuesOf(query);
  if (!comparedAsText.includes(field?.kind) || !allowed || !asked) return undefined;
  const fold = (value: JsonValue) => String(value).toLowerCase();
  const folded = new Set(asked.map(fold));
  const common = allowed.filter((value) => folded.has(fold(value)));
  if (common.length === 0) return false;
  const exact = new Set(asked);
  if (!common.every((value) => exact.has(value))) return undefined;
  return common.length === 1 ? common[0] : { in: common };
}

/** The values of a comparison that is only `eq` or `in`. With null, dialects disagree on them. */
function valuesOf(comparison: JsonValue): readonly JsonValue[] | undefined {
  const entries = isPlainObject(comparison) ? Object.entries(comparison) : [['eq', comparison]];
  const [[op, operand] = []] = entries;
  if (entries.length !== 1 || (op !== 'eq' && op !== 'in')) return undefined;
  const values = [operand].flat() as JsonValue[]; // of JSON
  return values.includes(null) ? undefined : values;
}
