import type { JsonObject, JsonValue } from '../../schema/field.js';
import { setMember } from '../../values/plain-object.js';

/** A secret of this length or more is redacted even inside a word. */
export const LONG = 12;

/** Longer secrets are not searched in all spellings: anybody can send credentials that make a pattern too large. */
const MAX_PATTERN = 256;

/**
 * Replaces secrets by `[redacted]` in text, and in the keys and texts of a JSON value, also if they are
 * percent-encoded. A short secret, as tests like to use, is replaced only where it is a whole word: `dev` is not
 * redacted in `device`.
 */
export function redact<Value extends JsonValue>(value: Value, secrets: readonly string[]): Value;
export function redact(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (typeof value === 'string') return secrets.reduce(redactText, value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets));
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value))
    setMember(copy, secrets.reduce(redactText, key), redact(member, secrets));
  return copy;
}

function redactText(text: string, secret: string): string {
  if (secret.length > MAX_PATTERN)
    return text.replaceAll(secret, '[redacted]').replaceAll(encodeURIComponent(secret), '[redacted]');
  const isSpelledOtherwise = text.includes('%') || secret.includes('+');
  if (!text.includes(secret) && !isSpelledOtherwise) return text;
  const spelled = Array.from(secret, spellings).join('');
  // An encoded character precedes a word, although it ends with a digit or a letter.
  const word = `(?:(?<![\\w-])|(?<=%[\\da-fA-F]{2}))${spelled}(?![\\w-])`;
  return text.replace(new RegExp(secret.length >= LONG ? spelled : word, 'g'), '[redacted]');
}

/**
 * A pattern of all spellings of a character in a URL: percent-encoded, also more than once. A `+` that was not
 * encoded is read as a space.
 */
function spellings(character: string): string {
  const literal = character.replace(/[\\^$.|?*+()[\]{}]/, '\\$&');
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  const encoded = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:${literal}|%(?:25)*${encoded}${character === '+' ? '| ' : ''})`;
}
