import type { FieldState } from '../../mock/server/inspector/protocol.js';
import { GridColumn } from '../parts/grid.js';
import type { Sort } from './table-columns.js';

interface ColumnHeaderProps {
  readonly name: string;
  readonly field: FieldState | undefined;
  readonly sort: Sort | undefined;
  readonly onSort: () => void;
}

/** The head of a column: its name, and a button that sorts by it unless the column has no order. */
export function ColumnHeader({ name, field, sort, onSort }: ColumnHeaderProps) {
  const direction = sort?.field === name ? sort.direction : undefined;
  const canSort = field !== undefined && field.kind !== 'json' && !field.isHidden;
  const order = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none';
  return (
    <GridColumn
      aria-sort={canSort ? order : undefined}
      class={isNumeric(field) ? 'column number-column' : 'column'}
    >
      {canSort ? (
        <button type="button" class="sort" onClick={onSort}>
          {name}
          <span class="sort-arrow" aria-hidden="true">
            {direction === 'asc' ? '▲' : direction === 'desc' ? '▼' : ''}
          </span>
        </button>
      ) : (
        <span class="sort">{name}</span>
      )}
    </GridColumn>
  );
}

/** Whether the values of a field are aligned as numbers. */
export const isNumeric = (field: FieldState | undefined): boolean =>
  field !== undefined && ['decimal', 'number', 'integer'].includes(field.kind);
