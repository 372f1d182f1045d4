import type { ResolvedDialect } from '../dialect.js';
import { QueryError } from '../errors.js';
import { matcher, type RowSource } from '../match/matcher.js';
import { memberPath } from '../messages/describe.js';
import type { Combination, ComparisonNode, FilterNode, RelationFilter } from '../query/filter.js';
import type { SelectedRelation, SelectionNode } from '../query/include.js';
import { filterOf } from '../query/where.js';
import type { FieldKind, JsonObject, JsonValue } from '../schema/field.js';
import { fits, traits } from '../schema/kinds.js';
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
  /** How many relations the query nests. */
  depth = 0;
  #level = 0;

  constructor(
    readonly schema: Resources,
    readonly visibilityOf: (resource: string) => Visibility,
  ) {}

  /**
   * Adds the visibility of related rows wherever a filter looks at them, so that hidden ones cannot
   * influence its result. The rows of the resource itself are not restricted; see {@link both}.
   *
   * @throws QueryError for `every` on rows of which only some are visible: the query language has
   * no negation, so that "every visible row matches" cannot be expressed.
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
    if (parts.length === 0) return !decisive;
    if (decisive && parts.length > 1) return { OR: parts };
    return parts.reduce<MatchingRows>((all, part) => both(all, part), true);
  }

  #relation({ op, name, relation, filter }: RelationFilter, path: string): MatchingRows {
    const { cardinality, target } = relation;
    const at = cardinality === 'many' ? memberPath(path, op) : path;
    const visible = this.visibilityOf(target).rows;
    this.depth = Math.max(this.depth, ++this.#level);
    const restricted = this.filter(filter, at);
    this.#level--;
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
    this.depth = Math.max(this.depth, ++this.#level);
    const filter = where && filterOf(this.schema, target, where);
    const asked = filter ? this.filter(filter, memberPath(path, 'where')) : true;
    const matching = both(this.visibilityOf(target).rows, asked, fields);
    const rows = this.select(selection, path);
    this.#level--;
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

/** Creates the error for a response that the request excluded. No problem has a value of a row. */
type Fail = (path: string, problem: string) => Error;

/**
 * Copies what a browser page may receive from a row of a response, field by field. A related row
 * that does not match its policy is `undefined`.
 */
export function copyRow(
  { resource, fields, kinds, tests, relations }: RestrictedSelection,
  row: unknown,
  fail: Fail,
  isRelated = false,
): object | undefined {
  if (!isPlainObject(row)) throw fail('', `expected a row of ${resource}.`);
  const failAt = (name: string, problem: string) => fail(memberPath('', name), problem);
  const read = (name: string): unknown => {
    const value = own(row, name);
    if (value === undefined) throw failAt(name, 'missing in the response.');
    return value;
  };
  for (const { comparisons, matches } of tests) {
    for (const { name, field } of comparisons)
      if (!isComparable(field.kind, read(name)))
        throw failAt(name, `expected a value of kind ${field.kind}, which its policy compares.`);
    if (matches(row)) continue;
    if (isRelated) return undefined;
    const names = [...new Set(comparisons.map(({ name }) => `\`${name}\``))].join(' or ');
    throw fail('', `a row of ${resource} does not match its policy on ${names}. ${CAUSES}`);
  }
  const copy: Record<string, unknown> = {};
  for (const name of fields) {
    const value = read(name);
    // An object could contain fields that the browser page may not see.
    if (typeof value === 'object' && value !== null && own(kinds, name)?.kind !== 'json')
      throw failAt(name, 'expected a plain value, got an object or an array.');
    setMember(copy, name, value);
  }
  for (const { name, isMany, rows } of relations) {
    const value = rows ? read(name) : isMany ? [] : null;
    if (Array.isArray(value) !== isMany)
      throw failAt(name, `expected ${isMany ? 'an array' : 'a row'}.`);
    const items = Array.isArray(value) ? value : value === null ? [] : [value];
    const copies = items.flatMap((item, index) => {
      const failIn: Fail = (path, problem) =>
        fail(memberPath('', name) + (isMany ? memberPath('', index) : '') + path, problem);
      return (rows && copyRow(rows, item, failIn, true)) ?? [];
    });
    setMember(copy, name, isMany ? copies : (copies[0] ?? null));
  }
  return copy;
}

