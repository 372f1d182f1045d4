import { useState } from 'preact/hooks';
import { useNotify } from '../parts/notices.js';
import { call } from './api.js';

/** What a form needs to send something to the mock. */
export interface Task {
  readonly isBusy: boolean;
  /**
   * Sends a request, and shows what was done or why it failed.
   *
   * @returns The response, or `undefined` if it failed.
   */
  run<Result>(path: string, body: object, done?: string): Promise<Result | undefined>;
}

/** One task at a time, so that a second click does not send a request twice. */
export function useTask(): Task {
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    run: async <Result>(path: string, body: object, done?: string) => {
      setBusy(true);
      try {
        const result = await call<Result>(path, body);
        if (done) notify.done(done);
        return result;
      } catch (error) {
        notify.failed(error);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
