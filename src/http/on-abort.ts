interface Watch {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls back when a signal aborts. However many calls share a signal, it has one listener, and none when they are over: Node
 * warns of a leak at the eleventh.
 *
 * @returns Ends the watch.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let watch = watches.get(signal);
  if (!watch) {
    const callbacks = new Set<() => void>();
    watch = { callbacks, listener: () => callbacks.forEach((call) => void call()) };
    watches.set(signal, watch);
    signal.addEventListener('abort', watch.listener);
  }
  const { callbacks, listener } = watch;
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0) return;
    signal.removeEventListener('abort', listener);
    watches.delete(signal);
  };
}
