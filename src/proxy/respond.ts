import type { RequestSender } from '../client/request-sender.js';
import type { CallProgress } from '../http/request-state.js';
import type { Resources } from '../schema/resources.js';
import { describe } from '../values/describe.js';
import { parseBrowserRequest } from './browser-request.js';
import { ProxyError, runApplicationCode } from './proxy-error.js';
import { requestRows } from './request-rows.js';
import type { ServiceModel } from './restrict-filter.js';
import { type RowPolicies, resolveRowPolicies } from './row-policies.js';

/** What a proxy needs for a response. */
export interface RespondOptions extends ServiceModel {
  readonly schema: Resources;
  readonly policies: RowPolicies;
  readonly sender: RequestSender;
  readonly maxTake: number;
  readonly maxRelationDepth: number;
  /** The option that the session is from, in backticks. */
  readonly sessionSource: string;
}

/** A request that a proxy responds to. */
interface ReceivedRequest {
  readonly request: Request;
  readonly findSession: () => unknown;
  readonly call: CallProgress;
  readonly signal: AbortSignal;
}

/**
 * The body of the response to a request of a browser page: the rows of a list, or a single row.
 *
 * @throws ProxyError if the request is rejected; every error of the request sender.
 */
export async function respond(
  options: RespondOptions,
  { request, findSession, call, signal }: ReceivedRequest,
): Promise<object> {
  const { schema, serviceSchema, policies, dialect, sender, maxTake, maxRelationDepth } = options;
  const session = await runApplicationCode(options.sessionSource, call.pending, findSession);
  if (!session) throw new ProxyError(401, 'Not authenticated.');
  if (request.url.length > dialect.maxUrlLength) throw new ProxyError(414, 'The query is too long.');
  const browserRequest = parseBrowserRequest(request, schema, dialect);
  const { resource, id, depth, take, reached } = browserRequest;
  if (depth > maxRelationDepth)
    throw new ProxyError(400, `${depth} nested relations are too many. Nest at most ${maxRelationDepth}.`);
  if (take !== undefined && take > maxTake)
    throw new ProxyError(400, `take: expected at most ${maxTake} (\`maxTake\` of the proxy), got ${take}.`);
  const service = { serviceSchema, dialect };
  const visibilityOf = await resolveRowPolicies(policies, reached, session, service, call);
  const rows = await requestRows(browserRequest, { ...service, sender, visibilityOf, maxTake, call, signal });
  if (id === undefined) return rows;
  if (rows[0]) return rows[0];
  throw new ProxyError(404, `No row of ${resource} has the id ${describe(id)}.`);
}
