import type { Resources } from '../../../schema/resources.js';

/** The resource and the row that a path refers to. */
interface FoundPath {
  /** The name of the resource. */
  readonly name: string;
  /** The decoded id, if the path is that of one row. */
  readonly id?: string;
}

/** Finds the resource of a path such as `/v1/balances`, or `/v1/balances/<id>` if it serves single rows. */
export function findPath(schema: Resources, path: string): FoundPath | undefined {
  const slash = path.lastIndexOf('/');
  const serves = (start: string, operation: 'get' | 'list') =>
    Object.keys(schema).find(
      (name) => `/v1${schema[name]?.path}` === start && schema[name]?.operations.includes(operation),
    );
  const list = serves(path, 'list');
  if (list !== undefined) return { name: list };
  const one = serves(path.slice(0, slash), 'get');
  try {
    const id = decodeURIComponent(path.slice(slash + 1));
    return one !== undefined && id !== '' ? { name: one, id } : undefined;
  } catch {
    return undefined;
  }
}
