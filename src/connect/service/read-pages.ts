import { requestDialect } from '../../dialect/request-dialect.js';
import type { JsonObject } from '../../schema/field.js';
import { isPlainObject } from '../../values/plain-object.js';
import { askForCertain } from './ask-again.js';
import type { Service, ServiceAnswer, ServiceRequest } from './service.js';

/** A row of a service. */
export type JsonRow = JsonObject & { readonly id: string };

/** Rows of one list. */
export interface ReadRows {
  readonly rows: ReadonlyMap<string, JsonRow>;
  /** Whether these are all rows. */
  readonly isComplete: boolean;
}

/** How many rows a request asks for at most. */
const PAGE_SIZE = 100;

/** Whether a value is an object with an id. */
export const isRow = (value: unknown): value is JsonRow =>
  isPlainObject(value) && typeof value.id === 'string';

/** The rows of a response that have an id. */
export const rowsOf = ({ rows = [] }: ServiceAnswer): JsonRow[] => rows.filter(isRow);

/** The parameter for a number of rows, as far as the service allows it; none if it has no such parameter. */
export function takeUpTo({ dialect }: Service, rows: number): { readonly take?: number } {
  const { parameters, pageSize } = requestDialect(dialect);
  return parameters.take === null ? {} : { take: Math.min(rows, pageSize.max) };
}

/**
 * Reads rows page by page, up to a limit. A list that cannot be paged is read with one request.
 *
 * @returns `undefined` if the service rejects the query.
 */
export async function readRows(
  service: Service,
  path: string,
  limit: number,
  include?: JsonObject,
): Promise<ReadRows | undefined> {
  const { parameters } = requestDialect(service.dialect);
  const query = {
    ...(include && { include }),
    ...takeUpTo(service, Math.min(PAGE_SIZE, limit)),
    ...(parameters.orderBy !== null && { orderBy: { id: 'asc' } as const }),
  };
  const canSkip = parameters.skip !== null;
  const canContinue = canSkip || (parameters.orderBy !== null && parameters.where !== null);
  const rows = new Map<string, JsonRow>();
  while (true) {
    const last = [...rows.keys()].at(-1);
    const position: ServiceRequest['query'] =
      last === undefined ? {} : canSkip ? { skip: rows.size } : { where: { id: { gt: last } } };
    const answer = await askForCertain(service, { path, query: { ...query, ...position } });
    if (answer.rows === undefined) return rows.size === 0 ? undefined : { rows, isComplete: false };
    const before = rows.size;
    for (const row of rowsOf(answer)) if (rows.size < limit) rows.set(row.id, row);
    if (rows.size === before) return { rows, isComplete: canContinue };
    if (rows.size >= limit || !canContinue) return { rows, isComplete: false };
  }
}
