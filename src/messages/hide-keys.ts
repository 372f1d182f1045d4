/** A key with fewer characters may be an ordinary word, or a part of one. */
export const SHORT_KEY = 8;

/** Text as the source of a regular expression that matches only it. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Replaces each API key by `[redacted]`, in whatever way a client, a service or a page writes it:
 * as it is, percent-encoded, with the escapes of JSON and JavaScript, or as HTML entities. A short
 * key is replaced only where it is a whole word.
 */
export const hideKeys = (text: string, keys: Iterable<string>): string => keyHider(keys)(text);

/** The same as a function, for keys that many texts may contain. */
export function keyHider(keys: Iterable<string>): (text: string) => string {
  const all = [...keys].filter(Boolean);
  const fragments = all.map((key) => {
    const runs = key.split(/[^A-Za-z\d]+/).sort((left, right) => right.length - left.length);
    return runs[0]?.slice(0, LONGEST_FRAGMENT) || '(?:)';
  });
  // Nobody escapes letters and digits: few texts have those of a key.
  const fragment = new RegExp(fragments.join('|') || '(?!)', 'i');
  let searched: readonly SearchedKey[] | undefined;
  return (text) => {
    if (!fragment.test(text)) return text;
    searched ??= all.flatMap(searchedKeys);
    return hide(text, searched);
  };
}

/** No engine compiles a regular expression of a very long key, and its error would show the key. */
const LONGEST_FRAGMENT = 100;

interface SearchedKey {
  readonly plain: string;
  readonly isShort: boolean;
}

/** A key with `%2F` in it means something else if its percent sign is escaped. */
const searchedKeys = (key: string): SearchedKey[] =>
  [readText(key).plain, key.replaceAll('\\', '').toLowerCase()]
    .filter(Boolean)
    .map((plain) => ({ plain, isShort: key.length < SHORT_KEY }));

const BACKSLASH = String.raw`(?:\\(?:x5c|u005c|u\{5c\})?|%(?:25)*5c|&#(?:92|x5c);)`;

/** A character in each way in which it can be written, with the backslashes before it. */
const CHARACTER = new RegExp(
  [
    `${BACKSLASH}+(?:u(?!005c)(?<unit>[\\da-f]{4})|u\\{(?!5c)0*(?<point>[\\da-f]{1,6})\\}`,
    `x(?!5c)(?<pair>[\\da-f]{2}))`,
    `${BACKSLASH}*(?:%(?:25)*(?<byte>[2-7][\\da-f])|(?<bytes>(?:%(?:25)*[89a-f][\\da-f]){2,4})`,
    `&(?:#(?<code>\\d{1,7})|#x(?<hex>[\\da-f]{1,6})|(?<entity>[a-z]{2,4}));|(?<character>[^]))`,
  ].join('|'),
  'gi',
);

const entities: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  plus: '+',
};

/** The character that a match of {@link CHARACTER} means; a blank if it means none. */
function readCharacter(groups: Record<string, string | undefined>): string {
  const { unit, point, pair, byte, bytes, code, hex, entity, character } = groups;
  if (character !== undefined) return character;
  if (entity) return entities[entity.toLowerCase()] ?? ' ';
  const number = code
    ? Number(code)
    : Number.parseInt(unit ?? point ?? pair ?? byte ?? hex ?? '', 16);
  if (!bytes) return number < 0x10000 ? String.fromCharCode(number) : ' ';
  try {
    return decodeURIComponent(bytes.replace(/%(?:25)+/g, '%'));
  } catch {
    return ' ';
  }
}

/**
 * The characters of a text as they are written, with the backslashes before them, which are as many
 * as a text was quoted, and what they mean, in small letters.
 */
function readText(text: string): { written: readonly string[]; plain: string } {
  const written: string[] = [];
  let plain = '';
  for (const { 0: part, groups = {} } of text.matchAll(CHARACTER)) {
    written.push(part);
    const character = readCharacter(groups);
    plain += /[A-Z]/.test(character) ? character.toLowerCase() : character[0];
  }
  return { written, plain };
}

function hide(text: string, keys: readonly SearchedKey[]): string {
  const { written, plain } = readText(text);
  const isHidden = new Uint8Array(written.length);
  for (const { plain: key, isShort } of keys) {
    let done = 0;
    for (let at = plain.indexOf(key); at >= 0; at = plain.indexOf(key, at + 1)) {
      const end = at + key.length;
      const isWord = !isWordPart(written[at - 1]) && !isWordPart(written[end]);
      if (isWord || !isShort) isHidden.fill(1, Math.max(at, done), end);
      done = end;
    }
  }
  return written
    .map((part, index) => (isHidden[index] ? (isHidden[index - 1] ? '' : '[redacted]') : part))
    .join('');
}

const isWordPart = (written = ''): boolean => /^[\w-]$/.test(written);
