import type { RequestDialect } from '../dialect/request-dialect.js';
import { QueryError } from '../errors/usage-errors.js';
import type { ComparedRows } from './compared-rows.js';
import { fieldQueries } from './filter-queries.js';
import { includeQueries } from './include-queries.js';
import { neededQueries, orderQueries } from './list-queries.js';
import { type Draft, type Query, toQuery } from './query.js';
import { getRequests, rawRequests } from './raw-requests.js';
import { combinedQueries } from './relation-queries.js';
import type { Service } from './service.js';

/** Every query that can be made of the rows: first what clients rely on. */
export const draftsOf = (rows: ComparedRows, dialect: RequestDialect): Draft[] => [
  ...neededQueries(rows),
  ...rawRequests(rows, dialect),
  ...getRequests(rows, dialect),
  ...includeQueries(rows),
  ...combinedQueries(rows),
  ...orderQueries(rows),
  ...fieldQueries(rows),
];

/** The different queries that fit into a URL. */
export function catalogueOf(rows: ComparedRows, service: Service, dialect: RequestDialect): Query[] {
  const bySearch = new Map<string, Query>();
  for (const draft of draftsOf(rows, dialect)) {
    const [query] = written(draft, service);
    if (query === undefined || query.search.length > dialect.maxUrlLength - service.baseUrl.length - 200)
      continue;
    const { path, authorization } = query.request;
    const key = JSON.stringify([path, query.search, authorization ?? (authorization === null ? 0 : 1)]);
    if (!bySearch.has(key)) bySearch.set(key, query);
  }
  return [...bySearch.values()];
}

/** None if the service lacks a parameter that the query needs. */
export function written(draft: Draft, service: Service): [Query] | [] {
  try {
    return [toQuery(draft, service)];
  } catch (error) {
    if (error instanceof QueryError) return [];
    throw error;
  }
}
