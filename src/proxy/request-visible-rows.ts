import { NO_CURSOR, openEnvelope } from '../dialect.js';
import { ConfigurationError, isApiError, isQueryError } from '../errors.js';
import type { Result, Send } from '../http/call.js';
import { RejectionError } from '../http/rejection-error.js';
import type { Seals } from '../http/seal.js';
import { urlLength } from '../http/service-url.js';
import { cut, kindOf } from '../messages/describe.js';
import { type SentQuery, writeQuery } from '../query/query.js';
import { resourceOf } from '../schema/lookup.js';
import type { BrowserRequest } from './browser-request.js';
import { cursorContext, openCursor, sealCursor } from './page-cursor.js';
import { internalError, noSuchRow, SENDING, TOO_LONG } from './proxy-error.js';
import type { ParsedProxyOptions } from './proxy-options.js';
import {
  type MatchingRows,
  matchingBoth,
  noRows,
  type RestrictedSelection,
  Restriction,
  type Visibility,
} from './restriction.js';
import { copyVisibleRow, findBreach } from './visible-rows.js';

export interface RowsOptions extends ParsedProxyOptions {
  readonly send: Send;
  /** Seals the cursors of the service, which a browser must neither read nor write. */
  readonly seals: Seals;
  /** The policies of the resources that the request reaches. */
  readonly visibilities: ReadonlyMap<string, Visibility>;
  /** Called with what the operator should know, although the request succeeds. */
  readonly warn: (resource: string, problem: string) => void;
  /** Writes a line that a developer reads, without the API key. */
  readonly debug: (line: (hide: (text: string) => string) => string) => void;
}

/** What a browser receives of a list. */
interface VisiblePage {
  readonly rows: readonly object[];
  /** The sealed cursor of the next page, if the service has one. */
  readonly cursor?: string | undefined;
}

/** Requests a list of visible rows. */
export async function requestVisiblePage(
  request: BrowserRequest,
  options: RowsOptions,
): Promise<VisiblePage> {
  const { dialect, seals, serviceSchema, visibilities } = options;
  const { resource, filter, order, skip, ...query } = request.query;
  const take = query.take ?? options.maxTake;
  const { restriction, selected, visible } = restrict(request, options);
  const asked = filter ? restriction.filter(filter, 'where') : true;
  const where = matchingBoth(visible, asked, resourceOf(serviceSchema, resource).fields);
  options.debug((hide) => filtersLine(request, options, where, hide));
  if (where === false || take === 0) return { rows: [] };
  const context = cursorContext(serviceSchema, resource, where, order, visibilities);
  const cursor = query.cursor && (await openCursor(seals, query.cursor, context));
  const { include } = selected;
  // The rows are counted below.
  const sentTake = dialect.parameters.take === null ? undefined : take;
  const sent = { where: where === true ? undefined : where, include, order, take: sentTake, skip };
  const received = await sendQuery(request, options, sent, cursor);
  if (!received) return { rows: [] };
  const { data, next, fail } = received;
  const rows = data.slice(0, take).map((row, index) => {
    const breach = findBreach(selected, row, `[${index}]`);
    if (breach) throw fail(breach.problem);
    return copyVisibleRow(selected, row, `[${index}]`, fail);
  });
  const sealed = await sealCursor(seals, next, context, fail);
  const isPaged = dialect.parameters.cursor !== null || dialect.parameters.page !== null;
  if (isPaged && data.length > rows.length)
    throw fail(`expected at most ${take} rows, got ${data.length}. Others would be skipped.`);
  return { rows, cursor: sealed };
}

/** Which conditions of a list are of the browser, and which of the policies that it reaches. */
function filtersLine(
  { query }: BrowserRequest,
  { visibilities }: RowsOptions,
  where: MatchingRows,
  hide: (text: string) => string,
): string {
  const write = (rows: MatchingRows): string => {
    if (typeof rows === 'boolean') return rows ? 'all rows' : 'no rows';
    return cut(hide(JSON.stringify(rows)), 150);
  };
  const asked = write(query.where ?? true);
  const added = [...visibilities].map(([name, { rows }]) => `${name}: ${write(rows)}`);
  const end = where === false ? ' No row can match both, so nothing is sent.' : '';
  return `the browser asks for ${asked}. The policies allow ${added.join(', ')}.${end}`;
}

