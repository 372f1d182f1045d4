import { ConfigurationError, isConfigurationError, isQueryError, QueryError } from '../errors.js';
import { kindOf } from '../messages/describe.js';
import { keyHider, SHORT_KEY } from '../messages/hide-keys.js';
import { isApiKey } from './headers.js';

/**
 * The secret of an API key; a function that returns it, called before each attempt, and once more
 * after a 401; or `null`, which sends no key.
 */
export type ApiKey = string | (() => string | Promise<string>) | null;

/** Checks an API key. No message contains any part of it. */
export function parseApiKey(key: unknown, name: string, source: string): string {
  const isMissing = key === 'undefined' || key === 'null';
  if (isApiKey(key) && !isMissing) return key;
  const advice = 'Pass the secret of an API key, or a function that returns it.';
  const problem =
    key === undefined || isMissing
      ? `is ${isMissing ? 'the text of a missing value' : key}. Is the environment variable set?`
      : typeof key !== 'string'
        ? `must be a string, not ${kindOf(key)}. ${advice}`
        : key
          ? 'contains white space or characters outside ASCII. ' +
            'Omit the prefix `APIKey`, and trim() it.'
          : `is empty. ${advice}`;
  throw new ConfigurationError(`\`${name}\` ${problem}`, source);
}

/**
 * Rejects a request that would send the API key in its path, query or body, where servers log it.
 * A key of a few characters, as tests use it, may be a word of the query.
 */
export function checkForKey(
  key: string,
  { path, search, body }: { path: string; search?: string | undefined; body?: string | undefined },
): void {
  if (path.endsWith(`/${encodeURIComponent(key)}`))
    throw new QueryError('id', "is the secret of this client. Pass the key's id.");
  if (key.length < SHORT_KEY) return;
  const hide = keyHider([key]);
  for (const [name, text = ''] of Object.entries({ query: search, body }))
    if (hide(text) !== text)
      throw new QueryError(name, 'contains the `apiKey` of this client. Remove it.');
}

/**
 * Runs checks of options or of a call. A user may have passed the API key as another value, which
 * their errors then do not show.
 */
export function withoutKey<Value>(apiKey: unknown, run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    const isQuery = isQueryError(error);
    const isChecked = isQuery || isConfigurationError(error);
    if (typeof apiKey !== 'string' || apiKey.length < SHORT_KEY || !isChecked) throw error;
    const hide = keyHider([apiKey]);
    const { message } = error;
    if (hide(message) === message && !(isQuery && hasKey(error.value, hide))) throw error;
    throw isQuery
      ? new QueryError(hide(error.path), hide(error.problem))
      : new ConfigurationError(hide(message));
  }
}

function hasKey(value: unknown, hide: (text: string) => string): boolean {
  try {
    const text = JSON.stringify([value]);
    return hide(text) !== text;
  } catch {
    return typeof value === 'object'; // JSON cannot have it
  }
}
