import { type Dialect, type Parameter as ParameterName, resolveDialect } from '../../dialect.js';
import { writeRelaxedJson } from '../../query/relaxed-json.js';
import type { JsonObject } from '../../schema/field.js';
import { isIdentifier } from '../../values/describe.js';
import { cursorsIn } from './envelope.js';
import type { Note } from './notes.js';
import {
  type Answer,
  type JsonRow,
  type ListRows,
  type Parameter,
  type Service,
  UnusableError,
} from './service.js';

/** Names that services give to the parameters. The first is the default of the package. */
const commonNames: Readonly<Record<ParameterName, readonly string[]>> = {
  where: ['where', 'filter', 'filters', 'query', 'q'],
  include: ['include', 'fields', 'select', 'expand'],
  take: [
    ...['take', 'limit', 'page_size', 'pageSize', 'per_page', 'perPage', 'size', 'count', 'first'],
    ...['top', '$top'],
  ],
  orderBy: ['order_by', 'sort', 'orderBy', 'order', 'sort_by', 'sortBy', 'ordering', '$orderby'],
  skip: ['skip', 'offset', 'start', '$skip'],
  page: ['page', 'page_number', 'pageNumber', 'p'],
  cursor: ['cursor', 'page_token', 'pageToken', 'next_token', 'continuation_token', 'after'],
  after: ['after', 'starting_after'],
  before: ['before', 'ending_before'],
};

/** How each format writes an order by `id`. */
const orders = { 'name:asc': ['id:asc', 'id:desc'], '-name': ['id', '-id'] } as const;

const idsOf = ({ rows = [] }: Answer): string[] => rows.map(({ id }) => id);
const areEqual = (left: readonly string[], right: readonly string[]): boolean =>
  left.join('\n') === right.join('\n');

/** Others may delete a row meanwhile: then all is asked again with other rows. */
const ATTEMPTS = 3;

/**
 * Finds the names of the parameters: each name is tried on a few rows until the response shows its
 * effect. Three rows are enough.
 *
 * @throws UnusableError if there is no filter.
 */
export async function findParameters(
  service: Service,
  list: ListRows,
  start: Dialect,
  attempt = 1,
): ReturnType<typeof tryParameters> {
  const found = await tryParameters(service, list, start).catch((error: Error) => error);
  const { rows = [] } = await service.ask({ path: list.path });
  const isStable = sample(list.rows).every((id) => rows.some((row) => row.id === id));
  if (!isStable && attempt < ATTEMPTS)
    return findParameters(service, { ...list, rows }, start, attempt + 1);
  if (found instanceof Error) throw found;
  return found;
}

const sample = (rows: readonly JsonRow[]): string[] => rows.slice(0, 4).map(({ id }) => id);

