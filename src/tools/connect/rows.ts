import { rowsPerPage } from '../../dialect.js';
import { nameProblem } from '../../schema/check-schema.js';
import type { Field, JsonObject, JsonValue } from '../../schema/field.js';
import type { Resources } from '../../schema/lookup.js';
import type { Resource } from '../../schema/resource.js';
import { own } from '../../values/plain-object.js';
import { type Evidence, evidenceOf } from './fields.js';
import type { List } from './form.js';
import { foreignKeysTo, type ReadList, type Treatment } from './relations.js';
import { isRow, type JsonRow, type Question, type Reply, type Service } from './service.js';

/** How many rows are read from each end of a list, and how many pages if they are small. */
const [ROWS, PAGES] = [100, 3];
/** How many rows are read with an include. */
const INCLUDED = 40;

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
  const found = await readIncluded(service, name, path, names);
  const included = new Map(
    [...found.included].map(([id, row]) => [id, { ...rows.get(id), ...row }]),
  );
  return { ...found, name, path, operations, rows, isWhole, included };
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
    if (!last) return false;
    const behind = { id: { [direction === 'asc' ? 'gt' : 'lt']: last.id } };
    if (found.length < take) return isCut(service, { path, where: behind, order, take: 1 });
    if (service.dialect.parameters.orderBy === null || (page + 1) * found.length >= ROWS)
      return true;
    where = behind;
  }
  return true;
}

/** Whether there may be rows behind a page that is shorter than asked, if no size is known. */
async function isCut(service: Service, question: Question): Promise<boolean> {
  const { pageSize, parameters } = service.dialect;
  if (pageSize.default < Infinity || pageSize.max < Infinity) return false;
  if (parameters.orderBy === null) return true;
  const { rows } = await service.askFirst(question);
  return rows?.length !== 0;
}

/** The names that an include may return: of the schema, and those that foreign keys suggest. */
function candidatesOf(
  resource: string,
  declared: Resource | undefined,
  rows: readonly JsonRow[],
  lists: readonly List[],
): { readonly declared: readonly string[]; readonly suggested: readonly string[] } {
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
  return {
    declared: usable(known),
    suggested: usable(suggested.filter((name) => !known.includes(name))),
  };
}

/**
 * Tries names in as few includes as possible. Some services reject an include with an unknown name,
 * and some return one relation at a time.
 */
async function readIncluded(
  service: Service,
  resource: string,
  path: string,
  { declared, suggested }: ReturnType<typeof candidatesOf>,
): Promise<Pick<ReadList, 'included' | 'treatments'>> {
  const included = new Map<string, JsonRow>();
  const treatments = new Map<string, Treatment>();
  const order = [{ field: 'id', direction: 'asc' } as const];
  const take = rowsPerPage(INCLUDED, service.dialect);
  const readWith = async (names: readonly string[]): Promise<void> => {
    const [name, ...others] = names;
    if (name === undefined) return;
    const include = Object.fromEntries(names.map((each) => [each, true]));
    const isNoted = others.length === 0 && declared.includes(name);
    const topic = isNoted ? `${resource}.${name}` : undefined;
    const ask = () => service.ask({ path, include, order, take });
    const reply = await service.attempt(ask, topic, 'an include of it');
    for (const row of reply?.rows ?? []) included.set(row.id, { ...included.get(row.id), ...row });
    for (const each of names)
      if (reply?.rows?.some((row) => Object.hasOwn(row, each))) treatments.set(each, 'returned');
      else if (others.length > 0) await readWith([each]);
      else if (reply) treatments.set(each, reply.rows ? 'ignored' : 'rejected');
  };
  if (service.dialect.parameters.include === null) return { included, treatments };
  await readWith(declared);
  await readWith(suggested);
  return { included, treatments };
}

/** A filter that must find a row, and another that must not. */
export interface FilterPair {
  /** What both ask about, such as `gte`. */
  readonly label: string;
  readonly right: JsonValue;
  readonly wrong: JsonValue;
}

interface WrongPair {
  readonly label: string;
  readonly came: string;
  readonly isRejected: boolean;
}

