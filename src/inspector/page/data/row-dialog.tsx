import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { ChangedRow, FieldState, ResourceState } from '../../protocol.js';
import { call } from '../connection/api.js';
import { Dialog } from '../parts/dialog.js';
import { notify } from '../parts/notices.js';
import { nullName, parseFieldText, writeFieldText } from './field-text.js';
import { RowField } from './row-field.js';

interface RowDialogProps {
  readonly resource: ResourceState;
  readonly resources: readonly ResourceState[];
  /** The row to edit; without it, a row is inserted. */
  readonly row?: JsonObject | undefined;
  /** The field to edit first. */
  readonly field?: string | undefined;
  readonly onClose: () => void;
  readonly onSaved: (changed: ChangedRow) => void;
}

/** Inserts a row, or edits its fields. The mock fills in what is left empty, like `mock.db`. */
export function RowDialog({ resource, resources, row, field, onClose, onSaved }: RowDialogProps) {
  const { name } = resource;
  const fields = resource.fields.filter(
    (one) => !one.computed && (!row || (one.name !== 'id' && Object.hasOwn(row, one.name))),
  );
  const save = async (form: FormData) => {
    const values = readFields(fields, form, row);
    const saved = row
      ? await call<ChangedRow>('update', { resource: name, id: row.id, patch: values })
      : await call<ChangedRow>('insert', { resource: name, row: values });
    notify(row ? 'The row was changed.' : 'The row was inserted.');
    onSaved(saved);
  };
  return (
    <Dialog
      title={row ? `Edit ${name}` : `Insert into ${name}`}
      action={row ? 'Save' : 'Insert'}
      onSubmit={save}
      onClose={onClose}
    >
      <p class="soft">{row ? String(row.id) : 'The mock fills in the fields that you leave empty.'}</p>
      <div class="fields">
        {fields.map((one) => (
          <RowField
            key={one.name}
            field={one}
            value={row?.[one.name]}
            target={resources.find((other) => other.name === one.foreignKeyOf)}
            autofocus={one.name === field}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** The values that differ from those of the row, or that are not empty. @throws Error for text that is no JSON. */
function readFields(fields: readonly FieldState[], form: FormData, row: JsonObject | undefined): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const field of fields) {
    const text = String(form.get(field.name) ?? '');
    const before = row?.[field.name];
    const isNull = form.has(nullName(field.name));
    if (isNull ? before === null : before !== null && text === writeFieldText(before)) continue;
    values[field.name] = isNull ? null : parseFieldText(field, text);
  }
  return values;
}
