import { resolveDialect } from '../../../dialect/resolve-dialect.js';
import { isConfigurationError } from '../../../errors.js';
import { parseValue } from '../../../mock/rows/field-value.js';
import { Store } from '../../../mock/rows/store.js';
import { compareText } from '../../../query/match/match-text.js';
import type { Field, JsonObject, JsonValue } from '../../../schema/field.js';
import type { Resources } from '../../../schema/resources.js';
import { own, setMember } from '../../../values/plain-object.js';

/** A remark about a member of a resource, for a comment or the report. */
export interface Note {
  /** Such as `accounts` and `tags`. */
  readonly path: readonly string[];
  readonly text: string;
}

export type RowsByResource = { readonly [resource: string]: readonly JsonObject[] };

interface MockRows {
  readonly rows: RowsByResource;
  /** Values that no mock of the schema stores; they were left out. */
  readonly invalidValues: readonly Note[];
}

/** An empty mock. It knows the foreign keys of each resource, whether they are fields or not. */
export const storeOf = (schema: Resources) => new Store(schema, resolveDialect('connect'));

function isStorable(field: Field, value: unknown): boolean {
  try {
    parseValue(field, value, '', '');
    return true;
  } catch (error) {
    if (isConfigurationError(error)) return false;
    throw error;
  }
}

/**
 * Rows of a service as the data of a mock, without those that refer to rows which were not read.
 */
export function readRowsOnly(schema: Resources, known: RowsByResource): RowsByResource {
  const store = storeOf(schema);
  let rows = storableRows(store, known).rows;
  for (let before = -1; before !== countOf(rows); ) {
    before = countOf(rows);
    const ids = new Map(
      Object.entries(rows).map(([name, all]) => [name, new Set(all.map(({ id }) => id))]),
    );
    const isWhole = (name: string, row: JsonObject) =>
      [...store.foreignKeys(name)].every(([column, { target, nullable }]) => {
        const id = own(row, column) ?? null;
        return id === null ? nullable : ids.get(target)?.has(id);
      });
    rows = Object.fromEntries(
      Object.entries(rows).map(([name, all]) => [name, all.filter((row) => isWhole(name, row))]),
    );
  }
  return rows;
}

const countOf = (rows: RowsByResource): number =>
  Object.values(rows).reduce((sum, { length }) => sum + length, 0);

/**
 * Makes rows of a service the data of a mock: with stored fields and foreign keys only, and with a
 * row for each id that others refer to. Rows that were not read have an id only.
 */
export function toMockData(schema: Resources, known: RowsByResource): MockRows {
  const store = storeOf(schema);
  const { rows, invalidValues } = storableRows(store, known);
  return { rows: withTargets(store, rows), invalidValues };
}

function storableRows(store: Store, known: RowsByResource): MockRows {
  const stored: Record<string, JsonObject[]> = {};
  const invalidValues = new Map<string, { path: readonly string[]; rows: number }>();
  for (const name of Object.keys(store.schema)) {
    const { columns } = store.table(name);
    const keys = store.foreignKeys(name);
    const fits = (member: string, value: JsonValue) => {
      const target = keys.get(member)?.target;
      const isId = target === undefined || value === null || isStorable(store.idOf(target), value);
      const field = columns.get(member);
      return field !== undefined && isStorable(field, value) && isId;
    };
    const storableRow = (row: JsonObject) => {
      const kept: JsonObject = {};
      for (const [member, given] of Object.entries(row)) {
        if (!columns.has(member)) continue;
        const value = typeof given === 'string' ? cutDate(given) : given;
        if (fits(member, value)) setMember(kept, member, value);
        else {
          const path = [name, member];
          const key = JSON.stringify(path);
          invalidValues.set(key, { path, rows: (invalidValues.get(key)?.rows ?? 0) + 1 });
        }
      }
      return kept;
    };
    stored[name] = oldestFirst(
      (own(known, name) ?? []).map(storableRow).filter((row) => Object.hasOwn(row, 'id')),
    );
  }
  const notes = [...invalidValues.values()].map(({ path, rows }) => ({
    path,
    text: `${rows} ${rows === 1 ? 'row has' : 'rows have'} a value that the schema does not allow`,
  }));
  return { rows: stored, invalidValues: notes };
}

/** The order in which rows were inserted, if they show it. */
const oldestFirst = (rows: JsonObject[]): JsonObject[] =>
  rows.every(({ created_at }) => typeof created_at === 'string')
    ? rows.sort((left, right) => compareText(String(left.created_at), String(right.created_at)))
    : rows;

/** A date without the digits after the microseconds, which no mock stores. */
const cutDate = (text: string): string =>
  text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})\d+(?=Z$|[+-]\d\d:\d\d$)/, '$1');

/** The id of a row that others must refer to if their foreign key is not known. */
const PLACEHOLDER_ID = '00000000-0000-4000-8000-000000000000';

/**
 * The rows, and one for each id that a foreign key has. A required key that is missing gets the
 * first row.
 */
function withTargets(store: Store, data: RowsByResource): RowsByResource {
  const all = new Map(
    Object.keys(store.schema).map((name) => [
      name,
      new Map((own(data, name) ?? []).map((row) => [row.id, { ...row }])),
    ]),
  );
  const waiting = [...all].flatMap(([name, rows]) =>
    [...rows.values()].map((row) => ({ name, row })),
  );
  for (const { name, row } of waiting)
    for (const [column, { target, nullable }] of store.foreignKeys(name)) {
      const targets = all.get(target);
      if (typeof row[column] !== 'string' && !nullable)
        setMember(row, column, targets?.keys().next().value ?? PLACEHOLDER_ID);
      const id = own(row, column);
      if (typeof id !== 'string' || targets?.has(id)) continue;
      const added = { id };
      targets?.set(id, added);
      waiting.push({ name: target, row: added });
    }
  return Object.fromEntries([...all].map(([name, rows]) => [name, [...rows.values()]]));
}
