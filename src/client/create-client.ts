import { beginCall, wrapMethods } from '../errors/caller-stack.js';
import { ConfigurationError } from '../errors.js';
import { type ClientKeys, keysOf } from '../http/api-key.js';
import type { ResourceName } from '../schema/names.js';
import { type PaymentsSchema, paymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import type { Hint, OtherNames } from '../values/did-you-mean.js';
import { withoutUndefined } from '../values/plain-object.js';
import { type ApiKeysResource, createApiKeys } from './api-keys.js';
import { type ClientHint, type ClientOptions, checkClientOptions } from './client-options.js';
import type { Endpoint } from './endpoint.js';
import { createGet, type GetMethod } from './get.js';
import { createList, type ListMethod } from './list.js';
import { createPagination, createPaginationMethods, type PaginationMethods } from './pagination.js';
import { createRawRequest, type RawRequest } from './raw-request.js';
import { createRequestSender } from './request-sender.js';
import {
  type Contracted,
  type ResourceTag,
  type TaggedResource,
  tagResource,
} from './resource-tag.js';
import { createSendList } from './response-rows.js';

declare const uncallable: unique symbol;

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
  options: ClientOptions<Schema> | ClientHint<Schema>,
): Client<Schema>;
// Nobody can call this signature. `ReturnType<typeof createClient>` takes the last one, which makes
// it `Client`; the second parameter keeps it out of error messages.
/** @hidden */
export function createClient(options: ClientOptions, typesOnly: typeof uncallable): Client;
export function createClient<Schema extends SchemaShape<Schema>>(
  options: ClientOptions<Schema>,
): object {
  const keys = keysOf(options);
  return beginCall(createClient, keys.redact)(() => assembleClient(options, keys)); // its loop creates what the signatures say
}

function assembleClient<Schema extends SchemaShape<Schema>>(
  options: ClientOptions<Schema>,
  keys: ClientKeys,
): object {
  const sender = createRequestSender(options, 'createClient', keys);
  const { redact } = keys;
  const { validator } = options;
  // `Schema` has the same default as the option.
  const schema = (options.schema ?? paymentsSchema) as Resources;
  const members: Record<string, unknown> = {
    apiKeys: wrapMethods(createApiKeys(sender), redact),
    ...wrapMethods({ request: createRawRequest(sender) }, redact),
    with(changes: Partial<ClientOptions<Schema>>) {
      const changed = keysOf(changes, keys);
      return beginCall(
        members.with as object,
        changed.redact,
      )(() => {
        checkClientOptions(changes, 'createClient'); // before headers of another type are spread, which would lose them
        const headers = { ...options.headers, ...changes.headers };
        return assembleClient({ ...options, ...withoutUndefined(changes), headers }, changed);
      });
    },
  };
  for (const [name, { path, operations, fields }] of Object.entries<Resource>(schema)) {
    if (!path || !operations[0]) continue;
    if (Object.hasOwn(members, name))
      throw new ConfigurationError(
        `\`schema.${name}\` has the name of a client member. Rename it.`,
        'createClient',
      );
    members[name] = createResource({ sender, schema, name, path, fields, validator }, operations);
  }
  return members;
}

function createResource(endpoint: Endpoint, operations: Resource['operations']) {
  const { name, sender } = endpoint;
  const wrap: ResourceTag['wrap'] = (functions) => wrapMethods(functions, sender.keys.redact);
  const request = createSendList(endpoint);
  const pagination = operations.includes('list') ? createPagination(endpoint, request) : undefined;
  const methods = {
    ...(operations.includes('get') && { get: createGet(endpoint) }),
    ...(pagination && {
      list: createList(endpoint, request),
      ...createPaginationMethods(pagination),
    }),
  };
  return tagResource(wrap(methods), { name, wrap, pagination });
}

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
  with(options: Changes<Schema> | ChangesHint<Schema>): Client<Schema>;
}

type Changes<Schema extends SchemaShape<Schema>> = Partial<Omit<ClientOptions<Schema>, 'schema'>>;

interface ChangesHint<Schema extends SchemaShape<Schema>>
  extends Changes<Schema>,
    Hint,
    OtherNames<'baseUrl' | 'apiKey' | 'retry'> {}

/** The methods of one resource that its operations in the schema include. */
export type ResourceClient<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = ('get' extends Schema[Name]['operations'][number] ? GetMethod<Name, Schema> : unknown) &
  ('list' extends Schema[Name]['operations'][number]
    ? ListMethod<Name, Schema> & PaginationMethods<Name, Schema>
    : unknown) &
  TaggedResource<Name, Schema> &
  MethodHint;

/** The hint of a resource: methods that other libraries have instead of `list` and `get`. */
interface MethodHint {
  readonly [name: `find${string}`]: (
    this: 'Use list(), or get() for one row.',
    ...unused: never
  ) => unknown;
}

type Served<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = [
  Schema[Name]['operations'][number],
] extends [never]
  ? never
  : Name;
