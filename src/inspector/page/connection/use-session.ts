import { useEffect, useRef, useState } from 'preact/hooks';
import { Session } from './session.js';

const session = new Session();

/** Connects the page to the mock. Called once. */
export const startSession = (): void => void session.start();

/** The id of the newest request that the page knows. */
export const lastRequest = (): number => session.log.last;

/**
 * A part of the session. Renders the component again only if this part was replaced.
 *
 * @example
 * const state = useSession(({ state }) => state);
 */
export function useSession<Part>(select: (session: Session) => Part): Part {
  const [, render] = useState({});
  const part = select(session);
  const shown = useRef({ part, select });
  shown.current = { part, select };
  useEffect(() => {
    const changed = () => {
      if (shown.current.select(session) !== shown.current.part) render({});
    };
    changed(); // what happened since the component was rendered
    return session.subscribe(changed);
  }, []);
  return part;
}
