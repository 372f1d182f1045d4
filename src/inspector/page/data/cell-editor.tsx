import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FieldState } from '../../mock/server/inspector/protocol.js';
import type { JsonValue } from '../../schema/field.js';
import { useTask } from '../connection/use-task.js';
import { parseFieldText, writeFieldText } from './field-text.js';

interface CellEditorProps {
  readonly field: FieldState;
  readonly resource: string;
  readonly id: string;
  readonly value: JsonValue;
  readonly onEnd: () => void;
  readonly onChanged: () => void;
}

/** Edits a value in its cell. Enter saves it, Escape discards the change. */
export function CellEditor({ field, resource, id, value, onEnd, onChanged }: CellEditorProps) {
  const before = writeFieldText(value);
  const [text, setText] = useState(before);
  const task = useTask('form');
  const [problem, setProblem] = useState<string | undefined>();
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    input.current?.form?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    input.current?.focus();
    input.current?.select();
  }, []);
  const save = async (next: JsonValue) => {
    if (
      await task.run('update', { resource, id, patch: { [field.name]: next } }, `${field.name} was changed.`)
    ) {
      onChanged();
      onEnd();
    }
  };
  const saveText = () => {
    if (task.isBusy) return;
    const parsed = parseFieldText(field, text);
    setProblem(parsed.problem);
    if (parsed.value !== undefined) save(parsed.value);
  };
  const common = {
    ref: input,
    value: text,
    'aria-label': `New value of ${field.name}`,
    'aria-invalid': problem !== undefined || task.problem !== undefined,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      setText(event.currentTarget.value),
  };
  return (
    <form
      class="cell-editor"
      onSubmit={(event) => {
        event.preventDefault();
        saveText();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEnd();
        else if (event.key === 'Enter' && event.target instanceof HTMLTextAreaElement && !event.shiftKey) {
          event.preventDefault();
          saveText();
        }
      }}
      onFocusOut={(event) => {
        const { relatedTarget, currentTarget } = event;
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!isInside && text === before) onEnd();
      }}
    >
      {field.kind === 'json' ? (
        <textarea {...common} rows={5} />
      ) : (
        <input {...common} list={field.values.length > 0 ? 'cell-values' : undefined} autocomplete="off" />
      )}
      <datalist id="cell-values">
        {field.values.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <div class="cell-editor-buttons">
        <button type="submit" class="primary" disabled={task.isBusy}>
          Save
        </button>
        {field.nullable && (
          <button type="button" disabled={task.isBusy} onClick={() => save(null)}>
            Set null
          </button>
        )}
        <button type="button" onClick={onEnd}>
          Cancel
        </button>
      </div>
      <div role="alert">{(problem ?? task.problem) && <p class="problem">{problem ?? task.problem}</p>}</div>
    </form>
  );
}
