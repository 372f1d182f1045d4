import type { Dialect, ResolvedDialect } from '../../../dialect/dialect.js';
import { namedMembers, requestDialect } from '../../../dialect/request-dialect.js';
import { settings } from '../../../dialect/settings.js';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { Resources } from '../../../schema/resources.js';
import { isDate } from '../../../values/date.js';
import { isPlainObject, withoutUndefined } from '../../../values/plain-object.js';
import { type Service, StoppedError } from '../service/live-service.js';
import { isRow, type ReceivedResponse, unwrap } from '../service/response.js';
import { measurePageSize, measureRejections, measureUrlLength } from './measure-limits.js';
import { type MeasuredList, measureParameters } from './measure-parameters.js';

/**
 * Measures how requests are written, and what else shows itself: the envelope, the names of the
 * parameters, page sizes, the longest URL, rejections. Sets the dialect of the service.
 *
 * @param start - What is known. Settings that cannot be measured keep their values.
 * @returns Also the rows of each list without parameters, and notes for people, such as the digits
 * of dates.
 * @throws StoppedError if no list can be read.
 */
export async function measure(service: Service, schema: Resources, start: Dialect = {}) {
  const change = (settings: Dialect) => {
    service.dialect = withoutUndefined({ ...service.dialect, ...settings });
  };
  const lists = await readLists(service, schema);
  const notes = lists.flatMap(({ path, response: { status } }) =>
    status === 200 ? [] : [`${path} cannot be read: status ${status}`],
  );
  const notMeasured: string[] = [];
  const bodies = lists.flatMap(({ response }) => (response.error ? [] : [response.body]));
  const envelope = findEnvelope(bodies, start.envelope);
  service.dialect = start;
  if (envelope !== null && (envelope ?? start.envelope) !== null) change({ envelope });
  const measured = lists.map(({ name, path, response: { body } }) => ({
    name,
    path,
    body,
    rows: unwrap(body, namedMembers(service.dialect.envelope).rows).rows ?? [],
  }));
  const [longest, ...others] = measured.sort((left, right) => right.rows.length - left.rows.length);
  if (!longest || longest.rows.length < 3)
    notMeasured.push('Parameters and page sizes cannot be measured: no list has three rows.');
  else {
    const { parameters } = requestDialect(start);
    change(await measureParameters(service, [longest, ...others], parameters));
    const { pageSize } = await measurePageSize(service, longest);
    const { default: usual = Infinity, ...withoutDefault } = start.pageSize ?? {};
    if (pageSize) change({ pageSize: { ...start.pageSize, ...pageSize } });
    else if (longest.rows.length > usual) change({ pageSize: withoutDefault }); // the list has no such limit anymore
    change(await measureUrlLength(service, longest));
    notes.push(...describeDates(measured));
  }
  if (longest) change(await measureRejections(service, schema, longest));
  return { dialect: service.dialect, notes, notMeasured, lists: measured.map(({ rows }) => rows) };
}

async function readLists(service: Service, schema: Resources) {
  const paths = Object.entries(schema).flatMap(([name, { path, operations }]) =>
    path !== undefined && operations.includes('list') ? [{ name, path }] : [],
  );
  const lists = await Promise.all(
    paths.map(async (list) => ({
      ...list,
      response: await service.getPatiently({ path: list.path }),
    })),
  );
  if (lists.some(({ response }) => isList(response))) return lists;
  const [first] = lists;
  if (!first) throw new StoppedError('unusable', 'The schema has no list to read.');
  if (first.response.error) throw first.response.error;
  throw new StoppedError(
    'unusable',
    `GET /v1${first.path} returned no rows: neither an array nor an object with one. Check --base-url.`,
  );
}

const isList = ({ error, body, rows }: ReceivedResponse): boolean =>
  !error &&
  (rows !== undefined || (isPlainObject(body) && Object.values(body).some(Array.isArray)));

/**
 * The known envelope, if the rows are in its member; `undefined` if it is the default, `null` if no
 * body shows it.
 */
function findEnvelope(bodies: readonly unknown[], known: Dialect['envelope']): Dialect['envelope'] {
  const counts = new Map<string, number>();
  for (const body of bodies)
    if (Array.isArray(body)) return undefined;
    else if (isPlainObject(body))
      for (const [name, value] of Object.entries(body))
        if (Array.isArray(value) && value.every(isPlainObject))
          counts.set(name, (counts.get(name) ?? 0) + 1 + value.filter(isRow).length);
  const [best] = [...counts].sort(([, left], [, right]) => right - left);
  if (!best) return null;
  const { rows = 'result' } = namedMembers(known);
  if (known !== undefined && best[0] === rows) return known;
  return best[0] === 'result' ? undefined : best[0];
}

