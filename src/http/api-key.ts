import { ConfigurationError } from '../errors.js';
import { checkOptions, isFunction, milliseconds } from '../values/check-options.js';
import { kindOf } from '../values/describe.js';
import { bareKey, isApiKey } from '../values/headers.js';
import { isPlainObject } from '../values/plain-object.js';
import { createRedact } from '../values/redact.js';

/**
 * The secret of an API key; a function that returns it, called before each attempt, and once more
 * after a 401, with the key that the service rejected; or `null`, which sends no key.
 */
export type ApiKey = string | KeyFunction | null;

type KeyFunction = (context: {
  readonly rejectedKey: string | undefined;
}) => string | Promise<string>;

/** Options of {@link cachedApiKey}. */
export interface CachedApiKeyOptions {
  /**
   * For how many milliseconds a key is used before it is loaded again. Default: until the service
   * rejects it.
   */
  readonly ttl?: number | undefined;
}

/**
 * Creates a function for the option `apiKey` that keeps the key. It is loaded before the first
 * request, after `ttl`, and after the service has rejected it. Concurrent calls share one load; one
 * that fails is not kept.
 *
 * @param load - Reads the key, for example from a secret store.
 * @throws ConfigurationError for an invalid option.
 * @example
 * const client = createClient({ baseUrl, apiKey: cachedApiKey(readKey, { ttl: 300_000 }) });
 */
export function cachedApiKey(
  load: () => string | Promise<string>,
  options: CachedApiKeyOptions = {},
): KeyFunction {
  if (!isFunction(load))
    throw new ConfigurationError(
      `expected a function that loads a key, got ${kindOf(load)}.`,
      'cachedApiKey',
    );
  checkOptions('cachedApiKey', options, { ttl: milliseconds });
  let key: string | undefined;
  let expires = 0;
  let loading: Promise<string> | undefined;
  const read = () => {
    loading ??= (async () => load())().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  return async ({ rejectedKey }) => {
    if (key !== undefined && key !== rejectedKey && Date.now() < expires) return key;
    if (key === rejectedKey) key = undefined; // also if it cannot be loaded again
    const isShared = loading !== undefined;
    key = await read();
    if (isShared && key === rejectedKey) key = await read(); // the shared load may have begun before the rejection
    expires = Date.now() + (options.ttl ?? Infinity);
    return key;
  };
}

/** Checks an API key. No message contains any part of it. */
function parseApiKey(key: unknown, name: string, source?: string): string {
  const isMissing = key === undefined || key === 'undefined' || key === 'null';
  if (isApiKey(key) && !isMissing) return key;
  const [problem, advice = 'Pass the secret of an API key, or a function that returns it.'] =
    isMissing
      ? [
          key === undefined ? 'is undefined' : 'is the text of a missing value',
          'Is the environment variable set?',
        ]
      : typeof key !== 'string'
        ? [`must be a string, not ${kindOf(key)}`]
        : key
          ? [
              'contains white space or characters outside ASCII',
              'Omit the prefix `APIKey`, and trim() it.',
            ]
          : ['is empty'];
  throw new ConfigurationError(`\`${name}\` ${problem}. ${advice}`, source);
}

export type ClientKeys = ReturnType<typeof createClientKeys>;

/**
 * How many of the last keys are redacted in errors about a call. An error about a request redacts
 * those that it sent.
 */
const MOST_KEYS = 10;

/**
 * Creates the keys of a client, which no property holds. Text is redacted before it is checked
 * whether it is a key.
 */
export function createClientKeys(apiKey: unknown, earlier: Iterable<string> = []) {
  const known = new Set(earlier);
  const remember = (key: string): void => {
    known.delete(key);
    known.add(key); // as the last
    for (const oldest of known) if (known.size > MOST_KEYS) known.delete(oldest);
  };
  remember(bareKey(apiKey));
  let source: string | undefined;
  return {
    known,
    /** Whether another key may follow one that the service rejected. */
    mayRenew: typeof apiKey === 'function',
    check(by: string): void {
      source = by;
      if (apiKey !== null && typeof apiKey !== 'function') parseApiKey(apiKey, 'apiKey', source);
    },
    redact: createRedact(known),
    /** The key to send, or `null` to send none. */
    async next(rejectedKey: string | undefined): Promise<string | null> {
      if (typeof apiKey !== 'function') return apiKey as string | null; // checked
      const key: unknown = await apiKey({ rejectedKey });
      remember(bareKey(key));
      return parseApiKey(key, 'apiKey()', source);
    },
  };
}

/** The keys of options that are not checked yet, or of what was passed in place of them. */
export function keysOf(options: unknown, base?: ClientKeys): ClientKeys {
  const apiKey = isPlainObject(options) ? options.apiKey : options;
  return base && apiKey === undefined ? base : createClientKeys(apiKey, base?.known);
}
