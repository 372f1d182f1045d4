import type { Dialect, ResolvedDialect } from '../../../dialect/dialect.js';
import { settings } from '../../../dialect/settings.js';
import { writeRelaxedJson } from '../../../query/relaxed-json.js';
import type { JsonObject } from '../../../schema/field.js';
import { isIdentifier } from '../../../values/describe.js';
import { isPlainObject } from '../../../values/plain-object.js';
import { type Service, StoppedError } from '../service/live-service.js';

/** A list that can be read, to measure parameters on it. */
export interface MeasuredList {
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

/** Returns the name with which a parameter works. */
type Find = (
  parameter: ParameterName,
  works: (name: string) => Promise<boolean>,
) => Promise<string | undefined>;

/**
 * Finds the names of the parameters and the form of the order: each name is tried until the
 * response shows its effect. Names that the body mentions beside its rows, such as those of
 * `pagination`, go before common ones.
 *
 * @param lists - The lists with the most rows first.
 * @param known - The names that are tried first.
 */
export async function measureParameters(
  service: Service,
  lists: readonly [MeasuredList, ...MeasuredList[]],
  known: ResolvedDialect['parameters'],
): Promise<Pick<Dialect, 'parameters' | 'orderFormat'>> {
  const [longest] = lists;
  const mentioned = namesIn(longest.body, longest.rows);
  const found: { [Name in ParameterName]?: string | null } = {};
  const find: Find = async (parameter, works) => {
    const common = commonNames[parameter];
    const seen = common.filter((name) => mentioned.has(name));
    for (const name of new Set([
      known[parameter] ?? common[0] ?? '',
      ...seen,
      ...common,
      ...mentioned,
    ])) {
      if (Object.values(found).includes(name) || !(await works(name))) continue;
      found[parameter] = name;
      return name;
    }
    found[parameter] = null;
    return undefined;
  };
  const listOf =
    ({ path }: MeasuredList): List =>
    async (...raw) =>
      (await service.getPatiently({ path, raw })).rows ?? [];
  const list = listOf(longest);

  const findJson = async (parameter: 'where' | 'include', shown: JsonObject, works: JsonTest) => {
    const findAs = (write: (json: JsonObject) => string) =>
      find(parameter, async (name) => {
        // Some services ignore these on a path, so that another one decides. A client cannot do
        // without them.
        for (const one of lists.slice(0, 2))
          if (await works(one.rows[0] ?? {}, (json) => listOf(one)([name, write(json)])))
            return true;
        return false;
      });
    if ((await findAs(writeRelaxedJson)) !== undefined) return;
    const name = await findAs(JSON.stringify);
    if (name === undefined) return;
    throw new StoppedError(
      'unusable',
      `The service does not read relaxed JSON, which the client writes: it accepts ${name}=${JSON.stringify(shown)}, and not ${name}=${writeRelaxedJson(shown)}.`,
    );
  };
  await findJson('where', { id: '…' }, filters);
  if (!found.where) throw new StoppedError('unusable', NO_FILTER);
  await findJson('include', { id: true }, selects);
  if (!found.include) delete found.include; // it keeps its name
  const take = await find('take', async (name) => (await list([name, '2'])).length === 2);
  const order = await findOrder(find, list);
  await findPositions(find, list, take, order, idsOf(longest.rows));
  const changed = Object.entries({ ...known, ...found }).filter(
    ([name, value]) => value !== settings.parameters[name as ParameterName].default, // a key of both
  );
  return {
    parameters: changed.length === 0 ? undefined : Object.fromEntries(changed),
    orderFormat: order?.format === '-name' ? '-name' : undefined,
  };
}

/**
 * Whether a parameter with JSON works: by a row of the list, and by the rows that JSON in the
 * parameter returns.
 */
type JsonTest = (
  first: JsonObject,
  list: (json: JsonObject) => Promise<readonly JsonObject[]>,
) => Promise<boolean>;

/**
 * Whether a filter by an id returns one row. A search for text returns it for the opposite, too.
 */
const filters: JsonTest = async (first, list) => {
  const id = String(first.id);
  if ((await list({ id })).length !== 1) return false;
  for (const others of [{ neq: id }, { not_in: [id] }])
    if (!idsOf(await list({ id: others })).includes(id)) return true;
  return false;
};

const selects: JsonTest = async (first, list) => {
  const field = Object.keys(first).find(
    (key) => key !== 'id' && isIdentifier(key) && typeof first[key] !== 'object',
  );
  const [row] = field === undefined ? [] : await list({ [field]: true });
  return row !== undefined && Object.keys(row).every((key) => key === 'id' || key === field);
};

interface FoundOrder {
  readonly parameter: Parameter;
  readonly format: OrderFormat;
  readonly ids: readonly string[];
}

async function findOrder(find: Find, list: List): Promise<FoundOrder | undefined> {
  let order: FoundOrder | undefined;
  await find('orderBy', async (name) => {
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

/**
 * Finds the parameters for pages: `skip` or else `page`, and with an order `after` and `before`.
 */
async function findPositions(
  find: Find,
  list: List,
  take: string | undefined,
  order: FoundOrder | undefined,
  unordered: readonly string[],
): Promise<void> {
  const ids = order?.ids ?? unordered;
  const ordered = order ? [order.parameter] : [];
  const idsWith = async (...parameters: Parameter[]) =>
    idsOf(await list(...ordered, ...parameters));
  const skip = await find('skip', async (name) => {
    const limit: Parameter[] = take === undefined ? [] : [[take, '2']]; // some services need both
    return (await idsWith(...limit, [name, '1']))[0] === ids[1];
  });
  if (skip === undefined && take !== undefined)
    await find('page', async (name) => (await idsWith([take, '2'], [name, '2']))[0] === ids[2]);
  if (!order) return;
  const [, second = '', third = ''] = ids;
  await find('after', async (name) => (await idsWith([name, second]))[0] === third);
  await find('before', async (name) => {
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

/**
 * Names beside the rows of a body: keys, such as those of `pagination`, and parameters of links to
 * other pages.
 */
function namesIn(body: unknown, rows: readonly JsonObject[]): Set<string> {
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string')
      for (const [, name = ''] of value.matchAll(/[?&]([\w$.[\]-]{1,40})=/g)) names.add(name);
    if (!isPlainObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (member === rows) continue;
      if (value !== body && typeof member === 'number' && /^[\w$.[\]-]{1,40}$/.test(key))
        names.add(key);
      collect(member);
    }
  };
  collect(body);
  return names;
}
