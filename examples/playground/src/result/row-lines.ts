/** A row: an object with an id. */
export type Row = Record<string, unknown>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value;

/** Whether a value is a non-empty array of rows. */
export const areRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow);

/** The cells of one table line, by column name. */
export type Line = Map<string, unknown>;

/**
 * Splits a row into table lines: one line, or one for each row of a to-many relation. Related rows get columns of their own.
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
