import type { MatchDialect } from '../match/matcher.js';
import { foldCase, valueKeys } from '../match/values.js';
import { counted, cut } from '../messages/describe.js';
import type { ComparisonNode, FilterNode } from '../query/filter.js';
import type { JsonValue } from '../schema/field.js';
import { isUuid, traits } from '../schema/kinds.js';
import { isPlainObject } from '../values/plain-object.js';
import { readValue, type Store, type StoredRow } from './store.js';

/** Rows of a resource, and a way to find those that match. */
interface Searched {
  readonly store: Store;
  readonly resource: string;
  readonly rows: readonly StoredRow[];
  find(...filters: readonly FilterNode[]): ReadonlySet<StoredRow>;
}

/** `gt` or `gte` above `lt` or `lte` of the same field, or the values next to both. */
export function* boundsFacts(
  filters: readonly FilterNode[],
  searched: Searched,
  path: string,
): Generator<string> {
  const comparisons = filters.filter((filter) => filter.kind === 'comparison');
  const lower = comparisons.find(({ op }) => op.startsWith('gt'));
  const upper = comparisons.find(({ op }) => op.startsWith('lt'));
  if (!lower || !upper) return;
  const { keyOf, compare } = valueKeys(lower.field, searched.store.dialect);
  const result = compare(keyOf(lower.operand), keyOf(upper.operand));
  if (result > 0 || (result === 0 && (lower.op === 'gt' || upper.op === 'lt')))
    yield `\`${path}.${lower.op}\` is not below \`${path}.${upper.op}\`.`;
  else if (searched.find(lower, upper).size === 0) yield* comparisonFacts(lower, searched, path);
}

/** The facts about rows that come nearest to a comparison that none of them matches. */
export function* comparisonFacts(
  comparison: ComparisonNode,
  searched: Searched,
  path: string,
): Generator<string> {
  const { op, name, field, operand } = comparison;
  const label = `\`${path}\``;
  const { rows } = searched;
  const values = rows.map((row) => readValue(row, name, field)).filter((value) => value !== null);
  const nulls = rows.length - values.length;
  const operands = [operand].flat().filter((value) => value !== null);
  if (Array.isArray(operand) && operand.length === 0) yield `\`${path}.${op}\` is empty.`;
  else if (values.length === 0) yield `${label} is null in every row.`;
  else if (operands.length === 0)
    // Only SQL has lists that do not match the nulls that there are.
    yield nulls > 0 ? `\`${path}.${op}\` does not match null.` : `${label} is never null.`;
  else {
    const fact = nearestFact(comparison, operands, values, searched);
    if (fact !== undefined) yield `${label} ${fact}.`;
  }
  if (values.length > 0 && nulls > 0) yield `${label} is null in ${nulls} of ${rows.length} rows.`;
}

/** How many values are listed. */
const MAX_VALUES = 6;

/** The first fact that explains why none of the values matches. */
function nearestFact(
  comparison: ComparisonNode,
  operands: readonly JsonValue[],
  values: readonly JsonValue[],
  searched: Searched,
): string | undefined {
  const { op, name, field } = comparison;
  const { kind } = field;
  if (kind === 'json') return keysFact(values);
  const { store, resource } = searched;
  const text = String(operands[0]);
  const isEquality = op === 'eq' || op === 'in';
  if (isEquality || op === 'like' || op === 'contains') {
    const spelling = spellingFact(operands, values, isEquality);
    if (spelling !== undefined) return spelling;
    if (isEquality && kind === 'uuid' && !operands.some(isUuid)) return 'is not a UUID';
    const target = name === 'id' ? resource : store.table(resource).foreignKeys.get(name)?.target;
    if (isEquality && target && !operands.some((id) => store.get(target, String(id))))
      return foreignIdFact(text, target, store);
    const part = text.replaceAll('%', '');
    const { size } = searched.find({ ...comparison, op: 'like', operand: part });
    const how = part === text ? '`like`' : '`like` without `%`';
    if (kind === 'string' && part !== '' && size > 0)
      return `contains ${shown(part)} in ${counted(size, 'row')}; use ${how}`;
  }
  const isOrdered = /^[gl]te?$/.test(op);
  const distinct = [...new Set(values)];
  if (!isOrdered && distinct.length <= MAX_VALUES)
    return `has the value${distinct.length === 1 ? '' : 's'} ${distinct.map(shown).join(', ')}`;
  const hasNeighbors = isOrdered || (isEquality && traits[kind].isQuantity);
  return hasNeighbors ? rangeFact(comparison, values, store.dialect) : undefined;
}

