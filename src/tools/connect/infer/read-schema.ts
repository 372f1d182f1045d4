import type { Field } from '../../../schema/field.js';
import type { Resource } from '../../../schema/resource.js';
import { type Resources, resourceOf } from '../../../schema/resources.js';
import type { Note } from '../sample/mock-data.js';
import { type Reading, type ReadOptions, readResources } from '../sample/read-resources.js';
import type { Service } from '../service/live-service.js';
import { takeUpTo } from '../service/read-pages.js';
import { isFailure, rowsOf } from '../service/response.js';
import {
  type InferOptions,
  type InferredSchema,
  inferSchema,
  type UnseenValues,
} from './infer-schema.js';

export type SchemaOptions = ReadOptions &
  Pick<InferOptions, 'values'> & {
    /**
     * Whether values of open enumerations are asked for, too. Default: only those of closed ones.
     */
    readonly asksForUnseen?: boolean | undefined;
  };

/** The schema of a service, and what it was inferred from. */
export interface ReadSchema extends InferredSchema {
  readonly readings: readonly Reading[];
  readonly unread: readonly Note[];
  readonly unseenValues: UnseenValues;
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
  const unseenValues = await findUnseenValues(service, base, readings, options);
  const inferred = inferSchema(base, readings, { values: options.values, unseenValues });
  const unread = readings.flatMap(({ name, failure }) =>
    failure === undefined ? [] : [{ path: [name], text: failure }],
  );
  return { ...inferred, readings, unread, unseenValues };
}

/**
 * Of a larger enumeration, no value is asked for: some of them would say nothing about the others.
 */
const MOST_VALUES = 20;
/** No enumeration has it. */
const UNKNOWN_VALUE = 'no_such_value';

/** Asks for the declared values that no row has which was read. */
async function findUnseenValues(
  service: Service,
  base: Resources,
  readings: readonly Reading[],
  { asksForUnseen = false }: SchemaOptions,
): Promise<UnseenValues> {
  const absent = new Map<string, ReadonlyMap<string, 'absent' | 'rejected'>>();
  for (const { name, path, rows } of readings)
    for (const [field, { values, computed }] of Object.entries(base[name]?.fields ?? {})) {
      const seen = [...rows.values()]
        .filter((row) => Object.hasOwn(row, field))
        .map((row) => row[field]);
      const unseen = values.filter((value) => !seen.includes(value));
      if (computed || seen.length === 0 || unseen.length === 0 || values.length > MOST_VALUES)
        continue;
      const ask = async (value: string) => {
        const query = { where: { [field]: { eq: value } }, ...takeUpTo(service, 1) };
        const { status, rows: some } = await service.getPatiently({ path, query });
        if (isFailure(status) || some?.length) return undefined;
        return some ? 'absent' : 'rejected';
      };
      if (!asksForUnseen && (await ask(UNKNOWN_VALUE)) !== 'rejected') continue;
      const answers = await Promise.all(
        unseen.map(async (value) => [value, await ask(value)] as const),
      );
      const control = seen.find((value) => typeof value === 'string');
      // A service that also rejects a value that a row has rejects the filter.
      const isFilter =
        !answers.some(([, how]) => how === 'rejected') ||
        (control !== undefined && (await ask(control)) !== 'rejected');
      const found = answers.flatMap(([value, how]) =>
        how === 'absent' || (how === 'rejected' && isFilter) ? [[value, how] as const] : [],
      );
      absent.set(`${name}.${field}`, new Map(found));
    }
  return absent;
}

/** How many rows show the order of their values. */
const ROWS = 40;

/**
 * Lists the values of enumerations in the order in which the service orders rows by them, if that
 * is not the order of text: a database may order them by their position.
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
      if (
        path === undefined ||
        field.kind !== 'enumeration' ||
        field.computed ||
        field.values.length < 2
      )
        continue;
      const query = {
        where: { id: { in: ids.slice(0, ROWS) } },
        orderBy: { [key]: 'asc' } as const,
      };
      const response = await service.getPatiently({
        path,
        query: { ...query, ...takeUpTo(service, ROWS) },
      });
      const values = orderIn(rowsOf(response).map((row) => row[key]));
      if (!values || values.join() === [...values].sort().join()) continue;
      changed[key] = { ...field, values: [...new Set([...values, ...field.values])] };
    }
    ordered[name] = { ...resource, fields: changed };
  }
  return ordered;
}

/**
 * Values that rows are grouped by, in the order of the groups; `undefined` if rows are in another
 * order.
 */
function orderIn(values: readonly unknown[]): string[] | undefined {
  const groups = values
    .filter((value, index) => value !== null && value !== values[index - 1])
    .map(String);
  return new Set(groups).size === groups.length ? groups : undefined;
}
