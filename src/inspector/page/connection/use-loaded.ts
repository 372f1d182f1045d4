import { useEffect, useState } from 'preact/hooks';
import { call } from './api.js';

/** What the mock sent. The previous result stays until the next one arrives, also while a request is rejected. */
interface Loaded<Result> {
  readonly result?: Result | undefined;
  /** Why the last request was rejected. */
  readonly problem?: string;
}

interface LoadOptions {
  /** `POST` with this body. */
  readonly body?: object;
  /** Loads again when it changes. */
  readonly revision?: number | undefined;
  /** How long to wait for another request that replaces this one, in milliseconds. */
  readonly delay?: number;
}

/** Calls the inspector, and again with each other path or body. Loads nothing without a path. */
export function useLoaded<Result>(path: string | undefined, options: LoadOptions = {}): Loaded<Result> {
  const { body, revision, delay = 0 } = options;
  const [loaded, setLoaded] = useState<Loaded<Result>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a body is compared by its JSON
  useEffect(() => {
    let isCurrent = path !== undefined;
    const load = async () => {
      const next = await call<Result>(path ?? '', body).then(
        (result) => () => ({ result }),
        (error: Error) => (before: Loaded<Result>) => ({ ...before, problem: error.message }),
      );
      if (isCurrent) setLoaded(next);
    };
    const timer = isCurrent ? setTimeout(load, delay) : undefined;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [path, JSON.stringify(body), revision]);
  return loaded;
}
