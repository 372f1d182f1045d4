import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. The browser keeps the focus inside, closes it at Escape, and then restores the focus. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Without `autofocus`, the browser focuses the first button, which closes the dialog.
    if (!dialog?.querySelector('[autofocus]')) dialog?.querySelector<HTMLElement>('input, select')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    // The event of a dialog that was removed comes late, perhaps when the next one is open.
    <dialog ref={ref} aria-labelledby={id} onClose={() => ref.current && onClose()}>
      <div class="row between">
        <h2 id={id}>{title}</h2>
        <button type="button" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </div>
      {children}
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
  readonly onConfirm: () => void;
}

/** A button for an action that cannot be undone, which asks for confirmation. */
export function ConfirmButton({ label, name, disabled, title, text, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const confirm = () => {
    close();
    onConfirm();
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
        <Dialog title={title} onClose={close}>
          <p>{text}</p>
          <div class="row end">
            <button type="button" onClick={close}>
              Cancel
            </button>
            <button type="button" class="danger" onClick={confirm}>
              {label}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
