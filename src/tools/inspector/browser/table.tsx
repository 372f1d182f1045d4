import type { ComponentChildren } from 'preact';

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** The columns that are aligned at the end. */
  readonly numeric?: readonly string[];
  readonly rows: readonly {
    readonly id: string | number;
    readonly cells: readonly ComponentChildren[];
  }[];
  /** What is shown instead of no rows. */
  readonly empty: string;
}

/** A table that scrolls, also with the keyboard. */
export function Table({ label, columns, numeric = [], rows, empty }: TableProps) {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  const look = (column: string) => (numeric.includes(column) ? 'number' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
    <section class="scroll" tabIndex={0} aria-label={label}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" class={look(column)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {columns.map((column, index) => (
                <td key={column} class={look(column)}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
