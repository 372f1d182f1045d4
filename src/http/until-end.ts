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
  if (signal) throwIfAborted(signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const stop = (reason: unknown) => {
        controller?.abort(reason);
        reject(reason);
      };
      stopListening = signal && onAbort(signal, () => stop(reasonOf(signal)));
      timer = setTimeout(() => stop(new TimeIsOver()), Math.min(milliseconds, LONGEST_TIMER));
      run().then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}

/** Waits, at most until a signal aborts. No timer and no listener remains. */
export const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const stopListening = onAbort(signal, end);
  });

/** `signal.throwIfAborted()`, which older browsers and React Native lack. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw reasonOf(signal);
}

/** The signals of React Native have no reason. */
const reasonOf = (signal: AbortSignal): unknown =>
  'reason' in signal
    ? signal.reason
    : Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' });

const abortCallbacks = new WeakMap<object, Set<() => void>>();

/** The one listener of every signal, so that adding it again changes nothing. */
function callBack(this: AbortSignal): void {
  abortCallbacks.get(this)?.forEach((callback) => void callback());
}

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
