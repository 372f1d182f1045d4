import type { InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps extends Pick<InputHTMLAttributes, 'defaultValue' | 'placeholder' | 'required' | 'step'> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The height of a text area. Without it, the field has one line. */
  readonly lines?: number;
  readonly type?: 'datetime-local';
}

export function Field({ label, hint, lines, ...given }: FieldProps) {
  const id = useId();
  const input = { id, spellcheck: false, 'aria-describedby': hint && `${id}-hint`, ...given };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {lines ? <textarea class="code" rows={lines} {...input} /> : <input autocomplete="off" {...input} />}
      {hint && (
        <span id={`${id}-hint`} class="soft">
          {hint}
        </span>
      )}
    </div>
  );
}
