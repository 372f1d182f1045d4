import type { RequestSender } from '../client/request-sender.js';
import { parseRows } from '../client/response-rows.js';
import { isBadRequestError, isUnprocessableEntityError } from '../errors/api-errors.js';
import { isResponseError, ResponseError } from '../errors/request-errors.js';
import { isQueryError } from '../errors.js';
import type { CallProgress } from '../http/request-state.js';
import type { FilterNode } from '../query/filter-node.js';
import { writeListQuery } from '../query/list-query.js';
import { uuid } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/describe.js';
import { setMember } from '../values/plain-object.js';
import { sentLength } from '../values/service-url.js';
import type { BrowserRequest } from './browser-request.js';
import { filterToJson } from './filter-nodes.js';
import { internalError, ProxyError, SENDING } from './proxy-error.js';
import { type FoundRow, type ListRequest, readLongList } from './read-long-list.js';
import { both, type RestrictOptions, restrictFilter, restrictInclude } from './restrict-query.js';
import { visibleRow } from './visible-rows.js';

export interface RequestRowsOptions extends RestrictOptions {
  readonly sender: RequestSender;
  /** The most rows of a list, and of one request. */
  readonly maxTake: number;
  readonly call: CallProgress;
  readonly signal: AbortSignal;
}

/**
 * Requests the visible rows of a browser request: a list of at most one row for a request by id, so
 * that a hidden row and a missing row look the same.
 */
export async function requestRows(
  request: BrowserRequest,
  options: RequestRowsOptions,
): Promise<object[]> {
  const { serviceSchema, sender, dialect, maxTake, call, signal } = options;
  const { resource, id, selection, filter, order, skip } = request;
  const take = id === undefined ? (request.take ?? maxTake) : undefined;
  const visibility = both(
    options.visibilityOf(resource),
    id === undefined || filterById(serviceSchema, resource, id),
  );
  const where = both(visibility, filter ? restrictFilter(options, filter, 'where') : true);
  const restrict = (isShort: boolean) =>
    restrictInclude(options, selection, visibility, 'include', isShort);
  let restricted = restrict(false);
  if (where === false || take === 0) return [];
  const { path = '', fields } = resourceOf(serviceSchema, resource);
  const endpoint = {
    sender,
    schema: serviceSchema,
    name: resource,
    path,
    fields,
    validator: undefined,
  };
  const write = ({ where, order, take, skip }: ListRequest) => {
    const sent = dialect.parameters.take === null ? undefined : take; // the rows are counted below, too
    const json = typeof where === 'object' ? filterToJson(where) : undefined;
    const { include } = restricted;
    return writeListQuery({ where: json, include, order, take: sent, skip }, dialect);
  };
  const isSendable = (list: ListRequest) => sentLength(write(list)) <= sender.searchLimit(path);
  const send = async (list: ListRequest) => {
    try {
      const result = await sender.send(
        { method: 'GET', path, search: write(list), call },
        { signal },
      );
      const unexpected = (reason: string) => withoutBody(result.error(reason));
      return parseRows(result, selection, endpoint, true).data.map(
        (row): FoundRow => ({ row, unexpected }),
      );
    } catch (error) {
      throw toBrowserError(error, request);
    }
  };

  const list = { where, order, take, skip };
  if (!isSendable(list)) restricted = restrict(true);
  const isLong = !isSendable(list);
  for (const { field } of isLong ? order : []) setMember(restricted.include, field, true); // to merge by
  const rows = isLong
    ? await readLongList(list, { fields, dialect, maxTake, isSendable, send })
    : await send(list);
  if (id !== undefined && rows.length > 1)
    throw rows[0]?.unexpected(`expected one row of ${resource}, got ${rows.length}.`);
  return rows.slice(0, take).flatMap(({ row, unexpected }, index) => {
    const read = { serviceSchema, unexpected };
    return visibleRow(read, restricted.row, row, memberPath('', index)) ?? [];
  });
}

/**
 * The error for the browser page if a value of its query is the cause; otherwise the error itself.
 */
function toBrowserError(error: unknown, { hasValues }: BrowserRequest): unknown {
  if (isQueryError(error)) return internalError(error, SENDING); // not of the query of the browser page
  if (isResponseError(error)) return withoutBody(error);
  const isRejected = isBadRequestError(error) || isUnprocessableEntityError(error);
  if (!isRejected || !hasValues) return error;
  return new ProxyError(400, 'The service rejected a value of the query.', {}, error);
}

/**
 * Error handlers often log all of an error. The body contains rows that the session may not see.
 */
const withoutBody = (error: ResponseError) =>
  new ResponseError(error.reason, { ...error, body: undefined, rawBody: '' }, [], error.advice);

function filterById(schema: Resources, resource: string, operand: string): FilterNode {
  const { id = uuid() } = resourceOf(schema, resource).fields; // each schema has an `id`
  return { kind: 'comparison', op: 'eq', name: 'id', field: id, operand };
}
