import { resolveDialect } from '../../dialect/resolve-dialect.js';
import { isConfigurationError } from '../../errors/usage-errors.js';
import { createMock } from '../../mock/create-mock.js';
import { Store } from '../../mock/rows/store.js';
import type { JsonObject } from '../../schema/field.js';
import { type Resources, resourceOf } from '../../schema/resources.js';
import { own, setMember } from '../../values/plain-object.js';

/** A remark about a member of a resource, for a comment or the report. */
export interface Note {
  /** Such as `accounts` and `tags`. */
  readonly path: readonly string[];
  readonly text: string;
}

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
  const stored: Record<string, JsonObject[]> = {};
  for (const name of Object.keys(schema)) {
    const keys = store.foreignKeys(name);
    const isStored = (member: string) =>
      keys.has(member) || own(resourceOf(schema, name).fields, member)?.computed === false;
    stored[name] = (own(known, name) ?? []).map((row) => {
      const kept: JsonObject = {};
      for (const [member, value] of Object.entries(row))
        if (isStored(member)) setMember(kept, member, typeof value === 'string' ? cutDate(value) : value);
      return kept;
    });
  }
  const unfit = isAccepted(store, stored) ? [] : removeUnfit(store, stored);
  return { rows: withTargets(store, stored), unfit };
}

/** A date without the digits after the milliseconds, which no mock stores by default. */
const cutDate = (text: string): string =>
  text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d+(?=Z$|[+-]\d\d:\d\d$)/, '$1');

/** Removes the values that no mock stores, and the rows whose id is one. */
function removeUnfit(store: Store, rows: Record<string, JsonObject[]>): Note[] {
  const counts = new Map<string, { path: readonly string[]; rows: number }>();
  const count = (...path: string[]) => {
    const key = JSON.stringify(path);
    counts.set(key, { path, rows: (counts.get(key)?.rows ?? 0) + 1 });
  };
  for (const [resource, all] of Object.entries(rows)) {
    const accepts = (part: JsonObject) => isAccepted(store, { [resource]: [part] });
    rows[resource] = all.filter((row) => {
      if (accepts(row)) return true;
      for (const [name, value] of Object.entries(row)) {
        if (name === 'id' || accepts({ id: row.id ?? null, [name]: value })) continue;
        delete row[name];
        count(resource, name);
      }
      if (accepts(row)) return true;
      count(resource, 'id');
      return false;
    });
  }
  return [...counts.values()].map(({ path, rows: number }) => ({
    path,
    text: `${number} ${number === 1 ? 'row has' : 'rows have'} a value that the schema does not allow`,
  }));
}

function isAccepted(store: Store, data: RowsByResource): boolean {
  try {
    createMock({ schema: store.schema, data: withTargets(store, data) as object, apiKeys: false });
    return true;
  } catch (error) {
    if (isConfigurationError(error)) return false;
    throw error;
  }
}

/** The id of a row that others must refer to if their foreign key is not known. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** The rows, and one for each id that a foreign key has. A required key that is missing gets the first row. */
function withTargets(store: Store, data: RowsByResource): RowsByResource {
  const all = new Map(
    Object.keys(store.schema).map((name) => [
      name,
      new Map((own(data, name) ?? []).map((row) => [row.id, { ...row }])),
    ]),
  );
  const waiting = [...all].flatMap(([name, rows]) => [...rows.values()].map((row) => ({ name, row })));
  for (const { name, row } of waiting)
    for (const [column, { target, nullable }] of store.foreignKeys(name)) {
      const targets = all.get(target);
      if (typeof row[column] !== 'string' && !nullable)
        setMember(row, column, targets?.keys().next().value ?? UNKNOWN_ID);
      const id = own(row, column);
      if (typeof id !== 'string' || targets?.has(id)) continue;
      const added = { id };
      targets?.set(id, added);
      waiting.push({ name: target, row: added });
    }
  return Object.fromEntries([...all].map(([name, rows]) => [name, [...rows.values()]]));
}
