import { parseRows } from '../client/parse-rows.js';
import { type RequestSender, sentLength } from '../client/request-sender.js';
import { ResponseError } from '../errors/request-errors.js';
import { isQueryError } from '../errors/usage-errors.js';
import type { HttpResult } from '../http/parse-response.js';
import type { FilterNode } from '../query/filter-node.js';
import { writeListQuery } from '../query/list-query.js';
import { type JsonObject, uuid } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/member-path.js';
import { filterToJson } from './filter-to-json.js';
import { HttpError, internalError } from './http-error.js';
import type { PageRequest } from './page-request.js';
import { both, type Restricted, restrictFilter } from './restrict-filter.js';
import { type RestrictIncludeOptions, restrictInclude } from './restrict-include.js';
import { visibleRow } from './visible-rows.js';

/** How the rows are requested. */
export interface RequestRowsOptions extends RestrictIncludeOptions {
  readonly sender: RequestSender;
  /** The resources that a page may ask for. */
  readonly schema: Resources;
  /** The most rows of a list without `take`. */
  readonly maxTake: number;
  readonly signal: AbortSignal;
}

/**
 * Requests the visible rows of a page request: a list of at most one row for a request by id, so that a
 * hidden row and a missing row look the same.
 *
 * @throws QueryError if the visibility cannot be expressed in the query.
 * @throws HttpError 414 if the restricted query is too long.
 * @throws ResponseError if the service ignored a part of the query; every error of the request sender.
 */
export async function requestRows(page: PageRequest, options: RequestRowsOptions): Promise<object[]> {
  const { sender, schema, upstream, signal } = options;
  const { resource, id, order, skip } = page;
  const take = id === undefined ? (page.take ?? options.maxTake) : undefined;
  const visibility = both(options.visibilityOf(resource), id === undefined || isId(upstream, resource, id));
  const where = page.filters.reduce<Restricted>(
    (all, filter) => both(all, restrictFilter(options, filter, 'where')),
    visibility,
  );
  const { include, row } = restrictInclude(options, page.selection, visibility, 'include');
  if (where === false || take === 0) return [];
  const { path = '' } = resourceOf(upstream, resource);
  const { parameters } = sender.dialect;
  const sent = parameters.take === null ? undefined : take; // the rows are counted below, too
  const search = writeListQuery({ where: whereOf(where), include, order, take: sent, skip }, sender.dialect);
  if (sentLength(search) > sender.searchLimit(path)) throw new HttpError(414, 'The query is too long.');
  const result = await sender.send({ method: 'GET', path, search }, { signal }).catch((error: unknown) => {
    throw isQueryError(error) ? internalError(error) : error; // of a middleware, not of the page's query
  });
  const endpoint = { sender, schema, name: resource, path, validator: undefined };
  const { data } = parseRows(result, page.selection, endpoint);
  const unexpected = (reason: string) => withoutBody(result.error(reason), reason);
  if (id !== undefined && data.length > 1)
    throw unexpected(`expected one row of ${resource}, got ${data.length}.`);
  return data
    .slice(0, take)
    .map((found, index) => visibleRow({ upstream, unexpected }, row, found, memberPath('', index)));
}

/**
 * Error handlers often log all of an error. The body contains rows, among them those that the session
 * may not see.
 */
const withoutBody = (error: ReturnType<HttpResult['error']>, reason: string) =>
  new ResponseError(reason, { ...error, body: undefined, rawBody: '' });

const whereOf = (where: Restricted): JsonObject | undefined =>
  typeof where === 'object' ? filterToJson(where) : undefined;

function isId(schema: Resources, resource: string, operand: string): FilterNode {
  const { id = uuid() } = resourceOf(schema, resource).fields; // each schema has an `id`
  return { op: 'eq', name: 'id', field: id, operand };
}
