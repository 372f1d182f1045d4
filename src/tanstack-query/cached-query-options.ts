import type * as tanstack from '@tanstack/query-core';
import { QueryError } from '../errors/usage-errors.js';
import { isMissing } from './query-keys.js';

/** The options of one query, for `useQuery`, `fetchQuery` and the like. */
export interface CachedQueryOptions<Key, Data> {
  /** The key. It carries the type of the data, so that `getQueryData` and `setQueryData` infer it. */
  readonly queryKey: tanstack.DataTag<Key, Data>;
  /** Sends the request. It is aborted once no component waits for it. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  /** Off, because the client itself retries; together, the numbers of attempts would multiply. */
  readonly retry: false;
  /** `false` as long as the query, the id of the row, or the session, is missing. */
  readonly enabled?: false;
}

/** Creates what the options of all queries have in common. They wait as long as one of `inputs` is missing. */
export const cachedQueryOptions = <Key, QueryFunction>(
  queryKey: Key,
  inputs: readonly unknown[],
  queryFn: QueryFunction,
) => ({
  queryKey: queryKey as tanstack.DataTag<Key, never>, // the tag is a phantom
  queryFn,
  retry: false as const,
  ...(inputs.some(isMissing) && { enabled: false as const }),
});

/** The query to send, also if a query that waits is made to run. */
export function knownQuery(query: unknown): object {
  if (!isMissing(query)) return query as object; // `list` rejects other values
  const problem = 'is missing, which would return every row. Leave it disabled, or pass {} for all rows.';
  throw new QueryError('query', problem);
}
