import { createRequestSender, type RequestSender } from '../client/request-sender.js';
import { beginCall, wrapMethods } from '../errors/caller-stack.js';
import { ConfigurationError } from '../errors.js';
import { type ApiKey, keysOf } from '../http/api-key.js';
import type { CallProgress } from '../http/request-state.js';
import { withDeadline } from '../http/transport.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { describe, kindOf } from '../values/describe.js';
import { MAX_TAKE_HEADER } from '../values/headers.js';
import { isPlainObject } from '../values/plain-object.js';
import { parseBrowserRequest } from './browser-request.js';
import { jsonResponse, ProxyError, reject, runApplicationCode } from './proxy-error.js';
import {
  type InferredOptions,
  type NoSession,
  type ParsedProxyOptions,
  type ProxyOptions,
  parseProxyOptions,
  type SessionOf,
} from './proxy-options.js';
import { requestRows } from './request-rows.js';
import { resolveRowPolicies } from './row-policies.js';

/** A handler for the requests of browser pages. */
export interface PaymentsProxy {
  /**
   * Responds to a request of a browser page. You can export it alone: `export const GET =
   * proxy.fetch`. Further arguments are ignored. It only rejects if it is called with something
   * else than a `Request`.
   */
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A handler without `authenticate`: your backend passes the session. */
export interface SessionProxy<Session> {
  /**
   * Responds to a request of a browser page, for a session. Falsy sessions are a 401. It rejects
   * for any other second argument, such as the context that a framework passes: do not mount it as
   * a handler, but call it in one.
   *
   * @example
   * const GET = async (request: Request) => proxy.fetch(request, { session: await readSession(request) });
   */
  readonly fetch: (
    request: Request,
    options: { readonly session: Session | NoSession },
  ) => Promise<Response>;
}

/**
 * Creates a handler for your backend that lets browser pages query the service without an API key:
 * only lists and single rows, the fields in `schema`, and the rows that `policies` allow. Anything
 * else behaves as if it did not exist. The path is read from its first `/v1/` on, so that you can
 * mount the handler anywhere.
 *
 * @throws ConfigurationError for an invalid option, and for a relation that is never null although
 * a policy may hide its row.
 * @example
 * const proxy = createProxy({
 *   baseUrl: 'https://api.example.com',
 *   apiKey: process.env.PAYMENTS_API_KEY!,
 *   schema: pickSchema(paymentsSchema, { balances: ['name', 'available_balance'] }),
 *   authenticate: (request) => readSession(request),
 *   policies: { balances: (session) => ({ account_id: session.accountId }) },
 * });
 * export const GET = proxy.fetch;
 */
export function createProxy<
  Session,
  Schema extends SchemaShape<Schema>,
  Name extends string,
  Result = never,
  ServiceSchema extends SchemaShape<ServiceSchema> = PaymentsSchema,
>(
  options: ProxyOptions<SessionOf<Result, Session>, Schema, ServiceSchema> &
    InferredOptions<Session, Result, Name, Schema>,
): [Result] extends [never] ? SessionProxy<Session> : PaymentsProxy;
export function createProxy(options: ProxyOptions<unknown, PaymentsSchema>): SessionProxy<unknown> {
  return beginCall(createProxy, keysOf(options).redact)(() => assembleProxy(options));
}

function assembleProxy(options: ProxyOptions<unknown, PaymentsSchema>): SessionProxy<unknown> {
  const parsed = parseProxyOptions(options);
  const { authenticate, onError, maxRelationDepth = 3 } = options;
  const { dialect, transport } = parsed;
  const maxTake = Math.min(options.maxTake ?? 100, dialect.pageSize.max);
  const { logger, logLevel = logger ? 'warn' : 'off' } = transport; // visitors could fill the log
  const isUnwatched = !onError && !logger && !transport.logLevel;
  const { apiKey } = transport;
  // A key function may use this package, too: its errors are none of the service.
  const guarded: ApiKey =
    typeof apiKey === 'function'
      ? (context) => runApplicationCode('`apiKey()`', [], () => apiKey(context))
      : apiKey;
  const sender = createRequestSender({ ...transport, apiKey: guarded, logLevel }, 'createProxy');
  const { redact } = sender.keys;
  const timeout = sender.timeoutOf(undefined);

  const sessionSource = authenticate ? '`authenticate()`' : '`session`';
  const respondOptions = { ...parsed, sender, maxTake, maxRelationDepth, sessionSource };
  /** Clients choose the size of their requests by it, and recognize a list that it cuts off. */
  const limits = { [MAX_TAKE_HEADER]: `${maxTake}` };

  const proxy: SessionProxy<unknown> = {
    fetch: async (request, given) => {
      if (!isRequest(request))
        throw invalid(`expects a Request, got ${describe(request)}. ${adviceFor(Object(request))}`);
      const findSession = authenticate ? () => authenticate(request) : () => given.session;
      // What a framework passes as the second argument must not be taken for a session.
      if (!authenticate && (!isPlainObject(given) || Object.keys(given).join() !== 'session'))
        throw invalid(
          `expects { session } after the request, got ${kindOf(given)}. Call proxy.fetch(request, { session }), or pass \`authenticate\` to createProxy()`,
        );
      const { origin, pathname } = new URL(request.url);
      const call = {
        method: request.method,
        // Redacted, because a visitor may have sent the key.
        get path() {
          return redact(pathname);
        },
        get url() {
          return redact(origin + pathname);
        },
        attempts: 0,
        pending: [],
      };
      try {
        return jsonResponse(
          200,
          await withDeadline(timeout, request.signal, call, (signal) =>
            respond(respondOptions, { request, findSession, call, signal }),
          ),
          limits,
        );
      } catch (error) {
        return reject(error, request, call, { sender, onError, isUnwatched, headers: limits });
      }
    },
  };
  return wrapMethods(proxy, redact);
}

const invalid = (problem: string) => new ConfigurationError(`\`fetch\` ${problem}.`, 'createProxy');

/** What to do with an argument that a framework passes instead of a request. */
function adviceFor({
  request,
  req,
}: {
  readonly request?: unknown;
  readonly req?: { readonly raw?: unknown };
}) {
  if (isRequest(request)) return 'Call proxy.fetch(event.request)'; // SvelteKit
  if (isRequest(req?.raw)) return 'Call proxy.fetch(c.req.raw)'; // Hono
  return 'For another kind of request, use an adapter';
}

function isRequest(value: unknown): boolean {
  const { url, headers, signal }: Partial<Request> = Object(value);
  return (
    typeof headers?.get === 'function' &&
    typeof signal?.aborted === 'boolean' &&
    URL.canParse(`${url}`)
  );
}

interface RespondOptions extends ParsedProxyOptions {
  readonly sender: RequestSender;
  readonly maxTake: number;
  readonly maxRelationDepth: number;
  /** The option that the session is from, in backticks. */
  readonly sessionSource: string;
}

interface ReceivedRequest {
  readonly request: Request;
  readonly findSession: () => unknown;
  readonly call: CallProgress;
  readonly signal: AbortSignal;
}

async function respond(
  options: RespondOptions,
  { request, findSession, call, signal }: ReceivedRequest,
): Promise<object> {
  const { schema, serviceSchema, policies, dialect, sender, maxTake, maxRelationDepth } = options;
  const session = await runApplicationCode(options.sessionSource, call.pending, findSession);
  if (!session) throw new ProxyError(401, 'Not authenticated.');
  if (request.url.length > dialect.maxUrlLength)
    throw new ProxyError(414, 'The query is too long.');
  const browserRequest = parseBrowserRequest(request, schema, dialect);
  const { resource, id, depth, take, reached } = browserRequest;
  if (depth > maxRelationDepth)
    throw new ProxyError(
      400,
      `${depth} nested relations are too many. Nest at most ${maxRelationDepth}.`,
    );
  if (take !== undefined && take > maxTake) {
    const limit = maxTake < dialect.pageSize.max ? 'maxTake' : 'dialect.pageSize.max';
    throw new ProxyError(
      400,
      `take: expected at most ${maxTake} (\`${limit}\` of the proxy), got ${take}.`,
    );
  }
  const service = { serviceSchema, dialect };
  const visibilityOf = await resolveRowPolicies(policies, reached, session, service, call);
  const rows = await requestRows(browserRequest, {
    ...service,
    sender,
    visibilityOf,
    maxTake,
    call,
    signal,
  });
  if (id === undefined) return rows;
  if (rows[0]) return rows[0];
  throw new ProxyError(404, `No row of ${resource} has the id ${describe(id)}.`);
}
