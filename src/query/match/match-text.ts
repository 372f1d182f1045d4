import type { ResolvedDialect } from '../../dialect/dialect.js';
import type { Collation } from '../../dialect/setting-values.js';
import type { JsonValue } from '../../schema/field.js';

type Text = ResolvedDialect['text'];
type Fold = (text: string) => string;

/** Returns the form of a value in which it is compared: values that are equal have the same key. */
export type KeyFunction = (value: JsonValue) => JsonValue;

export interface TextRules {
  /** The key of a text: equal texts have the same one. */
  readonly keyOf: KeyFunction;
  /** Compares two keys that are not null: 0 only for the same key. */
  readonly compare: (left: JsonValue, right: JsonValue) => number;
  /** What `like` compares of a text. Spaces at the end count, as in every database. */
  readonly like: Fold;
  /** The same, of a value. */
  readonly likeKeyOf: KeyFunction;
}

const known = new Map<string, TextRules>();

/**
 * How a dialect compares text. The same object for the same settings, so that keys can be cached.
 */
export function textRules(text: Text): TextRules {
  // By value: `connect` records which settings are read, also those of rules that are known.
  const settings = JSON.stringify([text.collation, text.equality, text.like]);
  const rules = known.get(settings) ?? createRules(text);
  known.set(settings, rules);
  return rules;
}

/**
 * With the equality of the collation, the key of a text is the text without what the collation
 * ignores. With exact equality, it is the text, and what the collation does not distinguish follows
 * by code point, as in PostgreSQL.
 */
function createRules({ collation, equality, like: likeSetting }: Text): TextRules {
  const { locale, ignores } = partsOf(collation);
  const compareCodePoints = ignores.has('trailingSpaces') ? comparePadded : compareText;
  const compareFolded =
    locale === 'codePoint' ? compareCodePoints : new Intl.Collator(locale).compare;
  const fold = foldOf(collation, ignores.has('trailingSpaces'));
  const keyFold = equality === 'exact' ? asIs : fold;
  const orderFold = equality === 'exact' ? fold : asIs;
  const like = {
    exact: asIs,
    insensitive: lower,
    asciiInsensitive: lowerAscii,
    collation: foldOf(collation, false),
  }[likeSetting];
  return {
    keyOf: onText(keyFold),
    compare(left, right) {
      const [one, other] = [String(left), String(right)];
      return compareFolded(orderFold(one), orderFold(other)) || compareText(one, other);
    },
    like,
    likeKeyOf: onText(like),
  };
}

const partsOf = (collation: Collation) => {
  const { locale = 'codePoint', ignores = [] } =
    typeof collation === 'string' ? { locale: collation } : collation;
  return { locale, ignores: new Set(ignores) };
};

/**
 * Returns what a collation compares of a text: the same for all texts that it does not distinguish.
 */
function foldOf(collation: Collation, ignoresSpaces: boolean): Fold {
  const { locale, ignores } = partsOf(collation);
  const folds: Fold[] = [];
  if (ignoresSpaces) folds.push((text) => text.replace(/ +$/, ''));
  if (ignores.has('accents')) folds.push(locale === 'codePoint' ? baseCharacters : withoutAccents);
  if (ignores.has('asciiCase')) folds.push(lowerAscii);
  // `utf8mb4_general_ci` compares upper case, so that `_` follows the letters.
  if (ignores.has('case'))
    folds.push(locale === 'codePoint' && ignores.has('accents') ? upper : lower);
  const [only = asIs] = folds;
  return folds.length > 1 ? (text) => folds.reduce((folded, fold) => fold(folded), text) : only;
}

const onText = (fold: Fold): KeyFunction =>
  fold === asIs ? asIs : (value) => (typeof value === 'string' ? fold(value) : value);

export const asIs = <Value>(value: Value): Value => value;

/** JavaScript writes a sigma at the end of a word in another way. */
const lower: Fold = (text) => text.toLowerCase().replaceAll('ς', 'σ');

const lowerAscii: Fold = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Letters that `normalize` leaves whole, although languages order them by their base. */
const BASES: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h' },
  ...{ ẞ: 'SS', Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Ħ: 'H' },
};

const withoutAccents: Fold = (text) =>
  /^[\0-~]*$/.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/[ßæœøłđðħẞÆŒØŁĐÐĦ]/g, (letter) => BASES[letter] ?? letter);

/**
 * The character that an accented one of Latin, Greek or Cyrillic begins with. Characters beyond the
 * BMP are all the same. So compares `utf8mb4_general_ci`.
 */
const baseCharacters: Fold = (text) =>
  text.replace(/[^\0-~]/gu, (character) => {
    if (character.length > 1) return '\uFFFD';
    if (character === 'ß') return 'S';
    if (character > '\u2000' || /[йЙ]/.test(character)) return character;
    const [base = character] = character.normalize('NFD');
    return base;
  });

const upper: Fold = (text) =>
  text.replace(/[^\0-\x60{-~]+/gu, (characters) => {
    const changed = characters.toUpperCase();
    return changed.length === characters.length ? changed : characters;
  });

/** As if the shorter text had as many spaces behind it as the longer one has more characters. */
function comparePadded(left: string, right: string): number {
  const length = Math.max(left.length, right.length);
  return compareText(left.padEnd(length), right.padEnd(length));
}

/**
 * By Unicode code point (decision 21). JavaScript's `<` compares UTF-16 units, which puts an emoji
 * before U+FFFD.
 */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/** Surrogates encode code points above every other UTF-16 unit. */
const codePointRank = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;

/**
 * Turns the operand of `like` into a test of text: whether the text contains it. With SQL
 * wildcards, it is the pattern `%operand%`, in which `%` means any text and `_` any character
 * (decision 20). A backslash at the end of the operand escapes the last `%`, as in a database.
 *
 * @example
 * compileLike('o_si', 'sql')('Rossi') // => true
 */
export function compileLike(
  operand: string,
  wildcards: ResolvedDialect['text']['wildcards'],
): (text: string) => boolean {
  if (wildcards === 'none' || !/[%_\\]/.test(operand)) return (text) => text.includes(operand);
  const [, ...parts] = parsePattern(`%${operand}%`, wildcards === 'sql');
  const last = parts.pop() ?? [];
  return (text) => {
    const characters = Array.from(text);
    let start = 0;
    for (const part of parts) {
      const found = indexOfPart(characters, part, start);
      if (found < 0) return false;
      start = found + part.length;
    }
    const end = characters.length - last.length;
    return end >= start && indexOfPart(characters, last, end) === end;
  };
}

/** A character of a pattern; `undefined` is any one. */
type Pattern = readonly (string | undefined)[];

/** The parts between the `%` of a pattern. */
function parsePattern(operand: string, hasEscape: boolean): Pattern[] {
  const parts: (string | undefined)[][] = [[]];
  let isEscaped = false;
  for (const character of operand) {
    if (hasEscape && character === '\\' && !isEscaped) isEscaped = true;
    else {
      if (character === '%' && !isEscaped) parts.push([]);
      else parts.at(-1)?.push(character === '_' && !isEscaped ? undefined : character);
      isEscaped = false;
    }
  }
  return parts;
}

/** Where a part begins in a text, at `start` or later; -1 if nowhere. */
function indexOfPart(text: readonly string[], part: Pattern, start: number): number {
  for (let at = start; at + part.length <= text.length; at++)
    if (part.every((character, index) => character === undefined || character === text[at + index]))
      return at;
  return -1;
}
