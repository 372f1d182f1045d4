import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Sends the form. Then the dialog is closed, or shows why it failed. */
  readonly onSubmit: (form: FormData) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog with a form. The browser keeps the focus inside, closes it at Escape, and restores
 * the focus.
 */
export function Dialog({ title, action, isDangerous, onSubmit, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(new FormData(form));
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    // The event of a dialog that was removed comes late, perhaps when the next one is open.
    <dialog ref={ref} aria-label={title} onClose={() => ref.current && onClose()}>
      <h2>{title}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) submit(event.currentTarget);
        }}
      >
        {children}
        <div class="dialog-end">
          <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
          <div class="row end">
            <button type="button" onClick={onClose}>
              Cancel
            </button>
            <button type="submit" class={isDangerous ? 'danger' : 'primary'} disabled={isBusy}>
              {action}
            </button>
          </div>
        </div>
      </form>
    </dialog>
  );
}

interface DialogButtonProps
  extends Pick<DialogProps, 'title' | 'isDangerous' | 'onSubmit' | 'children'> {
  readonly label: string;
  /** The accessible name of the button, if the label does not name its object. */
  readonly name?: string;
  readonly class?: string;
  readonly disabled?: boolean;
}

export function DialogButton(props: DialogButtonProps) {
  const { label, name, class: look, disabled, onSubmit, children, ...dialog } = props;
  const [isOpen, setOpen] = useState(false);
  const submit = async (form: FormData) => {
    await onSubmit(form);
    // The button may disappear with its object. After the dialog has restored the focus.
    if (dialog.isDangerous) setTimeout(focusView);
  };
  return (
    <>
      <button
        type="button"
        class={look}
        aria-label={name}
        title={dialog.title}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <Dialog action={label} {...dialog} onSubmit={submit} onClose={() => setOpen(false)}>
          {children}
        </Dialog>
      )}
    </>
  );
}

interface FieldProps
  extends Pick<InputHTMLAttributes, 'defaultValue' | 'placeholder' | 'required' | 'step'> {
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
      {lines ? (
        <textarea class="code" rows={lines} {...input} />
      ) : (
        <input autocomplete="off" {...input} />
      )}
      {hint && (
        <span id={`${id}-hint`} class="soft">
          {hint}
        </span>
      )}
    </div>
  );
}

/** The texts of a form without the space around them; only those that are not empty. */
export const filledFields = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form]
      .map(([name, value]) => [name, String(value).trim()])
      .filter(([, text]) => text !== ''),
  );

/** Keeps the focus in the view after the focused element was removed. */
export const focusView = (): void => document.querySelector<HTMLElement>('main')?.focus();

interface Notice {
  readonly text: string;
  readonly isError: boolean;
}

const SHOWN = 5000; // milliseconds

let show: (notice: Notice | undefined) => void = () => {}; // until the area is rendered

const hide = () => show(undefined);

export const notify = (text: string): void => show({ text, isError: false });

/** Shows an error until the user closes it or opens another view. */
export const notifyError = (error: unknown): void =>
  show({ text: error instanceof Error ? error.message : String(error), isError: true });

/**
 * The newest notice at the bottom of the window, in a live region that exists before there is any.
 */
export function NoticeArea() {
  const [shown, setShown] = useState<Notice | undefined>();
  show = setShown;
  useEffect(() => {
    if (!shown) return undefined;
    if (shown.isError) addEventListener('hashchange', hide); // it is about this view
    const timer = shown.isError ? undefined : setTimeout(hide, SHOWN);
    return () => {
      removeEventListener('hashchange', hide);
      clearTimeout(timer);
    };
  }, [shown]);
  return (
    <div class="notices" role="status" aria-live="polite">
      {shown && (
        <p class={shown.isError ? 'row box notice error' : 'row box notice'}>
          <span>{shown.text}</span>
          <button type="button" aria-label="Close this message" onClick={hide}>
            ✕
          </button>
        </p>
      )}
    </div>
  );
}
