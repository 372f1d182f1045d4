import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks';

/** Shows messages to the user. */
export interface Notify {
  /** Shows a success. The message disappears by itself. */
  done(text: string): void;
  /** Shows an error until the user closes it or opens another view. */
  failed(error: unknown): void;
}

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

const NotifyContext = createContext<Notify>({ done: () => {}, failed: () => {} });

/** The notices of the page. */
export const useNotify = (): Notify => useContext(NotifyContext);

/** How long a notice without an error is shown, in milliseconds. */
const SHOWN = 5000;

let lastId = 0;

/** Shows notices at the bottom of the page, in live regions that exist before there is any notice. */
export function NoticeArea({ children }: { readonly children: ComponentChildren }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const remove = useCallback(
    (id: number) => setNotices((all) => all.filter((notice) => notice.id !== id)),
    [],
  );
  const notify = useMemo<Notify>(() => {
    const add = (text: string, isError: boolean) => {
      lastId += 1;
      const notice = { id: lastId, text, isError };
      // The newest success replaces the one before it, and a repeated error is shown once.
      setNotices((all) => [...all.filter((other) => isError && other.text !== text), notice].slice(-3));
    };
    return {
      done: (text) => add(text, false),
      failed: (error) => add(error instanceof Error ? error.message : String(error), true),
    };
  }, []);
  useEffect(() => {
    const clear = () => setNotices((all) => all.filter(({ isError }) => !isError)); // about another view
    addEventListener('hashchange', clear);
    return () => removeEventListener('hashchange', clear);
  }, []);
  const show = (isError: boolean) =>
    notices
      .filter((notice) => notice.isError === isError)
      .map((notice) => <NoticeView key={notice.id} notice={notice} remove={remove} />);
  return (
    <NotifyContext.Provider value={notify}>
      {children}
      <div class="notices">
        <div role="status" aria-live="polite">
          {show(false)}
        </div>
        <div role="alert" aria-live="assertive">
          {show(true)}
        </div>
      </div>
    </NotifyContext.Provider>
  );
}

function NoticeView({ notice, remove }: { readonly notice: Notice; readonly remove: (id: number) => void }) {
  const { id, text, isError } = notice;
  useEffect(() => {
    if (isError) return undefined;
    const timer = setTimeout(() => remove(id), SHOWN);
    return () => clearTimeout(timer);
  }, [id, isError, remove]);
  return (
    <p class={isError ? 'notice error' : 'notice'}>
      <span>{text}</span>
      <button type="button" class="quiet" aria-label="Close this message" onClick={() => remove(id)}>
        ✕
      </button>
    </p>
  );
}
