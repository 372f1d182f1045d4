/** A row: an object with an id. */
export type Row = Record<string, unknown>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value;

/** Whether a value is rows, one at least. */
export const areRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow);

/** What stands in one line of a table, by column. */
export type Line = Map<string, unknown>;

/**
 * The lines that a row takes: one, or one for each row of a to-many relation. Related rows stand in columns of their own.
 *
 * @example
 * rowLines({ id: '1', unit: { id: '2' } }) // => [{ id: '1', 'unit.id': '2' }]
 * rowLines({ id: '1', lines: [{ id: '2' }, { id: '3' }] }) // => [{ id: '1', 'lines.id': '2' }, { 'lines.id': '3' }]
 */
export function rowLines(row: Row, prefix = ''): Line[] {
  const lines: Line[] = [new Map()];
  for (const [key, value] of Object.entries(row)) {
    const name = prefix + key;
    if (!isRow(value) && !areRows(value)) lines[0]?.set(name, value);
    else
      for (const [index, related] of [value]
        .flat()
        .flatMap((each) => rowLines(each, `${name}.`))
        .entries())
        lines[index] = new Map([...(lines[index] ?? []), ...related]);
  }
  return lines;
}
