import { QueryError } from '../errors.js';
import { memberPath } from '../messages/describe.js';
import {
  type Combination,
  type ComparisonNode,
  type FilterNode,
  filterOf,
  type RelationFilter,
} from '../query/filter.js';
import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { FieldKind, JsonObject, JsonValue } from '../schema/field.js';
import { traits, uuidKey } from '../schema/kinds.js';
import { type Resources, resourceOf } from '../schema/lookup.js';
import type { Resource } from '../schema/resource.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';

/** Which rows match: all (`true`), none (`false`), or those of a filter, in the form it is sent. */
export type MatchingRows = boolean | JsonObject;

/** Which rows of a resource a session may see. */
export interface Visibility {
  readonly rows: MatchingRows;
  /** What each row of a response must match: the service may have ignored `rows`. */
  readonly tests: readonly RowTest[];
}

export type ReceivedRow = Readonly<Record<string, unknown>>;

/** A part of a policy that a row shows: comparisons of its own fields. */
export interface RowTest {
  readonly comparisons: readonly ComparisonNode[];
  readonly matches: (row: ReceivedRow) => boolean;
}

export const allRows: Visibility = { rows: true, tests: [] };
export const noRows: Visibility = { rows: false, tests: [] };

/** What is requested of rows, and copied from the response. */
export interface RestrictedSelection extends Pick<SelectionNode, 'resource' | 'fields'> {
  readonly include: JsonObject;
  readonly kinds: Resource['fields'];
  readonly tests: readonly RowTest[];
  /** A relation of which no row can be visible has no `rows`. It is not requested. */
  readonly relations: readonly {
    readonly name: string;
    readonly isMany: boolean;
    readonly rows: RestrictedSelection | undefined;
  }[];
}

/** Restricts a query to what a session may see. */
export class Restriction {
  constructor(
    readonly schema: Resources,
    readonly visibilityOf: (resource: string) => Visibility,
  ) {}

  /**
   * Adds the visibility of related rows wherever a filter looks at them, so that hidden ones cannot
   * influence its result. The rows of the resource itself are not restricted; see
   * {@link matchingBoth}.
   *
   * @throws QueryError for `every` on rows of which only some are visible: the query language has
   * no negation, so that "every visible row matches" cannot be expressed.
   */
  filter(filter: FilterNode, path: string): MatchingRows {
    if (filter.kind === 'relation') return this.#relation(filter, memberPath(path, filter.name));
    if (filter.kind !== 'comparison') return this.#combination(filter, path);
    const { op, name, operand } = filter;
    const isBare = op === 'eq' && (typeof operand !== 'object' || operand === null);
    return objectWith(name, isBare ? operand : { [op]: operand });
  }

  #combination({ kind, filters }: Combination, path: string): MatchingRows {
    const decisive = kind === 'or'; // such a part decides about all
    const parts: JsonObject[] = [];
    let isDecided = false;
    // Each part is restricted, so that an error does not depend on the place of a part. A loop,
    // because each function that a deep filter nests needs a part of the stack.
    for (const filter of filters) {
      const part = this.filter(filter, path);
      isDecided ||= part === decisive;
      if (typeof part === 'object') parts.push(part);
    }
    if (isDecided) return decisive;
    if (parts.length === 0) return !decisive;
    if (decisive && parts.length > 1) return { OR: parts };
    return parts.reduce<MatchingRows>((all, part) => matchingBoth(all, part), true);
  }

  #relation({ op, name, relation, filter }: RelationFilter, path: string): MatchingRows {
    const { cardinality, target } = relation;
    const at = cardinality === 'many' ? memberPath(path, op) : path;
    const visible = this.visibilityOf(target).rows;
    const restricted = this.filter(filter, at);
    if (op === 'every' && (restricted === true || visible === false)) return true;
    if (op === 'every' && visible !== true)
      throw new QueryError(
        at,
        `is not available, because only some of the ${target} are visible. ` +
          'Use `none` with the opposite filter.',
      );
    if (op === 'every')
      return objectWith(name, restricted === false ? { none: {} } : { every: restricted });
    const matching = matchingBoth(visible, restricted, resourceOf(this.schema, target).fields);
    if (matching === false) return op === 'none';
    if (cardinality === 'many')
      return objectWith(name, { [op]: matching === true ? {} : matching });
    return objectWith(name, matching === true ? { AND: [] } : matching); // `{}` is no constraint
  }

  /**
   * Names every field, so that the service cannot add one by default, and those that a policy
   * compares. Each relation is filtered by the visibility of its rows.
   */
  select({ resource, fields, ...node }: SelectionNode, path: string): RestrictedSelection {
    const { tests } = this.visibilityOf(resource);
    const kinds = resourceOf(this.schema, resource).fields;
    const include: JsonObject = {};
    const compared = tests.flatMap(({ comparisons }) => comparisons.map(({ name }) => name));
    for (const name of [...fields, ...compared]) setMember(include, name, true);
    const relations = node.relations.map((related) => {
      const { name, relation } = related;
      const rows = this.#related(related, memberPath(path, name));
      if (rows) setMember(include, name, rows.include);
      return { name, isMany: relation.cardinality === 'many', rows };
    });
    return { resource, fields, include, kinds, tests, relations };
  }

  #related(
    { relation: { target }, selection, where }: SelectedRelation,
    path: string,
  ): RestrictedSelection | undefined {
    const { fields, relations } = resourceOf(this.schema, target);
    const filter = where && filterOf(this.schema, target, where);
    const asked = filter ? this.filter(filter, memberPath(path, 'where')) : true;
    const matching = matchingBoth(this.visibilityOf(target).rows, asked, fields);
    const rows = this.select(selection, path);
    if (matching === false) return undefined;
    // A field or relation called `where` or `include` can only be requested in the form with a
    // filter (decision 9).
    const names = { ...fields, ...relations };
    const isAmbiguous = Object.hasOwn(names, 'where') || Object.hasOwn(names, 'include');
    if (matching === true && !isAmbiguous) return rows;
    const { include } = rows;
    return { ...rows, include: { where: matching === true ? {} : matching, include } };
  }
}

