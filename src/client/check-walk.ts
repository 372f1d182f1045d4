import { ConfigurationError } from '../errors/configuration-error.js';
import { Part } from '../query/part.js';
import { describe, setMember } from '../query/plain-json.js';

/**
 * Checks what a walk would get wrong without a word: a query that is cut already loses rows, and an empty page is the end.
 * The rest of the query is for the check of a list.
 *
 * @throws QueryError for a member that cuts a list. @throws ConfigurationError for a page without rows.
 */
export function checkWalk(given: unknown, pageSize: number): Readonly<Record<string, unknown>> {
  if (!Number.isSafeInteger(pageSize) || pageSize < 1)
    throw new ConfigurationError(`\`pageSize\` must be a whole number from 1, not ${describe(pageSize)}.`);
  const query: Record<string, unknown> = {};
  for (const [key, { value }] of new Part('query', given).members('an object')) {
    if (value !== undefined && ['take', 'skip', 'after', 'before'].includes(key))
      throw new Part(key, value).refuse('has no place in a walk. Use `pageSize`, or `list`.');
    setMember(query, key, value);
  }
  return query;
}
