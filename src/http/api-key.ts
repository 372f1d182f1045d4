import { ConfigurationError } from '../errors.js';
import { kindOf } from '../messages/describe.js';
import { isApiKey } from './headers.js';

/**
 * The secret of an API key; a function that returns it, called before each attempt, and once more
 * after a 401; or `null`, which sends no key.
 */
export type ApiKey = string | (() => string | Promise<string>) | null;

/** Checks the API key of a client or a proxy. A browser may only have it if `allowInBrowser`. */
export function checkApiKey(apiKey: ApiKey, source: string, allowInBrowser = false): void {
  if (apiKey === null) return;
  if (typeof apiKey !== 'function') parseApiKey(apiKey, 'apiKey', source);
  if (!globalThis.window || !globalThis.document || allowInBrowser) return;
  throw new ConfigurationError(
    'every user of a web page can read its `apiKey`. Call createProxy() in your backend and ' +
      'pass `apiKey: null` to the client, or set `allowApiKeyInBrowser: true`.',
    source,
  );
}

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
