import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.js';

interface FormDialogProps {
  readonly title: string;
  /** The label of the button that sends the form. */
  readonly action: string;
  /** Sends the form. The dialog shows why it failed. */
  readonly onSubmit: (form: FormData) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog with a form. */
export function FormDialog({ title, action, onSubmit, onClose, children }: FormDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
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
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) submit(event.currentTarget);
        }}
      >
        {children}
        <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
        <div class="row end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
