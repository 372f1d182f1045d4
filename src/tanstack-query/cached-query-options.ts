import type * as tanstack from '@tanstack/query-core';
import { QueryError } from '../errors/usage-errors.js';

/** The options of one query, for `useQuery`, `fetchQuery` and the like. */
export interface CachedQueryOptions<Key, Data> {
  /** The key. It carries the type of the data, so that `getQueryData` and `setQueryData` infer it. */
  readonly queryKey: tanstack.DataTag<Key, Data>;
  /** Sends the request. It is aborted once no component waits for it. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  /** Off, because the client itself retries; together, the numbers of attempts would multiply. */
  readonly retry: false;
  /** `false` as long as the query, or the id of the row, is missing. */
  readonly enabled?: false;
}

/** What stands for a query or an id that is not known yet: `undefined`, or TanStack's `skipToken`. */
export type Missing = SkipToken | undefined;

/** `never` before TanStack Query 5.25, which has no `skipToken`. */
type SkipToken = typeof tanstack extends { skipToken: infer Token } ? Token : never;

/** Creates what the options of all queries have in common. They wait as long as `input`, the query or the id, is missing. */
export const cachedQueryOptions = <Key, QueryFunction>(
  queryKey: Key,
  input: unknown,
  queryFn: QueryFunction,
) => ({
  queryKey: queryKey as tanstack.DataTag<Key, never>, // the tag is a phantom
  queryFn,
  retry: false as const,
  ...(isMissing(input) && { enabled: false as const }),
});

/** The query to send, also if a query that waits is made to run. */
export function knownQuery(query: unknown): object {
  if (!isMissing(query)) return query as object; // `list` rejects other values
  const problem = 'is missing, which would return every row. Leave it disabled, or pass {} for all rows.';
  throw new QueryError('query', problem);
}

const isMissing = (input: unknown): boolean => input === undefined || typeof input === 'symbol';
