import { beginCall, wrapMethods } from '../errors/caller-stack.js';
import { ConfigurationError } from '../errors/usage-errors.js';
import { type ClientKeys, keysOf } from '../http/api-key.js';
import { type PaymentsSchema, paymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import { withoutUndefined } from '../values/plain-object.js';
import { createApiKeys } from './api-keys.js';
import type { Client } from './client.js';
import { type ClientHint, type ClientOptions, checkClientOptions } from './client-options.js';
import type { Endpoint } from './endpoint.js';
import { createGet } from './get.js';
import { createList } from './list.js';
import { createPagination } from './pagination.js';
import { createPaginationMethods } from './pagination-methods.js';
import { createRawRequest } from './raw-request.js';
import { createRequestList } from './request-list.js';
import { createRequestSender } from './request-sender.js';
import { type ResourceTag, tagResource } from './resource-tag.js';

declare const uncallable: unique symbol;

/**
 * Creates a client of the Payments Data Service. No request is sent before the first call, and the API key is
 * never printed, logged or attached to an error.
 *
 * @param options - `baseUrl` and `apiKey` are required.
 * @throws ConfigurationError if an option is unknown or invalid.
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', apiKey });
 * const balances = await client.balances.list({ where: { type: 'main' } });
 */
export function createClient<Schema extends SchemaShape<Schema> = PaymentsSchema>(
  options: ClientOptions<Schema> | ClientHint<Schema>,
): Client<Schema>;
// Nobody can call this signature. `ReturnType<typeof createClient>` takes the last one, which makes it
// `Client`; the second parameter keeps it out of error messages.
/** @hidden */
export function createClient(options: ClientOptions, typesOnly: typeof uncallable): Client;
export function createClient<Schema extends SchemaShape<Schema>>(options: ClientOptions<Schema>): object {
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
    if (path === undefined || operations.length === 0) continue;
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
  const methods = { ...(operations.includes('get') && { get: createGet(endpoint) }) };
  if (!operations.includes('list')) return tagResource(wrap(methods), { name, wrap });
  const request = createRequestList(endpoint);
  const pagination = createPagination(endpoint, request);
  const listMethods = { list: createList(endpoint, request), ...createPaginationMethods(pagination) };
  return tagResource(wrap({ ...methods, ...listMethods }), { name, wrap, pagination });
}
