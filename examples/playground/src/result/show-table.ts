import { element } from '../page/element';
import { cellText, isAmount, isCode } from './cell-text';
import { type Line, type Row, rowLines } from './row-lines';

/** Creates a table. Each row is a group of lines, one for each row of its to-many relation. */
export function showTable(rows: readonly Row[]): HTMLTableElement {
  const groups = rows.map((row) => rowLines(row));
  const lines = groups.flat();
  const names = [...new Set(lines.flatMap((line) => [...line.keys()]))];
  const columns = names
    .filter((name) => !names.some((other) => other.startsWith(`${name}.`))) // an empty relation needs no column
    .map((name) => ({ name, amounts: holdsAmounts(lines, name) }));
  return element(
    'table',
    {},
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...columns.map(({ name, amounts }) =>
          element('th', { scope: 'col', className: amounts ? 'amount' : '' }, name),
        ),
      ),
    ),
    ...groups.map((group) => showGroup(group, columns)),
  );
}

interface Column {
  readonly name: string;
  readonly amounts: boolean;
}

/** Whether all values of a column are amounts, which are aligned right. */
function holdsAmounts(lines: readonly Line[], name: string): boolean {
  const values = lines
    .map((line) => line.get(name))
    .filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every(isAmount);
}

function showGroup(lines: readonly Line[], columns: readonly Column[]): HTMLTableSectionElement {
  return element(
    'tbody',
    {},
    ...lines.map((line, index) =>
      element(
        'tr',
        {},
        ...columns
          .filter(({ name }) => index === 0 || line.has(name))
          .map((column) => {
            const cell = showCell(line.get(column.name), column.amounts);
            cell.rowSpan = spanOf(lines, index, column.name);
            cell.classList.toggle('last', column === columns.at(-1));
            return cell;
          }),
      ),
    ),
  );
}

/** A cell spans the lines up to the next value in its column. */
function spanOf(lines: readonly Line[], index: number, name: string): number {
  const next = lines.findIndex((line, at) => at > index && line.has(name));
  return (next === -1 ? lines.length : next) - index;
}

function showCell(value: unknown, amount: boolean): HTMLTableCellElement {
  if (value === undefined) return element('td', {});
  if (value === null)
    return element('td', { className: amount ? 'absent amount' : 'absent' }, 'null');
  if (Array.isArray(value) && value.length === 0)
    return element('td', { className: 'absent' }, 'none');
  const text = cellText(value);
  const className = [amount && 'amount', isCode(value) && 'code'].filter(Boolean).join(' ');
  const title = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return element('td', { className, title: title === text ? '' : title }, text);
}
