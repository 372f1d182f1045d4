import { requestDialect } from '../../dialect/request-dialect.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { Resource } from '../../schema/resource.js';
import { type Resources, resourceOf } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { askAgain } from '../service/ask-again.js';
import { type JsonRow, rowsOf, takeUpTo } from '../service/read-pages.js';
import type { Service, ServiceRequest } from '../service/service.js';
import { fitRows, foreignKeysOf, type Note, type RowsByResource } from './fit-rows.js';
import { mostVaried } from './most-varied.js';
import { SampledRows } from './sampled-rows.js';

/** Rows of a service, to compare it with a mock that has the same rows. */
export interface Sample {
  /** Inferred by `connect`, given to `verify`. */
  readonly schema: Resources;
  /** The rows by resource, with the foreign keys that are known. A mock accepts them as `data`. */
  readonly rows: RowsByResource;
  /**
   * The ids to which queries can be restricted: all related rows of these rows are there, and the to-one rows of
   * the related rows. Other rows are only related to them, so that their own to-many relations may be incomplete.
   */
  readonly roots: { readonly [resource: string]: readonly string[] };
  /**
   * Resources of which all rows were read, and relations whose related rows are complete: those of all rows for a
   * to-one relation such as `balances.unit`, those of the roots for a to-many relation such as `accounts.balances`.
   */
  readonly complete: readonly string[];
  /** Values that the schema does not allow; the rows lack them. */
  readonly unfit: readonly Note[];
}

/** How many rows of a resource are roots at most. */
const ROOTS = 15;
/** How many of them have several related rows, if there are as many. */
const ROOTS_WITH_RELATED = 9;
/** How many rows of an order are read, to choose from. */
const READ_ROWS = 50;
/** A row with more related rows is no root. */
const MAX_RELATED = 50;
/** How many ids a request names at most. */
const MAX_IDS = 40;

/**
 * Samples rows of every resource from several orders, with their related rows.
 *
 * @param unreadable - Paths that are left out.
 */
export async function sampleRows(
  service: Service,
  schema: Resources,
  unreadable: readonly string[] = [],
): Promise<Sample> {
  const sampled = new SampledRows(schema);
  const roots: Record<string, string[]> = {};
  const complete: string[] = [];
  const listed = Object.keys(schema).filter((name) => {
    const { path, operations } = resourceOf(schema, name);
    return path !== undefined && operations.includes('list') && !unreadable.includes(path);
  });
  await Promise.all(
    listed.map(async (name) => {
      const { rows, isComplete } = await readOrders(service, resourceOf(schema, name));
      const related = await readRelated(service, schema, name, rows);
      const chosen = isComplete ? related.rows : chooseRoots(related.rows, resourceOf(schema, name));
      roots[name] = chosen.map(({ id }) => id);
      const ids = new Set(roots[name]);
      if (isComplete && ids.size === rows.length) complete.push(name);
      for (const row of [...rows.filter(({ id }) => ids.has(id)), ...chosen]) sampled.add(name, row);
      complete.push(...related.complete.map((relation) => `${name}.${relation}`));
    }),
  );
  await addMissing(service, schema, sampled, listed);
  for (const [name, { relations }] of Object.entries(schema))
    for (const [relation, { cardinality, foreignKey, target }] of Object.entries(relations))
      if (cardinality === 'one' && sampled.missing(name, foreignKey, target).length === 0)
        complete.push(`${name}.${relation}`);
  const { rows, unfit } = fitRows(schema, sampled.rows());
  // A foreign key that is no field is only known from the rows that it refers to.
  const isKnown = (name: string) =>
    [...foreignKeysOf(schema, name)].every(
      ([column, { target }]) =>
        Object.hasOwn(own(schema, name)?.fields ?? {}, column) || complete.includes(target),
    );
  return { schema, rows, roots, complete: [...new Set(complete.filter(isKnown))].sort(), unfit };
}

/** Most rows may have no related rows, which show nothing of a filter on them. */
function chooseRoots(rows: readonly JsonRow[], { relations }: Resource): readonly JsonRow[] {
  const hasRelated = (row: JsonRow) =>
    Object.keys(relations).some((one) => [own(row, one)].flat().length > 1);
  const some = mostVaried(rows.filter(hasRelated), ROOTS_WITH_RELATED);
  const others = rows.filter((row) => !some.includes(row));
  return [...some, ...mostVaried(others, ROOTS - some.length)];
}

/** Rows from the default order, from the end, and from the end of another field. */
async function readOrders(service: Service, { path = '', fields }: Resource) {
  const { parameters, pageSize } = requestDialect(service.dialect);
  const other = ['date', 'decimal', 'number', 'string'].flatMap((kind) =>
    Object.keys(fields).filter((field) => fields[field]?.kind === kind && !fields[field]?.computed),
  )[0];
  const orders = parameters.orderBy === null ? [undefined] : [undefined, 'id', ...(other ? [other] : [])];
  const answers = await Promise.all(
    orders.map((field) => {
      const orderBy = field === undefined ? undefined : { [field]: 'desc' as const };
      return askAgain(service, { path, query: { ...takeUpTo(service, READ_ROWS), orderBy } });
    }),
  );
  const rows = new Map<string, JsonRow>();
  for (const row of answers.flatMap(rowsOf)) if (!rows.has(row.id)) rows.set(row.id, row);
  const isComplete =
    answers.length > 1 &&
    answers.every((answer) => rowsOf(answer).length === rows.size) &&
    rows.size < Math.min(READ_ROWS, pageSize.max);
  return { rows: [...rows.values()], isComplete };
}

