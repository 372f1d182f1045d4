import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

type Attribute =
  | 'defaultValue'
  | 'placeholder'
  | 'required'
  | 'autofocus'
  | 'min'
  | 'max'
  | 'step'
  | 'pattern';

interface FieldProps extends Pick<InputHTMLAttributes, Attribute> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly suggestions?: readonly string[] | undefined;
  /** Beside the label. */
  readonly children?: ComponentChildren;
  readonly isMultiline?: boolean;
  readonly type?: 'number' | 'datetime-local';
  readonly onInput?: () => void;
}

export function Field({ label, hint, suggestions, children, isMultiline, ...given }: FieldProps) {
  const id = useId();
  const input = { id, spellcheck: false, 'aria-describedby': hint && `${id}-hint`, ...given };
  return (
    <div class="field">
      <div class="row">
        <label class="grow" for={id}>
          {label}
        </label>
        {children}
      </div>
      {isMultiline ? (
        <textarea class="code" rows={4} {...input} />
      ) : (
        <input autocomplete="off" list={suggestions && `${id}-list`} {...input} />
      )}
      {hint && (
        <span id={`${id}-hint`} class="soft">
          {hint}
        </span>
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </div>
  );
}
