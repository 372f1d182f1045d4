import type { FieldKind, JsonObject } from '../../schema/field.js';
import type { Service, ServiceRequest } from '../service/service.js';
import type { ComparedResource } from './compared-rows.js';

/** A comparator in a query. */
export interface Use {
  readonly field: `${string}.${string}`;
  readonly kind: FieldKind;
  readonly comparator: string;
}

/** What is compared of two answers: which rows, their order, all of each row, or the status of a rejection. */
export type Comparand = 'ids' | 'order' | 'rows' | 'status';

/** A request that service and mock are asked alike. There is no expected answer: the mock is the expectation. */
export interface Query {
  /** What the query is about, such as `like: a part in another case`. */
  readonly about: string;
  /** The rule of the API specification that it follows, if the specification is not silent. */
  readonly rule?: string | undefined;
  readonly resource: string;
  readonly request: ServiceRequest;
  /** The query string of the request. */
  readonly search: string;
  readonly compares: Comparand;
  readonly uses: readonly Use[];
  /** Whether clients depend on it, whatever their queries. */
  readonly isNeeded?: boolean | undefined;
}

/** A query before it is written for a service. */
export type Draft = Omit<Query, 'search' | 'uses'> & { readonly uses?: readonly Use[] };

export const toQuery = (draft: Draft, service: Pick<Service, 'searchOf'>): Query => ({
  uses: [],
  ...draft,
  search: `?${service.searchOf(draft.request)}`,
});

/** Restricts a filter to the rows that are compared: `{ id: { in: ['1', '2'] }, name: 'a' }`. */
export function within({ isWhole, rows }: ComparedResource, where: JsonObject = {}): JsonObject {
  if (isWhole) return where;
  const id = { in: rows.map((row) => row.id ?? null) };
  return Object.hasOwn(where, 'id') ? { AND: [{ id }, where] } : { id, ...where };
}

/** A query about the rows of a resource: of its list, unless the request has another path. */
export const draftOf = (
  { name, path }: ComparedResource,
  about: string,
  compares: Comparand,
  request: Partial<ServiceRequest>,
  rule?: string,
): Draft => ({ about, rule, resource: name, request: { path, ...request }, compares });

/** The path of the first row, if single rows can be read. */
export const pathOfRow = ({ path, resource, rows: [first] }: ComparedResource): string | undefined =>
  first && resource.operations.includes('get')
    ? `${path}/${encodeURIComponent(String(first.id))}`
    : undefined;
