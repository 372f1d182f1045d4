/**
 * Query options and cache keys for TanStack Query. The types need `@tanstack/query-core`.
 *
 * @module payments-data-client/tanstack-query
 */

export {
  type InfiniteListOptions,
  type InfiniteListQueryOptions,
  infiniteListQueryOptions,
  type PageParam,
} from './infinite-list-query-options.js';
export type { QueryKeyValue } from './query-keys.js';
export {
  type DetailKey,
  type InfiniteListKey,
  type ListKey,
  type Missing,
  type QueryKeys,
  queryKeys,
  type ResourceKey,
  type SessionKey,
  type SessionOptions,
} from './query-keys.js';
export type { CachedQueryOptions } from './query-options.js';
export { getQueryOptions, listQueryOptions } from './query-options.js';