/**
 * Requests a row from a list, so that hidden and missing rows look the same: also one that the
 * service returns although it does not match its policy.
 */
export async function requestVisibleRow(
  id: string,
  request: BrowserRequest,
  options: RowsOptions,
): Promise<object> {
  const { resource } = request.query;
  const { selected, visible } = restrict(request, options);
  const where = matchingBoth(visible, { id }, resourceOf(options.serviceSchema, resource).fields);
  if (typeof where !== 'object') throw noSuchRow(resource, id);
  const { include } = selected;
  const received = await sendQuery(request, options, { where, include });
  if (!received || received.data.length === 0) throw noSuchRow(resource, id);
  const { data, fail } = received;
  for (const row of data) {
    const breach = findBreach(selected, row, '[0]');
    if (breach) throw noSuchRow(resource, id, fail(breach.problem));
  }
  // Of its fields.
  const row = copyVisibleRow(selected, data[0], '[0]', fail) as { readonly id?: unknown };
  if (data.length === 1 && `${row.id}`.toLowerCase() === id.toLowerCase()) return row;
  throw fail(`expected the row of ${resource} with the requested id.`);
}

/** What a session may see of the rows and fields that a request reaches. */
function restrict({ query }: BrowserRequest, { serviceSchema, visibilities }: RowsOptions) {
  const visibilityOf = (resource: string) => visibilities.get(resource) ?? noRows;
  const restriction = new Restriction(serviceSchema, visibilityOf);
  const selected: RestrictedSelection = restriction.select(query.selection, 'include');
  return { restriction, selected, visible: visibilityOf(query.resource).rows };
}

/** Sends a restricted query. Behind the last page there may be no response. */
async function sendQuery(
  request: BrowserRequest,
  options: RowsOptions,
  query: SentQuery,
  cursor?: string,
) {
  const { serviceSchema, dialect } = options;
  const { resource } = request.query;
  const { path = '' } = resourceOf(serviceSchema, resource);
  const search = writeQuery(query, dialect, cursor);
  checkLength(request, options, path, search);
  let result: Result;
  try {
    result = await options.send({ method: 'GET', path, search });
  } catch (error) {
    // None of the query of the browser.
    if (isQueryError(error)) throw internalError(error, SENDING);
    // Some services with numbered pages have none behind the last one.
    const isBehind = dialect.parameters.page !== null && Number(query.skip) > 0;
    if (isBehind && isApiError(error, 404)) return undefined;
    if (!request.hasValues || !(isApiError(error, 400) || isApiError(error, 422))) throw error;
    throw new RejectionError(400, 'The service rejected a value of the query.', { cause: error });
  }
  const { fail } = result;
  const { data, cursor: next } = openEnvelope(result.data, dialect);
  if (!Array.isArray(data)) throw fail(`expected an array of ${resource}, got ${kindOf(data)}.`);
  if (next === undefined && dialect.envelope.cursor && data.length > 0) throw fail(NO_CURSOR);
  return { data: data as readonly unknown[], next, fail };
}

/** Rejects a query whose URL is too long. A policy that fills half of a URL is the cause. */
function checkLength(
  { reached }: BrowserRequest,
  { dialect, baseUrl, visibilities, warn }: RowsOptions,
  path: string,
  search: string,
): void {
  const most = dialect.maxUrlLength;
  const length = urlLength(baseUrl, path, search);
  if (length < 0.8 * most) return;
  const lengthOf = (resource: string) => JSON.stringify(visibilities.get(resource)?.rows).length;
  const [longest = ''] = [...reached].sort((left, right) => lengthOf(right) - lengthOf(left));
  const isOfPolicy = lengthOf(longest) > most / 2;
  const problem =
    `policies.${longest}: the URL has ${length} bytes, and \`dialect.maxUrlLength\` is ${most}. ` +
    'Increase it if your service accepts longer URLs, ' +
    'or write the policy with another field or a relation.';
  if (length > most && !isOfPolicy) throw new RejectionError(414, TOO_LONG);
  if (length > most) throw internalError(new ConfigurationError(problem));
  if (isOfPolicy) warn(longest, problem);
}
