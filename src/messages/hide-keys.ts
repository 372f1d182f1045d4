/** Replaces API keys in text, as they are and percent-encoded. A key of a few characters, as tests like to use, is replaced where it is a word. */
export function hideKeys(text: string, keys: Iterable<string>): string {
  let hidden = text;
  for (const key of keys)
    for (const spelling of [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]) {
      const literal = spelling.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      const pattern = key.length < 8 ? `(?<![\\w-])${literal}(?![\\w-])` : literal;
      hidden = hidden.replace(new RegExp(pattern, 'gi'), '[redacted]');
    }
  return hidden;
}
