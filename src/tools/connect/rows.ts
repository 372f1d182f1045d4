import { rowsPerPage } from '../../dialect.js';
import { nameProblem } from '../../schema/check-schema.js';
import type { Field, JsonObject, JsonValue } from '../../schema/field.js';
import type { Resources } from '../../schema/lookup.js';
import type { Resource } from '../../schema/resource.js';
import { own } from '../../values/plain-object.js';
import { type Evidence, evidenceOf } from './fields.js';
import type { List } from './form.js';
import { foreignKeysTo, type ReadList } from './relations.js';
import { determine, isRow, type JsonRow, type Reply, type Service } from './service.js';

/** How many rows are read from each end of a list, and how many pages if they are small. */
const [ROWS, PAGES] = [100, 3];
/** How many rows are read with an include. */
const INCLUDED = 40;

/** Reads the rows of lists, in the order of the lists. */
export async function readAll(
  service: Service,
  schema: Resources,
  lists: readonly List[],
): Promise<ReadList[]> {
  await service.begin('reading rows');
  return Promise.all(lists.map((list) => readList(service, list, own(schema, list.name), lists)));
}

/** Reads rows from both ends of a list, then with each name that an include may return. */
async function readList(
  service: Service,
  { name, path, operations }: List,
  declared: Resource | undefined,
  lists: readonly List[],
): Promise<ReadList> {
  const rows = new Map<string, JsonRow>();
  const isWhole =
    !(await readFrom(service, path, 'asc', rows)) || !(await readFrom(service, path, 'desc', rows));
  const names = candidatesOf(name, declared, [...rows.values()], lists);
  const { included, ...found } = await readIncluded(service, path, names);
  for (const [id, row] of included) included.set(id, { ...rows.get(id), ...row });
  return { name, path, operations, rows, isWhole, included, ...found };
}

/** @returns Whether there may be more rows. */
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
    const { rows: found = [] } = await service.askFirst({ path, where, order, take });
    for (const row of found) rows.set(row.id, row);
    const last = found.at(-1);
    if (!last || found.length < take) return false;
    if (service.dialect.parameters.orderBy === null || (page + 1) * found.length >= ROWS)
      return true;
    where = { id: { [direction === 'asc' ? 'gt' : 'lt']: last.id } };
  }
  return true;
}

/** The names that an include may return: of the schema, and those that foreign keys suggest. */
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
  const computed = Object.entries(declared?.fields ?? {}).filter(([, field]) => field.computed);
  const known = [...Object.keys(declared?.relations ?? {}), ...computed.map(([field]) => field)];
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
  const unknown = new Map<string, string>();
  const order = [{ field: 'id', direction: 'asc' } as const];
  const take = rowsPerPage(INCLUDED, service.dialect);
  const readWith = async (names: readonly string[]): Promise<void> => {
    if (names.length === 0) return;
    const include = Object.fromEntries(names.map((name) => [name, true]));
    const reply = await determine<Reply | string>(
      () => service.ask({ path, include, order, take }),
      (outcome) => outcome,
    );
    const rows = (typeof reply === 'object' && reply.rows) || [];
    for (const row of rows) included.set(row.id, { ...included.get(row.id), ...row });
    for (const name of names)
      if (rows.some((row) => Object.hasOwn(row, name))) treatments.set(name, 'returned');
      else if (names.length > 1) await readWith([name]);
      else if (typeof reply === 'string') unknown.set(name, reply);
      else treatments.set(name, reply.rows ? 'ignored' : 'rejected');
  };
  if (service.dialect.parameters.include !== null)
    for (const names of candidates) await readWith(names);
  return { included, treatments, unknown };
}

/** A stored field of a list, with the rows that were read. */
export interface Column {
  readonly resource: string;
  readonly path: string;
  readonly name: string;
  /** Such as `accounts.name`. */
  readonly topic: string;
  readonly field: Field;
  readonly rows: readonly JsonRow[];
  /** Whether the list has no other rows. */
  readonly isWhole: boolean;
  readonly evidence: Evidence;
}

