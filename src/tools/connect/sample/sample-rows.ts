import { requestDialect } from '../../../dialect/request-dialect.js';
import type { JsonObject } from '../../../schema/field.js';
import type { Resource } from '../../../schema/resource.js';
import { type Resources, resourceOf } from '../../../schema/resources.js';
import { own, setMember } from '../../../values/plain-object.js';
import type { Service, ServiceRequest } from '../service/live-service.js';
import { inPages, takeUpTo } from '../service/read-pages.js';
import { isRow, type JsonRow, rowsOf } from '../service/response.js';
import { type Note, type RowsByResource, storeOf, toMockData } from './mock-data.js';
import type { Reading } from './read-resources.js';

/** Rows of a service, to compare it with a mock that has the same rows. */
export interface Sample {
  /** Inferred from the rows, or that of a module which is checked. */
  readonly schema: Resources;
  /** The rows by resource, with the foreign keys that are known. A mock accepts them as `data`. */
  readonly rows: RowsByResource;
  /**
   * The rows as they were read: without the rows and foreign keys that `rows` needs in addition.
   */
  readonly rowsAsRead: RowsByResource;
  /**
   * The ids to which queries can be restricted: all related rows of these rows are there, and the
   * to-one rows of the related rows. Other rows are only related to them, so that their own to-many
   * relations may be incomplete.
   */
  readonly roots: { readonly [resource: string]: readonly string[] };
  /**
   * Resources of which all rows were read, and relations whose related rows are complete: those of
   * all rows for a to-one relation such as `balances.unit`, those of the roots for a to-many
   * relation such as `accounts.balances`.
   */
  readonly complete: readonly string[];
  readonly notCompared: readonly Note[];
  /** Values that the schema does not allow; the rows lack them. */
  readonly invalidValues: readonly Note[];
}

/** How many rows of a larger resource are roots. All rows of a smaller one are. */
const ROOTS = 15;
/** How many of them have several related rows, if there are as many. */
const ROOTS_WITH_RELATED = 9;
const SMALL_RESOURCE = 50;
/** A row with more related rows is no root: it makes responses large. */
const MAX_RELATED = 30;

/**
 * Chooses rows of every resource that was read, and reads what is missing of their related rows.
 */
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
  const rowsAsRead = sampled.rows();
  const { rows, invalidValues } = toMockData(schema, rowsAsRead);
  // A foreign key that is no field is only known from the rows that it refers to.
  const store = storeOf(schema);
  const isKnown = (name: string) =>
    [...store.foreignKeys(name)].every(
      ([column, { target }]) =>
        Object.hasOwn(own(schema, name)?.fields ?? {}, column) || complete.includes(target),
    );
  const known = [...new Set(complete.filter(isKnown))].sort();
  const notCompared = large
    .filter(
      ([name, relation]) => !known.includes(own(schema, name)?.relations[relation]?.target ?? ''),
    )
    .map((path) => ({ path, text: `rows have more than ${MAX_RELATED} related rows` }));
  return { schema, rows, rowsAsRead, roots, complete: known, notCompared, invalidValues };
}

/** Most rows may have no related rows, which show nothing of a filter on them. */
function chooseRoots(rows: readonly JsonRow[], { relations }: Resource): readonly JsonRow[] {
  const hasRelated = (row: JsonRow) =>
    Object.keys(relations).some((one) => [own(row, one)].flat().length > 1);
  const some = mostVaried(rows.filter(hasRelated), ROOTS_WITH_RELATED);
  const others = rows.filter((row) => !some.includes(row));
  return [...some, ...mostVaried(others, ROOTS - some.length)];
}

/**
 * The rows without those that have too many related rows, the relations that all of them have, and
 * the large ones.
 */
function withRelated(rows: readonly JsonRow[], { relations }: Resource) {
  const isRead = (row: JsonRow, one: string) => {
    const value = own(row, one);
    return relations[one]?.cardinality === 'many' ? Array.isArray(value) : value !== undefined;
  };
  const returned = Object.keys(relations).filter((one) => rows.every((row) => isRead(row, one)));
  const isSmall = (row: JsonRow, one: string) => [own(row, one)].flat().length <= MAX_RELATED;
  // A relation that is large in most rows is left out, instead of those rows.
  const complete = returned.filter(
    (one) => rows.filter((row) => isSmall(row, one)).length * 2 > rows.length,
  );
  const kept = rows.filter((row) => complete.every((one) => isSmall(row, one)));
  const isKept = (name: string) => !Object.hasOwn(relations, name) || complete.includes(name);
  const withoutLarge = kept.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([name]) => isKept(name))) as JsonRow, // `id` is kept
  );
  return { rows: withoutLarge, complete, large: returned.filter((one) => !complete.includes(one)) };
}

/**
 * Reads the rows that to-one relations refer to and that are not known yet: from their own list, or
 * else together with the rows that refer to them.
 */
