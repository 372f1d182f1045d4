import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog. The browser keeps the focus inside, closes it at Escape, and then restores the focus.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const dialog = ref.current;
    const closed = () => close.current();
    dialog?.addEventListener('close', closed);
    dialog?.showModal();
    // The browser focuses the first button, which closes the dialog.
    dialog?.querySelector<HTMLElement>('input, select')?.focus();
    return () => {
      dialog?.removeEventListener('close', closed); // its event comes late, perhaps when the next dialog is open
      dialog?.close();
    };
  }, []);
  return (
    <dialog ref={ref} aria-labelledby={titleId}>
      <div class="dialog-header">
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </div>
      {children}
    </dialog>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** The label of the button that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div class="dialog-footer">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