async function tryParameters(service: Service, { path, rows }: ListRows, start: Dialect) {
  const declared = resolveDialect('connect', start).parameters;
  const parameters: { [Name in ParameterName]: string | null } = { ...declared };
  const taken = new Set<string>();
  const notes: Note[] = [];
  const ask = (...raw: Parameter[]) => service.ask({ path, raw });

  const find = async (
    parameter: ParameterName,
    works: (name: string) => Promise<boolean>,
    more: readonly string[] = [],
  ): Promise<string | undefined> => {
    const common = [...more, ...commonNames[parameter]];
    for (const name of new Set([declared[parameter] ?? common[0] ?? '', ...common])) {
      if (taken.has(name) || !(await works(name))) continue;
      taken.add(name);
      parameters[parameter] = name;
      return name;
    }
    parameters[parameter] = null;
    return undefined;
  };

  const some = sample(rows);
  const [first = ''] = some;
  const filters = (write: (json: JsonObject) => string) => async (name: string) => {
    const single = idsOf(await ask([name, write({ id: first })]));
    if (!areEqual(single, [first])) return false;
    // A search for text finds a row by its id, too.
    const pair = some.slice(0, 2);
    return areEqual(idsOf(await ask([name, write({ id: { in: pair } })])).sort(), pair.sort());
  };
  const where = await find('where', filters(writeRelaxedJson));
  if (where === undefined) {
    const strict = await find('where', filters(JSON.stringify));
    throw new UnusableError(
      strict === undefined
        ? `The service has no filter that the client can write: GET /v1${path} with \`id:'…'\`, then \`id:{in:[…]}\`, did not return exactly these rows under the names ${commonNames.where.join(', ')}.`
        : `The service does not read relaxed JSON, which the client writes: ${strict}={"id":"…"} returns the row, ${strict}=id:'…' does not.`,
    );
  }
  const these: Parameter = [where, writeRelaxedJson({ id: { in: some } })];

  const field = Object.keys(rows[0] ?? {}).find(
    (key) => key !== 'id' && isIdentifier(key) && typeof rows[0]?.[key] !== 'object',
  );
  if (field !== undefined)
    await find('include', async (name) => {
      const { rows: found = [] } = await ask(these, [name, `${field}:true`]);
      const keys = found.flatMap((row) => Object.keys(row));
      return found.length > 0 && keys.every((key) => key === 'id' || key === field);
    });

  const take = await find(
    'take',
    async (name) => idsOf(await ask(these, [name, '2'])).length === 2,
  );
  let orderFormat: Dialect['orderFormat'];
  let ordered: readonly string[] = [];
  const orderBy = await find('orderBy', async (name) => {
    for (const format of new Set([start.orderFormat ?? 'name:asc', 'name:asc', '-name'] as const)) {
      const [asc, desc] = orders[format];
      const up = idsOf(await ask(these, [name, asc]));
      if (!areEqual([...up].sort(), [...some].sort())) continue;
      if (!areEqual(idsOf(await ask(these, [name, desc])).reverse(), up)) continue;
      [orderFormat, ordered] = [format, up];
      return true;
    }
    return false;
  });
  const order: Parameter[] = orderBy && orderFormat ? [[orderBy, orders[orderFormat][0]]] : [];
  if (ordered.length === 0) ordered = idsOf(await ask(these));

  const page = (...raw: Parameter[]) => ask(these, ...order, ...raw);
  const two: Parameter[] = take === undefined ? [] : [[take, '2']];
  const all: Parameter[] = take === undefined ? [] : [[take, `${some.length}`]]; // some services need both
  const skip = await find('skip', async (name) =>
    areEqual(idsOf(await page(...all, [name, '1'])), ordered.slice(1)),
  );
  parameters.page = null;
  if (skip === undefined && take !== undefined)
    await find('page', async (name) => {
      const second = idsOf(await page(...two, [name, '2']));
      if (!areEqual(second, ordered.slice(2, 4))) return false;
      return areEqual(idsOf(await page(...two, [name, '1'])), ordered.slice(0, 2));
    });

  let cursor: string | undefined;
  parameters.cursor = null;
  const candidates = take === undefined ? [] : cursorsIn((await page(...two)).body);
  for (const { path: member, name, value } of candidates) {
    if (cursor !== undefined) break;
    const continues = async (parameter: string) =>
      areEqual(idsOf(await page(...two, [parameter, value])), ordered.slice(2, 4));
    if (await find('cursor', continues, [name.replace(/^next_?/i, ''), name].filter(Boolean)))
      cursor = member;
  }
  if (cursor === undefined && candidates[0])
    notes.push({
      topic: candidates[0].path,
      text: `it looks like a cursor, and no parameter continues with it: ${commonNames.cursor.join(', ')}`,
    });
  const [, second = '', third = ''] = ordered;
  const returns = async (parameter: Parameter, expected: readonly string[]) =>
    areEqual(idsOf(await page(parameter)), expected);
  await find('after', (name) => returns([name, second], ordered.slice(2)));
  await find('before', (name) => returns([name, third], ordered.slice(0, 2)));
  const defaults = resolveDialect('connect').parameters;
  const changed = Object.entries(parameters).filter(
    ([name, value]) => value !== defaults[name as ParameterName], // a key of both
  );
  return {
    dialect: {
      parameters: changed.length > 0 ? Object.fromEntries(changed) : undefined,
      orderFormat: orderFormat === 'name:asc' ? undefined : orderFormat,
    },
    cursor,
    notes,
  };
}
