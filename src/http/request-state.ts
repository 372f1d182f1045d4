import type { FailedRequest } from '../errors/failed-request.js';
import { type ApiKey, checkApiKey, redactKey } from './api-key.js';

/**
 * One request with all its attempts: what errors and log lines may show of it, and its API keys, which
 * no property holds.
 */
export class RequestState implements FailedRequest {
  attempts = 0;
  readonly method: string;
  readonly #baseUrl: string;
  readonly #path: string;
  readonly #apiKey: ApiKey;
  readonly #usedKeys = new Set<string>();

  constructor(method: string, baseUrl: string, path: string, apiKey: ApiKey) {
    this.method = method;
    this.#baseUrl = baseUrl;
    this.#path = path;
    this.#apiKey = apiKey;
    if (typeof apiKey === 'string') this.#usedKeys.add(apiKey);
  }

  /** Redacted, because the caller may have passed a key as an id. */
  get path(): string {
    return this.redact(this.#path);
  }

  get url(): string {
    return this.#baseUrl + this.path;
  }

  /** Replaces every key of this request with `[redacted]`. */
  redact(text: string): string {
    return [...this.#usedKeys].reduce(redactKey, text);
  }

  /**
   * The key to send, or `null` to send none.
   *
   * @throws ConfigurationError if a key function returned an invalid key; any error of that function, unchanged.
   */
  async nextKey(): Promise<string | null> {
    if (typeof this.#apiKey !== 'function') return this.#apiKey;
    const key = checkApiKey(await this.#apiKey());
    this.#usedKeys.add(key);
    return key;
  }
}
