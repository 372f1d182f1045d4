const LONGEST_TIMER = 2 ** 31 - 1; // `setTimeout` fires at once if the delay is longer

/**
 * Runs something that must end in time. If the time is over, the caller's signal aborts, or `run` fails, the
 * signal passed to `run` aborts and the promise rejects at once, even if `run` ignores its signal. No timer
 * and no listener remains.
 *
 * @param milliseconds - For the whole run.
 * @param createError - Creates the error for a run that took too long.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  createError: () => Error,
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
      timer = setTimeout(() => stop(createError()), Math.min(milliseconds, LONGEST_TIMER));
      run(controller.signal).then(resolve, stop);
    });
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}

interface AbortListener {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const abortListeners = new WeakMap<AbortSignal, AbortListener>();

/**
 * Calls back if a signal aborts. Calls that share a signal share one listener, which the last of them
 * removes: Node warns of a leak at the eleventh listener.
 *
 * @returns Stops listening.
 */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let shared = abortListeners.get(signal);
  if (!shared) {
    const callbacks = new Set<() => void>();
    shared = { callbacks, listener: () => callbacks.forEach((call) => void call()) };
    abortListeners.set(signal, shared);
    signal.addEventListener('abort', shared.listener);
  }
  const { callbacks, listener } = shared;
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0) return;
    signal.removeEventListener('abort', listener);
    abortListeners.delete(signal);
  };
}
