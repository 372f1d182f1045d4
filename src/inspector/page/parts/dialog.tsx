import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  /** The label of the button that sends the form. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Whether nothing is left to cancel. */
  readonly isDone?: boolean;
  /** Sends the form. The dialog shows why it failed. */
  readonly onSubmit: (form: FormData) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog with a form. The browser keeps the focus inside, closes it at Escape, and restores the focus. */
export function Dialog({ title, action, isDangerous, isDone, onSubmit, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Without `autofocus`, the browser focuses the first button, which closes the dialog.
    if (!dialog?.querySelector('[autofocus]')) dialog?.querySelector<HTMLElement>('input, select')?.focus();
    return () => dialog?.close();
  }, []);
  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(new FormData(form));
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    // The event of a dialog that was removed comes late, perhaps when the next one is open.
    <dialog ref={ref} aria-labelledby={id} onClose={() => ref.current && onClose()}>
      <div class="row between">
        <h2 id={id}>{title}</h2>
        <button type="button" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) submit(event.currentTarget);
        }}
      >
        {children}
        <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
        <div class="row end">
          {!isDone && (
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          )}
          <button type="submit" class={isDangerous ? 'danger' : 'primary'} disabled={isBusy}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface ConfirmButtonProps {
  readonly label: string;
  /** The accessible name of the button, if the label does not name its object. */
  readonly name?: string;
  readonly disabled?: boolean;
  /** The question. */
  readonly title: string;
  readonly text: string;
  /** Whether the button disappears with its object, so that the focus must move. */
  readonly isRemoval?: boolean;
  readonly onConfirm: () => Promise<void>;
}

/** A button for an action that cannot be undone, which asks for confirmation. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, name, disabled, title, text, isRemoval, onConfirm } = props;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const confirm = async () => {
    await onConfirm();
    close();
    if (isRemoval) setTimeout(focusView); // when the dialog has restored the focus
  };
  return (
    <>
      <button
        type="button"
        aria-label={name}
        title={title}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {isAsking && (
        <Dialog title={title} action={label} isDangerous onSubmit={confirm} onClose={close}>
          <p>{text}</p>
        </Dialog>
      )}
    </>
  );
}

/** Keeps the focus in the view after the focused element was removed. */
export const focusView = (): void => document.querySelector<HTMLElement>('main')?.focus();
