import type { Field, JsonObject } from '../../schema/field.js';
import type { Resource } from '../../schema/resource.js';
import type { ServiceRequest } from '../service/service.js';
import { type ComparedResource, type ComparedRows, hasNull, valuesOf } from './compared-rows.js';
import { type Comparand, type Draft, draftOf, pathOfRow, within } from './query.js';

type Order = { readonly [field: string]: 'asc' | 'desc' };

/** What every use of a client relies on: default rows, long lists, `get`, and reading page by page. */
export function neededQueries({ resources }: ComparedRows): Draft[] {
  return resources.flatMap((of) => {
    const { rows } = of;
    const list = (about: string, compares: Comparand, where: JsonObject, rule?: string): Draft =>
      draftOf(of, about, compares, { query: { where } }, rule);
    const page = (about: string, others: ServiceRequest['query'], where?: JsonObject): Draft => {
      const query = { where: within(of, where), orderBy: { id: 'asc' }, ...others } as const;
      return draftOf(of, about, 'order', { query });
    };
    const ids = rows.map(({ id }) => String(id)).sort();
    const middle = ids[Math.floor(ids.length / 2)] ?? '';
    const field = pagedBy(of);
    const value = field === undefined ? undefined : rows.find(({ id }) => id === middle)?.[field];
    const path = pathOfRow(of);
    return [
      list('list: default fields', 'rows', within(of), 'include 1'),
      ...(path === undefined ? [] : [draftOf(of, 'get: default fields', 'rows', { path }, 'include 1')]),
      list('list: by id', 'ids', { id: middle }, 'where 1'),
      list('list: by several ids', 'ids', { id: { in: ids } }, 'comparators'),
      page('pages: after an id', { take: 3 }, { id: { gt: middle } }),
      page('pages: ordered by id', { take: 4 }),
      page('pages: ordered by id', { orderBy: { id: 'desc' }, take: 4 }),
      ...(field === undefined || value === undefined || value === null
        ? []
        : [
            page(
              'pages: after a value and an id',
              { orderBy: { [field]: 'asc', id: 'asc' }, take: 3 },
              { OR: [{ [field]: { gt: value } }, { [field]: value, id: { gt: middle } }] },
            ),
          ]),
      page('pages: skip', { skip: 2, take: 3 }),
      page('pages: skip all', { skip: rows.length }),
      page('pages: after', { after: middle, take: 3 }),
      page('pages: before', { before: middle }), // the first three rows are the same without it
      page('pages: take 0', { take: 0 }),
    ].map((draft) => ({ ...draft, isNeeded: true }));
  });
}

/** A field that a list can be paged by: with an order, and without null. */
const pagedBy = ({ resource, rows }: ComparedResource): string | undefined =>
  Object.entries(resource.fields).find(
    ([name, field]) =>
      ['date', 'string', 'integer'].includes(field.kind) &&
      !field.nullable &&
      !field.computed &&
      valuesOf(rows, name, field).length > 2,
  )?.[0];

export const orderableFields = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([name, { kind }]) => name !== 'id' && kind !== 'json');

/** The order of lists by every field, in both directions. */
export function orderQueries({ resources }: ComparedRows): Draft[] {
  return resources.flatMap((of) => {
    const { resource, rows } = of;
    const by = (about: string, orderBy: Order, others: object = {}): Draft =>
      draftOf(of, `order: ${about}`, 'order', { query: { where: within(of), orderBy, ...others } });
    const orderable = orderableFields(resource);
    const stored = orderable.filter(([, field]) => !field.computed);
    const [a, b] = orderable.map(([key]) => key);
    const json = Object.entries(resource.fields).find(([, { kind }]) => kind === 'json')?.[0];
    return [
      ...orderable.flatMap(([key, field]) => {
        const withNull = hasNull(rows, key, field) ? ' with null' : '';
        const about = `${field.computed ? 'computed ' : ''}${field.kind}${withNull}`;
        return [
          by(about, { [key]: 'asc', id: 'asc' }),
          by(`${about}, descending`, { [key]: 'desc', id: 'asc' }),
        ];
      }),
      ...stored.slice(0, 3).map(([key]) => by('one field', { [key]: 'asc' })),
      ...(a && b ? [by('two fields', { [a]: 'desc', [b]: 'asc', id: 'desc' }, { take: 7 })] : []),
      by('an unknown field', { no_such_field: 'asc', id: 'asc' }),
      ...(json === undefined ? [] : [by('a JSON field', { [json]: 'asc', id: 'asc' })]),
    ];
  });
}
