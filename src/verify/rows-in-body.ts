import { isPlainObject, own } from '../values/plain-object.js';

/** A row of a response. */
export type Row = { readonly [name: string]: unknown };

/** The rows in the body of a list. */
interface RowsInBody {
  readonly rows: readonly Row[];
  /** The member that contains them; `undefined` if the body is the array itself. */
  readonly envelope: string | undefined;
}

/**
 * Finds the rows in the body of a list, whatever the envelope is: the array itself, the member `result`, or
 * the only member that is an array of objects.
 *
 * @example
 * rowsInBody({ data: [{ id: 'a' }], total: 1 }) // => { rows: [{ id: 'a' }], envelope: 'data' }
 */
export function rowsInBody(body: unknown): RowsInBody | undefined {
  if (isRows(body)) return { rows: body, envelope: undefined };
  if (!isPlainObject(body)) return undefined;
  const members = Object.keys(body).filter((name) => isRows(body[name]));
  const envelope = members.includes('result') ? 'result' : members.length === 1 ? members[0] : undefined;
  if (envelope === undefined) return undefined;
  return { rows: body[envelope] as Row[], envelope }; // by the filter
}

const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isPlainObject);

/** The row in the body of a single row. @param envelope - The member that contains the rows of lists. */
export function rowInBody(body: unknown, envelope = 'result'): Row | undefined {
  if (!isPlainObject(body)) return undefined;
  const inside = Object.hasOwn(body, 'id') ? undefined : (own(body, envelope) ?? own(body, 'result'));
  return isPlainObject(inside) ? inside : body;
}

/** The id of a row; empty if it has none. */
export const idOf = ({ id }: Row): string => (typeof id === 'string' ? id : '');
