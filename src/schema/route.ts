import type { Resources } from './lookup.js';
import type { Operation } from './resource.js';

/** The meaning of a path: a list of a resource, or one of its rows. */
interface FoundResource {
  readonly name: string;
  readonly operation: Operation;
  /** The decoded id of the row; empty for a list. */
  readonly id: string;
}

/** The path of a row. It ends with a slash if that of the list does (decision 70). */
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
