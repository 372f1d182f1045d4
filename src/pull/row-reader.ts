import type { ClientOptions } from '../client/client-options.js';
import { createClient } from '../client/create-client.js';
import type { AnyRow } from '../client/parse-rows.js';
import { isApiError } from '../errors/api-errors.js';
import { isResponseError } from '../errors/request-errors.js';
import { defineSchema } from '../schema/define-schema.js';
import { computed, json, string, uuid } from '../schema/field.js';
import type { Resources } from '../schema/resources.js';

/** How the service is reached: options of `createClient`. */
export type Connection = Pick<
  ClientOptions,
  'baseUrl' | 'apiKey' | 'fetch' | 'dialect' | 'retry' | 'timeout'
>;

/** Rows that were read, and what is known about the others. */
interface ReadRows {
  /** By id, in the order of the response. */
  readonly rows: ReadonlyMap<string, AnyRow>;
  /** Whether these are all rows that the service lists. */
  readonly isComplete: boolean;
  /** Whether pagination failed, so that all rows are from one request. */
  readonly isUnordered: boolean;
}

/** How rows of one path are read. */
export interface RowReader {
  /** Requests one list, without an order. */
  list(names?: readonly string[], take?: number): Promise<AnyRow[]>;
  /** Reads rows by page, up to a limit. */
  readAll(limit: number, names?: readonly string[]): Promise<ReadRows>;
  /** Requests a row by its id. */
  get(id: string): Promise<AnyRow>;
}

const PAGE_SIZE = 100;

/**
 * Creates the reader of a path.
 *
 * @param names - Properties and relations that an include may name, whatever they are.
 * @param hasUuids - Whether the ids are UUIDs, so that the client can check their order.
 */
export function createRowReader(
  connection: Connection,
  path: string,
  signal: AbortSignal,
  names: readonly string[] = [],
  hasUuids = false,
): RowReader {
  // The client checks the names of an include and nothing else of these properties.
  const included = Object.fromEntries(names.map((name) => [name, computed(json(), () => ({}))]));
  const fields = { ...included, id: hasUuids ? uuid() : string() };
  const schema: Resources = defineSchema({ rows: { path, operations: ['get', 'list'], fields } });
  const { rows } = createClient({ ...connection, schema }) as unknown as { rows: UntypedMethods };
  const includeOf = (given: readonly string[] = []) =>
    given.length === 0 ? {} : { include: Object.fromEntries(given.map((name) => [name, true])) };
  const list: RowReader['list'] = (given, take) =>
    rows.list({ ...includeOf(given), ...(take !== undefined && { take }) }, { signal });
  return {
    list,
    get: (id) => rows.get(id, {}, { signal }),
    async readAll(limit, given) {
      const read = new Map<string, AnyRow>();
      const add = (page: readonly AnyRow[]) => {
        for (const row of page) if (read.size < limit) read.set(row.id, row);
      };
      try {
        const options = { pageSize: Math.min(PAGE_SIZE, limit), signal };
        for await (const page of rows.pages(includeOf(given), options)) {
          add(page);
          if (read.size >= limit) return { rows: read, isComplete: false, isUnordered: false };
        }
        return { rows: read, isComplete: true, isUnordered: false };
      } catch (error) {
        if (!isRejection(error)) throw error;
      }
      // The service does not know the order, or ignores it or the position.
      add(
        await list(given, limit).catch((error) => (isRejection(error) ? list(given) : Promise.reject(error))),
      );
      return { rows: read, isComplete: false, isUnordered: true };
    },
  };
}

/** The methods of a client whose schema is only known at run time. */
interface UntypedMethods {
  list(query: object, options: object): Promise<AnyRow[]>;
  pages(query: object, options: object): AsyncIterable<AnyRow[]>;
  get(id: string, query: object, options: object): Promise<AnyRow>;
}

/**
 * Whether the service rejected this request, so that another request may succeed. False for a rejected
 * key, a lost connection, or a failure that the client has already retried.
 */
export function isRejection(error: unknown): error is Error {
  if (isResponseError(error)) return true;
  return (
    isApiError(error) &&
    (error.status < 500 || error.status === 501) &&
    ![401, 408, 429].includes(error.status)
  );
}

/** Why the service rejected a request, without the message of the service, which may quote values. */
export const describeRejection = (error: Error): string =>
  isApiError(error) ? `the service returned status ${error.status}` : error.message;
