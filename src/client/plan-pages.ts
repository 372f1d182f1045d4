import { QueryError } from '../errors.js';
import type { Ordering } from '../query/order-by.js';
import type { JsonObject } from '../schema/field.js';
import { withoutUndefined } from '../values/plain-object.js';
import type { RequestOptions } from './client-options.js';
import { type Endpoint, parseQuery } from './endpoint.js';
import { countFilterableFields, type PageOrder } from './page-order.js';
import { splitList } from './split-list.js';

/** A parsed query of `pages`: how its pages are ordered, and what each requests. */
export interface PagePlan extends PageOrder {
  /** Ordering fields that the include leaves out: requested for the position. */
  readonly added: readonly string[];
  readonly include: object | undefined;
  /** The filter. Several if it has a long `in`: their rows are read one after the other. */
  readonly wheres: readonly (JsonObject | undefined)[];
}

export interface PageRequest {
  readonly plan: PagePlan;
  /** One of the filters of the plan. */
  readonly where: JsonObject | undefined;
  readonly pageSize: number | undefined;
  readonly options: RequestOptions;
}

export interface PageCapabilities {
  /** Whether a list is one response: it can neither be ordered nor limited. */
  readonly isSingleResponse: boolean;
  readonly canSkip: boolean;
}

/** @throws QueryError for an invalid query, and if the service lacks what its pages need. */
export function planPages(
  endpoint: Endpoint,
  query: unknown,
  { isSingleResponse, canSkip }: PageCapabilities,
): PagePlan {
  const { fields, sender } = endpoint;
  const { datesAreExact, parameters } = sender.dialect;
  const problem = 'is not allowed in all(), iterate() or pages(). Use `pageSize`, or list().';
  const parsed = parseQuery(endpoint, query, { allowed: ['where', 'include', 'orderBy'], problem });
  const { where, include, selection } = parsed;
  const order: Ordering[] = [...parsed.order, { field: 'id', direction: 'asc' }];
  order.splice(order.findIndex(({ field }) => field === 'id') + 1); // ids are unique
  const filterableCount = countFilterableFields(order, datesAreExact, endpoint);
  if (!isSingleResponse && parameters.orderBy === null)
    throw new QueryError(
      'query',
      'pages need an order, and the service has none (`dialect.parameters`). Use list(). If it has no `take` either, set it to null, too.',
    );
  if (!isSingleResponse && !canSkip && filterableCount === 0)
    throw new QueryError(
      'orderBy',
      'needs `skip`, which the service does not have (`dialect.parameters`). Order by text, dates, ids, decimals or integers that are neither nullable nor computed.',
    );
  const added = order.flatMap(({ field }) =>
    fields[field]?.computed || selection.fields.includes(field) ? [] : [field],
  );
  return {
    order: isSingleResponse ? parsed.order : order,
    fields,
    datesAreExact,
    filterableCount,
    added,
    include: include && addToInclude(include, added),
    wheres: splitList(endpoint, parsed, true)?.map(({ values, replace }) => replace(values)) ?? [
      where,
    ],
  };
}

/** An include that returns more fields. In the exclusion form, their `false` is removed. */
function addToInclude(include: object, names: readonly string[]): object {
  const copy: Record<string, unknown> = { ...include };
  for (const name of names) copy[name] = copy[name] === false ? undefined : true;
  return withoutUndefined(copy);
}
