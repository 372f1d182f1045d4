import type { Ordering } from '../query/order-by.js';
import { parseDate } from '../values/date.js';
import type { Values } from './compare-rows.js';
import type { AnyRow } from './parse-rows.js';

/**
 * Where a page begins: after a row, or after a number of rows; `undefined` for the first page.
 *
 * A date may have more digits than it shows, so rows with the same shown date have an unknown order. After such
 * a row, a page is therefore requested from its date on, and the rows already seen are known by their ids.
 */
export type PagePosition =
  | {
      /** The ordering values of the last row, with its `id`. */
      readonly after: Values;
      /** The ids of the last rows whose values, up to the first date in the order, are those of `after`. */
      readonly seen: Iterable<string>;
    }
  | number
  | undefined;

/** How the rows of a paginated query are ordered. */
export interface PageOrder {
  /** Ends with `id`, so that no two rows are equal. */
  readonly order: readonly Ordering[];
  /** Whether a page continues after the values of a row. Otherwise rows are counted. */
  readonly isKeyset: boolean;
  /** The first date in the order. */
  readonly date: string | undefined;
}

/**
 * The position after rows, or `undefined` if there are none.
 *
 * @param count - The number of all rows before the position.
 * @param previous - The position before these rows.
 */
export function positionAfter(
  { order, isKeyset, date }: PageOrder,
  rows: readonly AnyRow[],
  count: number,
  previous?: PagePosition,
): PagePosition {
  const last = rows.at(-1);
  if (!last) return undefined;
  if (!isKeyset) return count;
  const names = order.map(({ field }) => field);
  const after = Object.fromEntries(names.map((name) => [name, last[name]]));
  const compared = names.slice(0, names.indexOf(date ?? 'id') + 1);
  // Rows that are only equal in a rounded number are included too: they are dropped if they are returned again.
  const isEqual = (row: Values) =>
    compared.every((name) => {
      const [value, other] = [row[name], last[name]];
      const toNumber = name === date ? millisecondsOf : Number;
      return value === other || toNumber(value) === toNumber(other);
    });
  const first = rows.findLastIndex((row) => !isEqual(row)) + 1;
  const ids = rows.slice(first).map(({ id }) => id);
  if (first > 0 || typeof previous !== 'object' || !isEqual(previous.after))
    return { after, seen: new Set(ids) };
  const seen = previous.seen as Set<string>; // it is extended, because a copy for each page takes quadratic time
  for (const id of ids) seen.add(id);
  return { after, seen };
}

/**
 * A filter for the rows after a position. In the order `name:desc,id:asc`, after the name B and the id 7:
 * `{ OR: [{ name: { lt: 'B' } }, { name: 'B', id: { gt: '7' } }] }`. It ends at the first date, and includes
 * the rows that show the same date.
 */
export function whereAfter(after: Values, { order, date }: PageOrder, where: unknown): unknown {
  const equal: Record<string, unknown> = {};
  const filters: object[] = [];
  for (const { field, direction } of order) {
    const isAscending = direction === 'asc';
    const isDate = field === date;
    const value = after[field];
    const unit = `${value}`.includes('.') ? 1 : 1000; // a date without a fraction may stand for the whole second
    const operand = isDate ? new Date(millisecondsOf(value) + (isAscending ? 0 : unit)) : value;
    filters.push({ ...equal, [field]: { [isAscending ? (isDate ? 'gte' : 'gt') : 'lt']: operand } });
    if (isDate) break;
    equal[field] = value;
  }
  const filter = filters.length === 1 ? filters[0] : { OR: filters };
  return where ? { AND: [where, filter] } : filter;
}

const millisecondsOf = (value: unknown): number => Math.floor(Number(parseDate(`${value}`)));