/** Requests for rows by their ids, with as many ids as a page has room for. */
function requestsFor(
  service: Service,
  path: string,
  ids: readonly string[],
  include?: JsonObject,
): ServiceRequest[] {
  const limit = takeUpTo(service, MAX_IDS);
  const size = limit.take ?? Math.min(MAX_IDS, requestDialect(service.dialect).pageSize.default);
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, page) => ({
    path,
    query: { where: { id: { in: ids.slice(page * size, (page + 1) * size) } }, include, ...limit },
  }));
}

/** The to-one relations of related rows. */
function nestedInclude(schema: Resources, { target }: Relation): JsonValue {
  const nested = Object.entries(resourceOf(schema, target).relations).filter(
    ([, { cardinality }]) => cardinality === 'one',
  );
  return nested.length === 0 || Object.fromEntries(nested.map(([name]) => [name, true]));
}

/** Reads rows again with their related rows, and drops those with too many. */
async function readRelated(service: Service, schema: Resources, name: string, listed: readonly JsonRow[]) {
  const { relations } = resourceOf(schema, name);
  const names = Object.keys(relations);
  const { parameters } = requestDialect(service.dialect);
  if (names.length === 0 || parameters.where === null || parameters.include === null)
    return { rows: listed, complete: [] };
  const rows = await readIncludes(service, schema, name, listed);
  const isRead = (row: JsonRow, one: string) => {
    const value = own(row, one);
    return relations[one]?.cardinality === 'many' ? Array.isArray(value) : value !== undefined;
  };
  const returned = names.filter((one) => rows.length > 0 && rows.every((row) => isRead(row, one)));
  const isSmall = (row: JsonRow, one: string) => [own(row, one)].flat().length <= MAX_RELATED;
  // A relation that is large in most rows is left out, instead of those rows.
  const small = returned.filter((one) => rows.filter((row) => isSmall(row, one)).length * 2 > rows.length);
  const kept = rows.filter((row) => small.every((one) => isSmall(row, one)));
  const withoutLarge = kept.map((row) => {
    const copy = { ...row };
    for (const one of returned) if (!small.includes(one)) delete copy[one];
    return copy;
  });
  return { rows: withoutLarge, complete: small };
}

/** Reads rows with all relations in one include, with those nested if possible, or else one by one. */
async function readIncludes(service: Service, schema: Resources, name: string, listed: readonly JsonRow[]) {
  const { path = '', relations } = resourceOf(schema, name);
  const names = Object.keys(relations);
  const ids = listed.map(({ id }) => id);
  const read = async (include: JsonObject): Promise<JsonRow[] | undefined> => {
    const rows: JsonRow[] = [];
    for (const request of requestsFor(service, path, ids, include)) {
      const answer = await askAgain(service, request);
      if (!answer.rows) return undefined;
      rows.push(...rowsOf(answer));
    }
    return rows;
  };
  const nested = Object.entries(relations).map(([one, relation]) => [one, nestedInclude(schema, relation)]);
  let rows = (await read(Object.fromEntries(nested))) ?? listed;
  const isDone = () => rows.every((row) => names.every((one) => Object.hasOwn(row, one)));
  if (!isDone()) rows = (await read(Object.fromEntries(names.map((one) => [one, true])))) ?? rows;
  if (isDone()) return rows;
  const merged = new Map(rows.map((row) => [row.id, row]));
  for (const one of names)
    for (const row of (await read({ [one]: true })) ?? [])
      merged.set(row.id, { ...merged.get(row.id), ...row });
  return [...merged.values()];
}

/** Reads the rows that to-one relations refer to and that are not known yet. */
async function addMissing(
  service: Service,
  schema: Resources,
  sampled: SampledRows,
  listed: readonly string[],
): Promise<void> {
  if (requestDialect(service.dialect).parameters.where === null) return;
  for (let round = 0; round < 2; round++) {
    const missing = new Map<string, Set<string>>();
    for (const name of Object.keys(schema))
      for (const [column, { target, relation }] of foreignKeysOf(schema, name))
        if (relation !== undefined && listed.includes(target))
          for (const id of sampled.missing(name, column, target))
            missing.set(target, (missing.get(target) ?? new Set()).add(id));
    for (const [target, ids] of missing)
      for (const request of requestsFor(service, resourceOf(schema, target).path ?? '', [...ids]))
        for (const row of rowsOf(await askAgain(service, request)))
          if (ids.has(row.id)) sampled.add(target, row);
  }
}