function describeDates(measured: readonly MeasuredList[]): string[] {
  const digits = new Set<number>();
  const values = measured.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)));
  for (const value of values) {
    if (typeof value !== 'string') continue;
    const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)$/.exec(value);
    if (date) digits.add(date[1]?.length ?? 0);
  }
  const others = [...digits].filter((count) => count !== 3).sort();
  return others.length === 0
    ? []
    : [`Dates are shown with ${others.join(' or ')} digits after the second`];
}

/** Fewer neighbors with different values may be in an order by chance. */
const LEAST_NEIGHBORS = { list: 5, related: 10 };

type Order = Exclude<ResolvedDialect['order']['related'], 'insertion'>;

/**
 * The default order and the order of related rows, as far as the rows show it. A mock inserts rows
 * in the order of their creation, so lists that begin with the oldest row, and related rows that do
 * so too, have that of the insertion.
 *
 * @param lists - The rows of each list without an order.
 * @param related - The rows of each array of an include.
 * @param known - They are that of the insertion, too, if the rows contradict these and show no
 * other.
 */
export function measureOrders(
  lists: readonly (readonly JsonObject[])[],
  related: readonly (readonly JsonObject[])[],
  known: Dialect['order'] = {},
): NonNullable<Dialect['order']> {
  const usual = orderOf(lists, LEAST_NEIGHBORS.list, known.default);
  const ofRelated = orderOf(related, LEAST_NEIGHBORS.related, known.related);
  const isSame = JSON.stringify(usual) === JSON.stringify(ofRelated);
  const hasOrder = lists.some((rows) => rows.length > 1);
  return withoutUndefined({
    default: isOldestFirst(usual) ? 'insertion' : usual,
    related: isOldestFirst(ofRelated) && (isSame || !hasOrder) ? 'insertion' : ofRelated,
  });
}

const isOldestFirst = (order: Order | 'insertion' | undefined): boolean =>
  typeof order === 'object' && !Object.hasOwn(order, 'id') && Object.values(order)[0] === 'asc';

/**
 * The order that all lists have; `undefined` if they have none in common, but for a known one that
 * they contradict.
 */
function orderOf(
  lists: readonly (readonly JsonObject[])[],
  least: number,
  known: Order | 'insertion' | undefined,
): Order | 'insertion' | undefined {
  const [knownField] = typeof known === 'object' ? Object.keys(known) : [known];
  let isContradicted = false;
  const shown = lists.filter((rows) => rows.length > 1);
  const fields = new Set([
    'id',
    'created_at',
    ...shown.flatMap((rows) => Object.keys(rows[0] ?? {})),
  ]);
  for (const field of fields) {
    const values = shown.map((rows) => rows.map((row) => row[field]));
    const all = values.flat();
    const isKey = field === 'id' ? typeof all[0] === 'string' : all.every(isDate);
    const changes = values.flatMap((some) =>
      some.filter((value, index) => index > 0 && value !== some[index - 1]),
    );
    if (!isKey || changes.length < least) continue;
    for (const direction of ['asc', 'desc'] as const) {
      if (!values.every((some) => isSorted(some, direction))) continue;
      const order = field === 'id' && direction === 'asc' ? 'id' : { [field]: direction };
      if (settings.order.related.accepts(order)) return order as Order; // what the setting accepts
    }
    if (field === knownField) isContradicted = true;
  }
  return isContradicted ? 'insertion' : undefined;
}

export const areInOrder = (values: readonly JsonValue[], order: Order): boolean =>
  isSorted(values, order === 'id' ? 'asc' : (Object.values(order)[0] ?? 'asc'));

const isSorted = (values: readonly unknown[], direction: 'asc' | 'desc'): boolean =>
  values.every((value, index) => {
    const [before, after] = [String(values[index - 1] ?? value), String(value)];
    return direction === 'asc' ? before <= after : before >= after;
  });

/** The order of rows with equal values: `undefined` if too few show it. */
export function measureTies(
  lists: readonly { readonly fields: readonly string[]; readonly rows: readonly JsonObject[] }[],
): ResolvedDialect['order']['ties'] | undefined {
  const areAscending = lists.flatMap(({ fields, rows }) =>
    rows.slice(1).flatMap((row, index) => {
      const before = rows[index];
      const isTie =
        before &&
        fields.every((name) => JSON.stringify(row[name]) === JSON.stringify(before[name]));
      return isTie ? [String(before.id) < String(row.id)] : [];
    }),
  );
  const others = areAscending.filter((isAscending) => !isAscending).length;
  if (others >= LEAST_NEIGHBORS.list) return 'insertion';
  return others === 0 && areAscending.length >= LEAST_NEIGHBORS.list ? 'id' : undefined;
}
