import { parseRows } from '../client/parse-rows.js';
import { type RequestSender, sentLength } from '../client/request-sender.js';
import { writeListQuery } from '../query/list-query.js';
import type { JsonObject } from '../schema/field.js';
import { resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/member-path.js';
import { HttpError } from './http-error.js';
import type { PageRequest } from './page-request.js';
import { type RestrictIncludeOptions, restrictInclude } from './restrict-include.js';
import { both, restrictWhere, type Visibility } from './restrict-where.js';
import { UnexpectedResponse, visibleRow } from './visible-rows.js';

/** How the rows are requested. */
export interface RequestRowsOptions extends RestrictIncludeOptions {
  readonly sender: RequestSender;
  /** The member of a response that holds the rows, unless the response is the rows. */
  readonly envelope: string;
  /** The most rows of a list without `take`. */
  readonly maxTake: number;
  readonly signal: AbortSignal;
}

/**
 * Requests the visible rows of a page request: a list of at most one row for a request by id, so that a hidden row and a
 * missing row look the same.
 *
 * @throws QueryError if the visibility cannot be expressed in the query.
 * @throws HttpError 414 if the restricted query is too long.
 * @throws UnexpectedResponse if the service ignored a part of the query.
 */
export async function requestRows(page: PageRequest, options: RequestRowsOptions): Promise<object[]> {
  const { sender, schema, upstream, envelope, signal } = options;
  const { resource, id, order, skip } = page;
  const take = id === undefined ? (page.take ?? options.maxTake) : undefined;
  const visibility = both(options.visibilityOf(resource), id === undefined || { id });
  const where = [...page.filters].reduce<Visibility>(
    (all, filter) => both(all, restrictWhere(options, resource, filter, 'where')),
    visibility,
  );
  const { include, row } = restrictInclude(options, page.selection, visibility, 'include');
  if (where === false || take === 0) return [];
  const { path = '' } = resourceOf(upstream, resource);
  const search = writeListQuery({ where: whereOf(where), include, order, take, skip });
  if (sentLength(search) > sender.searchLimit(path)) throw new HttpError(414, 'The query is too long.');
  const result = await sender.send({ method: 'GET', path, search }, { signal });
  const endpoint = { sender, schema, name: resource, path, validator: undefined, envelope };
  const { data } = parseRows(result, page.selection, endpoint);
  if (id !== undefined && data.length > 1) throw new UnexpectedResponse(`expected one row of ${resource}.`);
  return data.slice(0, take).map((found, index) => visibleRow(upstream, row, found, memberPath('', index)));
}

const whereOf = (where: Visibility): JsonObject | undefined =>
  typeof where === 'object' ? where : undefined;
