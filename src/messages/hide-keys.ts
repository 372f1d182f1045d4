import { ConfigurationError, isConfigurationError, isQueryError, QueryError } from '../errors.js';

const REDACTED = '[redacted]';

/** A key with fewer characters may be an ordinary word, or a part of one. */
export const SHORT_KEY = 8;

/**
 * Replaces each API key by `[redacted]`, in any letter case: as it is, percent-encoded, and with
 * the escapes of JSON and JavaScript, however often. A short key is replaced only where it is a
 * whole word.
 */
export const hideKeys = (text: string, keys: Iterable<string>): string => keyHider(keys)(text);

/** The same as a function, for keys that many texts may contain. */
export function keyHider(keys: Iterable<string>): (text: string) => string {
  // Few texts have the letters and digits of a key.
  const runs = [...keys].filter(Boolean).map((key) => {
    const all = key.toLowerCase().match(/[a-z\d]+/g) ?? [];
    return [all.reduce((a, b) => (a.length < b.length ? b : a), ''), key] as const;
  });
  return (text) => {
    const lower = text.toLowerCase();
    const plain = lower.replaceAll(BACKSLASHES, '').replaceAll(ESCAPED, (_, byte) => charOf(byte));
    const found: string[] = [];
    for (const [run, key] of runs) if (lower.includes(run) || plain.includes(run)) found.push(key);
    return found[0] ? redact(text, found) : text;
  };
}

const BACKSLASH = String.raw`(?:\\(?:x5c|u005c|u\{5c\})?|%(?:25)*5c)`;
const BACKSLASHES = new RegExp(BACKSLASH, 'g');

/** A letter or digit that is percent-encoded or escaped, without the backslashes before it. */
const ESCAPED = /(?:x|u00|u\{|%(?:25)*)(3\d|[46][1-9a-f]|[57][\da])\}?/g;

const charOf = (byte: string): string =>
  String.fromCharCode(Number.parseInt(byte, 16)).toLowerCase();

/** A character as it is, percent-encoded or escaped, with the backslashes before it. */
const CHARACTER = new RegExp(
  `${BACKSLASH}+(?:x|u00|u\\{)(?!5c)([2-7][\\da-f])\\}?|` +
    `${BACKSLASH}*(?:%(?:25)*([2-7][\\da-f])|[^])`,
  'gi',
);

/** What the characters of a text mean, each in lower case, as the names of headers are. */
const readText = (text: string): string =>
  Array.from(text.matchAll(CHARACTER), ([written, unit, byte = unit]) => {
    const character = byte ? charOf(byte) : written.slice(-1).toLowerCase();
    return character[0]; // a capital letter with a dot has two
  }).join('');

function redact(text: string, keys: readonly string[]): string {
  const written = text.match(CHARACTER) ?? [];
  const plain = readText(text);
  const isHidden = new Uint8Array(written.length);
  const searched = keys.flatMap((key) => {
    const bare = key.replaceAll('\\', '').toLowerCase() || key;
    // Of a key such as `a%2Fb`: what it means, `a/b`, and what is read if its percent sign is
    // written as an escape, `a%2fb`.
    return [readText(bare), bare].map((meant) => ({ meant, isShort: key.length < SHORT_KEY }));
  });
  for (const { meant, isShort } of searched) {
    let done = 0;
    for (let at = plain.indexOf(meant); at >= 0; at = plain.indexOf(meant, at + 1)) {
      const end = at + meant.length;
      const isWord = !isWordPart(written[at - 1]) && !isWordPart(written[end]);
      if (isWord || !isShort) isHidden.fill(1, Math.max(at, done), end);
      done = end;
    }
  }
  return written
    .map((part, index) => (isHidden[index] ? (isHidden[index - 1] ? '' : REDACTED) : part))
    .join('');
}

const isWordPart = (written = ''): boolean => /^[\w-]$/.test(written);

/**
 * Rejects a request that would send the API key in its path, query or body, where servers log it.
 * A key of a few characters, as tests use it, may be a word of the query.
 */
export function checkForKey(
  key: string,
  { path, search, body }: { path: string; search?: string | undefined; body?: string | undefined },
): void {
  const hide = keyHider([key]);
  const id = path.split('/').filter(Boolean).at(-1);
  if (id && hide(id) === REDACTED)
    throw new QueryError('id', "is the secret of this client. Pass the key's id.");
  if (key.length < SHORT_KEY) return;
  for (const [name, text = ''] of Object.entries({ path, query: search, body }))
    if (hide(text) !== text)
      throw new QueryError(name, 'contains the `apiKey` of this client. Remove it.');
}

/** Runs a function. No error that it throws shows the API key. */
export type ErrorKeyHider = <Value>(run: () => Value) => Value;

/** For the checks of options and of calls: a user may have passed the key as another value. */
export function errorKeyHider(apiKey: unknown): ErrorKeyHider {
  return (run) => {
    try {
      return run();
    } catch (error) {
      throw typeof apiKey === 'string' && apiKey.length >= SHORT_KEY
        ? hideIn(error, apiKey)
        : error;
    }
  };
}

function hideIn(error: unknown, apiKey: string): unknown {
  const isQuery = isQueryError(error);
  if (!isQuery && !isConfigurationError(error)) return error;
  const hide = keyHider([apiKey]);
  const { message } = error;
  if (hide(message) === message && !(isQuery && hasKey(error.value, hide))) return error;
  return isQuery
    ? new QueryError(hide(error.path), hide(error.problem))
    : new ConfigurationError(hide(message));
}

function hasKey(value: unknown, hide: (text: string) => string): boolean {
  try {
    const text = JSON.stringify([value]);
    return hide(text) !== text;
  } catch {
    return typeof value === 'object'; // JSON cannot have it
  }
}
