import { useState } from 'preact/hooks';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { FieldState, Inserted, ResourceState } from '../protocol.js';
import { act, call } from './connection.js';
import { Dialog, notify } from './dialog.js';
import { Field } from './form.js';
import { nullName, parseFieldText, writeFieldText } from './form-values.js';
import { routeToRows } from './route.js';

interface RowDialogProps {
  readonly resource: ResourceState;
  /** The row to edit; without it, a row is inserted. */
  readonly row?: JsonObject;
  /** The field to edit first. */
  readonly field?: string | undefined;
  readonly onClose: () => void;
}

/** Inserts a row, or edits its fields. The mock fills in what is left empty, like `mock.db`. */
export function RowDialog({ resource, row, field, onClose }: RowDialogProps) {
  const { name } = resource;
  const fields = resource.fields.filter(
    (one) => !one.computed && (!row || (one.name !== 'id' && Object.hasOwn(row, one.name))),
  );
  const save = async (form: FormData) => {
    const values = readFields(fields, form, row);
    if (row) {
      await act('update', { resource: name, id: row.id, patch: values }, 'The row was changed.');
    } else {
      const { id } = await call<Inserted>('insert', { resource: name, row: values });
      location.assign(routeToRows(name, 'id', id)); // the order of a dialect may put it on any page
      notify('The row was inserted.');
    }
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
          <RowField key={one.name} field={one} value={row?.[one.name]} autofocus={one.name === field} />
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

interface RowFieldProps {
  readonly field: FieldState;
  readonly value: JsonValue | undefined;
  readonly autofocus: boolean;
}

function RowField({ field, value, autofocus }: RowFieldProps) {
  const { name, kind, nullable, values, foreignKeyOf } = field;
  const [isNull, setNull] = useState(value === null);
  const known = kind === 'boolean' ? ['true', 'false'] : values;
  const text = writeFieldText(value);
  return (
    <Field
      label={name}
      name={name}
      isMultiline={kind === 'json' || text.includes('\n')}
      autofocus={autofocus}
      defaultValue={text}
      placeholder={`${foreignKeyOf ? `id of ${foreignKeyOf}` : kind}${nullable ? ' or null' : ''}`}
      suggestions={known.length > 0 ? known : undefined}
      onInput={() => setNull(false)}
    >
      {nullable && (
        <label class="row soft">
          <input
            type="checkbox"
            name={nullName(name)}
            aria-label={nullName(name)}
            checked={isNull}
            onChange={(event) => setNull(event.currentTarget.checked)}
          />
          null
        </label>
      )}
    </Field>
  );
}
