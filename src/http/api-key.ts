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
