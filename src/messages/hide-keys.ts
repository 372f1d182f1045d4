/** A key with fewer characters may be an ordinary word, or a part of one. */
export const SHORT_KEY = 8;

/** Text as the source of a regular expression that matches only it. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Compiled once for the keys that a set has, which a mock uses several times a request. */
const compiled = new WeakMap<ReadonlySet<string>, { size: number; pattern: RegExp }>();

/**
 * Replaces each API key by `[redacted]`, as it is, percent-encoded and escaped for JSON. A short
 * key is replaced only where it is a whole word.
 *
 * @param keys - Keys may be added between calls, and never removed.
 */
export function hideKeys(text: string, keys: ReadonlySet<string>): string {
  const { size } = keys;
  if (size === 0) return text;
  let found = compiled.get(keys);
  if (found?.size !== size) {
    found = { size, pattern: patternOf(keys) };
    compiled.set(keys, found);
  }
  return text.replace(found.pattern, '[redacted]');
}

/** The longest spelling is first: of a key that begins with another one, no rest must remain. */
function patternOf(keys: ReadonlySet<string>): RegExp {
  const spellings = [...keys].filter(Boolean).flatMap((key) => {
    const isShort = key.length < SHORT_KEY;
    const all = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
    return [...new Set(all)].map((spelling) => ({ spelling, isShort }));
  });
  const patterns = spellings
    .sort((left, right) => right.spelling.length - left.spelling.length)
    .map(({ spelling, isShort }) => {
      const literal = literalPattern(spelling);
      return isShort ? `(?<![\\w-])${literal}(?![\\w-])` : literal;
    });
  return new RegExp(patterns.join('|') || '(?!)', 'gi');
}
