import { exactText, valueKeys } from '../match/values.js';
import { counted } from '../messages/describe.js';
import { nearestName } from '../messages/did-you-mean.js';
import type { ComparisonNode, FilterNode } from '../query/filter.js';
import type { JsonValue } from '../schema/field.js';
import { isUuid, traits } from '../schema/kinds.js';
import { jsonFact } from './json-facts.js';
import { readValue, type Store, type StoredRow } from './store.js';
import { foldSpelling, namesLike, shown, spellingFact, valuesFact } from './texts.js';

/** Rows of a resource, and a way to find those that match. */
interface Searched {
  readonly store: Store;
  readonly resource: string;
  readonly rows: readonly StoredRow[];
  /** The start of a sentence about them. */
  readonly place: string;
  find(...filters: readonly FilterNode[]): readonly StoredRow[];
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const ONE_DAY = 86_400_000;

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
  const day = dayFact(upper, searched, path, lower);
  if (day !== undefined) yield `${searched.place}${day}.`;
  else if (result > 0 || (result === 0 && (lower.op === 'gt' || upper.op === 'lt')))
    yield `\`${path}.${lower.op}\` is not below \`${path}.${upper.op}\`.`;
  else if (searched.find(lower, upper).length === 0) yield* comparisonFacts(lower, searched, path);
}

/** The facts about rows that come nearest to a comparison that none of them matches. */
export function* comparisonFacts(
  comparison: ComparisonNode,
  searched: Searched,
  path: string,
): Generator<string> {
  const { op, name, field, operand } = comparison;
  const { rows, place } = searched;
  const label = `${place}\`${path}\``;
  const all = searched.store.keys(searched.resource, name, field, exactText.keyOf, rows);
  const values = all.filter((value) => value !== null);
  const nulls = rows.length - values.length;
  const operands = [operand].flat().filter((value) => value !== null);
  if (Array.isArray(operand) && operand.length === 0) yield `\`${path}.${op}\` is empty.`;
  else if (values.length === 0) yield `${label} is null${place === '' ? ' in every row' : ''}.`;
  else if (operands.length > 0)
    yield `${place}${nearestFact(comparison, operands, values, searched, path)}.`;
  else if (nulls > 0)
    yield `\`${path}.${op}\` does not match null.`; // a list in SQL
  else yield `${label} ${place === '' ? 'is never null' : valuesFact(values, false)}.`;
  // Beside other comparators of the field, null is not the reason.
  if (values.length > 0 && nulls > 0 && !path.endsWith(`.${op}`))
    yield `${label} is null in ${nulls} of ${rows.length} rows.`;
}

/** The first fact that explains why none of the values matches. */
function nearestFact(
  comparison: ComparisonNode,
  operands: readonly JsonValue[],
  values: readonly JsonValue[],
  searched: Searched,
  path: string,
): string {
  const { op, name, field } = comparison;
  const label = `\`${path}\``;
  const isLabeled = path.endsWith(`.${op}`);
  if (field.kind === 'json')
    return jsonFact(comparison, values, isLabeled ? path.slice(0, -op.length - 1) : path);
  const isEquality = op === 'eq' || op === 'in';
  const day = dayFact(comparison, searched, path);
  if (day !== undefined) return day;
  if (isEquality || op === 'like' || op === 'contains') {
    const { store, resource, rows } = searched;
    const [all, folded] = [exactText.keyOf, foldSpelling].map((keyOf) =>
      store.keys(resource, name, field, keyOf, rows),
    );
    const fact =
      spellingFact(operands, all ?? values, isEquality, folded) ??
      (isEquality ? idFact(comparison, operands, searched) : undefined) ??
      partFact(comparison, values, searched);
    if (fact !== undefined) return `${label} ${fact}`;
  }
  if (op === 'not_in') return `${label} has no other value than these`;
  if (op === 'not_contains') return `${label} contains ${shown(comparison.operand)} in every row`;
  const isOrdered = /^[gl]te?$/.test(op);
  const hasNeighbors = isOrdered || (isEquality && traits[field.kind].isQuantity);
  const listed = isOrdered && searched.place === '' ? undefined : valuesFact(values, hasNeighbors);
  return `${label} ${listed ?? rangeFact(comparison, searched)}`;
}

