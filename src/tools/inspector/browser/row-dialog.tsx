import type { JsonObject } from '../../../schema/field.js';
import type { Inserted, ResourceState, Updated } from '../protocol.js';
import { call } from './connection.js';
import { Dialog, Field, notify } from './dialog.js';
import { routeToRows } from './route.js';
import { describeField, writableFields } from './row-fields.js';

interface RowDialogProps {
  readonly resource: ResourceState;
  /** The row to edit; without it, a row is inserted. */
  readonly row?: JsonObject;
  readonly onClose: () => void;
}

/**
 * Inserts a row, or changes fields of one. The mock checks them, and fills in what a new row lacks,
 * like `mock.db`.
 */
export function RowDialog({ resource, row, onClose }: RowDialogProps) {
  const { name } = resource;
  const fields = writableFields(resource, row);
  const shown = Object.entries(row ?? {}).filter(([field]) =>
    fields.some((one) => one.name === field),
  );
  const before = row ? JSON.stringify(Object.fromEntries(shown), undefined, 2) : '{\n  \n}';
  const save = async (form: FormData) => {
    const edited = { resource: name, row: form.get('row') };
    if (row) {
      const { isChanged } = await call<Updated>('update', { ...edited, id: row.id, before });
      if (isChanged) notify('The row was changed.');
    } else {
      const { id } = await call<Inserted>('insert', edited);
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
      <p class="soft">
        {row
          ? `${row.id}. A field that you leave out keeps its value.`
          : 'The mock fills in the fields that you leave out.'}
      </p>
      <Field
        label="Row as JSON"
        name="row"
        lines={16}
        defaultValue={before}
        hint={fields.map(describeField).join(', ')}
      />
    </Dialog>
  );
}
