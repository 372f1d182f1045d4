import { rowsPerPage } from '../../dialect.js';
import { nameProblem } from '../../schema/check-schema.js';
import type { JsonObject } from '../../schema/field.js';
import type { Resources } from '../../schema/lookup.js';
import type { Resource } from '../../schema/resource.js';
import { own } from '../../values/plain-object.js';
import type { List } from './form.js';
import { foreignKeysTo } from './names.js';
import { isRow, type JsonRow, type Service } from './service.js';

/** The rows of a resource that were read. */
export interface Reading extends Pick<List, 'name' | 'path' | 'operations'> {
  /** With their default fields, by id. */
  readonly rows: ReadonlyMap<string, JsonRow>;
  /** The first of them, with every name that the service returns if an include names it. */
  readonly included: ReadonlyMap<string, JsonRow>;
  /** How the service treats each name in an include. */
  readonly treatments: ReadonlyMap<string, 'returned' | 'ignored' | 'rejected'>;
}

/** How many rows are read from each end of a list, and how many pages if they are small. */
const [ROWS, PAGES] = [100, 3];
/** How many rows are read with an include. */
const INCLUDED = 40;

/** Reads the rows of every list, in the order of the lists. */
export function readAll(
  service: Service,
  schema: Resources,
  lists: readonly List[],
): Promise<Reading[]> {
  service.phase = 'reading rows';
  return Promise.all(
    lists.map((list) => readResource(service, list, own(schema, list.name), lists)),
  );
}

/** Reads rows from both ends of a list, then with every name that may be returned for an include. */
async function readResource(
  service: Service,
  { name, path, operations }: List,
  declared: Resource | undefined,
  lists: readonly List[],
): Promise<Reading> {
  const rows = new Map<string, JsonRow>();
  for (const direction of ['asc', 'desc'] as const)
    if (!(await readFrom(service, path, direction, rows))) break;
  const names = candidatesOf(name, declared, [...rows.values()], lists);
  const { included, treatments } = await readIncluded(service, path, names);
  for (const [id, row] of included) included.set(id, { ...rows.get(id), ...row });
  return { name, path, operations, rows, included, treatments };
}

/** @returns Whether there are more rows. */
async function readFrom(
  service: Service,
  path: string,
  direction: 'asc' | 'desc',
  rows: Map<string, JsonRow>,
): Promise<boolean> {
  const take = rowsPerPage(ROWS, service.dialect);
  let where: JsonObject | undefined;
  for (let page = 0; page < PAGES; page++) {
    const order = [{ field: 'id', direction }];
    const { rows: found = [] } = await service.ask({ path, where, order, take });
    for (const row of found) rows.set(row.id, row);
    const last = found.at(-1);
    if (service.dialect.parameters.orderBy === null || !last || found.length < take) return false;
    if ((page + 1) * found.length >= ROWS) return true;
    where = { id: { [direction === 'asc' ? 'gt' : 'lt']: last.id } };
  }
  return true;
}

/** The names that an include may return: those of the schema, and those that foreign keys suggest. */
function candidatesOf(
  resource: string,
  declared: Resource | undefined,
  rows: readonly JsonRow[],
  lists: readonly List[],
): readonly (readonly string[])[] {
  const seen = new Set(rows.flatMap((row) => Object.keys(row)));
  // A field that is returned by default may be a relation.
  const mayBeRelation = (name: string) =>
    !seen.has(name) || rows.some((row) => [own(row, name)].flat().some(isRow));
  const keys = foreignKeysTo(resource);
  const children = lists.filter(({ rows: [row] }) =>
    keys.some((key) => row && Object.hasOwn(row, key)),
  );
  const known = Object.keys({ ...declared?.relations, ...declared?.fields });
  const suggested = [
    ...[...seen].filter((name) => mayBeRelation(name) || name.endsWith('_id')),
    ...children.map(({ name }) => name),
  ].map((name) => name.replace(/_id$/, ''));
  const usable = (names: readonly string[]) =>
    [...new Set(names)].filter((name) => !nameProblem(name) && mayBeRelation(name)).sort();
  return [usable(known), usable(suggested.filter((name) => !known.includes(name)))];
}

/**
 * Tries names in as few includes as possible. Some services reject an include with an unknown name,
 * and some return one relation at a time.
 */
async function readIncluded(
  service: Service,
  path: string,
  candidates: readonly (readonly string[])[],
) {
  const included = new Map<string, JsonRow>();
  const treatments = new Map<string, 'returned' | 'ignored' | 'rejected'>();
  const order = [{ field: 'id', direction: 'asc' } as const];
  const take = rowsPerPage(INCLUDED, service.dialect);
  const readWith = async (names: readonly string[]): Promise<void> => {
    if (names.length === 0) return;
    const include = Object.fromEntries(names.map((name) => [name, true]));
    const answer = await service.ask({ path, include, order, take });
    const rows = answer.rows ?? [];
    for (const row of rows) included.set(row.id, { ...included.get(row.id), ...row });
    for (const name of names)
      if (rows.some((row) => Object.hasOwn(row, name))) treatments.set(name, 'returned');
      else if (names.length > 1) await readWith([name]);
      else treatments.set(name, answer.rows ? 'ignored' : 'rejected');
  };
  if (service.dialect.parameters.include !== null)
    for (const names of candidates) await readWith(names);
  return { included, treatments };
}
