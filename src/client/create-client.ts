import { openEnvelope, resolveDialect } from '../dialect.js';
import { ConfigurationError } from '../errors.js';
import type { RequestOptions } from '../http/call.js';
import { createSend } from '../http/send.js';
import { parseBaseUrl } from '../http/service-url.js';
import type { IncludeOf, ListParameters, WithInclude } from '../query/query.js';
import type { Selected } from '../query/types/selected.js';
import type { InferredInclude } from '../query/types/valid-include.js';
import type { Resources } from '../schema/lookup.js';
import type { ResourceName } from '../schema/names.js';
import { type PaymentsSchema, paymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { withoutUndefined } from '../values/plain-object.js';
import { type ApiKeysResource, createApiKeys } from './api-keys.js';
import { type ClientOptions, checkClientOptions } from './client-options.js';
import { createGet, type Endpoint, type ResponsePromise } from './endpoint.js';
import { type Contracted, type TaggedResource, tagResource } from './endpoint-tag.js';
import { createList } from './list.js';
import { createPaginationMethods, type PaginationMethods } from './pages.js';
import { planPages } from './plan.js';
import { createRawRequest, type RawRequest } from './raw-request.js';
import { readPage } from './read-page.js';
import { beginReading } from './request-page.js';

/**
 * Creates a client of the Payments Data Service. No request is sent before the first call, and the
 * API key is never printed, logged or attached to an error.
 *
 * @throws ConfigurationError if an option is unknown or invalid.
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', apiKey });
 * const balances = await client.balances.list({ where: { type: 'main' } });
 */
export function createClient<Schema extends SchemaShape<Schema> = PaymentsSchema>(
  options: ClientOptions<Schema>,
): Client<Schema> {
  const source = 'createClient';
  checkClientOptions(options, source);
  const { apiKey, validator } = options;
  const dialect = resolveDialect(source, options.dialect);
  // A server may prerender a browser page: `send` resolves a URL that is relative to it.
  const isRelative = apiKey === null && !globalThis.location && `${options.baseUrl}`[0] === '/';
  const baseUrl = isRelative ? options.baseUrl : parseBaseUrl(source, options.baseUrl);
  const send = createSend({
    ...options,
    source,
    baseUrl,
    rowsOf: (body) => openEnvelope(body, dialect).data,
  });
  if (apiKey !== null && !options.allowApiKeyInBrowser && isBrowserPage())
    throw new ConfigurationError(
      'every visitor of a browser page can read its `apiKey`. Use createProxy() and ' +
        '`apiKey: null`, or set `allowApiKeyInBrowser: true`.',
      source,
    );
  const members: Record<string, unknown> = {
    apiKeys: createApiKeys(send),
    request: createRawRequest(send),
    with(changes: Partial<ClientOptions<Schema>>) {
      // Before headers of another type are spread, which would lose them.
      checkClientOptions(changes, source);
      const headers = { ...options.headers, ...changes.headers };
      return createClient({ ...options, ...withoutUndefined(changes), headers });
    },
  };
  const schema = (options.schema ?? paymentsSchema) as Resources; // `Schema` has the same default
  const shared = { schema, baseUrl, dialect, send, validator };
  for (const [name, { path, operations, fields }] of Object.entries<Resource>(schema)) {
    if (!path || !operations[0]) continue;
    if (Object.hasOwn(members, name))
      throw new ConfigurationError(
        `\`schema.${name}\` has the name of a client member. Rename it.`,
        source,
      );
    const endpoint = { ...shared, name, path, fields };
    members[name] = createResource(endpoint, operations);
  }
  return members as never; // the loop creates what the signature says
}

const isBrowserPage = (): boolean => Boolean(globalThis.window && globalThis.document);

const createResource = (endpoint: Endpoint, operations: Resource['operations']) =>
  tagResource(
    {
      ...(operations.includes('get') && { get: createGet(endpoint) }),
      ...(operations.includes('list') && {
        list: createList(endpoint),
        ...createPaginationMethods(endpoint),
      }),
    },
    {
      name: endpoint.name,
      readPage: async (query, start, pageSize, options) => {
        const plan = planPages(endpoint, query);
        return readPage(beginReading({ endpoint, plan, pageSize, options }), start);
      },
    },
  );
// `Contracted` is first, so that the error for a client of another schema names the difference.
/**
 * A client: a member for each resource of the schema that has methods, and the members of every
 * client.
 */
export type Client<Schema extends SchemaShape<Schema> = PaymentsSchema> = Contracted<Schema> &
  ClientMembers<Schema> &
  ResourceClients<Schema>;

/**
 * The members for resources. A name of its own, which the compiler prints instead of the members.
 */
type ResourceClients<Schema extends SchemaShape<Schema>> = {
  readonly [Name in ResourceName<Schema> as Served<Name, Schema>]: ResourceClient<Name, Schema>;
};

/** The members of every client, independent of its schema. */
export interface ClientMembers<Schema extends SchemaShape<Schema> = PaymentsSchema> {
  /** Renames, revokes and deletes API keys. */
  readonly apiKeys: ApiKeysResource;
  /**
   * Sends a request to an endpoint that the client has no method for.
   *
   * @example
   * const entity = await client.request('GET', '/entities/42');
   */
  readonly request: RawRequest;
  /**
   * Creates a client with some options changed. `headers` are added to those of this client.
   *
   * @throws ConfigurationError if an option is unknown or invalid.
   * @example
   * const patient = client.with({ timeout: 120_000 });
   */
  with(options: Partial<Omit<ClientOptions<Schema>, 'schema'>>): Client<Schema>;
}

/** The query of a single row: `include`. */
export type GetQuery<Chosen, Input> = WithInclude<unknown, Chosen, Input>;

/** The method `get` of a resource. */
export interface GetMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** Returns one row with its default fields. */
  get(id: string): ResponsePromise<Selected<Name, undefined, Schema>>;
  /**
   * Returns one row with the fields and relations of `include`.
   *
   * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
   * @throws QueryError if the id or the include is invalid; ApiError with the status 404 if no row
   * has this id; ResponseError if the row has another id.
   * @example
   * const balance = await client.balances.get(balanceId, { include: { name: true, unit: true } });
   */
  get<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input>(
    id: string,
    query: GetQuery<Chosen, Input>,
    options?: RequestOptions,
  ): ResponsePromise<Selected<Name, IncludeOf<Chosen, Input>, Schema>>;
}

