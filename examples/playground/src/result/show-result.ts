import { element } from '../page/element';
import { showCode } from '../page/show-code';
import { areRows, isRow } from './row-lines';
import { showTable } from './show-table';

/**
 * Shows the result of a query, rows as a table and anything else as JSON, and why lists and
 * filtered relations are empty.
 */
export function showResult(
  place: HTMLElement,
  value: unknown,
  explanation: readonly string[],
): void {
  const rows = isRow(value) ? [value] : value;
  const sentences = explanation.map(nothing);
  if (value === undefined) place.replaceChildren(nothing('The query has no result.'));
  else if (areRows(rows)) place.replaceChildren(showTable(rows), ...sentences);
  else if (Array.isArray(value) && value.length === 0)
    place.replaceChildren(nothing('No rows.'), ...sentences);
  else showCode(place, JSON.stringify(value, null, 2));
}

/** Returns the number of rows as text. */
export function countRows(value: unknown): string {
  if (!Array.isArray(value)) return isRow(value) ? '1 row' : '';
  return value.length === 1 ? '1 row' : `${value.length} rows`;
}

const nothing = (text: string) => element('p', { className: 'nothing' }, text);
