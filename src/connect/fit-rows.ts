import { resolveDialect } from '../dialect/resolve-dialect.js';
import { isConfigurationError } from '../errors/usage-errors.js';
import { createMock } from '../mock/create-mock.js';
import { Store } from '../mock/rows/store.js';
import type { JsonObject } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { own, setMember } from '../values/plain-object.js';
import type { Note } from './infer-schema.js';

/** Rows by resource, as `createMock` accepts them. */
export type RowsByResource = { readonly [resource: string]: readonly JsonObject[] };

interface FittedRows {
  readonly rows: RowsByResource;
  /** Values that no mock of the schema stores; they were left out. */
  readonly unfit: readonly Note[];
}

/** The foreign keys of a resource by column, whether they are fields or not. */
export const foreignKeysOf = (schema: Resources, resource: string) =>
  new Store(schema, resolveDialect('connect')).foreignKeys(resource);

/**
 * Makes rows of a service the data of a mock: with stored fields and foreign keys only, and with a row for each id
 * that others refer to. Rows that were not read have an id only.
 */
export function fitRows(schema: Resources, known: RowsByResource): FittedRows {
  const store = new Store(schema, resolveDialect('connect'));
  const rows: Record<string, JsonObject[]> = {};
  const ids = new Map<string, Set<string>>();
  for (const name of Object.keys(schema)) {
    const keys = store.foreignKeys(name);
    const isStored = (member: string) =>
      keys.has(member) || own(resourceOf(schema, name).fields, member)?.computed === false;
    const stored = (own(known, name) ?? []).map((row) => {
      const kept: JsonObject = {};
      for (const [member, value] of Object.entries(row)) if (isStored(member)) setMember(kept, member, value);
      return kept;
    });
    rows[name] = stored;
    ids.set(name, new Set(stored.map(({ id }) => String(id))));
  }
  for (const name of Object.keys(schema))
    for (const [column, { target }] of store.foreignKeys(name))
      for (const row of rows[name] ?? []) {
        const id = own(row, column);
        if (typeof id !== 'string' || ids.get(target)?.has(id)) continue;
        ids.get(target)?.add(id);
        rows[target]?.push({ id });
      }
  return { rows, unfit: isAccepted(schema, rows) ? [] : removeUnfit(schema, rows) };
}

/** Removes the values that no mock stores, row by row. */
function removeUnfit(schema: Resources, rows: Record<string, JsonObject[]>): Note[] {
  const counts = new Map<string, { path: readonly string[]; rows: number }>();
  for (const [resource, all] of Object.entries(rows))
    for (const row of all) {
      const accepts = (part: JsonObject) => isAccepted(schema, { [resource]: [part] });
      if (accepts(row)) continue;
      for (const [name, value] of Object.entries(row)) {
        if (name === 'id' || accepts({ id: row.id ?? null, [name]: value })) continue;
        delete row[name];
        const path = [resource, name];
        const key = JSON.stringify(path);
        counts.set(key, { path, rows: (counts.get(key)?.rows ?? 0) + 1 });
      }
    }
  return [...counts.values()].map(({ path, rows: count }) => ({
    path,
    text: `${count} ${count === 1 ? 'row has' : 'rows have'} a value that the schema does not allow`,
  }));
}

/** Whether a mock can have rows. Those that they refer to may be missing. */
function isAccepted(schema: Resources, data: RowsByResource): boolean {
  const all = Object.values(data).flat();
  const isSingle = all.length === 1;
  try {
    createMock({ schema, data: (isSingle ? withTargets(schema, data) : data) as object, apiKeys: false });
    return true;
  } catch (error) {
    if (isConfigurationError(error)) return false;
    throw error;
  }
}

/** One row, and those that it refers to. */
function withTargets(schema: Resources, data: RowsByResource): RowsByResource {
  const all: Record<string, JsonObject[]> = {};
  for (const [resource, [row]] of Object.entries(data)) {
    all[resource] = row ? [row] : [];
    for (const [column, { target }] of foreignKeysOf(schema, resource)) {
      const id = row && own(row, column);
      if (typeof id === 'string' && id !== row?.id) all[target] = [...(all[target] ?? []), { id }];
    }
  }
  return all;
}
