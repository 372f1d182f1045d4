import { requestDialect } from '../../../dialect/request-dialect.js';
import { QueryError } from '../../../errors.js';
import type { Field, FieldKind, JsonObject, JsonValue } from '../../../schema/field.js';
import type { Relation } from '../../../schema/relation.js';
import type { Resource } from '../../../schema/resource.js';
import { type Resources, resourceOf } from '../../../schema/resources.js';
import { isPlainObject, own } from '../../../values/plain-object.js';
import { mostVaried, type Sample } from '../sample/sample-rows.js';
import type { Service, ServiceRequest } from '../service/live-service.js';

/** A comparator in a query. */
export interface Use {
  readonly field: `${string}.${string}`;
  readonly kind: FieldKind;
  readonly comparator: string;
}

/**
 * What is compared of two responses: which rows, their order, all of each row, or the status of a
 * rejection.
 */
export type Comparand = 'ids' | 'order' | 'rows' | 'status';

/**
 * A request that service and mock are asked alike. There is no expected response: the mock is the
 * expectation.
 */
export interface Query {
  /** The topic and what the query is about, such as `like: another case (string)`. */
  readonly about: string;
  /** What else a random query is about. */
  readonly topics?: readonly string[] | undefined;
  /** The rule of the API specification that it follows, if the specification is not silent. */
  readonly rule?: string | undefined;
  readonly resource: string;
  readonly request: ServiceRequest;
  /** The query string of the request. */
  readonly search: string;
  readonly compares: Comparand;
  readonly uses: readonly Use[];
  /** Whether it asks with a plain operand, which every service reads that has the comparator. */
  readonly isPlain?: boolean | undefined;
  /** Whether clients depend on it, whatever their queries. */
  readonly isNeeded?: boolean | undefined;
}

/** A query before it is written for a service. */
export type Draft = Omit<Query, 'search'>;

/** Restricts a filter to the rows that are compared: `{ id: { in: ['1', '2'] }, name: 'a' }`. */
export function within({ isWhole, rows }: ComparedResource, where: JsonObject = {}): JsonObject {
  const ids = rows.map((row) => row.id ?? null);
  const { id } = where;
  const named = isPlainObject(id) ? id.in : [id];
  if (
    isWhole ||
    (Array.isArray(named) && named.length > 0 && named.every((one = null) => ids.includes(one)))
  )
    return where;
  return id === undefined ? { id: { in: ids }, ...where } : { AND: [{ id: { in: ids } }, where] };
}

