import type { Dialect, ResolvedDialect } from '../../../dialect/dialect.js';
import { settings } from '../../../dialect/settings.js';
import type { JsonObject } from '../../../schema/field.js';
import { isIdentifier } from '../../../values/member-path.js';
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

const NO_FILTER = `The service has no filter that the client can write: no list returned one row for id:'…' under the names ${commonNames.where.join(', ')}.`;
const strictJson = (name: string) =>
  `The service reads strict JSON only: it accepts ${name}={"id":"…"} and not ${name}=id:'…', which is the relaxed JSON that the client writes.`;

/** How each format writes an order by `id`, ascending and descending. */
const orderFormats = { 'name:asc': ['id:asc', 'id:desc'], '-name': ['id', '-id'] } as const;

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
  const { rows, body } = subject;
  const mentioned = namesIn(body, rows);
  const found: Partial<Record<ParameterName, string | null>> = {};
  const listOf = async (one: Subject, ...raw: Parameter[]) =>
    (await service.decide({ path: one.path, raw })).rows ?? [];
  const list = (...raw: Parameter[]) => listOf(subject, ...raw);
  const find = async (parameter: ParameterName, works: (name: string) => Promise<boolean>) => {
    const common = commonNames[parameter];
    const taken = Object.values(found);
    for (const name of new Set([
      known[parameter] ?? common[0] ?? '',
      ...common.filter((one) => mentioned.has(one)),
      ...common,
      ...mentioned,
    ])) {
      if (taken.includes(name) || !(await works(name))) continue;
      found[parameter] = name;
      return name;
    }
    found[parameter] = null;
    return undefined;
  };

  // Some services ignore these on a path, so that another one decides. A client cannot do without them.
  const onAny = (test: (subject: Subject, name: string) => Promise<boolean>) => async (name: string) => {
    for (const one of subjects.slice(0, 2)) if (await test(one, name)) return true;
    return false;
  };
  const filtersBy = (text: (id: string) => string) =>
    onAny(async (one, name) => (await listOf(one, [name, text(String(one.rows[0]?.id))])).length === 1);
  const isFiltered = await find(
    'where',
    filtersBy((id) => `id:'${id}'`),
  );
  if (isFiltered === undefined) {
    const strict = await find(
      'where',
      filtersBy((id) => JSON.stringify({ id })),
    );
    throw new ServiceError('unusable', strict === undefined ? NO_FILTER : strictJson(strict));
  }
  await find(
    'include',
    onAny(async (one, name) => {
      const [first = {}] = one.rows;
      const field = Object.keys(first).find(
        (key) => key !== 'id' && isIdentifier(key) && typeof first[key] !== 'object',
      );
      const [row] = field === undefined ? [] : await listOf(one, [name, `${field}:true`]);
      return row !== undefined && Object.keys(row).every((key) => key === 'id' || key === field);
    }),
  );
  for (const name of ['where', 'include'] as const) if (found[name] === null) delete found[name];
  const take = await find('take', async (name) => (await list([name, '2'])).length === 2);

  let format: keyof typeof orderFormats = 'name:asc';
  let ascending: readonly string[] = [];
  const orderBy = await find('orderBy', async (name) => {
    for (const one of ['name:asc', '-name'] as const) {
      const [asc, desc] = orderFormats[one];
      const down = idsOf(await list([name, desc]));
      if (!isSorted([...down].reverse())) continue;
      ascending = idsOf(await list([name, asc]));
      format = one;
      if (isSorted(ascending) && ascending[0] !== down[0]) return true;
    }
    return false;
  });
  const ordered: Parameter[] = orderBy === undefined ? [] : [[orderBy, orderFormats[format][0]]];
  const ids = orderBy === undefined ? idsOf(rows) : ascending;
  const idsWith = async (...parameters: Parameter[]) => idsOf(await list(...ordered, ...parameters));
  await find('skip', async (name) => {
    const limit: Parameter[] = take === undefined ? [] : [[take, '2']]; // some services need both
    return (await idsWith(...limit, [name, '1']))[0] === ids[1];
  });
  if (found.skip === null && take !== undefined)
    await find('page', async (name) => (await idsWith([take, '2'], [name, '2']))[0] === ids[2]);
  if (orderBy !== undefined) {
    const [, second = '', third = ''] = ids;
    await find('after', async (name) => (await idsWith([name, second]))[0] === third);
    await find('before', async (name) => {
      const before = await idsWith([name, third]);
      return before.length === 2 && before.includes(second);
    });
  }
  const kept = Object.entries(known).filter(([parameter]) => !Object.hasOwn(found, parameter));
  const changed = [...Object.entries(found), ...kept].filter(
    ([parameter, name]) => name !== settings.parameters[parameter as ParameterName].default, // a key of `known`
  );
  return {
    parameters: changed.length === 0 ? undefined : Object.fromEntries(changed),
    orderFormat: format === 'name:asc' ? undefined : format,
  };
}

const idsOf = (rows: readonly JsonObject[]): string[] => rows.map(({ id }) => String(id));

/** Whether ids are in ascending order: as text in some language, or as numbers. */
function isSorted(ids: readonly string[]): boolean {
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