/** The method `list` of a resource. */
export interface ListMethod<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /**
   * Returns the rows of one response with their default fields. It may be only the first page;
   * `all`, `iterate` and `pages` return all rows.
   */
  list(): ResponsePromise<Selected<Name, undefined, Schema>[]>;
  /**
   * Returns the rows of one response, which may be only the first page; `all`, `iterate` and
   * `pages` return all rows.
   *
   * @param query - `where`, `include`, `orderBy`, `take` and `skip`; all are optional.
   * @param options - `signal`, `timeout`, `headers` and `retry` of this call.
   * @throws QueryError if the query is invalid or too long; no request is sent.
   * @throws ApiError for an error status; ConnectionError, TimeoutError; ResponseError for an
   * invalid response.
   * @example
   * const main = await client.balances.list({ where: { type: 'main' }, include: { name: true } });
   */
  list<const Chosen extends InferredInclude<Name, Chosen, Schema>, Input>(
    query: WithInclude<ListParameters<Name, Schema>, Chosen, Input>,
    options?: RequestOptions,
  ): ResponsePromise<Selected<Name, IncludeOf<Chosen, Input>, Schema>[]>;
}

/** The methods of one resource that its operations in the schema include. */
export type ResourceClient<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = ('get' extends Schema[Name]['operations'][number] ? GetMethod<Name, Schema> : unknown) &
  ('list' extends Schema[Name]['operations'][number]
    ? ListMethod<Name, Schema> & PaginationMethods<Name, Schema>
    : unknown) &
  TaggedResource<Name, Schema>;

type Served<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = [
  Schema[Name]['operations'][number],
] extends [never]
  ? never
  : Name;
