import { useState } from 'preact/hooks';
import { useNotify } from '../parts/notices.js';
import { call } from './api.js';

/** Sends requests to the mock for a form or a button. */
export interface Task {
  readonly isBusy: boolean;
  /** Why the last request failed, for a form that shows it itself. */
  readonly problem: string | undefined;
  /**
   * Sends a request, and shows what was done or why it failed.
   *
   * @returns The response, or `undefined` if it failed.
   */
  run<Result extends object>(path: string, body: object, done?: string): Promise<Result | undefined>;
}

/**
 * Sends requests for a component.
 *
 * @param problems `form` for a form that shows `problem`: notices are behind a dialog.
 */
export function useTask(problems: 'notice' | 'form' = 'notice'): Task {
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  return {
    isBusy,
    problem,
    run: async <Result extends object>(path: string, body: object, done?: string) => {
      setBusy(true);
      setProblem(undefined);
      try {
        const result = await call<Result>(path, body);
        if (done) notify.done(done);
        return result;
      } catch (error) {
        if (problems === 'form') setProblem((error as Error).message);
        else notify.failed(error);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
