/**
 * The secret of an API key; a function that returns it, called before each attempt, and once more
 * after a 401; or `null`, which sends no key.
 */
export type ApiKey = string | (() => string | Promise<string>) | null;
/** Checks an API key. No message contains any part of it. */
export declare function parseApiKey(key: unknown, name: string, source: string): string;
/** Replaces API keys in text, as they are and percent-encoded. A key of a few characters, as tests like to use, is replaced where it is a word. */
export declare function hideKeys(text: string, keys: Iterable<string>): string;
