import type { ComponentChildren } from 'preact';

export interface TableColumn {
  readonly name: string;
  /** What the head shows instead of the name. */
  readonly head?: ComponentChildren;
  readonly order?: 'ascending' | 'descending' | 'none' | undefined;
  readonly class?: string;
}

export interface TableRow {
  readonly id: string | number;
  /** One for each column. */
  readonly cells: readonly ComponentChildren[];
  readonly actions: ComponentChildren;
  readonly class?: string | undefined;
  /** A double click on a cell. */
  readonly onOpen?: (column: string) => void;
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** The text in place of a table without rows. */
  readonly empty?: string;
}

/** A table whose last column has buttons. On a narrow screen, its rows are cards. */
export function Table({ label, columns, rows, empty }: TableProps) {
  if (rows.length === 0 && empty) return <Empty>{empty}</Empty>;
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, head, order, class: kind }) => (
            <th key={name} scope="col" aria-sort={order} class={kind}>
              {head ?? name}
            </th>
          ))}
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} id={`row-${row.id}`} class={row.class}>
            {columns.map(({ name, class: kind }, index) => (
              <td key={name} data-label={name} class={kind} onDblClick={() => row.onOpen?.(name)}>
                {row.cells[index]}
              </td>
            ))}
            <td>
              <div class="row end">{row.actions}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty soft">{children}</p>
);
