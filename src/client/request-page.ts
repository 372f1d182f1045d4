import type { RequestOptions, Result } from '../http/call.js';
import { describe } from '../messages/describe.js';
import type { Query } from '../query/query.js';
import { type Endpoint, type Row, requestRows } from './endpoint.js';
import type { Plan } from './plan.js';
import { joinFilters, type Position } from './position.js';
import { compareValues, type Order } from './row-order.js';

/** A loop over pages, or the reading of a single one. */
export interface PageReading {
  readonly endpoint: Endpoint;
  readonly plan: Plan;
  readonly pageSize: number;
  readonly options: RequestOptions;
  /** What earlier pages of a loop had, to find a service that repeats it. */
  readonly seen: {
    /** The ids and ordering values of the rows of the page before. */
    rows: ReadonlySet<string>;
    readonly cursors: Set<string>;
  };
}

/** Begins a loop, or the reading of a single page. */
export const beginReading = (reading: Omit<PageReading, 'seen'>): PageReading => ({
  ...reading,
  seen: { rows: new Set(), cursors: new Set() },
});

/** The id and the ordering values of a row, as a text. */
export const rowKey = (row: Row, order: Order): string =>
  JSON.stringify([row.id, ...order.map(({ field }) => row[field])]);

/** A page of rows. */
export interface Page<Item = Row> {
  /** The rows, with the fields of `orderBy`. */
  readonly rows: Item[];
  /** Where the next page begins; absent in the last one. */
  readonly next?: Position | undefined;
}

/** The rows of one response. */
export interface PageRows extends Pick<Result, 'fail'> {
  readonly rows: Row[];
  readonly cursor: unknown;
  /** Whether no more rows match: the page is empty, or shorter than the dialect declares. */
  readonly isEnd: boolean;
}

/** What a request for a page adds to the query of its plan. */
type PageChanges = Partial<Pick<Query, 'where' | 'order' | 'skip'>> & { readonly cursor?: string };

/** Requests at most `count` rows of a part of a plan, and checks them. */
export async function requestPage(
  { endpoint, plan, options }: PageReading,
  part: number,
  count: number,
  changes: PageChanges = {},
): Promise<PageRows> {
  const { parameters, pageSize } = endpoint.dialect;
  const take = parameters.take === null ? undefined : Math.min(count, pageSize.max);
  const where = joinFilters(plan.parts[part], changes.where);
  const query = { ...plan.query, ...changes, take, where };
  const { data, cursor, fail } = await requestRows(endpoint, query, options);
  const problem = repetitionIn(data) ?? valueProblem(data, plan, endpoint);
  if (problem) throw fail(problem);
  const isEnd = data.length < declaredSize(take, pageSize) && data.length <= count;
  return { rows: data.slice(0, count), cursor, fail, isEnd };
}

/** From which number of rows on more may follow: without a declared size, from the first one on. */
function declaredSize(
  take: number | undefined,
  { default: usual, max }: Endpoint['dialect']['pageSize'],
): number {
  if (take !== undefined && max < Infinity) return take;
  return usual < Infinity ? Math.min(take ?? usual, usual) : 1;
}

function repetitionIn(rows: readonly Row[]): string | undefined {
  const ids = new Set<string>();
  const repeated = rows.find(({ id }) => ids.size === ids.add(id).size);
  return repeated && `the row ${describe(repeated.id)} is in the response twice.`;
}

/** A null where the schema has none. In a keyset, also a value that cannot be compared. */
function valueProblem(
  rows: readonly Row[],
  { query, way }: Plan,
  { fields }: Endpoint,
): string | undefined {
  for (const { field } of query.order) {
    const { kind, nullable } = fields[field] ?? {};
    for (const { [field]: value } of rows) {
      const isInvalid = way === 'keyset' && Number.isNaN(compareValues(kind, value, value));
      if (value === null ? !nullable : isInvalid)
        return `expected \`${field}\` to be a ${kind}, got ${describe(value)}.`;
    }
  }
  return undefined;
}
