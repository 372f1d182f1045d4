/** A key with fewer characters may be an ordinary word, or a part of one. */
export const SHORT_KEY = 8;

/** Text as the source of a regular expression that matches only it. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Replaces each API key by `[redacted]`, as it is, percent-encoded and escaped for JSON. A short
 * key is replaced only where it is a whole word.
 */
export const hideKeys = (text: string, keys: Iterable<string>): string =>
  text.replace(keyPattern(keys), '[redacted]');

/**
 * What {@link hideKeys} replaces, for keys that many texts may contain. The longest spelling is
 * first: of a key that begins with another one, no rest must remain.
 */
export function keyPattern(keys: Iterable<string>): RegExp {
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
