import type { FailedRequest } from '../errors/failed-request.js';
import type { KeyRing } from './api-key.js';

/**
 * A call under way, as errors and log lines show it. A class, because a getter of a literal is made anew for each call,
 * which takes a tenth of its time.
 */
export class CallState implements FailedRequest {
  attempts = 0;
  readonly method: string;
  readonly #path: string;
  readonly #keys: KeyRing;

  constructor(method: string, path: string, keys: KeyRing) {
    this.method = method;
    this.#path = path;
    this.#keys = keys;
  }

  /** Redacted, because a secret may have been taken for an id. */
  get path(): string {
    return this.redact(this.#path);
  }

  /** The text with `[redacted]` in place of every key that this call was given. */
  redact(text: string): string {
    return this.#keys.redact(text);
  }
}
