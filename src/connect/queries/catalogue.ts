import type { RequestDialect } from '../../dialect/request-dialect.js';
import { QueryError } from '../../errors/usage-errors.js';
import type { Service } from '../service/service.js';
import type { ComparedRows } from './compared-rows.js';
import { fieldQueries } from './filter-queries.js';
import { includeQueries } from './include-queries.js';
import { neededQueries, orderQueries } from './list-queries.js';
import { type Draft, type Query, toQuery } from './query.js';
import { getRequests, rawRequests } from './raw-requests.js';
import { combinedQueries } from './relation-queries.js';

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
  const most = dialect.maxUrlLength - service.baseUrl.length - 200;
  const seen = new Set<string>();
  return draftsOf(rows, dialect)
    .flatMap((draft) => written(draft, service))
    .filter(({ request: { path, authorization }, search }) => {
      const key = JSON.stringify({ path, search, authorization });
      if (search.length > most || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
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
