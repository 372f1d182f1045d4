/** Waits; forever if the delay is infinite. Rejects with the signal's reason as soon as it is aborted. */
export const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = milliseconds < Infinity ? setTimeout(resolve, milliseconds) : undefined;
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