/** The different queries that the service can be asked. */
export function writeQueries(drafts: readonly Draft[], service: WrittenFor): Query[] {
  const seen = new Set<string>();
  return drafts
    .flatMap((draft) => writeQuery(draft, service) ?? [])
    .filter(({ request: { path, authorization }, search }) => {
      const key = JSON.stringify({ path, search, authorization });
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

/** The bytes that are kept free for the path of a request. */
const LONGEST_PATH = 200;

type WrittenFor = Pick<Service, 'searchOf' | 'dialect' | 'baseUrl'>;

/**
 * `undefined` if the service lacks a parameter that the query needs, and if its URL may be too
 * long.
 */
export function writeQuery(draft: Draft, service: WrittenFor): Query | undefined {
  const longest =
    requestDialect(service.dialect).maxUrlLength - service.baseUrl.length - LONGEST_PATH;
  try {
    const search = `?${service.searchOf(draft.request)}`;
    return search.length > longest ? undefined : { ...draft, search };
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

/** The most rows of a resource that a query is about: its ids are a part of most queries. */
const MOST_ROWS = 24;

/** A resource with a list, and the rows of it that service and mock are asked for. */
export interface ComparedResource {
  readonly name: string;
  readonly path: string;
  readonly resource: Resource;
  readonly rows: readonly JsonObject[];
  /** Whether these are all rows that the service has, so that no query needs to name them. */
  readonly isWhole: boolean;
  /** The relations of which every related row is known. */
  readonly relations: ReadonlyMap<string, Relation>;
}

/** What is read of a sample. */
export type ComparedSample = Pick<Sample, 'schema' | 'rows' | 'roots' | 'complete'>;

/** The rows that service and mock are compared on. */
export interface ComparedRows {
  readonly schema: Resources;
  readonly rows: Sample['rows'];
  readonly resources: readonly ComparedResource[];
  /**
   * The relations of which every related row of every row is known, also of rows that are only
   * related.
   */
  readonly relationsOf: (name: string) => ReadonlyMap<string, Relation>;
}

/**
 * Chooses rows whose values differ as much as possible, and whose related rows are known.
 *
 * @param most - The largest page of the service.
 */
export function comparedRows(
  { schema, rows, roots, complete }: ComparedSample,
  most: number,
): ComparedRows {
  const relationsWhere = (owner: string, isKnown: (name: string, relation: Relation) => boolean) =>
    new Map(
      Object.entries(resourceOf(schema, owner).relations).filter(([name, of]) => isKnown(name, of)),
    );
  const isComplete = (owner: string, name: string) => complete.includes(`${owner}.${name}`);
  const relationsOf = (owner: string) =>
    relationsWhere(owner, (name, { cardinality, target }) =>
      cardinality === 'many' ? complete.includes(target) : isComplete(owner, name),
    );
  const relationsOfRoots = (owner: string) =>
    relationsWhere(
      owner,
      (name, { target }) => complete.includes(target) || isComplete(owner, name),
    );
  const resources = Object.entries(schema).flatMap(([name, resource]): ComparedResource[] => {
    const { path, operations } = resource;
    const all = rows[name] ?? [];
    const ids = new Set(roots[name]);
    const known = complete.includes(name) ? all : all.filter(({ id }) => ids.has(String(id)));
    if (path === undefined || !operations.includes('list') || known.length === 0) return [];
    const relations = relationsOfRoots(name);
    const chosen = mostVaried(known, Math.min(MOST_ROWS, most));
    const isWhole = complete.includes(name) && chosen.length === all.length;
    return [{ name, path, resource, rows: chosen, isWhole, relations }];
  });
  return { schema, rows, resources, relationsOf };
}

/** The value of a field in a row, stored or computed. */
const valueIn = (row: JsonObject, name: string, field: Field): JsonValue =>
  own(row, name) ?? ((field.compute?.(row) ?? null) as JsonValue); // `compute` returns what a row holds

export const hasNull = (rows: readonly JsonObject[], name: string, field: Field): boolean =>
  rows.some((row) => valueIn(row, name, field) === null);

/** The different values of a field that are not null, in the order of the rows. */
export const valuesOf = (rows: readonly JsonObject[], name: string, field: Field): JsonValue[] =>
  distinct(rows.map((row) => valueIn(row, name, field)).filter((value) => value !== null));

export const distinct = (values: readonly JsonValue[]): JsonValue[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/** The comparators that a filter uses. */
export function usesIn(rows: ComparedRows, resource: string, where: JsonValue): Use[] {
  if (!isPlainObject(where)) return [];
  const { fields, relations } = resourceOf(rows.schema, resource);
  return Object.entries(where as JsonObject).flatMap(([key, value]): Use[] => {
    if (Array.isArray(value)) return value.flatMap((part) => usesIn(rows, resource, part));
    const { kind } = fields[key] ?? {};
    const names = isPlainObject(value) ? Object.keys(value) : ['eq'];
    if (kind) return names.map((comparator) => ({ field: `${resource}.${key}`, kind, comparator }));
    const target = relations[key]?.target;
    if (target === undefined || !isPlainObject(value)) return [];
    return Object.values(value as JsonObject).flatMap((inner) => usesIn(rows, target, inner));
  });
}

/** The known rows that a relation of some rows may lead to. */
export function rowsRelatedTo(
  parents: readonly JsonObject[],
  { target, cardinality, foreignKey }: Relation,
  { rows }: ComparedRows,
): readonly JsonObject[] {
  const all = rows[target] ?? [];
  if (cardinality === 'one') return all;
  const ids = new Set(parents.map(({ id }) => id));
  return all.filter((row) => ids.has(row[foreignKey] ?? null));
}
