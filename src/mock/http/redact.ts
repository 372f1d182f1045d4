import type { JsonObject, JsonValue } from '../../schema/field.js';
import { setMember } from '../../values/plain-object.js';

/** A secret of this length or more is redacted even inside a word. */
export const LONG = 12;

/**
 * Replaces secrets by `[redacted]` in text, and in the keys and texts of a JSON value. A short secret, as
 * tests like to use, is replaced only where it is a whole word: `dev` is not redacted in `device`.
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
  if (!text.includes(secret)) return text;
  if (secret.length >= LONG) return text.replaceAll(secret, '[redacted]');
  const literal = secret.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, 'g'), '[redacted]');
}
