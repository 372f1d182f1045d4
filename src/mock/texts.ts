import { foldCase } from '../match/values.js';
import { cut } from '../messages/describe.js';
import type { JsonValue } from '../schema/field.js';

/** What may differ between two texts that look alike. The first is the least likely. */
const differences: readonly (readonly [name: string, fold: (text: string) => string])[] = [
  ['accents', (text) => text.normalize('NFKD').replace(/\p{M}+/gu, '')],
  ['punctuation', (text) => text.replace(/[\p{P}\p{S}]+/gu, '')],
  ['spaces', (text) => text.replace(/\s+/g, ' ').trim()],
  ['letter case', foldCase],
];

const foldAll = (folds: typeof differences) => (text: string) =>
  folds.reduce((folded, [, fold]) => fold(folded), text);

/** Ten times as fast as removing the differences. Created once, when needed: it takes 5 ms. */
let alike: Intl.Collator | undefined;

/** With how many operands values are compared, and how many values letter by letter. */
const [MAX_OPERANDS, MAX_FOLDED] = [10, 50];

/**
 * The same text in another spelling, with no more differences than necessary.
 *
 * @param isPart - Whether a value may have more than the text, as for `like`.
 */
export function otherSpelling(
  operands: readonly string[],
  values: readonly string[],
  isPart: boolean,
): string | undefined {
  const wanted = operands.slice(0, MAX_OPERANDS);
  const part = foldCase(wanted[0] ?? '');
  alike ??= new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
  const { compare } = alike;
  const similar = values.filter((value) =>
    isPart ? foldCase(value).includes(part) : wanted.some((text) => compare(text, value) === 0),
  );
  let found = (isPart && similar.length === 0 ? values : similar).slice(0, MAX_FOLDED);
  let folds = differences;
  for (const difference of [undefined, ...differences]) {
    const fewer = folds.filter((fold) => fold !== difference);
    const fold = foldAll(fewer);
    const texts = wanted.map(fold).filter((text) => text !== '');
    const nearer = found.filter((value) =>
      texts.some((text) => (isPart ? fold(value).includes(text) : fold(value) === text)),
    );
    if (nearer.length > 0) [folds, found] = [fewer, nearer];
    else if (difference === undefined) return undefined;
  }
  return `differs in ${folds.map(([name]) => name).join(' and ')}: '${cut(String(found[0]), 80)}'`;
}

/** Values with the same start or end as a text. Few, because comparing them takes long. */
export function namesLike(text: string, values: Iterable<string>): string[] {
  const [start, end] = [text.slice(0, 3), text.slice(-3)];
  const names = new Set<string>();
  for (const name of values) {
    if (Math.abs(name.length - text.length) > 3) continue;
    if ((name.startsWith(start) || name.endsWith(end)) && names.add(name).size === 20) break;
  }
  return [...names];
}

/** The words of a text that are long enough to find something by. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** How many values are listed, and how many of more. */
const [MAX_VALUES, MAX_EXAMPLES] = [6, 3];

/** All values if they are few; otherwise examples, unless only few are wanted. */
export function listValues(values: Iterable<JsonValue>, isFew: boolean): string | undefined {
  const distinct = new Set<JsonValue>();
  for (const value of values) {
    distinct.add(typeof value === 'object' ? JSON.stringify(value) : value);
    if (distinct.size > MAX_VALUES) break;
  }
  const list = [...distinct].map(shown);
  if (list.length <= MAX_VALUES)
    return `has the value${list.length === 1 ? '' : 's'} ${list.join(', ')}`;
  return isFew ? undefined : `has other values, such as ${list.slice(0, MAX_EXAMPLES).join(', ')}`;
}

/** Quotes text that could be read as several words. */
export const shown = (value: JsonValue): string => {
  const text = cut(typeof value === 'object' ? JSON.stringify(value) : String(value), 80);
  return /^[\p{L}\p{N}_.:+-]+$/u.test(text) ? text : `'${text}'`;
};
