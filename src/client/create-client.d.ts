import type { ResourceName } from '../schema/names.js';
import { type PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { type ApiKeysResource } from './api-keys.js';
import { type ClientOptions } from './client-options.js';
import { type PaginationMethods } from './pages.js';
import { type RawRequest } from './raw-request.js';
import { type GetMethod, type ListMethod } from './resource.js';
import { type Contracted, type TaggedResource } from './resource-tag.js';
/**
 * Creates a client of the Payments Data Service. No request is sent before the first call, and the
 * API key is never printed, logged or attached to an error.
 *
 * @throws ConfigurationError if an option is unknown or invalid.
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', apiKey });
 * const balances = await client.balances.list({ where: { type: 'main' } });
 */
export declare function createClient<Schema extends SchemaShape<Schema> = PaymentsSchema>(options: ClientOptions<Schema>): Client<Schema>;
/**
 * A client: a member for each resource of the schema that has methods, and the members of every
 * client.
 */
export type Client<Schema extends SchemaShape<Schema> = PaymentsSchema> = Contracted<Schema> & ClientMembers<Schema> & ResourceClients<Schema>;
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
/** The methods of one resource that its operations in the schema include. */
export type ResourceClient<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> = ('get' extends Schema[Name]['operations'][number] ? GetMethod<Name, Schema> : unknown) & ('list' extends Schema[Name]['operations'][number] ? ListMethod<Name, Schema> & PaginationMethods<Name, Schema> : unknown) & TaggedResource<Name, Schema>;
type Served<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = [
    Schema[Name]['operations'][number]
] extends [never] ? never : Name;
export {};
