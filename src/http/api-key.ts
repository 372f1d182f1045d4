import { ConfigurationError, QueryError } from '../errors.js';
import { kindOf } from '../messages/describe.js';
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
          ? 'contains white space or characters outside ASCII. Omit the prefix `APIKey`, and trim() it.'
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
  if (key.length < 8) return;
  const plain = plainText(key);
  const query = search && plainText(decodeURIComponent(search));
  for (const [name, text] of Object.entries({ query, body: body && plainText(body) }))
    if (text?.includes(plain))
      throw new QueryError(name, 'contains the `apiKey` of this client. Remove it.');
}

/** A text as it is without the escapes of JSON and of relaxed JSON. */
const plainText = (text: string): string => text.replaceAll('\\', '');
