import { rowsPerPage } from '../../dialect.js';
import { nameProblem } from '../../schema/assert-schema.js';
import type { Resource } from '../../schema/resource.js';
import { own } from '../../values/plain-object.js';
import type { List } from './form.js';
import { foreignKeysTo } from './resource-names.js';
import { isRow, type JsonRow, type Question, type Service } from './service.js';

/** How the service treats a name in an include. */
type Treatment = 'returned' | 'ignored' | 'rejected';

/** The rows of a resource that were read. */
export interface Reading extends Pick<List, 'name' | 'path' | 'operations'> {
  /** With their default fields, by id. */
  readonly rows: ReadonlyMap<string, JsonRow>;
  /** The first of them, with every name that the service returns if an include names it. */
  readonly included: ReadonlyMap<string, JsonRow>;
  readonly treatments: ReadonlyMap<string, Treatment>;
}

/** How many rows are read from each end of a list: enough to see kinds, and values that repeat. */
const ROWS = 100;
/** A service with small pages is asked for at most this many from each end. */
const PAGES = 3;
/** How many rows are read with an include. */
const INCLUDED = 40;
/** Longer names would make the URL of an include too long. */
const LONGEST_NAME = 100;

/**
 * Reads rows of a list from both of its ends, then with every name that may be a relation or a
 * computed field.
 *
 * @param declared - The resource in the schema that is extended.
 * @param lists - All lists: their foreign keys suggest relations.
 */
export async function readResource(
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
  const { orderBy } = service.dialect.parameters;
  let last: string | undefined;
  for (let page = 0, count = 0; page < PAGES && count < ROWS; page++) {
    const comparator = direction === 'asc' ? 'gt' : 'lt';
    const where = last === undefined ? undefined : { id: { [comparator]: last } };
    const order = orderBy === null ? {} : { orderBy: { id: direction } };
    const answer = await service.ask({ path, where, ...order, ...limited(service, ROWS) });
    const found = answer.rows ?? [];
    for (const row of found) rows.set(row.id, row);
    if (orderBy === null || found.length < rowsPerPage(ROWS, service.dialect)) return false;
    count += found.length;
    last = found.at(-1)?.id;
  }
  return true;
}

/** A page of at most this many rows, as far as the service can be asked for it. */
const limited = ({ dialect }: Service, take: number): Pick<Question, 'take'> =>
  dialect.parameters.take === null ? {} : { take: rowsPerPage(take, dialect) };

interface Names {
  readonly declared: readonly string[];
  readonly others: readonly string[];
}

function candidatesOf(
  resource: string,
  declared: Resource | undefined,
  rows: readonly JsonRow[],
  lists: readonly List[],
): Names {
  const seen = new Set(rows.flatMap((row) => Object.keys(row)));
  const keys = foreignKeysTo(resource);
  const children = lists.filter(({ rows: [row = {}] }) =>
    keys.some((key) => Object.hasOwn(row, key)),
  );
  const isCandidate = (name: string) =>
    nameProblem(name) === undefined && name.length <= LONGEST_NAME && !seen.has(name);
  // A field that is returned by default may be a relation.
  const relations = [...seen].filter((name) =>
    rows.some((row) => [own(row, name)].flat().some(isRow)),
  );
  const known = Object.keys({ ...declared?.relations, ...declared?.fields });
  const others = [
    ...[...seen].flatMap((name) => (name.endsWith('_id') ? [name.slice(0, -3)] : [])),
    ...children.map(({ name }) => name),
  ];
  return {
    declared: [...new Set([...known.filter(isCandidate), ...relations])].sort(),
    others: [...new Set(others)]
      .filter((name) => isCandidate(name) && !known.includes(name))
      .sort(),
  };
}

/**
 * Tries names in as few includes as possible. Some services reject an include with an unknown name,
 * and some return one relation at a time.
 */
async function readIncluded(service: Service, path: string, { declared, others }: Names) {
  const included = new Map<string, JsonRow>();
  const treatments = new Map<string, Treatment>();
  const { include, orderBy } = service.dialect.parameters;
  const order = orderBy === null ? {} : { orderBy: { id: 'asc' as const } };
  const readWith = async (names: readonly string[]): Promise<void> => {
    if (names.length === 0) return;
    const answer = await service.ask({
      path,
      include: Object.fromEntries(names.map((name) => [name, true])),
      ...order,
      ...limited(service, INCLUDED),
    });
    const rows = answer.rows ?? [];
    for (const row of rows) included.set(row.id, { ...included.get(row.id), ...row });
    for (const name of names)
      if (rows.some((row) => Object.hasOwn(row, name))) treatments.set(name, 'returned');
      else if (names.length === 1) treatments.set(name, answer.rows ? 'ignored' : 'rejected');
    if (names.length > 1)
      for (const name of names) if (!treatments.has(name)) await readWith([name]);
  };
  if (include !== null) {
    await readWith(declared);
    await readWith(others);
  }
  return { included, treatments };
}
