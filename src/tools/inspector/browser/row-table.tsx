import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { ResourceState } from '../protocol.js';
import { Code } from './code.js';
import { act } from './connection.js';
import { DialogButton } from './dialog.js';
import { nextOrder, routeToRows } from './route.js';
import { type Column, columnsOf } from './row-fields.js';
import { Table, type TableColumn } from './table.js';

interface RowTableProps {
  readonly resource: ResourceState;
  readonly rows: readonly JsonObject[];
  /** Such as `name:asc`; empty for the order of insertion. */
  readonly orderBy: string;
  readonly onOrder: (orderBy: string) => void;
  readonly onEdit: (row: JsonObject) => void;
}

export function RowTable(props: RowTableProps) {
  const { resource, rows, onEdit } = props;
  const columns = columnsOf(resource, rows);
  return (
    <Table
      label={resource.name}
      columns={columns.map((column) => headOf(column, props))}
      rows={rows.map((row, index) => ({
        id: String(row.id ?? index),
        cells: columns.map(({ name, field }) => (
          <CellValue key={name} value={row[name]} field={field} />
        )),
        actions: <RowActions row={row} resource={resource} onEdit={() => onEdit(row)} />,
      }))}
    />
  );
}

function headOf({ name, field }: Column, { orderBy, onOrder }: RowTableProps): TableColumn {
  const isNumber = field !== undefined && ['decimal', 'number', 'integer'].includes(field.kind);
  const look = isNumber ? 'end' : undefined;
  if (!field || field.kind === 'json') return { name };
  const order =
    orderBy === `${name}:asc` ? 'ascending' : orderBy === `${name}:desc` ? 'descending' : 'none';
  return {
    name,
    class: look,
    order,
    head: (
      <button type="button" class="sort" onClick={() => onOrder(nextOrder(orderBy, name))}>
        {name}
        <span aria-hidden="true">{{ ascending: '▲', descending: '▼', none: '' }[order]}</span>
      </button>
    ),
  };
}

/** More characters than a cell has room for. */
const MAX_SHOWN = 300;

function CellValue({
  value,
  field,
}: { readonly value: JsonValue | undefined } & Pick<Column, 'field'>) {
  if (value === undefined) return null;
  if (value === null) return <span class="soft">null</span>;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return (
    <span class="value" title={text}>
      {typeof value === 'object' ? (
        <Code text={text.slice(0, MAX_SHOWN)} />
      ) : field?.foreignKeyOf ? (
        <a href={routeToRows(field.foreignKeyOf, 'id', text)}>{text}</a>
      ) : (
        text
      )}
    </span>
  );
}

type RowActionsProps = Pick<RowTableProps, 'resource'> & {
  readonly row: JsonObject;
  readonly onEdit: () => void;
};

function RowActions({ row, resource, onEdit }: RowActionsProps) {
  const id = String(row.id);
  return (
    <>
      {resource.relations
        .filter(({ cardinality }) => cardinality === 'many')
        .map(({ name, target, foreignKey }) => (
          <a key={name} class="button" href={routeToRows(target, foreignKey, id)}>
            {name}
          </a>
        ))}
      <button type="button" aria-label={`Edit ${id}`} onClick={onEdit}>
        Edit
      </button>
      <DialogButton
        label="Delete"
        name={`Delete ${id}`}
        title="Delete this row?"
        isDangerous
        onSubmit={() => act('delete', { resource: resource.name, id }, 'The row was deleted.')}
      >
        <p>
          {resource.name} {id}
        </p>
      </DialogButton>
    </>
  );
}
