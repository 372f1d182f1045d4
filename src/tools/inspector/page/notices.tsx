import { useEffect, useState } from 'preact/hooks';

interface Notice {
  readonly text: string;
  readonly isError: boolean;
}

/** How long a notice without an error is shown, in milliseconds. */
const SHOWN = 5000;

let show: (notice: Notice | undefined) => void = () => {}; // until the area is rendered

const hide = () => show(undefined);

/** Shows a success. The message disappears by itself. */
export const notify = (text: string): void => show({ text, isError: false });

/** Shows an error until the user closes it or opens another view. */
export const notifyError = (error: unknown): void =>
  show({ text: error instanceof Error ? error.message : String(error), isError: true });

/** The newest notice at the bottom of the window, in live regions that exist before there is any. */
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
  const view = shown && (
    <p class={shown.isError ? 'row box notice error' : 'row box notice'}>
      <span>{shown.text}</span>
      <button type="button" aria-label="Close this message" onClick={hide}>
        ✕
      </button>
    </p>
  );
  return (
    <div class="notices">
      <div role="status" aria-live="polite">
        {!shown?.isError && view}
      </div>
      <div role="alert" aria-live="assertive">
        {shown?.isError && view}
      </div>
    </div>
  );
}
