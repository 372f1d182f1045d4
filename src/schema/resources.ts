import { ConfigurationError } from '../errors/usage-errors.js';
import { own } from '../values/plain-object.js';
import type { Resource } from './resource.js';

/** A schema without its types: resources by name. */
export type Resources = { readonly [name: string]: Resource };

/**
 * The resource with a name.
 *
 * @throws ConfigurationError if the schema has no such resource.
 */
export function resourceOf(schema: Resources, name: string): Resource {
  const resource = own(schema, name);
  if (!resource) throw new ConfigurationError(`\`${name}\` is not a resource of the schema.`);
  return resource;
}
