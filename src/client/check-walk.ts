import { ConfigurationError } from '../errors/configuration-error.js';
import { QueryError } from '../errors/query-error.js';
import { describe, membersOf } from '../query/plain-json.js';

/**
 * Checks what a walk would get wrong without a word: a query that is cut already loses rows, and an empty page is the end.
 * The rest of the query is for the check of a list.
 *
 * @throws QueryError for a member that cuts a list. @throws ConfigurationError for a page without rows.
 */
export function checkWalk(given: unknown, pageSize: number): Readonly<Record<string, unknown>> {
  if (!Number.isSafeInteger(pageSize) || pageSize < 1)
    throw new ConfigurationError(`\`pageSize\` must be a whole number from 1, not ${describe(pageSize)}.`);
  const query = Object.fromEntries(membersOf(given, 'query', 1, 'an object'));
  for (const member of ['take', 'skip', 'after', 'before']) {
    if (query[member] === undefined) continue;
    throw new QueryError(member, 'has no place in a walk. Use `pageSize`, or `list`.', query[member]);
  }
  return query;
}
