import { QueryError } from '../errors/query-error.js';
import { checkText, describe } from '../query/plain-json.js';

/**
 * An id as part of a path.
 *
 * @throws QueryError for one that would lead to another path: an empty one, `.` and `..`.
 */
export function pathSegment(id: unknown): string {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return encodeURIComponent(checkText(id, 'id'));
  throw new QueryError('id', `expected the id of one, not ${describe(id)}.`, id);
}
