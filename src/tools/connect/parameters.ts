import { type Dialect, type Parameter as ParameterName, resolveDialect } from '../../dialect.js';
import { isIdentifier } from '../../messages/describe.js';
import { writeRelaxedJson } from '../../query/relaxed-json.js';
import type { JsonObject } from '../../schema/field.js';
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
  take: ['take', 'limit', 'page_size', 'pageSize', 'per_page', 'perPage', 'size', 'count', '$top'],
  orderBy: ['order_by', 'sort', 'orderBy', 'order', 'sort_by', 'sortBy', 'ordering', '$orderby'],
  skip: ['skip', 'offset', 'start', '$skip'],
  page: ['page', 'page_number', 'pageNumber', 'p'],
  cursor: ['cursor', 'page_token', 'pageToken', 'next_token', 'continuation_token', 'after'],
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

  const ids = sample(rows);
  const filters = (write: (json: JsonObject) => string) => async (name: string) => {
    const [first = '', second = ''] = ids;
    if (!areEqual(idsOf(await ask([name, write({ id: first })])), [first])) return false;
    // A search for text finds a row by its id, too.
    const found = idsOf(await ask([name, write({ id: { in: [first, second] } })]));
    return areEqual(found.sort(), [first, second].sort());
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
  const these: Parameter = [where, writeRelaxedJson({ id: { in: ids } })];

  const field = Object.keys(rows[0] ?? {}).find(
    (key) => key !== 'id' && isIdentifier(key) && typeof rows[0]?.[key] !== 'object',
  );
  if (field !== undefined)
    await find('include', async (name) => {
      const { rows: found = [] } = await ask(these, [name, `${field}:true`]);
      const keys = found.flatMap((row) => Object.keys(row));
      return found.length > 0 && keys.every((key) => key === 'id' || key === field);
    });

  const idsWith = async (...raw: Parameter[]) => idsOf(await ask(these, ...raw));
  const take = await find('take', async (name) => (await idsWith([name, '2'])).length === 2);
  let orderFormat: keyof typeof orders | undefined;
  let ordered = await idsWith();
  const orderBy = await find('orderBy', async (name) => {
    for (const format of new Set([start.orderFormat ?? 'name:asc', 'name:asc', '-name'] as const)) {
      const [asc, desc] = orders[format];
      const up = await idsWith([name, asc]);
      if (!areEqual([...up].sort(), [...ids].sort())) continue;
      if (!areEqual((await idsWith([name, desc])).reverse(), up)) continue;
      [orderFormat, ordered] = [format, up];
      return true;
    }
    return false;
  });

  const order: Parameter[] = orderBy && orderFormat ? [[orderBy, orders[orderFormat][0]]] : [];
  const returns = async (expected: readonly string[], ...raw: Parameter[]) =>
    areEqual(await idsWith(...order, ...raw), expected);
  const taking = (count: number): Parameter[] => (take === undefined ? [] : [[take, `${count}`]]);
  const [firstTwo, nextTwo] = [ordered.slice(0, 2), ordered.slice(2, 4)];
  // Some services need both.
  const skip = await find('skip', (name) =>
    returns(ordered.slice(1), ...taking(ids.length), [name, '1']),
  );
  const isPage = async (name: string) =>
    (await returns(nextTwo, ...taking(2), [name, '2'])) &&
    returns(firstTwo, ...taking(2), [name, '1']);
  parameters.page = null;
  if (skip === undefined && take !== undefined) await find('page', isPage);

  let cursor: string | undefined;
  parameters.cursor = null;
  const candidates =
    take === undefined ? [] : cursorsIn((await ask(these, ...order, ...taking(2))).body);
  for (const { path: member, name, value } of candidates) {
    if (cursor !== undefined) break;
    const names = [name.replace(/^next_?/i, ''), name].filter(Boolean);
    const continues = (parameter: string) => returns(nextTwo, ...taking(2), [parameter, value]);
    if (await find('cursor', continues, names)) cursor = member;
  }
  const text = `it looks like a cursor, and no parameter continues with it: ${commonNames.cursor.join(', ')}`;
  if (cursor === undefined && candidates[0]) notes.push({ topic: candidates[0].path, text });
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
