/**
 * Waits; forever if the delay is infinite. Rejects with the signal's reason as soon as it is
 * aborted.
 */
export const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = milliseconds < Infinity ? setTimeout(stop, milliseconds) : undefined;
    signal?.addEventListener('abort', stop);
  });
