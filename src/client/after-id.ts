import { isPlainObject } from '../values/plain-object.js';

/** Whether an order is the one in which rows are walked by key: none at all, or by id. */
export const isOrderedById = (orderBy: unknown = {}): boolean =>
  isPlainObject(orderBy) && Object.entries(orderBy).every(([name, way]) => name === 'id' && way === 'asc');

/**
 * The part of a query that makes a page begin after the row of an id (decision 2).
 *
 * @param id - `undefined` for the first page.
 * @example
 * afterId({ type: 'main' }, 'a') // => { where: { AND: [{ type: 'main' }, { id: { gt: 'a' } }] }, orderBy: { id: 'asc' } }
 */
export function afterId(where: unknown, id: unknown): { where: unknown; orderBy: { id: 'asc' } } {
  const beyond = { id: { gt: id } };
  const both = where ? { AND: [where, beyond] } : beyond;
  return { where: id === undefined ? where : both, orderBy: { id: 'asc' } };
}
