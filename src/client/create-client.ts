import { openEnvelope, resolveDialect } from '../dialect.js';
import { ConfigurationError } from '../errors.js';
import { normalizeHeaders } from '../http/headers.js';
import { createSend } from '../http/send.js';
import { parseBaseUrl } from '../http/service-url.js';
import { errorKeyHider } from '../messages/hide-keys.js';
import type { Resources } from '../schema/lookup.js';
import type { ResourceName } from '../schema/names.js';
import { type PaymentsSchema, paymentsSchema } from '../schema/payments-schema.js';
import type { Operation, Resource, SchemaShape } from '../schema/resource.js';
import { withoutUndefined } from '../values/plain-object.js';
import { type ApiKeysResource, createApiKeys } from './api-keys.js';
import { checkDecimals } from './check-decimals.js';
import { type ClientOptions, checkClientOptions } from './client-options.js';
import { createGet, createList, type Endpoint, type ResponsePromise } from './endpoint.js';
import { type HasSchema, tagResource } from './endpoint-tag.js';
import type { GetResource, ListResource } from './overloads.js';
import { createPaginationMethods, readKeptPage } from './pages.js';
import { planPages } from './plan.js';
import { createRawRequest, type RawRequest } from './raw-request.js';
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
  const { apiKey, validator = checkDecimals } = Object(options) as typeof options; // checked here
  const hideKeyInErrors = errorKeyHider(apiKey);
  const { dialect, baseUrl } = hideKeyInErrors(() => {
    checkClientOptions(options, source);
    // A server may prerender a web page: `send` resolves a URL that is relative to it.
    const isRelative = apiKey === null && !globalThis.location && `${options.baseUrl}`[0] === '/';
    return {
      dialect: resolveDialect(source, options.dialect),
      baseUrl: isRelative ? options.baseUrl : parseBaseUrl(source, options.baseUrl),
    };
  });
  const send = createSend({
    ...options,
    source,
    baseUrl,
    rowsOf: (body) => openEnvelope(body, dialect).data,
  });
  const members: Record<string, unknown> = {
    apiKeys: createApiKeys(send, hideKeyInErrors),
    request: createRawRequest(send, hideKeyInErrors),
    with(changes: Partial<ClientOptions<Schema>>) {
      // Before headers of another type are spread, which would lose them.
      const hideNewKey = errorKeyHider(Object(changes).apiKey);
      hideKeyInErrors(() => hideNewKey(() => checkClientOptions(changes, source)));
      const [own, changed] = [options, changes].map(({ headers }) =>
        normalizeHeaders(headers, null, source),
      );
      const headers = { ...own, ...changed };
      return createClient({ ...options, ...withoutUndefined(changes), headers });
    },
  };
  const schema = (options.schema ?? paymentsSchema) as Resources; // `Schema` has the same default
  const shared = { schema, baseUrl, dialect, send, hideKeyInErrors, validator };
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
        const plan = endpoint.hideKeyInErrors(() => planPages(endpoint, query));
        return readKeptPage(beginReading({ endpoint, plan, pageSize, options }), start);
      },
    },
  );
// `HasSchema` is first, so that the error for a client of another schema names the difference.
/**
 * A client: a member for each resource of the schema that has methods, and the members of every
 * client.
 */
export type Client<Schema extends SchemaShape<Schema> = PaymentsSchema> = HasSchema<Schema> &
  ClientMembers<Schema> &
  Lists<Schema> &
  Gets<Schema>;

// Named mapped types: the compiler resolves `Lists[Name]` for a type parameter `Name`, but not
// `Client[Name]`, because `Client` is an intersection.
/**
 * The resources of a client that have lists, by name. A generic function looks them up here.
 *
 * @example
 * const lists: Lists = client;
 * const firstRows = <Name extends keyof Lists>(name: Name) => lists[name].list({ take: 5 });
 */
export type Lists<Schema extends SchemaShape<Schema> = PaymentsSchema> = {
  readonly [Name in NameWith<'list', Schema>]: ListResource<Name, Schema>;
};

/**
 * The resources of a client that have single rows, by name. A generic function looks them up here.
 *
 * @example
 * const gets: Gets = client;
 * const find = <Name extends keyof Gets>(name: Name, id: string) => gets[name].get(id);
 */
export type Gets<Schema extends SchemaShape<Schema> = PaymentsSchema> = {
  readonly [Name in NameWith<'get', Schema>]: GetResource<Name, Schema>;
};

/**
 * The names of the resources that have an operation. There are none for a schema that also has
 * symbols: that is the constraint of a type parameter, which `ReturnType<typeof createClient>` has.
 *
 * @example
 * NameWith<'get', PaymentsSchema> // => 'balances'
 */
type NameWith<
  Needed extends Operation,
  Schema extends SchemaShape<Schema>,
> = symbol extends keyof Schema
  ? never
  : {
      [Name in ResourceName<Schema>]: Needed extends Schema[Name]['operations'][number]
        ? Name
        : never;
    }[ResourceName<Schema>];

/** The members of every client, independent of its schema. */
interface ClientMembers<Schema extends SchemaShape<Schema>> {
  /** Renames, revokes and deletes API keys. */
  readonly apiKeys: {
    readonly [Name in keyof ApiKeysResource]: (
      ...args: Parameters<ApiKeysResource[Name]>
    ) => ResponsePromise<unknown>;
  };
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
