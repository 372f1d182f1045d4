import { openEnvelope } from '../dialect.js';
import { ConfigurationError, isApiError, isQueryError } from '../errors.js';
import type { Send } from '../http/call.js';
import { RejectionError } from '../http/rejection-error.js';
import { urlLength } from '../http/service-url.js';
import { kindOf } from '../messages/describe.js';
import { writeQuery } from '../query/query.js';
import { resourceOf } from '../schema/lookup.js';
import type { BrowserRequest } from './browser-request.js';
import { internalError, SENDING, TOO_LONG } from './proxy-error.js';
import type { ParsedProxyOptions } from './proxy-options.js';
import { both, copyRow, Restriction, type Visibility } from './restriction.js';

export interface RowsOptions extends ParsedProxyOptions {
  readonly send: Send;
  readonly visibilityOf: (resource: string) => Visibility;
  /** Called with what the operator should know, although the request succeeds. */
  readonly warn: (resource: string, problem: string) => void;
}

/** Requests visible rows; at most one by id, so that hidden and missing rows look the same. */
export async function requestRows(request: BrowserRequest, options: RowsOptions) {
  const { serviceSchema, dialect, visibilityOf } = options;
  const { id, query } = request;
  const { resource, selection, filter, order, skip } = query;
  const { path = '', fields } = resourceOf(serviceSchema, resource);
  const take = id === undefined ? (query.take ?? options.maxTake) : undefined;
  const restriction = new Restriction(serviceSchema, visibilityOf);
  const asked = filter ? restriction.filter(filter, 'where') : true;
  const where = both(visibilityOf(resource).rows, id === undefined ? asked : { id }, fields);
  const selected = restriction.select(selection, 'include');
  if (where === false || take === 0) return { rows: [] };
  const sentTake = dialect.parameters.take === null ? undefined : take; // the rows are counted below
  const { include } = selected;
  const sent = { where: where === true ? undefined : where, include, order, take: sentTake, skip };
  const search = writeQuery(sent, dialect, query.cursor);
  checkLength(request, options, path, search);
  const result = await options.send({ method: 'GET', path, search }).catch((error: unknown) => {
    if (isQueryError(error)) throw internalError(error, SENDING); // not of the query of the browser page
    // Some services with numbered pages have none behind the last one.
    const isBehind = dialect.parameters.page !== null && Number(skip) > 0;
    if (isBehind && isApiError(error, 404)) return undefined;
    if (!request.hasValues || !(isApiError(error, 400) || isApiError(error, 422))) throw error;
    throw new RejectionError(400, 'The service rejected a value of the query.', { cause: error });
  });
  if (!result) return { rows: [] };
  const { data, cursor } = openEnvelope(result.data, dialect);
  const { fail } = result;
  if (!Array.isArray(data)) throw fail(`expected an array of ${resource}, got ${kindOf(data)}.`);
  const rows = data
    .slice(0, take)
    .map((row, index) =>
      copyRow(selected, row, (path, problem) => fail(`[${index}]${path}: ${problem}`)),
    );
  const isWanted = ({ id: found }: { readonly id?: unknown } = {}) =>
    String(found).toLowerCase() === id?.toLowerCase();
  if (id !== undefined && (rows.length > 1 || !rows.every(isWanted)))
    throw fail(`expected the row of ${resource} with the requested id.`);
  if (cursor && data.length > rows.length)
    throw fail(`expected at most ${take} rows, got ${data.length}: the cursor is after them all.`);
  return { rows, cursor };
}

/** Rejects a query whose URL is too long. A policy that fills half of a URL is the cause. */
function checkLength(
  { reached }: BrowserRequest,
  { dialect, baseUrl, visibilityOf, warn }: RowsOptions,
  path: string,
  search: string,
): void {
  const most = dialect.maxUrlLength;
  const length = urlLength(baseUrl, path, search);
  if (length < 0.8 * most) return;
  const lengthOf = (resource: string) => JSON.stringify(visibilityOf(resource).rows).length;
  const [longest = ''] = [...reached].sort((left, right) => lengthOf(right) - lengthOf(left));
  const isOfPolicy = lengthOf(longest) > most / 2;
  const problem = `policies.${longest}: the URL has ${length} bytes, and \`dialect.maxUrlLength\` is ${most}. Increase it if your service accepts longer URLs, or write the policy with another field or a relation.`;
  if (length > most && !isOfPolicy) throw new RejectionError(414, TOO_LONG);
  if (length > most) throw internalError(new ConfigurationError(problem));
  if (isOfPolicy) warn(longest, problem);
}
