import { useEffect, useState } from 'preact/hooks';
import { Session } from './session.js';

const session = new Session();

/** Connects the page to the mock. Called once. */
export const startSession = (): void => void session.start();

/** The session of the page. Renders the component again after each change. */
export function useSession(): Session {
  const [, setChanges] = useState(0);
  useEffect(() => session.subscribe(() => setChanges((changes) => changes + 1)), []);
  return session;
}