/** The fields of all lists with rows. `id` is not among them, because each question names it. */
export const columnsOf = (schema: Resources, lists: readonly ReadList[]): Column[] =>
  lists.flatMap(({ name: resource, path, rows: byId, isWhole }) => {
    const rows = [...byId.values()];
    const fields = rows.length > 0 ? Object.entries(own(schema, resource)?.fields ?? {}) : [];
    return fields
      .filter(([name, { computed }]) => name !== 'id' && !computed)
      .map(([name, field]) => {
        const topic = `${resource}.${name}`;
        const evidence = evidenceOf(rows, name);
        return { resource, path, name, topic, field, rows, isWhole, evidence };
      });
  });

/** The value of a column in a row; null if there is none. */
export const columnValue = ({ name }: Pick<Column, 'name'>, row: JsonRow) => own(row, name) ?? null;

/** Whether two readings of a row have the same value. */
export const isUnchanged = (
  column: Pick<Column, 'name'>,
  row: JsonRow,
  again: JsonRow | undefined,
) =>
  again !== undefined &&
  JSON.stringify(columnValue(column, again)) === JSON.stringify(columnValue(column, row));

/** A filter that must find a row, and another that must not. */
export interface FilterPair {
  /** What both ask about, such as `gte`. */
  readonly label: string;
  readonly right: JsonValue;
  readonly wrong: JsonValue;
}

type Asked = Pick<Column, 'path' | 'name'>;

/**
 * Asks for a row with filters of a column, or of a relation: with all of them at once, and with the
 * halves if that is not right.
 *
 * @returns For each that is not right, what came. Nothing of a row that changed meanwhile.
 */
export async function askPairs(
  service: Service,
  asked: Asked,
  row: JsonRow,
  pairs: readonly FilterPair[],
): Promise<ReadonlyMap<string, string>> {
  const { path, name } = asked;
  const [pair, ...others] = pairs;
  if (!pair) return new Map();
  if (others.length === 0) return askPair(service, asked, row, pair);
  const isFound = async (filters: readonly JsonObject[]) =>
    foundIn(await service.ask({ path, where: { AND: [{ id: row.id }, ...filters] } }), row);
  const wrong = pairs.map((each): JsonObject => ({ [name]: each.wrong }));
  const isRight =
    (await isFound(pairs.map((each) => ({ [name]: each.right })))) === true &&
    (await isFound([{ OR: wrong }])) === false;
  if (isRight) return new Map();
  const middle = Math.ceil(pairs.length / 2);
  const halves = [pairs.slice(0, middle), pairs.slice(middle)];
  const found = await Promise.all(halves.map((half) => askPairs(service, asked, row, half)));
  return new Map(found.flatMap((half) => [...half]));
}

async function askPair(
  service: Service,
  asked: Asked,
  row: JsonRow,
  { label, ...pair }: FilterPair,
): Promise<ReadonlyMap<string, string>> {
  for (const [side, isExpected] of [
    ['right', true],
    ['wrong', false],
  ] as const) {
    const reply = await askRow(service, asked, row, pair[side]);
    if (reply.isFound === isExpected) continue;
    if (!reply.isRejected) {
      const { rows } = await service.ask({ path: asked.path, where: { id: row.id } });
      if (!isUnchanged(asked, row, rows?.[0])) return new Map();
    }
    const outcome = reply.rows?.length === 1 ? 'the row' : reply.outcome;
    return new Map([[label, `${outcome} instead of ${isExpected ? 'the row' : 'no row'}`]]);
  }
  return new Map();
}

/**
 * Asks for a row that a filter of a column, or of a relation, must find or must not find.
 *
 * @returns Also whether it was found; `undefined` if anything else came.
 */
export async function askRow(
  service: Service,
  { path, name }: Asked,
  row: JsonRow,
  filter: JsonValue,
): Promise<Reply & { readonly isFound: boolean | undefined }> {
  const where = { AND: [{ id: row.id }, { [name]: filter }] };
  const reply = await service.ask({ path, where });
  return { ...reply, isFound: foundIn(reply, row) };
}

/** Whether a reply has the row alone, or no row; `undefined` if anything else came. */
function foundIn({ rows }: Reply, { id }: JsonRow): boolean | undefined {
  if (rows?.length === 0) return false;
  return rows?.length === 1 && rows[0]?.id === id ? true : undefined;
}
