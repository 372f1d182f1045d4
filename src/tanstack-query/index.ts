/**
 * Query options and cache keys for TanStack Query. The types need `@tanstack/query-core`.
 *
 * @module payments-data-client/tanstack-query
 */
export type { CachedQueryOptions, SkippableQueryOptions } from './cached-query-options.js';
export {
  type InfiniteListOptions,
  type InfiniteListQueryOptions,
  infiniteQueryOptions,
  type PageParam,
} from './infinite-query-options.js';
export type { QueryKeyValue } from './query-key-value.js';
export {
  type DetailKey,
  type InfiniteListKey,
  type ListKey,
  type QueryKeys,
  queryKeys,
  type ResourceKey,
} from './query-keys.js';
export { queryOptions } from './query-options.js';
export { type RowId, type RowQueryOptions, rowQueryOptions } from './row-query-options.js';
