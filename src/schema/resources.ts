import { ConfigurationError } from '../errors/usage-errors.js';
import { own } from '../values/plain-object.js';
import type { Resource } from './resource.js';

/** A schema as the run time sees it: resources by name. */
export type Resources = { readonly [name: string]: Resource };

/**
 * The resource of a name.
 *
 * @throws ConfigurationError where the schema has none of that name.
 */
export function resourceOf(schema: Resources, name: string): Resource {
  const resource = own(schema, name);
  if (!resource) throw new ConfigurationError(`\`${name}\` is not a resource of the schema.`);
  return resource;
}
