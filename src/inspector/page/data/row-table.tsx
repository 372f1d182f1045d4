import { useEffect, useRef } from 'preact/hooks';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { FieldState, ResourceState } from '../../protocol.js';
import { act } from '../connection/api.js';
import { routeToRows } from '../connection/route.js';
import { InlineJson } from '../parts/code.js';
import { ConfirmButton } from '../parts/dialog.js';
import { Table, type TableColumn } from '../parts/table.js';
import { type Column, columnsOf, nextSort, routeToMany, type Sort } from './columns.js';

interface RowTableProps {
  readonly resource: ResourceState;
  readonly resources: readonly ResourceState[];
  readonly rows: readonly JsonObject[];
  /** The row to show, because it was just inserted. */
  readonly newId: string | undefined;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  /** @param field - Which field to edit first. */
  readonly onEdit: (row: JsonObject, field?: string) => void;
}

/** The rows of a resource, with links to their related rows and buttons that change them. */
export function RowTable(props: RowTableProps) {
  const { resource, resources, rows, newId, sort, onSort, onEdit } = props;
  const columns = columnsOf(resource, rows);
  const isNewShown = rows.some(({ id }) => id === newId);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNewShown) scroller.current?.querySelector('.new')?.scrollIntoView({ block: 'center' });
  }, [isNewShown]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section ref={scroller} class="scroll" tabIndex={0} aria-label={`Rows of ${resource.name}`}>
      <Table
        label={resource.name}
        columns={columns.map((column) => headOf(column, sort, onSort))}
        rows={rows.map((row, index) => ({
          id: String(row.id ?? index),
          class: row.id === newId ? 'new' : undefined,
          cells: columns.map(({ name, field }) => <CellValue key={name} value={row[name]} field={field} />),
          actions: (
            <RowActions row={row} resource={resource} resources={resources} onEdit={() => onEdit(row)} />
          ),
        }))}
        onOpen={({ id }, field) => {
          const row = rows.find((one) => one.id === id);
          if (row) onEdit(row, field);
        }}
      />
    </section>
  );
}

function headOf(
  { name, field }: Column,
  sort: Sort | undefined,
  onSort: RowTableProps['onSort'],
): TableColumn {
  const isNumber = field !== undefined && ['decimal', 'number', 'integer'].includes(field.kind);
  const kind = `kind-${field?.foreignKeyOf ? 'uuid' : (field?.kind ?? 'json')}${isNumber ? ' end' : ''}`;
  if (!field || field.kind === 'json' || field.isHidden) return { name, class: kind };
  const direction = sort?.field === name ? sort.direction : undefined;
  return {
    name,
    class: kind,
    order: direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none',
    head: (
      <button type="button" class="sort" onClick={() => onSort(nextSort(sort, name))}>
        {name}
        <span class="sort-arrow" aria-hidden="true">
          {direction === 'asc' ? '▲' : direction === 'desc' ? '▼' : ''}
        </span>
      </button>
    ),
  };
}

interface CellValueProps {
  readonly value: JsonValue | undefined;
  readonly field: FieldState | undefined;
}

function CellValue({ value, field }: CellValueProps) {
  if (value === undefined) return null;
  if (value === null) return <span class="soft">null</span>;
  if (typeof value === 'object') return <InlineJson text={JSON.stringify(value)} />;
  const text = String(value);
  if (!field?.foreignKeyOf) return <span title={text}>{text}</span>;
  return (
    <a href={routeToRows(field.foreignKeyOf, 'id', text)} title={text}>
      {text}
    </a>
  );
}

interface RowActionsProps extends Pick<RowTableProps, 'resource' | 'resources'> {
  readonly row: JsonObject;
  readonly onEdit: () => void;
}

function RowActions({ row, resource, resources, onEdit }: RowActionsProps) {
  const id = String(row.id);
  const remove = () => act('delete', { resource: resource.name, id }, 'The row was deleted.');
  return (
    <>
      {resource.relations
        .filter(({ cardinality }) => cardinality === 'many')
        .map((relation) => (
          <a key={relation.name} class="button" href={routeToMany(resource.name, relation, id, resources)}>
            {relation.name}
          </a>
        ))}
      <button type="button" aria-label={`Edit ${id}`} onClick={onEdit}>
        Edit
      </button>
      <ConfirmButton
        label="Delete"
        name={`Delete ${id}`}
        title="Delete this row?"
        text={`${resource.name} ${id}`}
        isRemoval
        onConfirm={remove}
      />
    </>
  );
}
