import type { Dialect, ResolvedDialect } from '../../../dialect/dialect.js';
import { settings } from '../../../dialect/settings.js';
import { writeRelaxedJson } from '../../../query/relaxed-json.js';
import type { JsonObject } from '../../../schema/field.js';
import { isIdentifier } from '../../../values/describe.js';
import { isPlainObject } from '../../../values/plain-object.js';
import { type Service, ServiceError } from '../service/live-service.js';

/** The list on which most is measured: the one with most rows. */
export interface Subject {
  readonly name: string;
  readonly path: string;
  /** Of a list without parameters. */
  readonly rows: readonly JsonObject[];
  readonly body: unknown;
}

type Parameter = readonly [name: string, text: string];

type ParameterName = keyof ResolvedDialect['parameters'];

/** Names that services give to the parameters. The first is the default of the package. */
const commonNames: Readonly<Record<ParameterName, readonly string[]>> = {
  where: ['where', 'filter', 'filters', 'query', 'q'],
  include: ['include', 'fields', 'select', 'expand'],
  take: [
    'take',
    'limit',
    'page_size',
    'pageSize',
    'per_page',
    'perPage',
    'size',
    'count',
    'first',
    'top',
    '$top',
  ],
  orderBy: ['order_by', 'sort', 'orderBy', 'order', 'sort_by', 'sortBy', 'ordering', '$orderby'],
  skip: ['skip', 'offset', 'start', '$skip'],
  after: ['after', 'starting_after', 'cursor'],
  before: ['before', 'ending_before'],
  page: ['page', 'page_number', 'pageNumber', 'p'],
};

const NO_FILTER = `The service has no filter that the client can write: id:'…' filtered no list under the names ${commonNames.where.join(', ')}.`;

/** How each format writes an order by `id`, ascending and descending. */
const orderFormats = { 'name:asc': ['id:asc', 'id:desc'], '-name': ['id', '-id'] } as const;

type OrderFormat = keyof typeof orderFormats;

/** Returns the rows of a list with these parameters; none if the service rejects them. */
type List = (...parameters: Parameter[]) => Promise<readonly JsonObject[]>;

/**
 * Finds the names of the parameters and the form of the order: each name is tried until the response shows its
 * effect. Names that the body mentions beside its rows, such as those of `pagination`, go before common ones.
 *
 * @param subjects - The lists with the most rows first.
 * @param known - The names that are tried first.
 */
export async function measureParameters(
  service: Service,
  subjects: readonly [Subject, ...Subject[]],
  known: ResolvedDialect['parameters'],
): Promise<Pick<Dialect, 'parameters' | 'orderFormat'>> {
  const [subject] = subjects;
  const names = new NameSearch(known, namesIn(subject.body, subject.rows));
  const listOf =
    ({ path }: Subject): List =>
    async (...raw) =>
      (await service.getPatiently({ path, raw })).rows ?? [];
  const list = listOf(subject);

  const findJson = async (parameter: 'where' | 'include', shown: JsonObject, works: JsonTest) => {
    const findAs = (write: (json: JsonObject) => string) =>
      names.find(parameter, async (name) => {
        // Some services ignore these on a path, so that another one decides. A client cannot do without them.
        for (const one of subjects.slice(0, 2))
          if (await works(one.rows[0] ?? {}, (json) => listOf(one)([name, write(json)]))) return true;
        return false;
      });
    if ((await findAs(writeRelaxedJson)) !== undefined) return;
    const name = await findAs(JSON.stringify);
    if (name === undefined) return;
    throw new ServiceError(
      'unusable',
      `The service does not read relaxed JSON, which the client writes: it accepts ${name}=${JSON.stringify(shown)}, and not ${name}=${writeRelaxedJson(shown)}.`,
    );
  };
  await findJson('where', { id: '…' }, filters);
  if (!names.has('where')) throw new ServiceError('unusable', NO_FILTER);
  await findJson('include', { id: true }, selects);
  names.keepIfMissing('include');
  const take = await names.find('take', async (name) => (await list([name, '2'])).length === 2);
  const order = await findOrder(names, list);
  await findPositions(names, list, take, order, idsOf(subject.rows));
  return { parameters: names.changed(), orderFormat: order?.format === '-name' ? '-name' : undefined };
}

/** The names that were found. */
class NameSearch {
  readonly #known: ResolvedDialect['parameters'];
  readonly #mentioned: ReadonlySet<string>;
  readonly #found = new Map<ParameterName, string | null>();

  /** @param mentioned - Names that a response has. */
  constructor(known: ResolvedDialect['parameters'], mentioned: ReadonlySet<string>) {
    this.#known = known;
    this.#mentioned = mentioned;
  }

