import type { Field } from '../../../schema/field.js';
import type { Resource } from '../../../schema/resource.js';
import { type Resources, resourceOf } from '../../../schema/resources.js';
import type { Note } from '../sample/mock-data.js';
import { type Reading, type ReadOptions, readResources } from '../sample/read-resources.js';
import type { Service } from '../service/live-service.js';
import { takeUpTo } from '../service/read-pages.js';
import { rowsOf } from '../service/response.js';
import { type InferOptions, type InferredSchema, inferSchema } from './infer-schema.js';

/** What to read, and what may be written of it. */
export type SchemaOptions = ReadOptions & Pick<InferOptions, 'values'>;

/** The schema of a service, and what it was inferred from. */
export interface ReadSchema extends InferredSchema {
  readonly readings: readonly Reading[];
  /** Resources that could not be read. */
  readonly unread: readonly Note[];
  /** Names of `tries` that are neither relations nor computed fields. */
  readonly missing: readonly Note[];
}

/**
 * Reads the rows of a service, and infers the schema that describes them.
 *
 * @param base - The schema that is extended.
 */
export async function readSchema(
  service: Service,
  base: Resources,
  options: SchemaOptions,
): Promise<ReadSchema> {
  const readings = await readResources(service, base, options);
  const rejectedValues = await findRejectedValues(service, base, readings);
  const inferred = inferSchema(base, readings, { values: options.values, rejectedValues });
  const unread = readings.flatMap(({ name, failure }) =>
    failure === undefined ? [] : [{ path: [name], text: failure }],
  );
  return { ...inferred, readings, unread, missing: findMissing(readings, options) };
}

function findMissing(readings: readonly Reading[], { tries }: SchemaOptions): Note[] {
  return [...tries].flatMap(([resource, names]) => {
    const asked = readings.filter(({ name }) => resource === '*' || name === resource);
    return names.flatMap((name) => {
      if (asked.some(({ treatments }) => treatments.get(name) === 'returned')) return [];
      const isDefault = asked.some(({ rows }) => [...rows.values()].some((row) => Object.hasOwn(row, name)));
      const text = isDefault
        ? 'is returned without an include'
        : 'no row has it, even if an include names it';
      return [{ path: [...(resource === '*' ? [] : [resource]), name], text }];
    });
  });
}

/** No enumeration has it. */
const UNKNOWN_VALUE = 'no_such_value';

/** The declared members of enumerations that no row has and that the service rejects, by resource and field. */
async function findRejectedValues(
  service: Service,
  base: Resources,
  readings: readonly Reading[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rejected = new Map<string, readonly string[]>();
  for (const { name, path, rows } of readings) {
    const isRejected = async (field: string, value: string) =>
      (await service.getOrThrow({ path, query: { where: { [field]: { eq: value } } } })).rows === undefined;
    for (const [field, { values, computed }] of Object.entries(base[name]?.fields ?? {})) {
      const seen = new Set([...rows.values()].map((row) => row[field]));
      const unseen = values.filter((value) => !seen.has(value));
      const isReturned = [...rows.values()].some((row) => Object.hasOwn(row, field));
      if (computed || unseen.length === 0 || !isReturned) continue;
      if (!(await isRejected(field, UNKNOWN_VALUE))) continue; // open, or not filtered by
      const rejections = await Promise.all(unseen.map((value) => isRejected(field, value)));
      rejected.set(
        `${name}.${field}`,
        unseen.filter((_, index) => rejections[index]),
      );
    }
  }
  return rejected;
}

/** How many rows show the order of their values. */
const ROWS = 40;

/**
 * Lists the values of enumerations in the order in which the service orders rows by them, if that is not the order of
 * text: a database may order them by their position.
 *
 * @param roots - The ids of rows with different values, by resource.
 */
export async function orderValues(
  service: Service,
  schema: Resources,
  roots: { readonly [resource: string]: readonly string[] },
): Promise<Resources> {
  const ordered: Record<string, Resource> = { ...schema };
  for (const [name, ids] of Object.entries(roots)) {
    const resource = resourceOf(schema, name);
    const { path, fields } = resource;
    const changed: Record<string, Field> = { ...fields };
    for (const [key, field] of Object.entries(fields)) {
      if (path === undefined || field.kind !== 'enumeration' || field.computed || field.values.length < 2)
        continue;
      const query = { where: { id: { in: ids.slice(0, ROWS) } }, orderBy: { [key]: 'asc' } as const };
      const response = await service.getPatiently({ path, query: { ...query, ...takeUpTo(service, ROWS) } });
      const values = orderIn(rowsOf(response).map((row) => row[key]));
      if (!values || values.join() === [...values].sort().join()) continue;
      changed[key] = { ...field, values: [...new Set([...values, ...field.values])] };
    }
    ordered[name] = { ...resource, fields: changed };
  }
  return ordered;
}

/** Values that rows are grouped by, in the order of the groups; `undefined` if rows are in another order. */
function orderIn(values: readonly unknown[]): string[] | undefined {
  const groups = values.filter((value, index) => value !== null && value !== values[index - 1]).map(String);
  return new Set(groups).size === groups.length ? groups : undefined;
}
