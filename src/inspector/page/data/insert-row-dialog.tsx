import { useState } from 'preact/hooks';
import type { ResourceState } from '../../mock/server/inspector/protocol.js';
import type { JsonValue } from '../../schema/field.js';
import { useTask } from '../connection/use-task.js';
import { Dialog } from '../parts/dialog.js';
import { Form, TextField } from '../parts/form.js';
import { parseFieldText } from './field-text.js';

interface InsertRowDialogProps {
  readonly resource: ResourceState;
  readonly onClose: () => void;
  readonly onInserted: () => void;
}

/** Inserts a row. The mock fills in empty fields, like `mock.db`. */
export function InsertRowDialog({ resource, onClose, onInserted }: InsertRowDialogProps) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | undefined>();
  const task = useTask('form');
  const fields = resource.fields.filter(({ computed }) => !computed);
  const insert = async () => {
    const row: Record<string, JsonValue> = {};
    for (const field of fields) {
      const text = texts[field.name] ?? '';
      if (text === '') continue;
      const parsed = parseFieldText(field, text);
      if (parsed.value === undefined) return setProblem(`${field.name}: ${parsed.problem}`);
      row[field.name] = parsed.value;
    }
    setProblem(undefined);
    if (await task.run('insert', { resource: resource.name, row }, 'The row was inserted.')) onInserted();
  };
  return (
    <Dialog title={`Insert into ${resource.name}`} onClose={onClose}>
      <Form action="Insert" task={problem ? { ...task, problem } : task} onSubmit={insert} onCancel={onClose}>
        <p class="soft">The mock fills in the fields that you leave empty.</p>
        <div class="insert-fields">
          {fields.map(({ name, kind, nullable, foreignKeyOf, values }) => (
            <TextField
              key={name}
              id={`insert-${name}`}
              label={name}
              value={texts[name] ?? ''}
              onValue={(text) => setTexts({ ...texts, [name]: text })}
              placeholder={`${foreignKeyOf ? `id of ${foreignKeyOf}` : kind}${nullable ? ' or null' : ''}`}
              {...(kind === 'boolean' && { suggestions: ['true', 'false'] })}
              {...(values.length > 0 && { suggestions: values })}
            />
          ))}
        </div>
      </Form>
    </Dialog>
  );
}
