import { onAbort } from './on-abort.js';

const LONGEST_TIMER = 2 ** 31 - 1; // a longer one fires at once

/**
 * Runs something that must end in time. When the time is over, or the caller's signal aborts, the signal given to `run`
 * aborts and the promise rejects at once, even where what runs does not listen. No timer and no listener is left behind.
 *
 * @param milliseconds - For the whole run.
 * @param late - Makes the error of a run that took too long.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  late: () => Error,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unwatch: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const stop = (reason: unknown) => {
        controller.abort(reason);
        reject(reason);
      };
      unwatch = signal && onAbort(signal, () => stop(signal.reason));
      timer = setTimeout(() => stop(late()), Math.min(milliseconds, LONGEST_TIMER));
      run(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    unwatch?.();
  }
}
