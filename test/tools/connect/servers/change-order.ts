import type { Field, JsonValue } from 'payments-data-client';
import { compareText } from '../../../../src/query/match/match-text.js';
import { resourceOf } from '../../../../src/schema/resources.js';
import { compareDecimals } from '../../../../src/values/decimal.js';
import { own } from '../../../../src/values/plain-object.js';
import { rowsOf } from './change-filters.js';
import type { Change } from './changed-server.js';
import { changeQuery, type ServiceQuery, schema, withParameters } from './service-query.js';

/** One field of an order, as it was sent. */
interface SentOrdering {
  readonly name: string;
  readonly field: Field;
  readonly direction: string;
}

/** How lists are ordered and cut. What is absent, or returns nothing, is as in the mock. */
export interface ListMeaning {
  /** Compares two values that are not null, ascending. */
  readonly compare?: (field: Field, left: string, right: string) => number | undefined;
  /** Where nulls are in `asc`, and in `desc`. */
  readonly nulls?: Readonly<Record<'asc' | 'desc', 'first' | 'last'>>;
  /** The order of rows whose ordering fields are equal: of their ids, not of their insertion. */
  readonly ties?: 'by id';
  /** Changes the order that was sent. */
  readonly order?: (order: readonly SentOrdering[]) => readonly SentOrdering[];
}

type Row = ReturnType<typeof rowsOf>[number];

const usualNulls = { asc: 'last', desc: 'first' } as const;

/** Changes how a list with `order_by` is ordered. `after` and `before` mean the changed order. */
export const changeOrder = (meaning: ListMeaning): Change =>
  changeQuery(async (query, { request, mock, next }) => {
    const sent = sentOrder(query);
    if (!query.isList || sent.length === 0) return undefined;
    const order = meaning.order?.(sent) ?? sent;
    const { parameters } = query;
    const where = parameters.get('where');
    const found = await next(withParameters(request, { where, include: 'id:true' }));
    const ids = new Set(((await found.json()) as { id: string }[]).map(({ id }) => id));
    const rows = rowsOf(mock, query.resource);
    const insertion = new Map(rows.map((row, index) => [row.id, index]));
    const compareRows = (left: Row, right: Row): number => {
      for (const ordering of order) {
        const result = compareIn(
          ordering,
          left[ordering.name] ?? null,
          right[ordering.name] ?? null,
          meaning,
        );
        if (result !== 0) return result;
      }
      if (meaning.ties) return compareText(String(left.id), String(right.id));
      return (insertion.get(left.id) ?? 0) - (insertion.get(right.id) ?? 0);
    };
    const isBeyond = (row: Row, side: 'after' | 'before', sign: number): boolean => {
      const text = parameters.get(side);
      if (text === undefined) return true;
      const bound = readCursor(text);
      if (bound) return compareRows(row, bound) * sign > 0;
      const [first] = sent;
      return !first || compareIn(first, row[first.name] ?? null, text, meaning) * sign > 0;
    };
    const matching = rows
      .filter(
        (row) =>
          ids.has(String(row.id)) && isBeyond(row, 'after', 1) && isBeyond(row, 'before', -1),
      )
      .sort(compareRows);
    const skip = Number(parameters.get('skip') ?? 0);
    const page = matching.slice(skip, skip + Number(parameters.get('take') ?? matching.length));
    const pageIds = page.map(({ id }) => String(id));
    const selected = await next(
      withParameters(request, {
        where: `id:{in:${JSON.stringify(pageIds)}}`,
        include: parameters.get('include'),
      }),
    );
    const bodies: { id: string }[] = await selected.json();
    return Response.json(
      bodies.sort((left, right) => pageIds.indexOf(left.id) - pageIds.indexOf(right.id)),
    );
  });

/** The cursor of the row that `after` or `before` names, unless it is a plain value. */
function readCursor(text: string): Row | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString());
  } catch {
    return undefined;
  }
}

function sentOrder({ resource, parameters }: ServiceQuery): SentOrdering[] {
  const { fields } = resourceOf(schema, resource);
  return (parameters.get('order_by') ?? '').split(',').flatMap((part) => {
    const [name = '', direction = 'asc'] = part.trim().split(':');
    const field = own(fields, name);
    return field ? [{ name, field, direction }] : [];
  });
}

/** Less than zero if `left` comes before `right`. */
function compareIn(
  { field, direction }: SentOrdering,
  left: JsonValue,
  right: JsonValue,
  { compare, nulls = usualNulls }: ListMeaning,
): number {
  if (left === null || right === null) {
    const last = nulls[direction === 'desc' ? 'desc' : 'asc'] === 'last' ? 1 : -1;
    return (Number(left === null) - Number(right === null)) * last;
  }
  const [a, b] = [String(left), String(right)];
  const ascending = compare?.(field, a, b) ?? compareValues(field, a, b);
  return direction === 'desc' ? -ascending : ascending;
}

function compareValues({ kind }: Field, left: string, right: string): number {
  if (kind === 'decimal') return compareDecimals(left, right);
  if (kind === 'date') return Date.parse(left) - Date.parse(right);
  if (kind === 'number' || kind === 'integer') return Number(left) - Number(right);
  return compareText(left, right);
}
