import { canonicalDecimal, compareDecimals, compareText } from '../query/compare-values.js';
import type { JsonValue } from '../schema/field.js';
import { needs, type ProbeContext } from './probe.js';
import { idOf, type Row } from './rows-in-body.js';
import { fieldValue, type ListedField } from './workspace.js';

/** Rows, and a property by which they are ordered. */
export interface Ordered {
  readonly path: string;
  readonly field: string;
  /** In the order of the list without `order_by`. */
  readonly rows: readonly Row[];
}

/** Less than, equal to or greater than zero. */
type Order = (left: JsonValue, right: JsonValue) => number;

/** The order of texts, and of dates in UTC. */
export const asText: Order = (left, right) => compareText(String(left), String(right));
export const byNumber: Order = (left, right) => Number(left) - Number(right);
export const byDecimal: Order = (left, right) => compareDecimals(String(left), String(right));

/** The rows in the order of their property. */
export const sorted = ({ rows, field }: Ordered, order: Order, direction: 'asc' | 'desc'): Row[] => {
  const sign = direction === 'asc' ? 1 : -1;
  return [...rows].sort((left, right) => sign * order(fieldValue(left, field), fieldValue(right, field)));
};

/** Whether two lists have the same rows in the same order. */
export const isSame = (left: readonly Row[], right: readonly Row[]): boolean =>
  left.length === right.length && left.every((row, index) => idOf(row) === idOf(right[index] ?? {}));

/** At most eight rows with different values of a property that are not null. */
function differentRows({ path, rows, field, kind }: ListedField): Ordered {
  const seen = new Set<unknown>([null]);
  const chosen = rows.filter((row) => {
    const value = fieldValue(row, field);
    const key = kind === 'decimal' && value !== null ? canonicalDecimal(String(value)) : value;
    return !seen.has(key) && seen.add(key);
  });
  return { path, field, rows: chosen.slice(0, 8) };
}

/**
 * Rows that the list does not return in the order of a property, so that an ignored `order_by` is visible.
 * Uses ids and dates, because their order does not depend on how text and decimals are compared.
 */
export function rowsToOrder({ workspace }: ProbeContext): Ordered {
  const ids = workspace.resources.map((resource): ListedField => {
    return { ...resource, field: 'id', kind: 'uuid', nullable: false };
  });
  for (const listed of [...ids, ...workspace.fields('date')]) {
    const ordered = differentRows(listed);
    const directions = ['asc', 'desc'] as const;
    if (
      ordered.rows.length > 2 &&
      !directions.some((one) => isSame(ordered.rows, sorted(ordered, asText, one)))
    )
      return ordered;
  }
  return needs('three rows that are not listed in the order of their ids or dates');
}

/** Rows that sort differently by value and as text. */
export function rowsWithNumbers(
  { workspace }: ProbeContext,
  kinds: readonly ListedField['kind'][],
  order: Order,
): Ordered {
  for (const listed of workspace.fields(...kinds)) {
    const ordered = differentRows(listed);
    const others = [sorted(ordered, asText, 'asc'), ordered.rows];
    if (!others.some((other) => isSame(other, sorted(ordered, order, 'asc')))) return ordered;
  }
  return needs('rows with numbers that sort differently as text');
}

/** Rows of which some have equal values of a property. */
export function rowsWithTies({ workspace }: ProbeContext): Ordered {
  for (const { path, rows, field } of workspace.fields('string', 'enumeration', 'uuid', 'decimal')) {
    const groups = groupsOf(rows, field).filter((group) => group.length > 2);
    const [first, second = []] = groups;
    if (!first) continue;
    const chosen = new Set([...first.slice(0, 4), ...second.slice(0, 4)]);
    return { path, field, rows: rows.filter((row) => chosen.has(row)) };
  }
  return needs('three rows with equal values of a property');
}

/** The rows with each value of a property that is not null. */
export function groupsOf(rows: readonly Row[], field: string): Row[][] {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const value = fieldValue(row, field);
    if (value !== null) groups.set(value, [...(groups.get(value) ?? []), row]);
  }
  return [...groups.values()];
}
