import { ConfigurationError } from '../errors.js';
import { didYouMean } from '../messages/did-you-mean.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { Resource } from './resource.js';

/** A schema without its types: resources by name. */
export type Resources = { readonly [name: string]: Resource };

export function resourceOf(schema: Resources, name: string): Resource {
  const resource = own(schema, name);
  if (!resource) throw new ConfigurationError(`\`${name}\` is not a resource of the schema.`);
  return resource;
}

/** The message for a name that a schema does not have. */
export const notInSchema = (name: string, schema: object): string =>
  `\`${name}\` is not a resource of the schema.${didYouMean(name, Object.keys(schema))}`;

export const memberNames = ({ fields, relations }: Resource): string[] =>
  Object.keys({ ...fields, ...relations });

/**
 * The message for a name that a resource does not have, and how to add it if not all fields are
 * specified.
 */
export const notInResource = (name: string, { incomplete }: Resource): string =>
  `is not a field or relation of ${name}.${incomplete ? ' The specified field list is incomplete: add fields with extendSchema() or the command `connect`.' : ''}`;

/**
 * Whether a value is a complete schema with at least one resource. The argument of defineSchema()
 * may lack `relations` and `operations`.
 */
export const isSchema = (value: unknown): value is Resources =>
  isPlainObject(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every(
    (resource) =>
      isPlainObject(resource) &&
      isPlainObject(resource.fields) &&
      isPlainObject(resource.relations) &&
      Array.isArray(resource.operations),
  );
