import { ConfigurationError } from '../errors.js';
import { didYouMean } from '../messages/did-you-mean.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { Operation, Resource } from './resource.js';

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
  `is not a field or relation of ${name}.` +
  (incomplete
    ? ' The specified field list is incomplete: add fields with extendSchema() ' +
      'or the command `connect`.'
    : '');

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

/** The meaning of a path: a list of a resource, or one of its rows. */
interface FoundResource {
  readonly name: string;
  readonly operation: Operation;
  /** The decoded id of the row; empty for a list. */
  readonly id: string;
}

/** The path of a row. It ends with a slash if the path of the list does (decision 70). */
export const rowPath = (path: string, segment: string): string =>
  path.endsWith('/') ? `${path}${segment}/` : `${path}/${segment}`;

/**
 * The router of mock, proxy and inspector. The resource must have the operation.
 *
 * @param path - Below the version, such as `/balances`.
 */
export function findResource(schema: Resources, path: string): FoundResource | undefined {
  const find = (start: string, operation: FoundResource['operation'], id: string) => {
    const name = Object.keys(schema).find(
      (key) => schema[key]?.path === start && schema[key].operations.includes(operation),
    );
    return name === undefined ? undefined : { name, operation, id };
  };
  const [, start = '', segment = '', end = ''] = /^(.*)\/([^/]+)(\/?)$/s.exec(path) ?? [];
  const id = decodeSegment(segment);
  // A list comes first: the last segment of `/transactions/lines` is no id.
  return find(path, 'list', '') ?? (id === '' ? undefined : find(start + end, 'get', id));
}

/** @returns Empty text for a segment that cannot be decoded. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
