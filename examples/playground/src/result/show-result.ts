import { element } from '../page/element';
import { showCode } from '../page/show-code';
import { areRows, isRow } from './row-lines';
import { showTable } from './show-table';

export type View = 'table' | 'json';

/** Shows what a query gave, as a table where it is rows. */
export function showResult(place: HTMLElement, value: unknown, view: View): void {
  const rows = isRow(value) ? [value] : value;
  if (value === undefined) place.replaceChildren(nothing('The query gave nothing.'));
  else if (view === 'json') showCode(place, JSON.stringify(value, null, 2));
  else if (areRows(rows)) place.replaceChildren(showTable(rows));
  else if (Array.isArray(value) && value.length === 0) place.replaceChildren(nothing('No row matches.'));
  else showCode(place, JSON.stringify(value, null, 2));
}

/** How much a query gave, in words. */
export function countRows(value: unknown): string {
  if (!Array.isArray(value)) return isRow(value) ? '1 row' : '';
  return value.length === 1 ? '1 row' : `${value.length} rows`;
}

const nothing = (words: string) => element('p', { className: 'nothing' }, words);
