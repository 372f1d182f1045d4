import { QueryNode } from '../query/query-node.js';
import { setMember } from '../values/plain-object.js';

/**
 * Checks what a walk would get wrong without a word: a query that is cut already loses rows. The rest of the query is for
 * the check of a list.
 *
 * @throws QueryError for a member that cuts a list.
 */
export function checkPaginatedQuery(given: unknown): Readonly<Record<string, unknown>> {
  const query: Record<string, unknown> = {};
  for (const [key, { value }] of new QueryNode('query', given).members('an object')) {
    if (value !== undefined && ['take', 'skip', 'after', 'before'].includes(key))
      throw new QueryNode(key, value).error('has no place in a walk. Use `pageSize`, or `list`.');
    setMember(query, key, value);
  }
  return query;
}
