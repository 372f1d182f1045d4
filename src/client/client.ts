import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Hint, OtherNames } from '../values/did-you-mean.js';
import type { ApiKeysResource } from './api-keys.js';
import type { ClientOptions } from './client-options.js';
import type { GetMethod } from './get.js';
import type { ListMethod } from './list.js';
import type { PaginationMethods } from './pagination-methods.js';
import type { RawRequest } from './raw-request.js';
import type { Contracted, TaggedResource } from './resource-tag.js';

// `Contracted` is first, so that the error for a client of another schema names the difference.
/** A client: a member for each resource of the schema that has methods, and the members of every client. */
export type Client<Schema extends SchemaShape<Schema> = PaymentsSchema> = Contracted<Schema> &
  ClientMembers<Schema> &
  ResourceClients<Schema>;

/** The members for resources. A name of its own, which the compiler prints instead of the members. */
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

/** The options that can be changed. */
type Changes<Schema extends SchemaShape<Schema>> = Partial<Omit<ClientOptions<Schema>, 'schema'>>;

/** The hint of {@link Changes}. */
interface ChangesHint<Schema extends SchemaShape<Schema>>
  extends Changes<Schema>,
    Hint,
    OtherNames<'baseUrl' | 'apiKey' | 'retry'> {}

/**
 * The methods of one resource: `get`, `list`, `pages`, `iterate` and `all`, as far as the
 * schema declares its operations.
 */
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
  readonly [name: `find${string}`]: (this: 'Use list(), or get() for one row.', ...unused: never) => unknown;
}

/** The name, if the resource has methods. */
type Served<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = [
  Schema[Name]['operations'][number],
] extends [never]
  ? never
  : Name;
