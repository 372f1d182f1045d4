import type { Redact } from '../errors/caller-stack.js';
import { own, setMember } from './plain-object.js';

/** A secret with fewer characters may be an ordinary word, or a part of one. */
export const SHORT_SECRET = 8;

const REDACTED = '[redacted]';

/**
 * Replaces secrets by `[redacted]` in text, even inside a word and in any letter case, also if they
 * are percent-encoded, or escaped for JSON or HTML, even more than once.
 *
 * @param isAlone - Whether a short secret, as tests like to use, is replaced at a place of the
 * folded text. Default: where it is a value by itself, so that the words of a message stay.
 * @param written - How each character is written, if the text is known to have a secret. It is
 * changed.
 */
export function redactText(
  text: string,
  secrets: Iterable<string>,
  isAlone = isValue,
  written?: string[],
): string {
  let spellings = [...secrets];
  let plain = text;
  // Before and after each of four removals of escape sequences, because either could be meant: a
  // secret may look like one.
  for (let level = 4; ; level--) {
    const folded = fold(plain);
    for (const secret of spellings) {
      const needle = fold(secret);
      const { length } = needle;
      for (
        let at = folded.indexOf(needle);
        needle && at >= 0;
        at = folded.indexOf(needle, at + length)
      ) {
        if (length < SHORT_SECRET && !isAlone(folded, at, at + length)) continue;
        if (!written) return redactText(text, secrets, isAlone, text.split(''));
        written.fill('', at + 1, at + length)[at] &&= REDACTED; // once for secrets that overlap
      }
    }
    const parts = plain.split(ESCAPED);
    if (!parts[1] || !level) return written?.join('') ?? text;
    written &&= joinEscaped(written, parts);
    plain = decode(plain);
    spellings = spellings.concat(spellings.map(decode));
  }
}

/**
 * Replaces secrets in text that is not a message, and in the keys and texts of a JSON value, see
 * {@link redactText}. A short secret is replaced where it is a whole word: `dev` is not redacted in
 * `device`.
 */
export function redact<Value>(value: Value, secrets: Iterable<string>): Value {
  const all = [...secrets];
  const visit = (member: unknown): unknown => {
    if (typeof member === 'string') return redactText(member, all, isWord);
    if (typeof member !== 'object' || member === null) return member;
    if (Array.isArray(member)) return member.map(visit);
    const copy: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(member))
      setMember(copy, redactText(key, all, isWord), visit(inner));
    return copy;
  };
  return visit(value) as Value; // the same shape
}

/**
 * Creates the function that redacts what an error has: its texts, and the value that it is about.
 * An object becomes a copy of its JSON: printing the object itself, such as a promise or headers,
 * could show a secret.
 */
export const createRedact =
  (secrets: Iterable<string>): Redact =>
  (value) => {
    if (typeof value === 'string') return redactText(value, secrets);
    if (!/^[ofs]/.test(typeof value)) return value; // not an object, a function or a symbol
    try {
      return JSON.parse(redactText(JSON.stringify(value), secrets));
    } catch {
      return REDACTED; // it has no JSON
    }
  };

/**
 * How characters are written after each escape sequence has become one. Every second part is one.
 */
function joinEscaped(written: readonly string[], parts: readonly string[]): string[] {
  let end = 0;
  return parts
    .flatMap((part, index) => (index % 2 ? part : part.split('')))
    .map(({ length }) => {
      end += length;
      return written.slice(end - length, end).join('');
    });
}

/**
 * Text as it is compared, of the same length: in lower case, and with `+` as the reader of a query
 * sees it.
 */
const fold = (text: string): string =>
  text.replaceAll('+', ' ').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Whether a part of a folded text is a value by itself: the text as a whole, in quotes, a segment
 * of a path, a parameter, or the key in a header.
 */
const isValue = (text: string, start: number, end: number): boolean =>
  /^X$|(["'`])X\1|([/=]|apikey )X(?![\w-])/.test(
    `${text.slice(0, start).slice(-7)}X${text.charAt(end)}`, // the text has no upper case
  );

const isWord = (text: string, start: number, end: number): boolean =>
  !/[\w-]/.test(text.charAt(start - 1) + text.charAt(end));

const entities: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * An escaped character in a string of JSON, in a URL or in HTML: `\u002f`, `\/`, `%2F`, `&#x2f;`,
 * `&#47;`, `&amp;`.
 */
const ESCAPED = /(\\u00[\da-f]{2}|\\[^&%]|%[\da-f]{2}|&#?\w+;)/gi;

const decode = (text: string): string => text.replace(ESCAPED, characterOf);

function characterOf(escaped: string): string {
  const [, start, rest = ''] = /(\\u|%|&#x|&#?|\\)(\w+|.)/is.exec(escaped) ?? [];
  if (start === '\\') return rest;
  if (start === '&') return own(entities, rest) ?? start;
  return String.fromCharCode(Number(start === '&#' ? rest : `0x${rest}`));
}