  /** Finds the name of a parameter that no other one has. */
  async find(
    parameter: ParameterName,
    works: (name: string) => Promise<boolean>,
  ): Promise<string | undefined> {
    const common = commonNames[parameter];
    const taken = [...this.#found.values()];
    const names = new Set([
      this.#known[parameter] ?? common[0] ?? '',
      ...common.filter((one) => this.#mentioned.has(one)),
      ...common,
      ...this.#mentioned,
    ]);
    for (const name of names) {
      if (taken.includes(name) || !(await works(name))) continue;
      this.#found.set(parameter, name);
      return name;
    }
    this.#found.set(parameter, null);
    return undefined;
  }

  has(parameter: ParameterName): boolean {
    return typeof this.#found.get(parameter) === 'string';
  }

  /** Leaves a parameter as it was known if it was not found. */
  keepIfMissing(parameter: ParameterName): void {
    if (!this.has(parameter)) this.#found.delete(parameter);
  }

  /** The names that differ from the default. */
  changed(): Dialect['parameters'] {
    const names = [...this.#found];
    for (const [parameter, name] of Object.entries(this.#known) as [ParameterName, string | null][])
      if (!this.#found.has(parameter)) names.push([parameter, name]);
    const changed = names.filter(([parameter, name]) => name !== settings.parameters[parameter].default);
    return changed.length === 0 ? undefined : Object.fromEntries(changed);
  }
}

/** Whether a parameter with JSON works: by a row of the list, and by the rows that JSON in the parameter returns. */
type JsonTest = (
  first: JsonObject,
  list: (json: JsonObject) => Promise<readonly JsonObject[]>,
) => Promise<boolean>;

/** Whether a filter by an id returns one row. A search for text returns it for the opposite, too. */
const filters: JsonTest = async (first, list) => {
  const id = String(first.id);
  if ((await list({ id })).length !== 1) return false;
  for (const others of [{ neq: id }, { not_in: [id] }])
    if (!idsOf(await list({ id: others })).includes(id)) return true;
  return false;
};

/** Whether an include returns only one field. */
const selects: JsonTest = async (first, list) => {
  const field = Object.keys(first).find(
    (key) => key !== 'id' && isIdentifier(key) && typeof first[key] !== 'object',
  );
  const [row] = field === undefined ? [] : await list({ [field]: true });
  return row !== undefined && Object.keys(row).every((key) => key === 'id' || key === field);
};

/** An order by `id`, and the ids in it. */
interface FoundOrder {
  readonly parameter: Parameter;
  readonly format: OrderFormat;
  readonly ids: readonly string[];
}

async function findOrder(names: NameSearch, list: List): Promise<FoundOrder | undefined> {
  let order: FoundOrder | undefined;
  await names.find('orderBy', async (name) => {
    for (const format of ['name:asc', '-name'] as const) {
      const [asc, desc] = orderFormats[format];
      const down = idsOf(await list([name, desc]));
      if (!areAscending([...down].reverse())) continue;
      const ids = idsOf(await list([name, asc]));
      if (!areAscending(ids) || ids[0] === down[0]) continue;
      order = { parameter: [name, asc], format, ids };
      return true;
    }
    return false;
  });
  return order;
}

/** Finds the parameters for pages: `skip` or else `page`, and with an order `after` and `before`. */
async function findPositions(
  names: NameSearch,
  list: List,
  take: string | undefined,
  order: FoundOrder | undefined,
  unordered: readonly string[],
): Promise<void> {
  const ids = order?.ids ?? unordered;
  const ordered = order ? [order.parameter] : [];
  const idsWith = async (...parameters: Parameter[]) => idsOf(await list(...ordered, ...parameters));
  await names.find('skip', async (name) => {
    const limit: Parameter[] = take === undefined ? [] : [[take, '2']]; // some services need both
    return (await idsWith(...limit, [name, '1']))[0] === ids[1];
  });
  if (!names.has('skip') && take !== undefined)
    await names.find('page', async (name) => (await idsWith([take, '2'], [name, '2']))[0] === ids[2]);
  if (!order) return;
  const [, second = '', third = ''] = ids;
  await names.find('after', async (name) => (await idsWith([name, second]))[0] === third);
  await names.find('before', async (name) => {
    const before = await idsWith([name, third]);
    return before.length === 2 && before.includes(second);
  });
}

const idsOf = (rows: readonly JsonObject[]): string[] => rows.map(({ id }) => String(id));

/** Whether ids are in ascending order: as text in some language, or as numbers. */
function areAscending(ids: readonly string[]): boolean {
  const follows = (compare: (left: string, right: string) => number) =>
    ids.every((id, index) => index === 0 || compare(ids[index - 1] ?? '', id) <= 0);
  return (
    ids.length > 1 &&
    (follows((left, right) => (left < right ? -1 : Number(left > right))) ||
      follows(new Intl.Collator('en').compare) ||
      follows((left, right) => Number(left) - Number(right)))
  );
}

/** Names beside the rows of a body: keys, such as those of `pagination`, and parameters of links to other pages. */
function namesIn(body: unknown, rows: readonly JsonObject[]): Set<string> {
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string')
      for (const [, name = ''] of value.matchAll(/[?&]([\w$.[\]-]{1,40})=/g)) names.add(name);
    if (!isPlainObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (member === rows) continue;
      if (value !== body && typeof member === 'number' && /^[\w$.[\]-]{1,40}$/.test(key)) names.add(key);
      collect(member);
    }
  };
  collect(body);
  return names;
}
