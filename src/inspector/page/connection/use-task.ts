import { useState } from 'preact/hooks';
import { notify, notifyError } from '../parts/notices.js';
import { call } from './api.js';

/** Sends requests to the mock for a button. */
export interface Task {
  readonly isBusy: boolean;
  /**
   * Sends a request, and shows what was done or why it failed.
   *
   * @returns Whether it was done.
   */
  run(path: string, body: object, done: string): Promise<boolean>;
}

/** Sends requests for a component. */
export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    run: async (path, body, done) => {
      setBusy(true);
      try {
        await call(path, body);
        notify(done);
        return true;
      } catch (error) {
        notifyError(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Keeps the focus in the view after the focused element was removed. */
export const focusView = (): void => document.querySelector<HTMLElement>('main')?.focus();
