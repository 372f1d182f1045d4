import type { JsonObject } from '../../../schema/field.js';
import type { Resources } from '../../../schema/resources.js';
import { own } from '../../../values/plain-object.js';
import type { Service } from '../service/live-service.js';
import { inPages, takeUpTo } from '../service/read-pages.js';
import { rowsOf } from '../service/response.js';
import type { RowsByResource } from './mock-data.js';

/** How many of the dates that are not matched are looked for within their millisecond. */
const SAMPLES = 3;

interface ShownDates {
  readonly resource: string;
  readonly path: string;
  readonly field: string;
  /** By the id of their row. */
  readonly dates: ReadonlyMap<string, string>;
}

/**
 * The rows as a service stores them, if some of their dates have digits that it does not show: `in`
 * with the shown dates does not match those. They get the digits `500`, because nobody knows which
 * they have: a mock then returns them for the same operands with milliseconds.
 *
 * @returns `undefined` if no date has hidden digits.
 * @throws StoppedError if no more requests are sent.
 */
export async function findHiddenDigits(
  service: Service,
  schema: Resources,
  rows: RowsByResource,
): Promise<RowsByResource | undefined> {
  const all = shownDates(service, schema, rows);
  const isFirst = ({ resource, field }: ShownDates, index: number) =>
    all.findIndex((one) => one.resource === resource && one.field === field) === index;
  const hidden = new Set<string>();
  const unmatched = async (one: ShownDates) => {
    const ids = [...one.dates.keys()];
    const matched = await idsOf(service, one, ids, { in: [...new Set(one.dates.values())] });
    return ids.filter((id) => matched && !matched.includes(id)).map((id) => ({ one, id }));
  };
  const ask = async (some: readonly ShownDates[]) => {
    const found = (await Promise.all(some.map(unmatched))).flat();
    for (const { one, id } of found) hidden.add(`${one.field} ${id}`);
    return found;
  };
  const first = all.filter(isFirst);
  const within = (await ask(first)).slice(0, SAMPLES).map(({ one, id }) => {
    const date = one.dates.get(id) ?? '';
    return idsOf(service, one, [id], {
      gt: date,
      lt: new Date(Date.parse(date) + 1).toISOString(),
    });
  });
  if (!(await Promise.all(within)).some((ids) => ids && ids.length > 0)) return undefined;
  await ask(all.filter((one) => !first.includes(one)));
  return Object.fromEntries(
    Object.entries(rows).map(([resource, some]) => [
      resource,
      some.map((row) => withDigits(row, (field) => hidden.has(`${field} ${row.id}`))),
    ]),
  );
}

/** The schema, in which the dates that the rows show with microseconds have that format. */
export const withShownDigits = (schema: Resources, rows: RowsByResource): Resources =>
  Object.fromEntries(
    Object.entries(schema).map(([name, resource]) => {
      const shows = (field: string) =>
        rows[name]?.some((row) => /T.*\.\d{4,}/.test(String(row[field])));
      const fields = Object.entries(resource.fields).map(([key, field]) => [
        key,
        field.kind === 'date' && shows(key) ? { ...field, format: 'microseconds' } : field,
      ]);
      return [name, { ...resource, fields: Object.fromEntries(fields) }];
    }),
  );

/** The dates with milliseconds, of one field and a page of rows each. */
const shownDates = (service: Service, schema: Resources, rows: RowsByResource): ShownDates[] =>
  Object.entries(schema).flatMap(([resource, { path, fields, operations }]) =>
    Object.entries(fields).flatMap(([field, { kind, computed }]) => {
      if (path === undefined || !operations.includes('list') || kind !== 'date' || computed)
        return [];
      const dates = (rows[resource] ?? []).flatMap((row): [string, string][] => {
        const date = own(row, field);
        return typeof date === 'string' && /\.\d{3}Z$/.test(date) ? [[String(row.id), date]] : [];
      });
      return inPages(service, dates).map((page) => ({
        resource,
        path,
        field,
        dates: new Map(page),
      }));
    }),
  );

/** Those of the ids whose row passes a comparison; `undefined` if the service rejects it. */
async function idsOf(
  service: Service,
  { path, field }: ShownDates,
  ids: string[],
  comparison: JsonObject,
) {
  const where = { id: { in: ids }, [field]: comparison };
  const query = { where, ...takeUpTo(service, ids.length) };
  const response = await service.getPatiently({ path, query });
  return response.rows && rowsOf(response).map(({ id }) => id);
}

const withDigits = (row: JsonObject, isHidden: (field: string) => boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      isHidden(name) ? String(value).replace(/Z$/, '500Z') : value,
    ]),
  );
