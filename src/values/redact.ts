import { setMember } from './plain-object.js';

// Two functions, because that of the client may be small, and the tools can afford a better one: `redact` in the client
// would add 0.4 kB.

/** The names of characters in HTML. */
const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** A key with fewer characters may be an ordinary word, or a part of one. */
const SHORT_KEY = 8;

/** How much of a text a message shows before it is cut, at most. */
const LONGEST_CUT = 100;

/**
 * For the client: creates the function that replaces a key by `[redacted]` in text, even inside a word, also if it is
 * escaped for JSON or HTML, or percent-encoded, but only once; and its beginning where a message is cut. A short key is
 * only replaced where it is a value by itself: in quotes, after `APIKey`, as a segment of a path, a parameter or the
 * text as a whole.
 */
export function keyRedactor(key: string): (text: string) => string {
  let expression: RegExp | undefined; // most clients never need it
  return (text) => {
    expression ??= keyExpression(key);
    return text.replace(expression, '$1[redacted]');
  };
}

function keyExpression(key: string): RegExp {
  const isShort = key.length < SHORT_KEY;
  let pattern = isShort ? '(?=$|["\'`\\\\/?&#])' : '';
  for (let index = key.length - 1; index >= 0; index--) {
    const number = key.charCodeAt(index);
    const code = number.toString(16).padStart(4, '0');
    const entity = `&(?:#0*${number}|#x${code.replace(/^0*/, '0*')}|${entities[key[index] ?? ''] ?? '#'});`;
    pattern = `(?:\\\\?\\u${code}|\\\\u${code}|%${code.slice(2)}|${entity})${pattern}`;
    if (index >= SHORT_KEY && index <= LONGEST_CUT) pattern = `(?:${pattern}|(?=\\\\?["']?…))`;
  }
  return new RegExp((isShort ? '(^|["\'`/=]|APIKey )' : '()') + pattern, 'gi');
}

/** Whether a header, by its lower-case name, can carry a secret, so that its value is not kept. */
export const isSecretHeader = (name: string): boolean => /cookie|auth|token|secret|api-?key/.test(name);

/** A secret of this length or more is not an ordinary word. It is redacted even inside a word. */
export const LONG_SECRET = 12;

/**
 * For mock and tools: replaces any secrets by `[redacted]` in text, and in the keys and texts of a JSON value, also if
 * they are percent-encoded, or escaped for JSON or HTML, even more than once. A short secret, as tests like to use, is
 * replaced only where it is a whole word: `dev` is not redacted in `device`.
 */
export function redact<Value>(value: Value, secrets: Iterable<string>): Value {
  const all = [...secrets];
  const redactText = (text: string) => all.reduce(redactSecret, text);
  const visit = (member: unknown): unknown => {
    if (typeof member === 'string') return redactText(member);
    if (typeof member !== 'object' || member === null) return member;
    if (Array.isArray(member)) return member.map(visit);
    const copy: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(member)) setMember(copy, redactText(key), visit(inner));
    return copy;
  };
  return visit(value) as Value; // the same shape
}

function redactSecret(given: string, secret: string): string {
  const isWord = secret.length < LONG_SECRET;
  // As it is first: the end of an escape sequence before it could be the start of the secret.
  const text = isWord ? given : given.replaceAll(secret, '[redacted]');
  const { decoded, positionOf } = decode(text);
  const fold = (plain: string) => {
    const spaced = secret.includes('+') ? plain.replaceAll('+', ' ') : plain; // as the reader of a query sees it
    return isWord ? spaced : spaced.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  };
  const [haystack, needle] = [fold(decoded), fold(decode(secret).decoded)];
  if (needle === '') return text;
  let redacted = '';
  let end = 0;
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) {
    const isPart = /[\w-]/.test(haystack[at - 1] ?? '') || /[\w-]/.test(haystack[at + needle.length] ?? '');
    if (isWord && isPart) continue;
    redacted += `${text.slice(end, positionOf(at))}[redacted]`;
    end = positionOf(at + needle.length);
  }
  return redacted + text.slice(end);
}

/**
 * A character in a string of JSON, in HTML or in a URL, also if it was escaped more than once: `\u002f`, `\/`,
 * `&#47;`, `&#x2f;`, `&amp;`, `%2F`, `%252F`. Backslashes are not compared: a secret may have some itself.
 */
const ESCAPED =
  /\\+(?:u([\da-f]{4})|([^\\&%]?))|&(?:#0*(\d{1,7})|#x0*([\da-f]{1,6})|(amp|lt|gt|quot|apos));|%(?:25)*([\da-f]{2})/gi;

const characterOf = (entity: string): string | undefined =>
  Object.keys(entities).find((character) => entities[character] === entity.toLowerCase());

/** Text without escape sequences, and the position in the text of an index in it. Indexes must ascend. */
function decode(text: string): { decoded: string; positionOf: (index: number) => number } {
  let decoded = '';
  let end = 0;
  const ends: { index: number; position: number }[] = [];
  for (const match of text.matchAll(ESCAPED)) {
    const [whole, unicode, plain, number, hex, name, percent] = match;
    const code = number === undefined ? Number.parseInt(unicode ?? hex ?? percent ?? '', 16) : Number(number);
    const character = plain ?? characterOf(name ?? '') ?? String.fromCharCode(code);
    decoded += text.slice(end, match.index) + (character === '\\' ? '' : character);
    end = match.index + whole.length;
    ends.push({ index: decoded.length, position: end });
  }
  let last = 0;
  const positionOf = (index: number) => {
    while ((ends[last]?.index ?? Infinity) <= index) last += 1;
    const before = ends[last - 1] ?? { index: 0, position: 0 };
    return before.position + index - before.index;
  };
  return { decoded: decoded + text.slice(end), positionOf };
}
