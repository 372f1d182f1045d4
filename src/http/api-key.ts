import { ConfigurationError } from '../errors/usage-errors.js';
import { kindOf } from '../values/describe.js';

/**
 * The secret of an API key, or a function that returns it. The function is called before each attempt, and
 * once more after a 401. `null` sends no key.
 */
export type ApiKey = string | (() => string | Promise<string>) | null;

/**
 * Checks an API key. No message contains any part of it.
 *
 * @throws ConfigurationError if it is not a string, is empty, or contains characters that a
 * header cannot carry.
 */
export function checkApiKey(key: unknown): string {
  if (typeof key === 'string' && /^[!-~]+$/.test(key)) return key;
  const problem =
    typeof key !== 'string'
      ? `must be a string, not ${kindOf(key)}`
      : key
        ? 'contains white space or characters outside ASCII'
        : 'is empty';
  throw new ConfigurationError(
    key === undefined
      ? '`apiKey` is undefined. Is the environment variable set?'
      : `\`apiKey\` ${problem}. Pass the secret of an API key, or a function that returns it.`,
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** The keys of a client, which no property holds. */
export class KeyRing {
  readonly #apiKey: ApiKey;
  readonly #used = new Set<string>();

  /** @throws ConfigurationError for an invalid key. */
  constructor(apiKey: ApiKey) {
    this.#apiKey = apiKey;
    if (apiKey !== null && typeof apiKey !== 'function') this.#used.add(checkApiKey(apiKey));
  }

  /** Whether requests are sent with a key. */
  get hasKey(): boolean {
    return this.#apiKey !== null;
  }

  /** Whether another key may follow a key that the service rejected. */
  get mayRenew(): boolean {
    return typeof this.#apiKey === 'function';
  }

  /**
   * The key to send, or `null` to send none.
   *
   * @throws ConfigurationError if a key function returned an invalid key; any error of that function, unchanged.
   */
  async next(): Promise<string | null> {
    if (typeof this.#apiKey !== 'function') return this.#apiKey;
    const key = checkApiKey(await this.#apiKey());
    this.#used.delete(key);
    this.#used.add(key); // the last
    for (const old of this.#used) if (this.#used.size > MOST_KEYS) this.#used.delete(old);
    return key;
  }

  /** Whether a text is one of the keys. */
  has(text: string): boolean {
    return this.#used.has(text);
  }

  /** Replaces every key with `[redacted]`, also one of which a message quotes the beginning. */
  redact(text: string): string {
    for (const key of this.#used)
      for (const length of [key.length, 100, 40]) text = redactKey(text, key.slice(0, length));
    return text;
  }
}

/** How many keys of a key function are redacted: those of a few rotations. */
const MOST_KEYS = 10;

/** Replaces a key with `[redacted]`, also if it is escaped for JSON or HTML, or percent-encoded. */
export function redactKey(text: string, key: string): string {
  const pattern = Array.from(key, (character) => {
    const number = character.charCodeAt(0);
    const code = number.toString(16);
    const entity = `&(?:#0*${number}|#x0*${code}|${entities[character] ?? '#'});`;
    return `(?:\\\\?\\x${code}|\\\\u00${code}|%${code}|${entity})`;
  }).join('');
  return text.replace(new RegExp(pattern, 'gi'), '[redacted]');
}