function objectWith(name: string, value: JsonValue): JsonObject {
  const object: JsonObject = {};
  setMember(object, name, value);
  return object;
}

/**
 * The rows that match a policy and a query, or two parts of either. With the fields of the rows,
 * ids and text in a policy are intersected with those in the query, so that a long policy fits into
 * a URL.
 */
export function matchingBoth(
  policy: MatchingRows,
  query: MatchingRows,
  fields: Resource['fields'] = {},
): MatchingRows {
  if (policy === false || query === false) return false;
  if (policy === true || query === true) return policy === true ? query : policy;
  // The policy comes first: a service that tests conditions one after the other does not reach, and
  // cannot fail at, those of the query for a hidden row.
  const merged: JsonObject = {};
  const rest: JsonObject = {};
  for (const [name, value] of Object.entries(policy)) {
    const asked = own(query, name);
    const common = asked === undefined ? value : intersect(own(fields, name)?.kind, value, asked);
    if (common === false && asked !== undefined) return false;
    // Two comparators or quantifiers are never written into one object: a service that reads only
    // one of them would ignore the policy.
    setMember(common === undefined ? rest : merged, name, common ?? value);
  }
  for (const [name, value] of Object.entries(query))
    if (!Object.hasOwn(merged, name)) setMember(merged, name, value);
  return Object.keys(rest).length > 0 ? { AND: [rest, merged] } : merged;
}

/**
 * Values in both of two comparisons, as the policy writes them: `false` if none is, `undefined` for
 * other comparisons. Text too: a policy compares it only if the dialect says that it is `'exact'`.
 */
function intersect(
  kind: FieldKind | undefined,
  policy: JsonValue,
  query: JsonValue,
): JsonValue | undefined {
  const [allowed, asked] = [comparedValues(policy), comparedValues(query)];
  if (!allowed || !asked || !kind || !(traits[kind].isId || traits[kind].isText)) return undefined;
  const keyOf = kind === 'uuid' ? uuidKey : (value: JsonValue) => value;
  const keys = new Set([...asked].map(keyOf));
  const common = [...allowed].filter((value) => keys.has(keyOf(value)));
  return common.length > 0 && (common.length === 1 ? common[0] : { in: common });
}

/** The values of a comparison that is only `eq` or `in`. With null, dialects disagree on them. */
function comparedValues(comparison: JsonValue): ReadonlySet<JsonValue> | undefined {
  const entries = isPlainObject(comparison) ? Object.entries(comparison) : [['eq', comparison]];
  const [[op, operand] = []] = entries;
  if (entries.length !== 1 || (op !== 'eq' && op !== 'in')) return undefined;
  const values = new Set([operand].flat() as JsonValue[]); // of JSON
  return values.has(null) ? undefined : values;
}
