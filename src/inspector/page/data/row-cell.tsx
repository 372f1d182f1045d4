import type { ResourceState } from '../../mock/server/inspector/protocol.js';
import type { JsonValue } from '../../schema/field.js';
import { routeToRows } from '../connection/route.js';
import { InlineJson } from '../parts/code.js';
import { GridCell } from '../parts/grid.js';
import { CellEditor } from './cell-editor.js';
import { isNumeric } from './column-header.js';
import type { Column } from './table-columns.js';

interface RowCellProps {
  readonly column: Column;
  readonly resource: ResourceState;
  readonly id: string;
  readonly value: JsonValue | undefined;
  readonly isActive: boolean;
  readonly isEditing: boolean;
  readonly onActivate: () => void;
  readonly onEdit: () => void;
  /** The editor was closed. */
  readonly onEnd: () => void;
  readonly onChanged: () => void;
}

/** A value of a row, or its editor. */
export function RowCell(props: RowCellProps) {
  const { column, value, isActive, isEditing } = props;
  const { field, name } = column;
  const kind = field?.foreignKeyOf ? 'foreign-key' : (field?.kind ?? 'json');
  return (
    <GridCell
      class={`cell kind-${kind}${isNumeric(field) ? ' number-column' : ''}`}
      data-label={name}
      data-active={isActive ? '' : undefined}
      tabIndex={isActive ? 0 : -1}
      aria-readonly={field === undefined || field.computed}
      title={isEditing || typeof value !== 'string' ? undefined : value}
      onFocus={props.onActivate}
      onDblClick={props.onEdit}
    >
      {isEditing && field ? (
        <CellEditor
          field={field}
          resource={props.resource.name}
          id={props.id}
          value={value ?? null}
          onEnd={props.onEnd}
          onChanged={props.onChanged}
        />
      ) : (
        <CellValue value={value} target={field?.foreignKeyOf} isActive={isActive} />
      )}
    </GridCell>
  );
}

interface CellValueProps {
  readonly value: JsonValue | undefined;
  /** The resource that a foreign key refers to. */
  readonly target: string | undefined;
  readonly isActive: boolean;
}

function CellValue({ value, target, isActive }: CellValueProps) {
  if (value === undefined) return null;
  if (value === null) return <span class="soft">null</span>;
  if (typeof value === 'object') return <InlineJson text={JSON.stringify(value)} />;
  if (!target) return String(value);
  return (
    <a href={routeToRows(target, 'id', String(value))} tabIndex={isActive ? 0 : -1}>
      {String(value)}
    </a>
  );
}
