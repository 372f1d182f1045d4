import type { ComponentChildren } from 'preact';
import type { Task } from '../connection/use-task.js';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: 'text' | 'number' | 'datetime-local';
  readonly placeholder?: string;
  /** A sentence below the input. */
  readonly hint?: string;
  /** Values that the input suggests. */
  readonly suggestions?: readonly string[];
  readonly id: string;
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** A regular expression for the text. */
  readonly pattern?: string;
}

/** An input with its label. */
export function TextField(props: TextFieldProps) {
  const { id, label, value, onValue, type = 'text', hint, suggestions } = props;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={value}
        required={props.required}
        placeholder={props.placeholder}
        min={props.min}
        max={props.max}
        pattern={props.pattern}
        autocomplete="off"
        spellcheck={false}
        step={type === 'datetime-local' ? 1 : undefined}
        list={suggestions ? `${id}-list` : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {hint && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </p>
  );
}

interface SelectFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The values and their texts. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** A choice with its label. */
export function SelectField({ id, label, value, onValue, options }: SelectFieldProps) {
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

interface FormProps {
  readonly action: string;
  readonly task: Task;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ComponentChildren;
}

/** A form of a dialog: its fields, and the buttons to send or to close it. */
export function Form({ action, task, onSubmit, onCancel, children }: FormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!task.isBusy) onSubmit();
      }}
    >
      {children}
      <div role="alert">{task.problem && <p class="problem">{task.problem}</p>}</div>
      <div class="dialog-footer">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={task.isBusy}>
          {action}
        </button>
      </div>
    </form>
  );
}
