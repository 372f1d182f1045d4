import type { JsonObject } from '../schema/field.js';
import { endOfUnit, type Values } from './group.js';
import type { Fields, Order } from './row-order.js';

/** Where a page begins, as plain JSON. */
export type Position = {
  /** The index of a part of the plan. */
  readonly part: number;
  /** Which plan it belongs to, if a cache keeps it. */
  readonly plan?: string | undefined;
} & (
  | { readonly at: 'start' }
  | { readonly at: 'cursor'; readonly cursor: string }
  | ({ readonly at: 'count' } & Count)
  /** At rows of a group, in the order of the query and with all rows beyond it, or by id alone. */
  | ({ readonly at: 'from' | 'inside' } & GroupRows)
  /** Behind all rows of a group. */
  | { readonly at: 'beyond'; readonly group: Values }
);

/** The rows of a group that are left: all, those behind an id, or all but one. */
interface GroupRows {
  readonly group: Values;
  readonly ids?: { readonly [Comparator in 'gt' | 'lt' | 'neq']?: string } | undefined;
}

/** How many rows were read, and the values of the last one. */
export interface Count {
  readonly read: number;
  readonly last?: Values | undefined;
  /** The number of rows of the longest page. */
  readonly longest: number;
  /** Whether a page was cut, so that no page is longer than the longest one. */
  readonly isCut?: boolean | undefined;
}

/** The filter for the ids behind that of a row. */
export const behind = ({ id }: { readonly id: string }, order: Order): GroupRows['ids'] =>
  order.at(-1)?.direction === 'asc' ? { gt: id } : { lt: id };

/**
 * The filter for the rows that are left at a position. From the group of a type and an instant in
 * the order `type_id:asc,created_at:desc,id:asc`: `{ type_id: { gte: '…' }, OR: [{ type_id: { gt:
 * '…' } }, { created_at: { lt: '2026-01-31T12:00:00.001Z' } }] }`.
 */
export function positionFilter(
  position: Position,
  order: Order,
  fields: Fields,
): JsonObject | undefined {
  if (!('group' in position)) return undefined;
  const { at, group } = position;
  const ids = at !== 'beyond' && position.ids ? { id: position.ids } : undefined;
  const bounds = order.slice(0, -1).map((part) => ({ ...part, ...boundsOf(part, group, fields) }));
  if (at === 'inside')
    return { ...Object.fromEntries(bounds.map(({ field, equal }) => [field, equal])), ...ids };
  return bounds.reduceRight<JsonObject | undefined>((inner, { field, from, beyond }) => {
    if (inner) return { [field]: from, OR: [{ [field]: beyond }, inner] };
    return { [field]: at === 'beyond' ? beyond : from };
  }, ids);
}

/** What a field is compared with: in the group, from it on, and beyond it. */
function boundsOf({ field, direction }: Order[number], group: Values, fields: Fields) {
  const start = group[field] ?? null;
  const isAscending = direction === 'asc';
  if (fields[field]?.kind !== 'date')
    return {
      equal: start,
      from: isAscending ? { gte: start } : { lte: start },
      beyond: isAscending ? { gt: start } : { lt: start },
    };
  const end = endOfUnit(start);
  const before = end === undefined ? { lte: LAST_DATE } : { lt: end };
  const behind = end === undefined ? { gt: LAST_DATE } : { gte: end };
  return {
    equal: { gte: start, ...before },
    from: isAscending ? { gte: start } : before,
    beyond: isAscending ? behind : { lt: start },
  };
}

const LAST_DATE = '9999-12-31T23:59:59.999999Z';

/** A filter that both filters must match. An empty one has no conditions. */
export function joinFilters(...filters: (JsonObject | undefined)[]): JsonObject | undefined {
  const joined = filters.filter((filter = {}) => Object.keys(filter).length > 0);
  return joined.length > 1 ? { AND: joined as JsonObject[] } : joined[0]; // undefined has no keys
}
