import type { JsonObject, JsonValue } from '../../schema/field.js';
import { setMember } from '../../values/plain-object.js';

/** From this length on, a secret is not part of a word by accident. */
const LONG = 12;

/**
 * Puts `[redacted]` in the place of secrets in text, and in the keys and the text of a JSON value. A short secret, as
 * tests like to have it, counts where it stands as a word: `dev` is not part of `device`.
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
