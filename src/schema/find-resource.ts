import type { Resources } from './resources.js';

/** The meaning of a path: a list of a resource, or one of its rows. */
export interface FoundResource {
  /** The name of the resource. */
  readonly name: string;
  readonly operation: 'list' | 'get';
  /** The decoded id of the row; empty for a list. */
  readonly id: string;
}

/**
 * Finds the resource that a path refers to, if the resource has the operation: the router of mock, proxy and
 * inspector.
 *
 * @param path - With the version: `/v1/balances`, or `/v1/balances/<id>`.
 * @example
 * findResource(schema, '/v1/balances/a%20b') // => { name: 'balances', operation: 'get', id: 'a b' }
 */
export function findResource(schema: Resources, path: string): FoundResource | undefined {
  if (!path.startsWith('/v1/')) return undefined;
  const below = path.slice('/v1'.length);
  const find = (start: string, operation: FoundResource['operation'], id: string) => {
    const name = Object.keys(schema).find(
      (key) => schema[key]?.path === start && schema[key].operations.includes(operation),
    );
    return name === undefined ? undefined : { name, operation, id };
  };
  const slash = below.lastIndexOf('/');
  const id = decodeSegment(below.slice(slash + 1));
  // A list comes first: the last segment of `/transactions/lines` is no id.
  return find(below, 'list', '') ?? (id === '' ? undefined : find(below.slice(0, slash), 'get', id));
}

/** @returns Empty text for a segment that cannot be decoded. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
