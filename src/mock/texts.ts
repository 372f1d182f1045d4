import { foldCase } from '../match/values.js';
import { cut } from '../messages/describe.js';
import type { JsonValue } from '../schema/field.js';

/** What may differ between two texts that look alike. The first is the least likely. */
const differences: readonly (readonly [name: string, fold: (text: string) => string])[] = [
  ['accents', (text) => text.normalize('NFKD').replace(/\p{M}+/gu, '')],
  ['spaces', (text) => text.replace(/\s+/g, ' ').trim()],
  ['letter case', foldCase],
];

/** ASCII without a space too many, of which only the letter case may differ. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** A text without any of the differences. */
export function foldSpelling(value: JsonValue): JsonValue {
  if (value === null) return null;
  const text = String(value);
  if (PLAIN.test(text)) return text.toLowerCase();
  return differences.reduce((folded, [, fold]) => fold(folded), text);
}

/**
 * The same text in another spelling, with no more differences than necessary.
 *
 * @param values - Perhaps with null.
 * @param folded - The same without differences.
 */
export function spellingFact(
  operands: readonly JsonValue[],
  values: readonly JsonValue[],
  isEquality: boolean,
  folded: readonly JsonValue[] = values.map(foldSpelling),
): string | undefined {
  const find = (fold: (text: JsonValue) => JsonValue, texts: readonly JsonValue[]) => {
    const wanted = new Set(operands.map(fold));
    const [part = null] = wanted;
    const isFound = (text: JsonValue = null) =>
      text !== null && (isEquality ? wanted.has(text) : String(text).includes(String(part)));
    return (_: unknown, index: number) => isFound(texts[index]);
  };
  let found = values.filter(find(foldSpelling, folded)).slice(0, MAX_SPELLINGS);
  if (found.length === 0) return undefined;
  let folds = differences;
  for (const difference of differences) {
    const fewer = folds.filter((fold) => fold !== difference);
    const fold = (text: JsonValue) =>
      fewer.reduce((folded, [, next]) => next(folded), String(text));
    const nearer = found.filter(find(fold, found.map(fold)));
    if (nearer.length > 0) [folds, found] = [fewer, nearer];
  }
  return `differs in ${folds.map(([name]) => name).join(' and ')}: '${cut(String(found[0]), 80)}'`;
}

/** Among how many spellings the nearest is looked for. */
const MAX_SPELLINGS = 100;

/** Values with the same start or end as a text. Few, because comparing them takes long. */
export function namesLike(text: string, values: readonly JsonValue[]): string[] {
  const [start, end] = [text.slice(0, 3), text.slice(-3)];
  const names = new Set<string>();
  for (const value of values) {
    const name = String(value);
    if (Math.abs(name.length - text.length) > 3) continue;
    if ((name.startsWith(start) || name.endsWith(end)) && names.add(name).size === 20) break;
  }
  return [...names];
}

/** How many values are listed, and how many of more. */
const [MAX_VALUES, MAX_EXAMPLES] = [6, 3];

/** All values if they are few; otherwise examples, unless only few are wanted. */
export function valuesFact(values: Iterable<JsonValue>, isFew: boolean): string | undefined {
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
