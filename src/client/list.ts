import { isQueryError, QueryError } from '../errors.js';
import type { RequestOptions } from '../http/call.js';
import { parseQuery } from '../query/query.js';
import { checkRequestOptions } from './client-options.js';
import { type Endpoint, requestList, responsePromise } from './endpoint.js';
import { planPages } from './plan.js';

export function createList(endpoint: Endpoint) {
  const { name, schema, dialect } = endpoint;
  const read = async (query: unknown, options?: RequestOptions) => {
    const parsed = endpoint.check(() => {
      if (options) checkRequestOptions(options);
      return parseQuery(schema, name, query);
    });
    const { take = 0 } = parsed;
    const { max } = dialect.pageSize;
    if (take > max)
      throw new QueryError(
        'take',
        `expected at most ${max} (\`dialect.pageSize.max\`), got ${take}. ` +
          `Use all({ … }, { limit: ${take} }).`,
        take,
      );
    return requestList(endpoint, parsed, options, () => adviceToSplit(endpoint, Object(query)));
  };
  const list = (query: unknown = {}, options?: RequestOptions) =>
    responsePromise(read(query, options));
  return list;
}

/**
 * What to do about a query whose URL is too long, if all() splits it.
 *
 * @throws QueryError about an `in` or `not_in` that all() does not split either.
 */
function adviceToSplit(
  endpoint: Endpoint,
  { where = {}, include, orderBy }: { readonly [member: string]: unknown },
): string | undefined {
  try {
    const { parts } = planPages(endpoint, { where, include });
    if (parts.length === 1) return undefined;
    return orderBy ? 'Use all() without `orderBy`, and sort the rows.' : 'Use all().';
  } catch (error) {
    if (isQueryError(error) && error.value !== undefined) throw error; // about its values
    return undefined;
  }
}
