import { openEnvelope } from '../../../dialect/request-dialect.js';
import { transientStatuses } from '../../../http/transport.js';
import type { JsonObject } from '../../../schema/field.js';
import { isPlainObject } from '../../../values/plain-object.js';

export interface ReceivedResponse {
  /** 0 if there was no response. */
  readonly status: number;
  /** `undefined` if it is not JSON. */
  readonly body: unknown;
  readonly rows?: readonly JsonObject[] | undefined;
  readonly row?: JsonObject | undefined;
  readonly error?: Error;
}

export type JsonRow = JsonObject & { readonly id: string };

export const isRow = (value: unknown): value is JsonRow =>
  isPlainObject(value) && typeof value.id === 'string';

export const rowsOf = ({ rows = [] }: ReceivedResponse): JsonRow[] => rows.filter(isRow);

/**
 * Whether a status means that the service could not process the request at this time. Rarer ones
 * than the client retries say as little of a query, but for a 501.
 */
export const isFailure = (status: number): boolean =>
  status === 0 || transientStatuses.includes(status) || (status >= 500 && status !== 501);

/**
 * The rows or the row of a body.
 *
 * @param envelope - The member that contains them, if it is known.
 * @example
 * unwrap({ data: [{ id: 'a' }], total: 1 }, undefined) // => { rows: [{ id: 'a' }] }
 */
export function unwrap(
  body: unknown,
  envelope: string | null | undefined,
): Pick<ReceivedResponse, 'rows' | 'row'> {
  const { data } = openEnvelope(body, envelope ?? envelopeOf(body));
  if (isRows(data)) return { rows: data };
  const isInside = data !== body;
  return isPlainObject(data) && (isInside || Object.hasOwn(data, 'id'))
    ? { row: data as JsonObject }
    : {}; // parsed from JSON
}

/**
 * The member of a body that contains its rows: `result`, or the only one that is an array of
 * objects.
 */
function envelopeOf(body: unknown): string | undefined {
  if (!isPlainObject(body)) return undefined;
  if (Object.hasOwn(body, 'result')) return 'result';
  const names = Object.keys(body).filter((name) => isRows(body[name]));
  return names.length === 1 ? names[0] : undefined;
}

const isRows = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) && value.every(isPlainObject);
