import type { DataTag } from '@tanstack/query-core';

/** The options of one query, for `useQuery`, `fetchQuery` and the like. */
export interface CachedQueryOptions<Key, Data> {
  /** The key. It carries the type of the data, so that `getQueryData` and `setQueryData` infer it. */
  readonly queryKey: DataTag<Key, Data>;
  /** Sends the request. It is aborted once no component waits for it. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  /** Off, because the client itself retries; together, the numbers of attempts would multiply. */
  readonly retry: false;
}

/** The options of a query that does not run as long as its id is missing, for `useQuery`. */
export interface SkippableQueryOptions<Key, Data, Token>
  extends Pick<CachedQueryOptions<Key, Data>, 'queryKey' | 'retry'> {
  /** Sends the request, or is the `skipToken` that was passed as the id. */
  readonly queryFn: CachedQueryOptions<Key, Data>['queryFn'] | Token;
  /** `false` if there is no id. */
  readonly enabled?: false;
}

/** Adds the type of the data to a key. */
export const tagKey = <Key, Data>(key: Key) => key as DataTag<Key, Data>; // the tag is a phantom
