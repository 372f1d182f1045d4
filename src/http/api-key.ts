import { ConfigurationError } from '../errors/usage-errors.js';

/** The key itself, or what gives it: asked before each attempt, and once more after a 401. `null` sends no key. */
export type ApiKey = string | (() => string | Promise<string>) | null;

/** Gives the keys of one call, and takes them out of what is shown. */
export interface KeyRing {
  /** Whether another key may come when it is asked again. */
  readonly renewable: boolean;
  /** The key to send, or `null` for none. */
  next(): Promise<string | null>;
  /** The text with `[redacted]` in place of every key that was given. */
  redact(text: string): string;
}

/**
 * Checks a key, and shows nothing of it.
 *
 * @throws ConfigurationError where it is no text, empty, or holds what a header can't carry.
 */
export function checkApiKey(key: unknown): string {
  if (typeof key === 'string' && /^[!-~]+$/.test(key)) return key;
  const why =
    typeof key !== 'string'
      ? `is ${key === null ? 'null' : typeof key}, not text`
      : key
        ? 'holds white space or characters that are not ASCII'
        : 'is empty';
  throw new ConfigurationError(
    `\`apiKey\` ${why}. Give the secret of a key, or a function that answers with it.`,
  );
}

/** The keys of one call. They live in this closure and in no property of anything. */
export function createKeyRing(apiKey: ApiKey): KeyRing {
  const given = new Set<string>();
  return {
    renewable: typeof apiKey === 'function',
    async next() {
      if (apiKey === null) return null;
      const key = checkApiKey(typeof apiKey === 'function' ? await apiKey() : apiKey);
      given.add(key);
      return key;
    },
    redact(text) {
      for (const key of given) text = text.replace(anySpelling(key), '[redacted]');
      return text;
    },
  };
}

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** A pattern that finds a key as it is, escaped in JSON or in HTML, and percent-encoded. */
const anySpelling = (key: string): RegExp =>
  new RegExp(
    Array.from(key, (character) => {
      const number = character.charCodeAt(0);
      const code = number.toString(16);
      const entity = `&(?:#0*${number}|#x0*${code}|${entities[character] ?? '#'});`;
      return `(?:\\\\?\\x${code}|\\\\u00${code}|%${code}|${entity})`;
    }).join(''),
    'gi',
  );
