import type { JsonObject } from '../schema/field.js';
import { type ComparedResource, type ComparedRows, valueIn, valuesOf } from './compared-rows.js';
import { type Draft, within } from './query.js';

type Order = { readonly [field: string]: 'asc' | 'desc' };

/** What every use of a client relies on: default rows, long lists, `get`, and reading page by page. */
export function neededQueries({ resources }: ComparedRows): Draft[] {
  return resources.flatMap((of) => {
    const { name, path, rows, resource } = of;
    const ids = rows.map(({ id }) => String(id)).sort();
    const middle = ids[Math.floor(ids.length / 2)] ?? '';
    const byId = { id: 'asc' } as const;
    const list = (about: string, where: JsonObject, others: object = {}, rule?: string): Draft => ({
      about,
      rule,
      resource: name,
      request: { path, query: { where, ...others } },
      compares: 'ids',
      isNeeded: true,
    });
    const ordered = (about: string, where: JsonObject, others: object): Draft => ({
      ...list(about, where, others),
      compares: 'order',
    });
    const [first] = rows;
    const get: Draft = {
      about: 'get: default fields',
      rule: 'include 1',
      resource: name,
      request: { path: `${path}/${encodeURIComponent(String(first?.id))}` },
      compares: 'rows',
      isNeeded: true,
    };
    return [
      { ...list('list: default fields', within(of), {}, 'include 1'), compares: 'rows' },
      ...(resource.operations.includes('get') && first ? [get] : []),
      list('list: by id', { id: middle }, {}, 'where 1'),
      list('list: by several ids', { id: { in: ids } }, {}, 'comparators'),
      ordered('pages: after an id', within(of, { id: { gt: middle } }), { orderBy: byId, take: 3 }),
      ordered('pages: ordered by id', within(of), { orderBy: byId, take: 4 }),
      ordered('pages: ordered by id', within(of), { orderBy: { id: 'desc' }, take: 4 }),
      ...keyset(of, middle).map((where) =>
        ordered('pages: after a value and an id', where, { orderBy: orderOf(of), take: 3 }),
      ),
      ordered('pages: skip', within(of), { orderBy: byId, skip: 2, take: 3 }),
      ordered('pages: skip all', within(of), { orderBy: byId, skip: rows.length }),
      ordered('pages: after', within(of), { orderBy: byId, after: middle, take: 3 }),
      ordered('pages: before', within(of), { orderBy: byId, before: middle, take: 3 }),
      ordered('pages: take 0', within(of), { orderBy: byId, take: 0 }),
    ];
  });
}

/** A field that a list can be paged by: with an order, and without null. */
const pagedBy = ({ resource, rows }: ComparedResource): string | undefined =>
  Object.keys(resource.fields).find((name) => {
    const field = resource.fields[name];
    return (
      field &&
      ['date', 'string', 'integer'].includes(field.kind) &&
      !field.nullable &&
      !field.computed &&
      valuesOf(rows, name, field).length > 2
    );
  });

const orderOf = (of: ComparedResource): Order => ({ [pagedBy(of) ?? 'id']: 'asc', id: 'asc' });

function keyset(of: ComparedResource, id: string): JsonObject[] {
  const name = pagedBy(of);
  const row = of.rows.find((one) => one.id === id);
  const value = name !== undefined && row ? (row[name] ?? null) : null;
  if (name === undefined || value === null) return [];
  return [within(of, { OR: [{ [name]: { gt: value } }, { [name]: value, id: { gt: id } }] })];
}

/** The order of lists by every field, in both directions. */
export function orderQueries({ resources }: ComparedRows): Draft[] {
  return resources.flatMap((of) => {
    const { name, path, resource, rows } = of;
    const by = (about: string, orderBy: Order, others: object = {}): Draft => ({
      about,
      resource: name,
      request: { path, query: { where: within(of), orderBy, ...others } },
      compares: 'order',
    });
    const orderable = Object.entries(resource.fields).filter(
      ([key, { kind }]) => key !== 'id' && kind !== 'json',
    );
    const kindOf = ([key, field]: (typeof orderable)[number]) => {
      const hasNull = rows.some((row) => valueIn(row, key, field) === null);
      return `${field.computed ? 'computed ' : ''}${field.kind}${hasNull ? ' with null' : ''}`;
    };
    const [a, b] = orderable;
    const json = Object.keys(resource.fields).find((key) => resource.fields[key]?.kind === 'json');
    return [
      ...orderable.flatMap((entry) => [
        by(`order: ${kindOf(entry)}`, { [entry[0]]: 'asc', id: 'asc' }),
        by(`order: ${kindOf(entry)}, descending`, { [entry[0]]: 'desc', id: 'asc' }),
      ]),
      ...orderable
        .filter(([, field]) => !field.computed)
        .slice(0, 3)
        .map(([key]) => by('order: one field', { [key]: 'asc' })),
      ...(a && b
        ? [by('order: two fields', { [a[0]]: 'desc', [b[0]]: 'asc', id: 'desc' }, { take: 7 })]
        : []),
      by('order: an unknown field', { no_such_field: 'asc', id: 'asc' }),
      ...(json === undefined ? [] : [by('order: a JSON field', { [json]: 'asc', id: 'asc' })]),
    ];
  });
}