export async function addMissing(
  service: Service,
  schema: Resources,
  sampled: SampledRows,
  listed: readonly string[],
): Promise<void> {
  const { parameters } = requestDialect(service.dialect);
  if (parameters.where === null) return;
  const store = storeOf(schema);
  // A second round, because the rows of the first refer to further ones.
  for (const name of [...Object.keys(schema), ...Object.keys(schema)])
    for (const [column, { target, relation }] of store.foreignKeys(name)) {
      const [list, key] = listed.includes(target) ? [target, column] : [name, 'id'];
      if (relation === undefined || !listed.includes(list)) continue;
      const ids = sampled.missing(name, column, target).map((row) => String(row[key]));
      const include = list === target ? undefined : { [relation]: true };
      for (const request of requestsFor(
        service,
        resourceOf(schema, list),
        [...new Set(ids)],
        include,
      ))
        for (const row of rowsOf(await service.getPatiently(request)))
          if (ids.includes(row.id)) sampled.add(list, row);
    }
}

export const requestsFor = (
  service: Service,
  { path = '' }: Resource,
  ids: readonly string[],
  include: JsonObject | undefined,
): ServiceRequest[] =>
  inPages(service, ids).map((page) => ({
    path,
    query: { where: { id: { in: page } }, include, ...takeUpTo(service, page.length) },
  }));

/** Rows by resource and id, taken apart from their related rows. */
export class SampledRows {
  readonly #rows: ReadonlyMap<string, Map<string, JsonObject>>;
  readonly #schema: Resources;

  constructor(schema: Resources) {
    this.#schema = schema;
    this.#rows = new Map(Object.keys(schema).map((name) => [name, new Map()]));
  }

  rows(): RowsByResource {
    return Object.fromEntries([...this.#rows].map(([name, rows]) => [name, [...rows.values()]]));
  }

  /** The rows with an id in a column that no row of the target has. */
  missing(resource: string, column: string, target: string): JsonObject[] {
    return [...(this.#rows.get(resource)?.values() ?? [])].filter((row) => {
      const id = own(row, column);
      return typeof id === 'string' && !this.#rows.get(target)?.has(id);
    });
  }

  /**
   * Adds a row with its related rows. Values that are known stay: those of lists are added first.
   */
  add(resource: string, row: JsonObject): void {
    const { relations } = resourceOf(this.#schema, resource);
    const id = String(row.id);
    const stored: JsonObject = {};
    for (const [name, value] of Object.entries(row)) {
      const relation = own(relations, name);
      if (!relation) setMember(stored, name, value);
      else if (relation.cardinality === 'many')
        for (const child of [value].flat())
          if (isRow(child)) this.add(relation.target, { [relation.foreignKey]: id, ...child });
    }
    for (const [name, { target, cardinality, foreignKey }] of Object.entries(relations)) {
      const value = own(row, name);
      if (cardinality === 'many' || value === undefined) continue;
      if (isRow(value)) this.add(target, value);
      if (!Object.hasOwn(stored, foreignKey))
        setMember(stored, foreignKey, isRow(value) ? value.id : null);
    }
    const rows = this.#rows.get(resource);
    rows?.set(id, { ...stored, ...rows.get(id) });
  }
}

/** Longer text is a value of its own in each row. */
const MAX_TEXT = 40;

/**
 * What a row can show that others do not: its nulls, its short values, negative numbers, letters
 * beyond ASCII.
 */
function featuresOf(row: JsonObject): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const text = JSON.stringify(value);
    const sign = /^"?-/.test(text) ? ['-'] : [];
    const empty = ['""', '{}', '[]', '0'].includes(text) ? [text] : [];
    const short = text.length <= MAX_TEXT ? [text] : [];
    const letter = /(?![A-Za-z])[\p{Lu}\p{Ll}]/u.test(text) ? ['a letter beyond ASCII'] : [];
    return [value === null ? 'null' : typeof value, ...sign, ...empty, ...letter, ...short].map(
      (one) => `${name} ${one}`,
    );
  });
}

/**
 * Chooses rows that differ as much as possible, so that every value of an enumeration and every
 * null is among them.
 */
export function mostVaried<Row extends JsonObject>(rows: readonly Row[], count: number): Row[] {
  const seen = new Set<string>();
  const left = rows.map((row) => ({ row, features: featuresOf(row) }));
  const chosen = new Set<Row>();
  while (chosen.size < count && left.length > 0) {
    const added = left.map(
      ({ features }) => features.filter((feature) => !seen.has(feature)).length,
    );
    const [next] = left.splice(added.indexOf(Math.max(...added)), 1);
    if (!next) break;
    chosen.add(next.row);
    for (const feature of next.features) seen.add(feature);
  }
  return rows.filter((row) => chosen.has(row));
}
