import { ConfigurationError } from '../errors.js';
import { createSeals } from '../http/seal.js';
import { createSend } from '../http/send.js';
import { describe, kindOf } from '../messages/describe.js';
import { errorKeyHider, hideKeys } from '../messages/hide-keys.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { isPlainObject } from '../values/plain-object.js';
import { createRequestParser } from './browser-request.js';
import { ProxiedRequest, type ProxyParts, runOfApplication } from './proxied-request.js';
import {
  type InferredOptions,
  type NoSession,
  type OptionNames,
  type ProxyOptions,
  parseProxyOptions,
  type SessionOf,
} from './proxy-options.js';

/** A handler for the requests of browsers. */
export interface PaymentsProxy {
  /**
   * Responds to a request of a browser. You can export it alone: `export const GET =
   * proxy.fetch`. Further arguments are ignored. It rejects only what is not a `Request`.
   */
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A handler without `authenticate`: your backend passes the session. */
export interface SessionProxy<Session> {
  /**
   * Responds to a request of a browser, for a session; with status 401, if the session is falsy.
   * Rejects any other second argument, such as the context of a framework: call it in a handler
   * of your own.
   *
   * @example
   * const GET = async (request: Request) =>
   *   proxy.fetch(request, { session: await readSession(request) });
   */
  readonly fetch: (
    request: Request,
    options: { readonly session: Session | NoSession },
  ) => Promise<Response>;
}

/**
 * Creates a handler for your backend that lets browsers query the service without an API key:
 * only lists and single rows, the fields in `schema`, and the rows that `policies` allow. Anything
 * else behaves as if it did not exist. What is before `/v1` and the path of a resource is ignored.
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
  Option extends string,
  Result = never,
  ServiceSchema extends SchemaShape<ServiceSchema> = PaymentsSchema,
>(
  options: ProxyOptions<SessionOf<Result, Session, Option>, Schema, ServiceSchema> &
    InferredOptions<Session, Result, Name, Schema, Option> &
    OptionNames<Option>,
): [Result] extends [never] ? SessionProxy<Session> : PaymentsProxy;
export function createProxy(options: ProxyOptions<unknown, PaymentsSchema>): SessionProxy<unknown> {
  const parts = createParts(options);
  const { authenticate } = options;
  return {
    async fetch(request, context) {
      checkArguments(request, context, authenticate !== undefined);
      const findSession = () => (authenticate ? authenticate(request) : context.session);
      return new ProxiedRequest(parts, request).respond(findSession);
    },
  };
}

function createParts(options: ProxyOptions<unknown, PaymentsSchema>): ProxyParts {
  const parsed = errorKeyHider(Object(options).apiKey)(() => parseProxyOptions(options));
  const { apiKey, logger, onError, timeout = 30_000, retry = 0 } = options;
  const source = 'createProxy';
  const { baseUrl } = parsed;
  let lastKey = typeof apiKey === 'string' ? apiKey : '';
  const readKey =
    typeof apiKey === 'function'
      ? async () => {
          const key = await runOfApplication('apiKey()', apiKey);
          lastKey = `${key}`;
          return key;
        }
      : apiKey;
  return {
    ...parsed,
    parseRequest: createRequestParser(parsed),
    send: createSend({ ...options, source, baseUrl, apiKey: readKey, timeout, retry }),
    seals: createSeals(apiKey, source),
    sessionSource: options.authenticate ? 'authenticate()' : 'session',
    timeout,
    logger,
    hide: (text) => hideKeys(text, [lastKey]),
    onError,
    warned: new Set(),
  };
}

function checkArguments(request: unknown, context: unknown, hasAuthenticate: boolean): void {
  if (!isRequest(request))
    throw invalidArgument(`a Request, got ${describe(request)}. ${adviceFor(Object(request))}`);
  // What a framework passes as the second argument must not be taken for a session.
  if (!hasAuthenticate && (!isPlainObject(context) || Object.keys(context).join() !== 'session'))
    throw invalidArgument(
      `{ session } after the request, got ${kindOf(context)}. ` +
        'Call proxy.fetch(request, { session }), or pass `authenticate` to createProxy()',
    );
}

const invalidArgument = (problem: string) =>
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
