import { type ApiKey, checkApiKey, redactKey } from './api-key.js';

/**
 * One request with all its attempts: what errors and log lines may show of it, and its API keys, which
 * no property holds.
 */
export type RequestState = ReturnType<typeof createRequestState>;

/** Creates the state of a request before its first attempt. */
export function createRequestState(method: string, path: string, apiKey: ApiKey) {
  const usedKeys = new Set<string>();
  /** Replaces every key of this request with `[redacted]`. */
  const redact = (text: string): string => [...usedKeys].reduce(redactKey, text);
  return {
    method,
    attempts: 0,
    redact,
    /** Redacted, because the caller may have passed a key as an id. */
    get path(): string {
      return redact(path);
    },
    /**
     * The key to send, or `null` to send none.
     *
     * @throws ConfigurationError if a key function returned an invalid key; any error of that function, unchanged.
     */
    async nextKey(): Promise<string | null> {
      if (apiKey === null) return null;
      const key = checkApiKey(typeof apiKey === 'function' ? await apiKey() : apiKey);
      usedKeys.add(key);
      return key;
    },
  };
}
