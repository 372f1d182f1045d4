import { checkText, unexpected } from '../query/plain-json.js';

/**
 * An id as part of a path.
 *
 * @throws QueryError for one that would lead to another path: an empty one, `.` and `..`.
 */
export function pathSegment(id: unknown): string {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return encodeURIComponent(checkText(id, 'id'));
  throw unexpected(id, 'id', 'the id of one');
}
