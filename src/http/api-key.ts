import { ConfigurationError } from '../errors/usage-errors.js';
import { kindOf } from '../values/describe.js';
import { redactKey } from '../values/redact.js';

/**
 * The secret of an API key, or a function that returns it. The function is called before each attempt, and once
 * more after a 401, with the key that the service rejected. `null` sends no key.
 *
 * @example
 * let cached: string | undefined;
 * const apiKey: ApiKey = async ({ rejectedKey }) => {
 *   if (!cached || cached === rejectedKey) cached = await readKey();
 *   return cached;
 * };
 */
export type ApiKey =
  | string
  | ((context: { readonly rejectedKey: string | undefined }) => string | Promise<string>)
  | null;

/**
 * Checks an API key. No message contains any part of it.
 *
 * @throws ConfigurationError if it is not a string, is empty, or contains characters that a
 * header cannot carry.
 */
function checkApiKey(key: unknown): string {
  if (typeof key === 'string' && /^[!-~]+$/.test(key)) return key;
  const [problem, advice = 'Pass the secret of an API key, or a function that returns it.'] =
    key === undefined
      ? ['is undefined', 'Is the environment variable set?']
      : typeof key !== 'string'
        ? [`must be a string, not ${kindOf(key)}`]
        : key
          ? ['contains white space or characters outside ASCII', 'Omit the prefix `APIKey`, and trim() it.']
          : ['is empty'];
  throw new ConfigurationError(`\`apiKey\` ${problem}. ${advice}`);
}

export type ClientKeys = ReturnType<typeof createClientKeys>;

/**
 * Creates the keys of a client, which no property holds.
 *
 * @throws ConfigurationError for an invalid key.
 */
export function createClientKeys(apiKey: ApiKey) {
  let recent: string[] = [];
  const use = (given: unknown): string => {
    const key = checkApiKey(given);
    recent = [key, ...recent.filter((other) => other !== key)].slice(0, 10);
    return key;
  };
  if (apiKey !== null && typeof apiKey !== 'function') use(apiKey);
  return {
    /** Whether requests are sent without a key. */
    isNone: apiKey === null,
    /** Whether another key may follow one that the service rejected. */
    mayRenew: typeof apiKey === 'function',
    /** Redacts the last keys, also where a message quotes only their beginning. */
    redact: (text: string): string =>
      recent.flatMap((key) => [key, key.slice(0, 100), key.slice(0, 40)]).reduce(redactKey, text),
    /**
     * The key to send, or `null` to send none.
     *
     * @param rejectedKey - The key that the service has just rejected.
     * @throws ConfigurationError if a key function returned an invalid key; any error of that function, unchanged.
     */
    next: async (rejectedKey: string | undefined): Promise<string | null> =>
      typeof apiKey === 'function' ? use(await apiKey({ rejectedKey })) : apiKey,
  };
}
