import { ConfigurationError, TimeoutError } from '../errors.js';
import { RejectionError } from '../http/rejection-error.js';
import { createSend } from '../http/send.js';
import { TimeIsOver, untilEnd } from '../http/until-end.js';
import { describe, kindOf } from '../messages/describe.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { isPlainObject } from '../values/plain-object.js';
import { createRequestParser } from './browser-request.js';
import { internalError, jsonResponse, logMessage, TOO_LONG, toRejection } from './proxy-error.js';
import {
  type InferredOptions,
  type NoSession,
  type ProxyOptions,
  parseProxyOptions,
  type SessionOf,
} from './proxy-options.js';
import { requestRows } from './request-rows.js';
import { resolvePolicies } from './row-policies.js';

/** A handler for the requests of browser pages. */
export interface PaymentsProxy {
  /**
   * Responds to a request of a browser page. You can export it alone: `export const GET =
   * proxy.fetch`. Further arguments are ignored. It rejects only what is not a `Request`.
   */
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A handler without `authenticate`: your backend passes the session. */
export interface SessionProxy<Session> {
  /**
   * Responds to a request of a browser page, for a session. Falsy sessions are a 401. Any other
   * second argument rejects, such as the context of a framework: call it in a handler of your own.
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
 * else behaves as if it did not exist. The path is read from its first `/v1/` on.
 *
 * @throws ConfigurationError for an invalid option, or a relation that needs to be nullable.
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
  const parsed = parseProxyOptions(options);
  const { authenticate, apiKey, logger, onError, timeout = 30_000, retry = 0 } = options;
  const { dialect, baseUrl } = parsed;
  const parseRequest = createRequestParser(parsed);
  const readKey = typeof apiKey === 'function' ? () => run('apiKey()', apiKey) : apiKey;
  const source = 'createProxy';
  const send = createSend({ ...options, source, baseUrl, apiKey: readKey, timeout, retry });
  const warned = new Set<string>(); // names of resources

  async function respond(request: Request, url: URL, findSession: () => unknown): Promise<object> {
    const { method, signal } = request;
    const start = performance.now();
    const call = (name: string, code: () => unknown) =>
      run(name, () => {
        const result = code();
        if (typeof Object(result).then !== 'function') return result;
        const rest = start + timeout - performance.now();
        return untilEnd(async () => result, rest, signal).catch((error) => {
          if (!(error instanceof TimeIsOver)) throw error;
          const { origin, pathname: path } = url;
          const failed = { method, url: origin + path, path, attempts: 0 };
          throw new TimeoutError(failed, timeout, name);
        });
      });
    const session = await call(authenticate ? 'authenticate()' : 'session', findSession);
    if (!session) throw new RejectionError(401, 'Not authenticated.');
    if (request.url.length > dialect.maxUrlLength) throw new RejectionError(414, TOO_LONG);
    if (method !== 'GET')
      throw new RejectionError(405, `${method} is not allowed. Use GET.`, {
        headers: { Allow: 'GET' },
      });
    const browserRequest = parseRequest(url);
    const { id, query, reached } = browserRequest;
    const visibilityOf = await resolvePolicies(parsed, reached, session, call);
    const { rows, cursor } = await requestRows(browserRequest, {
      ...parsed,
      send: (sent) => send({ ...sent, signal, start }),
      visibilityOf,
      warn: (resource, problem) => {
        if (!warned.has(resource)) report(new ConfigurationError(problem), request, problem);
        warned.add(resource);
      },
    });
    if (id === undefined)
      return dialect.parameters.cursor === null ? rows : { result: rows, cursor };
    if (rows[0]) return rows[0];
    throw new RejectionError(404, `No row of ${query.resource} has the id ${describe(id)}.`);
  }

  function report(error: unknown, request: Request, line: string): void {
    if (onError) run('onError()', () => onError(error, request)).catch(() => {});
    else if (!logger) console.error(line);
  }

  function reject(error: unknown, request: Request, path: string): Response {
    if (request.signal.aborted) return jsonResponse(499, { errors: ['The request was aborted.'] });
    const rejection = toRejection(error);
    const { status, message, headers, cause = error } = rejection;
    const line = `${request.method} ${path} was rejected: ${logMessage(rejection)}`;
    try {
      logger?.warn(line);
    } catch {} // the response matters more than its log line
    if (status >= 500 || status === 429) report(cause, request, line);
    return jsonResponse(status, { errors: [message] }, headers);
  }

  return {
    async fetch(request, context) {
      if (!isRequest(request))
        throw invalid(`a Request, got ${describe(request)}. ${adviceFor(Object(request))}`);
      // What a framework passes as the second argument must not be taken for a session.
      if (!authenticate && (!isPlainObject(context) || Object.keys(context).join() !== 'session'))
        throw invalid(
          `{ session } after the request, got ${kindOf(context)}. Call proxy.fetch(request, { session }), or pass \`authenticate\` to createProxy()`,
        );
      const url = new URL(request.url);
      const findSession = () => (authenticate ? authenticate(request) : context.session);
      try {
        return jsonResponse(200, await respond(request, url, findSession));
      } catch (error) {
        return reject(error, request, url.pathname);
      }
    },
  };
}

/**
 * Runs code of the application. Whatever it throws becomes a 500 without details: it must not be
 * mistaken for an error of the query of the browser page or of the service.
 */
async function run<Result>(name: string, code: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await code();
  } catch (error) {
    throw internalError(error, name);
  }
}

const invalid = (problem: string) =>
  new ConfigurationError(`\`fetch\` expects ${problem}.`, 'createProxy');

/** What to do with an argument that a framework passes instead of a request. */
function adviceFor({ request, req, socket }: { readonly [name: string]: { raw?: unknown } }) {
  if (isRequest(request)) return 'Call proxy.fetch(event.request)'; // SvelteKit
  if (isRequest(req?.raw)) return 'Call proxy.fetch(c.req.raw)'; // Hono
  if (socket) return 'Use getRequestListener(proxy.fetch) of @hono/node-server'; // Node, Express
  return 'For another kind of request, use an adapter';
}

function isRequest(value: unknown): boolean {
  const { url, headers, signal }: Partial<Request> = Object(value);
  const isForeign = typeof headers?.get !== 'function' || typeof signal?.aborted !== 'boolean';
  return !isForeign && URL.canParse(`${url}`);
}