function foreignIdFact(id: string, target: string, store: Store): string {
  const owner = Object.keys(store.schema).find((name) => store.get(name, id));
  return owner
    ? `is the id of a row of ${owner}, not of ${target}`
    : `is not the id of a row of ${target}`;
}

/** What may differ between two texts that look alike. The first is the least likely. */
const differences: readonly (readonly [name: string, fold: (text: string) => string])[] = [
  ['accents', (text) => text.normalize('NFKD').replace(/\p{M}+/gu, '')],
  ['spaces', (text) => text.replace(/\s+/g, ' ').trim()],
  ['letter case', foldCase],
];

/** The same text in another spelling, with no more differences than necessary. */
function spellingFact(
  operands: readonly JsonValue[],
  values: readonly JsonValue[],
  isEquality: boolean,
): string | undefined {
  const find = (folds: typeof differences) => {
    const fold = (text: JsonValue) =>
      folds.reduce((folded, [, next]) => next(folded), String(text));
    const wanted = new Set(operands.map(fold));
    const [part = ''] = wanted;
    const isFound = (text: string) => (isEquality ? wanted.has(text) : text.includes(part));
    return values.find((value) => isFound(fold(value)));
  };
  let folds = differences;
  if (find(folds) === undefined) return undefined;
  for (const difference of differences) {
    const fewer = folds.filter((fold) => fold !== difference);
    if (find(fewer) !== undefined) folds = fewer;
  }
  const names = folds.map(([name]) => name).join(' and ');
  return `differs in ${names}: '${cut(String(find(folds)), 80)}'`;
}

/** The values next to an operand, or the range of all values if it is outside. */
function rangeFact(
  { op, field, operand }: ComparisonNode,
  values: readonly JsonValue[],
  dialect: MatchDialect,
): string {
  const { keyOf, compare } = valueKeys(field, dialect);
  const bound = keyOf([operand].flat()[0] ?? null);
  let below: JsonValue = null;
  let above: JsonValue = null;
  for (const value of values) {
    const key = keyOf(value);
    const result = compare(key, bound);
    const isBelow = result < 0 || (result === 0 && op === 'gt');
    if (isBelow && (below === null || compare(key, keyOf(below)) > 0)) below = value;
    if (!isBelow && (above === null || compare(key, keyOf(above)) < 0)) above = value;
  }
  if (below !== null && above !== null)
    return `has no value between ${shown(below)} and ${shown(above)}`;
  const end = (sign: number) =>
    values.reduce((last, value) => (sign * compare(keyOf(value), keyOf(last)) > 0 ? value : last));
  if (field.kind === 'date') return `ranges from ${shown(end(-1))} to ${shown(end(1))}`;
  return above === null ? `is at most ${shown(below)}` : `is at least ${shown(above)}`;
}

/** Quotes text that could be read as several words. */
export const shown = (value: JsonValue): string => {
  const text = cut(typeof value === 'object' ? JSON.stringify(value) : String(value), 80);
  return /^[\p{L}\p{N}_.:+-]+$/u.test(text) ? text : `'${text}'`;
};

function keysFact(values: readonly JsonValue[]): string {
  const keys = new Set(values.flatMap((value) => (isPlainObject(value) ? Object.keys(value) : [])));
  return keys.size > 0 ? `has the keys ${cut([...keys].map(shown).join(', '), 80)}` : 'has no keys';
}
