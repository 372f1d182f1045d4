import type { FailedRequest } from '../errors/failed-request.js';
import type { KeyRing } from './api-key.js';

/** One request with all its attempts: what errors and log lines may show of it. */
export class RequestState implements FailedRequest {
  attempts = 0;
  readonly method: string;
  readonly #baseUrl: string;
  readonly #path: string;
  readonly #keys: KeyRing;

  constructor(method: string, baseUrl: string, path: string, keys: KeyRing) {
    this.method = method;
    this.#baseUrl = baseUrl;
    this.#path = path;
    this.#keys = keys;
  }

  /** Redacted, because the caller may have passed a key as an id. */
  get path(): string {
    return this.redact(this.#path);
  }

  get url(): string {
    return this.#baseUrl + this.path;
  }

  get hasKey(): boolean {
    return this.#keys.hasKey;
  }

  redact(text: string): string {
    return this.#keys.redact(text);
  }
}
