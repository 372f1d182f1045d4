import { ConfigurationError } from '../errors/usage-errors.js';
import { type PaymentsSchema, paymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import { createApiKeys } from './api-keys.js';
import { createCaller } from './call.js';
import type { Client } from './client.js';
import { type ClientOptions, checkClientOptions } from './client-options.js';
import { createGet } from './get.js';
import { createList, createReadList, type ReadList } from './list.js';
import { createPaginationMethods } from './pages.js';
import { createRawRequest } from './raw-request.js';
import { tagResource } from './resource-tag.js';

/**
 * Makes a client of the Payments Data Service. Nothing is sent before the first call, and the key is kept where nothing
 * can print it.
 *
 * @throws ConfigurationError for an option that a client does not have or that can't be right.
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', apiKey });
 * const balances = await client.balances.list({ where: { type: 'main' } });
 */
export function createClient<Schema extends SchemaShape<Schema> = PaymentsSchema>(
  options: ClientOptions<Schema>,
): Client<Schema> {
  const caller = createCaller(options);
  const schema = (options.schema ?? paymentsSchema) as Resources; // the default of `Schema` is that of the option
  const promised = { schema, validator: options.validator };
  const members: Record<string, unknown> = {
    apiKeys: createApiKeys(caller),
    request: createRawRequest(caller),
    with: (changes: Partial<ClientOptions<Schema>>) => {
      checkClientOptions(changes); // before headers of another sort are spread, and lost without a word
      const headers = { ...options.headers, ...changes.headers };
      return createClient({ ...options, ...given(changes), headers });
    },
  };
  for (const [name, { path, operations }] of Object.entries<Resource>(schema)) {
    if (path === undefined || operations.length === 0) continue;
    if (Object.hasOwn(members, name))
      throw new ConfigurationError(
        `\`schema.${name}\` has the name of a member of every client. Choose another.`,
      );
    members[name] = tagResource(name, {
      ...(operations.includes('get') && { get: createGet(caller, promised, name, path) }),
      ...(operations.includes('list') && listOperations(createReadList(caller, promised, name, path))),
    });
  }
  return members as Client<Schema>; // the loop above is what the type says
}

const listOperations = (read: ReadList) => ({ list: createList(read), ...createPaginationMethods(read) });

/** The options that are given; one that is `undefined` is as if it were not there. */
const given = (options: object) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
