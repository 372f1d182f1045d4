import { type TimedRequest, timeoutError } from './map-errors.js';

/** In milliseconds. `setTimeout` fires at once if the delay is longer. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Runs something that must end in time. If the time is over, the caller's signal aborts, or `run` fails, the
 * signal passed to `run` aborts and the promise rejects at once, even if `run` ignores its signal. No timer
 * and no listener remains.
 *
 * @param milliseconds - For the whole run.
 * @param request - What the TimeoutError is about.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  request: TimedRequest,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const stop = (reason: unknown) => {
        controller.abort(reason);
        reject(reason);
      };
      stopListening = signal && onAbort(signal, () => stop(signal.reason));
      timer = setTimeout(
        () => stop(timeoutError(request, milliseconds)),
        Math.min(milliseconds, LONGEST_TIMER),
      );
      run(controller.signal).then(resolve, stop);
    });
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}

const abortCallbacks = new WeakMap<AbortSignal, Set<() => void>>();

/** The one listener of every signal, so that adding it again changes nothing. */
const callBack = ({ target }: Event) =>
  abortCallbacks.get(target as AbortSignal)?.forEach((callback) => void callback());

/**
 * Calls back if a signal aborts. Calls that share a signal share one listener, which the last of them
 * removes: Node warns of a leak at the eleventh listener.
 *
 * @returns Stops listening.
 */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = abortCallbacks.get(signal) ?? new Set();
  abortCallbacks.set(signal, callbacks.add(callback));
  signal.addEventListener('abort', callBack);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener('abort', callBack);
  };
}
