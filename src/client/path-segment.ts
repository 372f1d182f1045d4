import { parseText } from '../query/copy-json.js';
import { QueryNode } from '../query/query-node.js';

/**
 * Encodes an id as a segment of a path.
 *
 * @throws QueryError for an id that would lead to another path: an empty one, `.` and `..`.
 */
export function pathSegment(id: unknown): string {
  const node = new QueryNode('id', id);
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return encodeURIComponent(parseText(id, node));
  throw node.typeError(`a non-empty string${id === '.' || id === '..' ? ' other than "." and ".."' : ''}`);
}
