import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ResourceState } from '../../mock/server/inspector/protocol.js';
import type { JsonObject } from '../../schema/field.js';
import { Grid, GridColumn, GridRow, GridRows } from '../parts/grid.js';
import { ColumnHeader } from './column-header.js';
import { type Position, targetOf } from './grid-keys.js';
import { RowActions } from './row-actions.js';
import { RowCell } from './row-cell.js';
import { columnsOf, nextSort, type Sort } from './table-columns.js';

interface RowTableProps {
  readonly resource: ResourceState;
  readonly resources: readonly ResourceState[];
  readonly rows: readonly JsonObject[];
  /** How many rows are before these, and in all. */
  readonly skip: number;
  readonly total: number;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  readonly onChanged: () => void;
}

const isCell = (target: EventTarget | null): boolean =>
  target instanceof Element && target.getAttribute('role') === 'gridcell';

/** A grid of cells. The arrow keys choose a cell; Enter and F2 edit it. */
export function RowTable(props: RowTableProps) {
  const { resource, rows, sort } = props;
  const columns = columnsOf(resource, rows);
  const table = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Position>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<Position | undefined>();
  const hasMoved = useRef(false);
  // At once: the next key may follow before the browser draws.
  useLayoutEffect(() => {
    if (hasMoved.current) table.current?.querySelector<HTMLElement>('[data-active]')?.focus();
    hasMoved.current = false;
  });
  const hasDeleted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rows without the deleted one are shown
  useLayoutEffect(() => {
    if (hasDeleted.current) table.current?.querySelector<HTMLElement>('[data-active]')?.focus();
    hasDeleted.current = false;
  }, [rows]);
  // The last page, or other columns, may have no such cell.
  const row = Math.min(active.row, rows.length - 1);
  const column = Math.min(active.column, columns.length);
  const isAt = (position: Position | undefined, at: Position) =>
    position?.row === at.row && position.column === at.column;
  const edit = (position: Position) => {
    const field = columns[position.column]?.field;
    if (!field || field.computed || rows[position.row]?.id === undefined) return;
    setActive(position);
    setEditing(position);
  };
  const endEdit = () => {
    hasMoved.current = true;
    setEditing(undefined);
  };
  return (
    <div class="table-scroll">
      <Grid
        ref={table}
        class="row-table"
        aria-label={`Rows of ${resource.name}`}
        aria-rowcount={props.total + 1}
        onKeyDown={(event) => {
          if (editing || !isCell(event.target)) return;
          const target = targetOf(event, { row, column }, { row: rows.length - 1, column: columns.length });
          if (target) {
            event.preventDefault();
            hasMoved.current = true;
            setActive(target);
          } else if (event.key === 'Enter' || event.key === 'F2') {
            event.preventDefault();
            edit({ row, column });
          }
        }}
      >
        <GridRows class="head">
          <GridRow class="row" aria-rowindex={1}>
            {columns.map(({ name, field }) => (
              <ColumnHeader
                key={name}
                name={name}
                field={field}
                sort={sort}
                onSort={() => props.onSort(nextSort(sort, name))}
              />
            ))}
            <GridColumn class="column">
              <span class="visually-hidden">Actions</span>
            </GridColumn>
          </GridRow>
        </GridRows>
        <GridRows class="body">
          {rows.map((values, index) => (
            <GridRow key={values.id ?? index} class="row" aria-rowindex={props.skip + index + 2}>
              {columns.map((cell, position) => {
                const at = { row: index, column: position };
                return (
                  <RowCell
                    key={cell.name}
                    column={cell}
                    resource={resource}
                    id={String(values.id)}
                    value={values[cell.name]}
                    isActive={isAt({ row, column }, at)}
                    isEditing={isAt(editing, at)}
                    onActivate={() => setActive(at)}
                    onEdit={() => edit(at)}
                    onEnd={endEdit}
                    onChanged={props.onChanged}
                  />
                );
              })}
              <RowActions
                resource={resource}
                resources={props.resources}
                id={String(values.id)}
                isActive={isAt({ row, column }, { row: index, column: columns.length })}
                onDeleted={() => {
                  hasDeleted.current = true;
                  props.onChanged();
                }}
              />
            </GridRow>
          ))}
        </GridRows>
      </Grid>
    </div>
  );
}
