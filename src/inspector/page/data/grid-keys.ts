/** The place of a cell. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/**
 * The cell that a key leads to, as in a spreadsheet; `undefined` for every other key.
 *
 * @param last The last cell.
 */
export function targetOf(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  { row, column }: Position,
  last: Position,
): Position | undefined {
  const targets: Readonly<Record<string, Position>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - 10, column },
    PageDown: { row: row + 10, column },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? last.row : row, column: last.column },
  };
  const target = targets[key];
  return target && { row: between(target.row, last.row), column: between(target.column, last.column) };
}

const between = (number: number, maximum: number): number => Math.min(maximum, Math.max(0, number));
