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