/** The rows that are later on a day than its midnight, which is what the day means in a filter. */
function dayFact(
  comparison: ComparisonNode,
  searched: Searched,
  path: string,
  ...lower: readonly FilterNode[]
): string | undefined {
  const { op, field, operand } = comparison;
  const [day] = [operand].flat();
  if (field.kind !== 'date' || !/^(eq|in|lte)$/.test(op) || !DAY.test(String(day)))
    return undefined;
  const next = new Date(Date.parse(String(day)) + ONE_DAY).toISOString().slice(0, 10);
  const from: ComparisonNode = { ...comparison, op: 'gte', operand: day ?? null };
  const { length } = searched.find(from, { ...from, op: 'lt', operand: next }, ...lower);
  if (length === 0) return undefined;
  const range = op === 'lte' ? `lt: '${next}'` : `{ gte: '${day}', lt: '${next}' }`;
  const later = `\`${path}\` is later on ${day} in ${counted(length, 'row')}`;
  return `${later}, but a day means midnight UTC; use ${range}`;
}

/** A value that is no id of the resource that it should be an id of. */
function idFact(
  { name, field }: ComparisonNode,
  operands: readonly JsonValue[],
  { store, resource }: Searched,
): string | undefined {
  if (field.kind === 'uuid' && !operands.some(isUuid)) return 'is not a UUID';
  const target = name === 'id' ? resource : store.table(resource).foreignKeys.get(name)?.target;
  if (!target || operands.some((id) => store.get(target, String(id)))) return undefined;
  const owner = Object.keys(store.schema).find((name) => store.get(name, String(operands[0])));
  if (owner) return `is the id of a row of ${owner}, not of ${target}`;
  return `is not the id of a row of ${target}`;
}

/** A part of a text that rows contain, or the nearest text. */
function partFact(
  comparison: ComparisonNode,
  values: readonly JsonValue[],
  searched: Searched,
): string | undefined {
  const { op, field, operand } = comparison;
  const text = String([operand].flat()[0]);
  const whole = text.replaceAll('%', '');
  const count = (part: string) =>
    field.kind === 'string' && part !== ''
      ? searched.find({ ...comparison, op: 'like', operand: part }).length
      : 0;
  const found = count(whole);
  const how = whole === text ? '`like`' : '`like` without `%`';
  if (found > 0) return `contains ${shown(whole)} in ${counted(found, 'row')}; use ${how}`;
  const isNamed = traits[field.kind].isText && (op === 'eq' || op === 'in');
  const near = isNamed && nearestName(text, namesLike(text, values));
  if (near) return `has the near value ${shown(near)}`;
  const words = whole.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
  for (const word of words.sort((left, right) => right.length - left.length).slice(0, 3)) {
    const length = count(word);
    if (length > 0) return `contains ${shown(word)} in ${counted(length, 'row')}`;
  }
  return undefined;
}

/** The values next to an operand, or the range of all values if it is outside. */
function rangeFact(
  { op, name, field, operand }: ComparisonNode,
  { store, resource, rows }: Searched,
): string {
  const { keyOf, compare } = valueKeys(field, store.dialect);
  const bound = keyOf([operand].flat()[0] ?? null);
  const keys = store.keys(resource, name, field, keyOf, rows);
  let [lowest, below, above, highest]: (number | undefined)[] = [];
  const isBefore = (left: number, right: number | undefined) =>
    right === undefined || compare(keys[left] ?? null, keys[right] ?? null) < 0;
  const isAfter = (left: number, right: number | undefined) =>
    right === undefined || compare(keys[left] ?? null, keys[right] ?? null) > 0;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? null;
    if (key === null) continue;
    const result = compare(key, bound);
    if (isBefore(index, lowest)) lowest = index;
    if (isAfter(index, highest)) highest = index;
    if (result < 0 || (result === 0 && op === 'gt')) {
      if (isAfter(index, below)) below = index;
    } else if (isBefore(index, above)) above = index;
  }
  const valueAt = (index = 0) => {
    const row = rows[index];
    return shown(row ? readValue(row, name, field) : null);
  };
  if (below !== undefined && above !== undefined)
    return `has no value between ${valueAt(below)} and ${valueAt(above)}`;
  if (field.kind === 'date') return `ranges from ${valueAt(lowest)} to ${valueAt(highest)}`;
  return above === undefined ? `is at most ${valueAt(highest)}` : `is at least ${valueAt(lowest)}`;
}
