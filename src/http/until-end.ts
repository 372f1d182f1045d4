/** In milliseconds. `setTimeout` fires at once if the delay is longer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The reason of {@link untilEnd} if the time is over. */
export class TimeIsOver extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Runs something that must end in time. If the time is over, or the caller's signal aborts, the
 * controller is aborted and the promise rejects at once, whatever `run` does. No timer and no
 * listener remains.
 */
export async function untilEnd<Result>(
  run: () => Promise<Result>,
  milliseconds: number,
  signal: AbortSignal | undefined,
  controller?: AbortController,
): Promise<Result> {
  signal?.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const stop = (reason: unknown) => {
        controller?.abort(reason);
        reject(reason);
      };
      stopListening = signal && onAbort(signal, () => stop(signal.reason));
      timer = setTimeout(() => stop(new TimeIsOver()), Math.min(milliseconds, LONGEST_TIMER));
      run().then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}

const abortCallbacks = new WeakMap<AbortSignal, Set<() => void>>();

/** The one listener of every signal, so that adding it again changes nothing. */
const callBack = ({ target }: Event) =>
  abortCallbacks.get(target as AbortSignal)?.forEach((callback) => void callback()); // it listens to nothing else

/**
 * Calls back if a signal aborts. Calls that share a signal share one listener, which the last of
 * them removes: Node warns of a leak at the eleventh listener.
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
