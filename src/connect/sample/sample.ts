import { requestDialect } from '../../dialect/request-dialect.js';
import type { JsonObject } from '../../schema/field.js';
import type { Resource } from '../../schema/resource.js';
import { type Resources, resourceOf } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { askAgain } from '../service/ask-again.js';
import { type JsonRow, rowsOf, takeUpTo } from '../service/read-pages.js';
import type { Service, ServiceRequest } from '../service/service.js';
import { fitRows, foreignKeysOf, type Note, type RowsByResource } from './fit-rows.js';
import { mostVaried } from './most-varied.js';
import type { Reading } from './read-resource.js';
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
  /** Relations that were left out, and why. */
  readonly notCompared: readonly Note[];
  /** Values that the schema does not allow; the rows lack them. */
  readonly unfit: readonly Note[];
}

/** How many rows of a larger resource are roots. All rows of a smaller one are. */
const ROOTS = 15;
/** How many of them have several related rows, if there are as many. */
const ROOTS_WITH_RELATED = 9;
const SMALL_RESOURCE = 50;
/** A row with more related rows is no root: it makes responses large. */
const MAX_RELATED = 30;
/** How many ids a request names at most. */
const MAX_IDS = 40;

/** Chooses rows of every resource that was read, and reads what is missing of their related rows. */
export async function sampleRows(
  service: Service,
  schema: Resources,
  readings: readonly Reading[],
): Promise<Sample> {
  const sampled = new SampledRows(schema);
  const roots: Record<string, string[]> = {};
  const complete: string[] = [];
  const large: (readonly [resource: string, relation: string])[] = [];
  for (const { name, rows, included, isComplete } of readings) {
    const resource = own(schema, name);
    if (!resource || rows.size === 0) continue;
    const all = [...rows.values()].map((row) => ({ ...row, ...included.get(row.id) }));
    const related = withRelated(all, resource);
    const isSmall = isComplete && all.length <= SMALL_RESOURCE;
    const chosen = isSmall ? related.rows : chooseRoots(related.rows, resource);
    roots[name] = chosen.map(({ id }) => id);
    if (isSmall && chosen.length === all.length) complete.push(name);
    complete.push(...related.complete.map((relation) => `${name}.${relation}`));
    large.push(...related.large.map((relation) => [name, relation] as const));
    for (const row of chosen) sampled.add(name, row);
  }
  await addMissing(service, schema, sampled, Object.keys(roots));
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
  const known = [...new Set(complete.filter(isKnown))].sort();
  const notCompared = large
    .filter(([name, relation]) => !known.includes(own(schema, name)?.relations[relation]?.target ?? ''))
    .map((path) => ({ path, text: `rows have more than ${MAX_RELATED} related rows` }));
  return { schema, rows, roots, complete: known, notCompared, unfit };
}

/** Most rows may have no related rows, which show nothing of a filter on them. */
function chooseRoots(rows: readonly JsonRow[], { relations }: Resource): readonly JsonRow[] {
  const hasRelated = (row: JsonRow) =>
    Object.keys(relations).some((one) => [own(row, one)].flat().length > 1);
  const some = mostVaried(rows.filter(hasRelated), ROOTS_WITH_RELATED);
  const others = rows.filter((row) => !some.includes(row));
  return [...some, ...mostVaried(others, ROOTS - some.length)];
}

/** The rows without those that have too many related rows, the relations that all of them have, and the large ones. */
function withRelated(rows: readonly JsonRow[], { relations }: Resource) {
  const isRead = (row: JsonRow, one: string) => {
    const value = own(row, one);
    return relations[one]?.cardinality === 'many' ? Array.isArray(value) : value !== undefined;
  };
  const returned = Object.keys(relations).filter((one) => rows.every((row) => isRead(row, one)));
  const isSmall = (row: JsonRow, one: string) => [own(row, one)].flat().length <= MAX_RELATED;
  // A relation that is large in most rows is left out, instead of those rows.
  const complete = returned.filter((one) => rows.filter((row) => isSmall(row, one)).length * 2 > rows.length);
  const kept = rows.filter((row) => complete.every((one) => isSmall(row, one)));
  const isKept = (name: string) => !Object.hasOwn(relations, name) || complete.includes(name);
  const withoutLarge = kept.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([name]) => isKept(name))) as JsonRow, // `id` is kept
  );
  return { rows: withoutLarge, complete, large: returned.filter((one) => !complete.includes(one)) };
}

/**
 * Reads the rows that to-one relations refer to and that are not known yet: from their own list, or else together with
 * the rows that refer to them.
 */
async function addMissing(
  service: Service,
  schema: Resources,
  sampled: SampledRows,
  listed: readonly string[],
): Promise<void> {
  const { parameters } = requestDialect(service.dialect);
  if (parameters.where === null) return;
  // A second round, because the rows of the first refer to further ones.
  for (const name of [...Object.keys(schema), ...Object.keys(schema)])
    for (const [column, { target, relation }] of foreignKeysOf(schema, name)) {
      const [list, key] = listed.includes(target) ? [target, column] : [name, 'id'];
      if (relation === undefined || !listed.includes(list)) continue;
      const ids = sampled.missing(name, column, target).map((row) => String(row[key]));
      const include = list === target ? undefined : { [relation]: true };
      for (const request of requestsFor(service, resourceOf(schema, list), [...new Set(ids)], include))
        for (const row of rowsOf(await askAgain(service, request)))
          if (ids.includes(row.id)) sampled.add(list, row);
    }
}

/** Requests for rows by their ids, with as many ids as a page has room for. */
function requestsFor(
  service: Service,
  { path = '' }: Resource,
  ids: readonly string[],
  include: JsonObject | undefined,
): ServiceRequest[] {
  const limit = takeUpTo(service, MAX_IDS);
  const size = limit.take ?? Math.min(MAX_IDS, requestDialect(service.dialect).pageSize.default);
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, page) => ({
    path,
    query: { where: { id: { in: ids.slice(page * size, (page + 1) * size) } }, include, ...limit },
  }));
}
