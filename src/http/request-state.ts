import type { FailedRequest } from '../errors/failed-request.js';
import { type ApiKey, checkApiKey, redactKey } from './api-key.js';

/**
 * One request with all its attempts: what errors and log lines may show of it, and its API keys, which only
 * private fields hold.
 */
export class RequestState implements FailedRequest {
  attempts = 0;
  readonly method: string;
  readonly #path: string;
  readonly #apiKey: ApiKey;
  readonly #usedKeys = new Set<string>();

  constructor(method: string, path: string, apiKey: ApiKey) {
    this.method = method;
    this.#path = path;
    this.#apiKey = apiKey;
  }

  /** Redacted, because the caller may have passed a key as an id. */
  get path(): string {
    return this.redact(this.#path);
  }

  /**
   * The key to send, or `null` to send none.
   *
   * @throws ConfigurationError if a key function returned an invalid key; any error of
   * that function, unchanged.
   */
  async nextKey(): Promise<string | null> {
    const apiKey = this.#apiKey;
    if (apiKey === null) return null;
    const key = checkApiKey(typeof apiKey === 'function' ? await apiKey() : apiKey);
    this.#usedKeys.add(key);
    return key;
  }

  /** Replaces every key of this request with `[redacted]`. */
  redact(text: string): string {
    for (const key of this.#usedKeys) text = redactKey(text, key);
    return text;
  }
}
