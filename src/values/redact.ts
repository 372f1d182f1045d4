import { setMember } from './plain-object.js';

/** A secret of this length or more is not an ordinary word. It is redacted even inside a word. */
export const LONG_SECRET = 12;

/** Longer secrets are not searched in all spellings: anybody can send credentials that make a pattern too large. */
const MAX_PATTERN = 1024;

/**
 * Replaces secrets by `[redacted]` in text, and in the keys and texts of a JSON value, also if they are
 * percent-encoded, or escaped for JSON or HTML.
 *
 * @param short - Where a short secret, as tests like to use, is replaced: `words`, the default, does not replace
 * `dev` in `device`.
 */
export function redact<Value>(
  value: Value,
  secrets: Iterable<string>,
  short: 'words' | 'anywhere' = 'words',
): Value {
  const all = [...secrets];
  const redactText = (text: string) =>
    all.reduce(
      (rest, secret) => redactSecret(rest, secret, short === 'words' && secret.length < LONG_SECRET),
      text,
    );
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

function redactSecret(text: string, secret: string, isWord: boolean): string {
  if (secret.length > MAX_PATTERN)
    return text.replaceAll(secret, '[redacted]').replaceAll(encodeURIComponent(secret), '[redacted]');
  const mayBeEscaped = /[%&\\]/.test(text) || secret.includes('+');
  if (!mayBeEscaped && !text.toLowerCase().includes(secret.toLowerCase())) return text;
  const spelled = secret.split('').map(spellings).join('');
  // An encoded character precedes a word, although it ends with a digit or a letter.
  const pattern = isWord ? `(?:(?<![\\w-])|(?<=%[\\da-fA-F]{2}))${spelled}(?![\\w-])` : spelled;
  return text.replace(new RegExp(pattern, isWord ? 'g' : 'gi'), '[redacted]');
}

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/**
 * A pattern of all spellings of a character: after backslashes, as an escape sequence of JSON, as an HTML entity,
 * and percent-encoded, also more than once. A `+` that was not encoded is read as a space.
 */
function spellings(character: string): string {
  const code = character.charCodeAt(0);
  const digits = code.toString(16);
  const hex = digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const entity = `&(?:#0*${code}|#[xX]0*${hex}|${entities[character] ?? '#'});`;
  const literal = `\\\\{0,3}\\u${digits.padStart(4, '0')}`;
  return `(?:${literal}|\\\\{1,3}u0{0,3}${hex}|%(?:25)*${hex}|${entity}${character === '+' ? '| ' : ''})`;
}
