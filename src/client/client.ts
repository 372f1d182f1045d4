import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { ApiKeysResource } from './api-keys.js';
import type { ClientOptions } from './client-options.js';
import type { GetMethod } from './get.js';
import type { ListMethod } from './list.js';
import type { PaginationMethods } from './pages.js';
import type { RawRequest } from './raw-request.js';
import type { TaggedResource } from './resource-tag.js';

/** A client: a member for each resource that can be asked for, and what is not about one resource. */
export type Client<Schema extends SchemaShape<Schema> = PaymentsSchema> = ClientMembers<Schema> & {
  readonly [Name in ResourceName<Schema> as Served<Name, Schema>]: ResourceClient<Name, Schema>;
};

/** What a client has whatever its schema. */
export interface ClientMembers<Schema extends SchemaShape<Schema> = PaymentsSchema> {
  /** Renames, revokes and deletes API keys. */
  readonly apiKeys: ApiKeysResource;
  /** Sends a request of one's own. */
  readonly request: RawRequest;
  /**
   * Makes a variant of the client: with another key, a longer timeout, more headers. Everything else is as it was.
   *
   * @throws ConfigurationError as `createClient` does.
   */
  with(options: Partial<Omit<ClientOptions<Schema>, 'schema'>>): Client<Schema>;
}

/** What one resource can be asked for: the operations that the schema gives it. */
export type ResourceClient<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = ('get' extends Schema[Name]['operations'][number] ? GetMethod<Name, Schema> : unknown) &
  ('list' extends Schema[Name]['operations'][number]
    ? ListMethod<Name, Schema> & PaginationMethods<Name, Schema>
    : unknown) &
  TaggedResource<Name, Schema>;

/** The name, if the resource has an operation. */
type Served<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = [
  Schema[Name]['operations'][number],
] extends [never]
  ? never
  : Name;