/** A field or a relation, by which a row can be asked for. */
export class AskedMember {
  constructor(
    readonly service: Service,
    readonly path: string,
    readonly name: string,
    /** With it, a row has the rows of the relation. */
    readonly include?: JsonObject,
  ) {}

  ask(question: Omit<Question, 'path'>): Promise<Reply> {
    return this.service.ask({ path: this.path, ...question });
  }

  /** @returns Null if there is none. */
  valueIn(row: JsonRow): JsonValue {
    return own(row, this.name) ?? null;
  }

  isUnchanged(row: JsonRow, again: JsonRow | undefined): boolean {
    const [before, now] = [row, again].map((each) => each && JSON.stringify(this.valueIn(each)));
    return before === now;
  }

  /** @returns Also whether the row was found; `undefined` if anything else came. */
  async askRow(row: JsonRow, filter: JsonValue) {
    const where = { AND: [{ id: row.id }, { [this.name]: filter }] };
    const reply = await this.ask({ where });
    return { ...reply, isFound: foundIn(reply, row) };
  }

  /** @returns What came for each that is not right; `undefined` if the row changed meanwhile. */
  async askPairs(
    row: JsonRow,
    pairs: readonly FilterPair[],
  ): Promise<ReadonlyMap<string, string> | undefined> {
    const wrong = await this.#findWrong(row, pairs);
    if (wrong.some(({ isRejected }) => !isRejected)) {
      const { rows } = await this.ask({ where: { id: row.id }, include: this.include });
      if (!this.isUnchanged(row, rows?.[0])) return undefined;
    }
    return new Map(wrong.map(({ label, came }) => [label, came]));
  }

  /** Asks with all filters at once, and with the halves if that is not right. */
  async #findWrong(row: JsonRow, pairs: readonly FilterPair[]): Promise<WrongPair[]> {
    const [pair, ...others] = pairs;
    if (!pair) return [];
    const right = pairs.map((each): JsonObject => ({ [this.name]: each.right }));
    const wrong = pairs.map((each): JsonObject => ({ [this.name]: each.wrong }));
    const questions = [
      { filters: right, expected: true },
      { filters: others.length > 0 ? [{ OR: wrong }] : wrong, expected: false },
    ];
    for (const { filters, expected } of questions) {
      const reply = await this.ask({ where: { AND: [{ id: row.id }, ...filters] } });
      if (foundIn(reply, row) === expected) continue;
      if (others.length > 0) {
        const found = halvesOf(pairs).map((half) => this.#findWrong(row, half));
        return (await Promise.all(found)).flat();
      }
      const outcome = reply.rows?.length === 1 ? 'the row' : reply.outcome;
      const came = `${outcome} instead of ${expected ? 'the row' : 'no row'}`;
      return [{ label: pair.label, came, isRejected: reply.isRejected }];
    }
    return [];
  }
}

/** Whether a reply has the row alone, or no row; `undefined` if anything else came. */
function foundIn({ rows }: Reply, { id }: JsonRow): boolean | undefined {
  if (rows?.length === 0) return false;
  return rows?.length === 1 && rows[0]?.id === id ? true : undefined;
}

export function halvesOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

/** A stored field of a list, with the rows that were read. */
export class Column extends AskedMember {
  /** Such as `accounts.name`. */
  readonly topic: string;
  readonly rows: readonly JsonRow[];
  readonly evidence: Evidence;

  constructor(
    service: Service,
    readonly list: ReadList,
    name: string,
    readonly field: Field,
  ) {
    super(service, list.path, name);
    this.topic = `${list.name}.${name}`;
    this.rows = [...list.rows.values()];
    this.evidence = evidenceOf(this.rows, name);
  }
}

/** The fields of all lists with rows. `id` is not among them, because each question names it. */
export const columnsOf = (
  service: Service,
  schema: Resources,
  lists: readonly ReadList[],
): Column[] =>
  lists.flatMap((list) => {
    const { fields = {} } = (list.rows.size > 0 && own(schema, list.name)) || {};
    return Object.entries(fields)
      .filter(([name, { computed }]) => name !== 'id' && !computed)
      .map(([name, field]) => new Column(service, list, name, field));
  });
