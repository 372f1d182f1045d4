import type { DataTag } from '@tanstack/query-core';

/** What the options of each query hold, for `useQuery`, `fetchQuery` and the like. */
export interface CachedQueryOptions<Key, Data> {
  /** Knows the type of the data, so that `getQueryData` and `setQueryData` know it too. */
  readonly queryKey: DataTag<Key, Data>;
  /** Ends the request once nobody waits for it. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  /** Off: the client itself repeats what is worth it, and two layers would multiply their attempts. */
  readonly retry: false;
}

/** A key that knows the type of its data. */
export const tagged = <Key, Data>(key: Key) => key as DataTag<Key, Data>; // the tag is a phantom
