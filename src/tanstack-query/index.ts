/**
 * Options of queries and cache keys for TanStack Query. Its types need `@tanstack/query-core`.
 *
 * @module payments-data-client/tanstack-query
 */
export type { CachedQuery } from './cached-query.js';
export {
  type CachedPages,
  infiniteQueryOptions,
  type PageParam,
  type PagesOptions,
} from './infinite-query-options.js';
export type { PlainKey } from './plain-key.js';
export {
  type ListKey,
  type PagesKey,
  type QueryKeys,
  queryKeys,
  type ResourceKey,
  type RowKey,
} from './query-keys.js';
export { queryOptions } from './query-options.js';
export { rowQueryOptions } from './row-query-options.js';
