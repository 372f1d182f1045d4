import { type ClientKeys, redactKey } from './api-key.js';

/**
 * One request with all its attempts: what errors and log lines may show of it, and its API keys, which
 * no property holds.
 */
export type RequestState = ReturnType<typeof createRequestState>;

export function createRequestState(method: string, baseUrl: string, path: string, keys: ClientKeys) {
  const usedKeys = new Set<string>();
  /** Replaces every key of this request with `[redacted]`. */
  const redact = (text: string): string => [...usedKeys].reduce(redactKey, keys.redact(text));
  return {
    method,
    attempts: 0,
    hasKey: !keys.isNone,
    redact,
    /** Redacted, because the caller may have passed a key as an id. */
    get path(): string {
      return redact(path);
    },
    get url(): string {
      return redact(baseUrl + path);
    },
    /** The key to send, see {@link ClientKeys}. */
    async nextKey(rejectedKey?: string | null): Promise<string | null> {
      const key = await keys.next(rejectedKey ?? undefined);
      if (key !== null) usedKeys.add(key);
      return key;
    },
  };
}
