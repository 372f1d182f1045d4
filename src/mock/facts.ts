import type { MatchDialect } from '../match/matcher.js';
import { foldCase, valueKeys } from '../match/values.js';
import type { ComparisonNode, FilterNode } from '../query/filter.js';
import type { JsonValue } from '../schema/field.js';
import { isTextKind, isUuid } from '../schema/kinds.js';
import { cut } from '../values/describe.js';
import { isPlainObject } from '../values/plain-object.js';
import { type StoredRow, valueIn } from './store.js';

/** `gt` or `gte` above `lt` or `lte` of the same field. */
export function* crossedBounds(
  filters: readonly FilterNode[],
  path: string,
  dialect: MatchDialect,
): Generator<string> {
  const comparisons = filters.filter((filter) => filter.kind === 'comparison');
  const lower = comparisons.find(({ op }) => op === 'gt' || op === 'gte');
  const upper = comparisons.find(({ op }) => op === 'lt' || op === 'lte');
  if (!lower || !upper) return;
  const { keyOf, compare } = valueKeys(lower.field, dialect);
  const result = compare(keyOf(lower.operand), keyOf(upper.operand));
  if (result > 0) yield `\`${path}.${lower.op}\` is above \`${path}.${upper.op}\`.`;
  else if (result === 0 && (lower.op === 'gt' || upper.op === 'lt'))
    yield `\`${path}.${lower.op}\` equals \`${path}.${upper.op}\`.`;
}

/** The facts about rows that come nearest to a comparison that none of them matches. */
export function* comparisonFacts(
  comparison: ComparisonNode,
  rows: readonly StoredRow[],
  path: string,
  dialect: MatchDialect,
): Generator<string> {
  const { op, name, field, operand } = comparison;
  const { kind } = field;
  const label = `\`${path}\``;
  const values = rows.map((row) => valueIn(row, name, field)).filter((value) => value !== null);
  const nulls = rows.length - values.length;
  const operands = [operand].flat().filter((value) => value !== null);
  if (Array.isArray(operand) && operand.length === 0) yield `\`${path}.${op}\` is empty.`;
  else if (values.length === 0) yield `${label} is null in every row.`;
  else if (operands.length === 0) yield `${label} is never null.`;
  else if (kind === 'json') yield keysFact(values, label);
  else {
    const isEquality = op === 'eq' || op === 'in';
    if (isEquality && kind === 'uuid' && !operands.some(isUuid)) yield `${label} is not a UUID.`;
    const isText = isEquality || op === 'like' || op === 'contains';
    const fact =
      (isText ? spellingFact(operands, values, isEquality) : undefined) ??
      (kind === 'uuid' ? undefined : valueFact(comparison, values, dialect));
    if (fact !== undefined) yield `${label} ${fact}.`;
  }
  if (values.length > 0 && nulls > 0) yield `${label} is null in ${nulls} of ${rows.length} rows.`;
}

/** What may differ between two texts that look alike. */
const differences: readonly (readonly [name: string, fold: (text: string) => string])[] = [
  ['letter case', foldCase],
  ['spaces', (text) => text.replace(/\s+/g, ' ').trim()],
  ['accents', (text) => text.normalize('NFKD').replace(/\p{M}+/gu, '')],
];

/** From all differences to a single one. */
const combinations = [[0, 1, 2], [1, 2], [0, 2], [0, 1], [2], [1], [0]].map((indexes) =>
  differences.filter((_, index) => indexes.includes(index)),
);

/** The same text in another spelling, with as few differences as possible. */
function spellingFact(
  operands: readonly JsonValue[],
  values: readonly JsonValue[],
  isEquality: boolean,
): string | undefined {
  const wanted = operands.filter((operand) => typeof operand === 'string');
  let texts = values.filter((value) => typeof value === 'string');
  let fact: string | undefined;
  for (const folds of combinations) {
    const fold = (text: string) => folds.reduce((folded, [, next]) => next(folded), text);
    const folded = new Set(wanted.map(fold));
    const [part = ''] = folded;
    const found = texts.filter((text) =>
      isEquality ? folded.has(fold(text)) : fold(text).includes(part),
    );
    const [text] = found;
    if (fact === undefined) texts = found; // the others differ in more than spelling
    if (text === undefined) continue;
    const names = new Intl.ListFormat('en').format(folds.map(([name]) => name));
    fact = `differs in ${names}: '${cut(text, 80)}'`;
  }
  return fact;
}

/** How many values are listed. */
const MAX_VALUES = 6;

/** The values of a field if they are few, or else where they begin and end. */
function valueFact(
  { op, field }: ComparisonNode,
  values: readonly JsonValue[],
  dialect: MatchDialect,
): string | undefined {
  const isOrdered = /^[gl]te?$/.test(op);
  const few = isOrdered ? [] : [...new Set(values)];
  if (!isOrdered && few.length <= MAX_VALUES)
    return `has the value${few.length === 1 ? '' : 's'} ${few.map(shown).join(', ')}`;
  if (!isOrdered && isTextKind(field.kind)) return undefined; // where texts begin and end says little
  const { keyOf, compare } = valueKeys(field, dialect);
  let [least = null] = values;
  let most = least;
  let [leastKey, mostKey] = [keyOf(least), keyOf(least)];
  for (const value of values) {
    const key = keyOf(value);
    if (compare(key, leastKey) < 0) [least, leastKey] = [value, key];
    if (compare(key, mostKey) > 0) [most, mostKey] = [value, key];
  }
  if (field.kind === 'date' || !isOrdered) return `ranges from ${shown(least)} to ${shown(most)}`;
  return op.startsWith('g') ? `is at most ${shown(most)}` : `is at least ${shown(least)}`;
}

/** Quotes text that could be read as several words. */
const shown = (value: JsonValue): string => {
  const text = cut(String(value), 80);
  return /^[\p{L}\p{N}_.:+-]+$/u.test(text) ? text : `'${text}'`;
};

function keysFact(values: readonly JsonValue[], label: string): string {
  const keys = [
    ...new Set(values.flatMap((value) => (isPlainObject(value) ? Object.keys(value) : []))),
  ];
  const more = keys.length > MAX_VALUES ? ', …' : '';
  return keys.length > 0
    ? `${label} has the keys ${keys.slice(0, MAX_VALUES).map(shown).join(', ')}${more}.`
    : `${label} has no keys.`;
}
