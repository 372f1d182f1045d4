/**
 * Query options and cache keys for TanStack Query. The types need `@tanstack/query-core`.
 *
 * @module payments-data-client/tanstack-query
 */

export { type KeyValue, type NamedResource, queryKeys, type ResourceKey } from './query-keys.js';
export {
  type CachedQueryOptions,
  getQueryOptions,
  type InfiniteListPage,
  type InfiniteListQueryOptions,
  infiniteListQueryOptions,
  listQueryOptions,
  type Missing,
  type PageParam,
} from './query-options.js';
