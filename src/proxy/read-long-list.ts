import type { AnyRow } from '../client/endpoint.js';
import type { ResolvedDialect } from '../dialect/dialect.js';
import { rowsPerPage } from '../dialect/request-dialect.js';
import type { FilterNode } from '../query/filter-node.js';
import type { ParsedListQuery } from '../query/list-query.js';
import { compareBy, sortKeys } from '../query/match/keys.js';
import type { Ordering } from '../query/order-by.js';
import type { Field, JsonValue } from '../schema/field.js';
import { own } from '../values/plain-object.js';
import { ProxyError } from './proxy-error.js';
import type { MatchingRows } from './restrict-query.js';

export interface ListRequest extends Pick<ParsedListQuery, 'order' | 'take' | 'skip'> {
  readonly where: MatchingRows;
}

/** A row of a response, and how to report an error about this response. */
export interface FoundRow {
  readonly row: AnyRow;
  readonly unexpected: (reason: string) => Error;
}

interface PartReader {
  readonly fields: { readonly [name: string]: Field };
  readonly dialect: ResolvedDialect;
  /** The most rows of one request. */
  readonly maxTake: number;
  readonly isSendable: (part: ListRequest) => boolean;
  /** Its rows contain what they are ordered by. */
  readonly send: (part: ListRequest) => Promise<readonly FoundRow[]>;
}

/** How often a list is halved: 16 parts at most. */
const HALVINGS = 4;

/**
 * Reads a list whose filter is too long for one URL: halves its longest `in` until each part is
 * short enough, and merges their rows in the order of the list. Rows whose order the list leaves
 * open are ordered by `id`.
 */
export async function readLongList(list: ListRequest, options: PartReader): Promise<FoundRow[]> {
  const { fields, maxTake, dialect, isSendable, send } = options;
  const { where, skip = 0, take = 1 } = list;
  const { orderBy, page, skip: offset, take: limit } = dialect.parameters;
  // A numbered page is one of pages of the same size.
  const size =
    page === null ? maxTake : rowsPerPage(limit === null ? undefined : maxTake, dialect.pageSize);
  const canSkip = (page ?? offset) !== null && size < Infinity;
  if (typeof where !== 'object' || orderBy === null || !canSkip) throw tooLong();
  if (skip > 10 * maxTake)
    throw new ProxyError(400, `skip: expected at most ${10 * maxTake} here, got ${skip}.`);
  const byId: Ordering = { field: 'id', direction: 'asc' };
  const order = list.order.some(({ field }) => field === 'id') ? list.order : [...list.order, byId];
  const compareIn = (orderings: readonly Ordering[]) =>
    compareBy(
      orderings.flatMap(({ field: name, direction }) => {
        const field = own(fields, name);
        if (!field) return [];
        const { ofRow, compare } = sortKeys(field, direction, dialect);
        const keyOf = ({ row }: FoundRow) => ofRow((own(row, name) ?? null) as JsonValue); // from JSON
        return [{ keyOf, compare }];
      }),
    );
  // Equal dates and numbers may have hidden digits, by which the service orders them.
  const hasHiddenDigits = ({ field }: Ordering) =>
    /date|number/.test(own(fields, field)?.kind ?? '');
  const compareShown = compareIn(
    order.slice(0, order.findIndex(hasHiddenDigits) + 1 || order.length),
  );
  const compare = dialect.dates === 'microseconds' ? compareShown : compareIn(order);
  const partOf = (part: FilterNode, count: number, most: number): ListRequest => ({
    where: part,
    order,
    take: most,
    skip: count || undefined,
  });

  const readPart = async (part: FilterNode) => {
    const rows = new Map<string, FoundRow>();
    let requests = 0;
    for (let count = 0; count < skip + take; requests++) {
      const some = await send(
        page === null
          ? partOf(part, count, Math.min(maxTake, skip + take - count))
          : partOf(part, requests * size, size),
      );
      const [first] = some;
      if (!first) break; // how many rows the service returns at most is unknown
      if (some.every(({ row }) => rows.has(row.id)))
        throw first.unexpected('rows are repeated. The service ignores `skip`.');
      for (const found of some) rows.set(found.row.id, found);
      count += some.length;
    }
    const read = [...rows.values()];
    for (const [index, found] of read.entries())
      if (index > 0 && compareShown(read[index - 1] ?? found, found) > 0)
        throw found.unexpected(
          'the rows are in another order than `dialect` describes, so they cannot be merged.',
        );
    return read;
  };

  const furthest = Math.ceil((11 * maxTake) / size) * size;
  const parts = await Promise.all(
    halve(where, (part) => isSendable(partOf(part, furthest, maxTake))).map(readPart),
  );
  const rows = new Map(parts.flat().map((found) => [found.row.id, found])); // a row may match several parts
  return [...rows.values()].sort(compare).slice(skip, skip + take);
}

const tooLong = () => new ProxyError(414, 'The query is too long.');

/** Filters that together match the rows of a filter. */
function halve(
  where: FilterNode,
  isSendable: (part: FilterNode) => boolean,
  times = HALVINGS,
): FilterNode[] {
  if (isSendable(where)) return [where];
  const lengthOf = ({ values }: LongIn) => JSON.stringify(values).length;
  const [longest] = longInsOf(where).sort((one, other) => lengthOf(other) - lengthOf(one));
  if (!longest || times === 0) throw tooLong();
  const { values, replace } = longest;
  const middle = values.length >> 1;
  return [values.slice(0, middle), values.slice(middle)].flatMap((half) =>
    halve(replace(half), isSendable, times - 1),
  );
}

/** An `in` with several values, of which a row needs to match one. */
interface LongIn {
  readonly values: readonly JsonValue[];
  /** The whole filter with other values in this place. */
  readonly replace: (values: JsonValue[]) => FilterNode;
}

/** Each `in` of a filter that can be split: not those under `none` and `every`. */
function longInsOf(filter: FilterNode, replace = (part: FilterNode) => part): LongIn[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.flatMap((part, index) =>
        longInsOf(part, (other) =>
          replace({ ...filter, filters: filter.filters.with(index, other) }),
        ),
      );
    case 'relation':
      return filter.op === 'some'
        ? longInsOf(filter.filter, (other) => replace({ ...filter, filter: other }))
        : [];
    case 'comparison': {
      const { op, operand: values } = filter;
      if (op !== 'in' || !Array.isArray(values) || values.length < 2) return [];
      return [{ values, replace: (operand) => replace({ ...filter, operand }) }];
    }
  }
}