function member(name: string, value: JsonValue): JsonObject {
  const object: JsonObject = {};
  setMember(object, name, value);
  return object;
}

/**
 * The rows that match a policy and a query, or two parts of either. With the fields of the rows,
 * ids in a policy are intersected with those in the query, so that a long policy fits into a URL.
 */
export function both(
  policy: MatchingRows,
  query: MatchingRows,
  fields: Resource['fields'] = {},
): MatchingRows {
  if (policy === false || query === false) return false;
  if (policy === true || query === true) return policy === true ? query : policy;
  const merged = { ...query };
  const rest: JsonObject = {};
  for (const [name, value] of Object.entries(policy)) {
    const asked = own(query, name);
    const common = asked === undefined ? value : intersect(own(fields, name)?.kind, value, asked);
    if (common === false && asked !== undefined) return false;
    if (common !== undefined) setMember(merged, name, common);
    else if (
      isPlainObject(value) &&
      isPlainObject(asked) &&
      !Object.keys(value).some((key) => Object.hasOwn(asked, key))
    )
      setMember(merged, name, { ...asked, ...value } as JsonObject); // of JSON
    else setMember(rest, name, value);
  }
  return Object.keys(rest).length > 0 ? { AND: [rest, merged] } : merged;
}

/** Ids in both of two comparisons: `false` if none is, `undefined` for other comparisons. */
function intersect(
  kind: FieldKind | undefined,
  policy: JsonValue,
  query: JsonValue,
): JsonValue | undefined {
  const [allowed, asked] = [valuesOf(policy), valuesOf(query)];
  if (!allowed || !asked || !kind || !traits[kind].isId) return undefined;
  const common = [...allowed].filter((value) => asked.has(value));
  return common.length > 0 && (common.length === 1 ? common[0] : { in: common });
}

/** The values of a comparison that is only `eq` or `in`. With null, dialects disagree on them. */
function valuesOf(comparison: JsonValue): ReadonlySet<JsonValue> | undefined {
  const entries = isPlainObject(comparison) ? Object.entries(comparison) : [['eq', comparison]];
  const [[op, operand] = []] = entries;
  if (entries.length !== 1 || (op !== 'eq' && op !== 'in')) return undefined;
  const values = new Set([operand].flat() as JsonValue[]); // of JSON
  return values.has(null) ? undefined : values;
}

/** A part of a policy that a row shows: comparisons of its own fields. */
export interface RowTest {
  readonly comparisons: readonly ComparisonNode[];
  readonly matches: (row: Row) => boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** The tests of a policy, all of which must match. */
export const createRowTests = (filter: FilterNode, dialect: ResolvedDialect): RowTest[] =>
  (filter.kind === 'and' ? filter.filters : [filter])
    .map((part) => {
      const find = matcher(withoutRelations(part), source, dialect);
      return { comparisons: comparisonsOf(part), matches: (row: Row) => find([row]).length > 0 };
    })
    .filter(({ comparisons }) => comparisons.length > 0);

const source: RowSource<Row> = {
  reader: (name, _, keyOf) => (row) => keyOf(row[name] as JsonValue), // of JSON, and checked before
  some: () => () => false,
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

const CAUSES =
  'The service ignored a filter, compares text in another way than `dialect` says, or stores more digits of a date than it shows (use `gte` and `lt`).';

/** Anything else could match a policy by accident. A service may return decimals as numbers. */
const isComparable = (kind: FieldKind, value: unknown): boolean =>
  value === null ||
  kind === 'json' ||
  fits[kind](kind === 'decimal' && typeof value === 'number' ? String(value) : value);
