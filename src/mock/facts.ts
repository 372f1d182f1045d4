import { matcher } from '../match/matcher.js';
import { foldCase, valueKeys } from '../match/values.js';
import type { ComparisonNode, FilterNode, RelationFilter } from '../query/filter.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { isTextKind, isUuid } from '../schema/kinds.js';
import { cut } from '../values/describe.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { MockService } from './service.js';
import { rowSource, type StoredRow, valueIn } from './store.js';

type Data = Pick<MockService, 'dialect' | 'store'>;

/** Rows of a resource, none of which matches a filter, and the path of the filter. */
interface Place {
  readonly resource: string;
  readonly rows: readonly StoredRow[];
  readonly path: string;
}

/** How deep a filter is looked at, so that the time is linear. */
const MAX_DEPTH = 8;

/** The facts about the rows that come nearest to a filter that none of them matches. */
export function* factsOf(
  filter: FilterNode,
  place: Place,
  data: Data,
  depth = 0,
): Generator<string> {
  if (depth > MAX_DEPTH) return;
  if (filter.kind === 'comparison') yield* comparisonFacts(filter, place, data);
  else if (filter.kind === 'relation') yield* relationFacts(filter, place, data, depth);
  else {
    const { path, rows } = place;
    const { kind, filters } = filter;
    if (filters.length === 0) yield `\`${path}\` is empty.`;
    const isField = fieldOf(filter) !== undefined;
    if (kind === 'and' && isField) yield* crossedBounds(filters, path, data);
    for (const [index, part] of filters.entries()) {
      if (rows.some(matcher(part, rowSource(data.store), data.dialect))) continue;
      const inner =
        kind === 'or' ? pathOf(part, `${path}[${index}]`) : isField ? path : pathOf(part, path);
      yield* factsOf(part, { ...place, path: inner }, data, depth + 1);
    }
  }
}

/** The field or relation that a filter is on; `undefined` if there are several. */
function fieldOf(filter: FilterNode): string | undefined {
  if (filter.kind === 'comparison' || filter.kind === 'relation') return filter.name;
  const names = new Set(filter.filters.map(fieldOf));
  const [name] = names;
  return filter.kind === 'and' && names.size === 1 ? name : undefined;
}

const pathOf = (filter: FilterNode, path: string): string => {
  const name = filter.kind === 'or' ? 'OR' : fieldOf(filter);
  return name === undefined ? path : `${path}.${name}`;
};

function* relationFacts(
  { op, name, relation, filter }: RelationFilter,
  { path }: Place,
  data: Data,
  depth: number,
): Generator<string> {
  const { cardinality, target } = relation;
  const inner = cardinality === 'many' ? `${path}.${op}` : path;
  const rows = data.store.sorted(target);
  if (op !== 'some')
    yield `Every row has \`${name}\` that ${op === 'none' ? 'match' : 'do not match'} \`${inner}\`.`;
  else if (rows.length === 0) yield `The mock has no rows of ${target}.`;
  else if (rows.some(matcher(filter, rowSource(data.store), data.dialect)))
    yield `Rows of ${target} match \`${inner}\`, but none of them is related.`;
  else
    yield* factsOf(
      filter,
      { resource: target, rows, path: pathOf(filter, inner) },
      data,
      depth + 1,
    );
}

/** `gt` or `gte` above `lt` or `lte` of the same field. */
function* crossedBounds(
  filters: readonly FilterNode[],
  path: string,
  { dialect }: Data,
): Generator<string> {
  const comparisons = filters.filter((filter) => filter.kind === 'comparison');
  for (const lower of comparisons)
    for (const upper of comparisons) {
      if (lower.name !== upper.name || !/^gte?$/.test(lower.op) || !/^lte?$/.test(upper.op))
        continue;
      const { keyOf, compare } = valueKeys(lower.field, dialect);
      const result = compare(keyOf(lower.operand), keyOf(upper.operand));
      const isOpen = lower.op === 'gt' || upper.op === 'lt';
      if (result > 0) yield `\`${path}.${lower.op}\` is above \`${path}.${upper.op}\`.`;
      else if (result === 0 && isOpen)
        yield `\`${path}.${lower.op}\` equals \`${path}.${upper.op}\`.`;
    }
}

function* comparisonFacts(
  comparison: ComparisonNode,
  { rows, path }: Place,
  data: Data,
): Generator<string> {
  const { op, name, field, operand } = comparison;
  const label = `\`${path}\``;
  const values = rows.map((row) => valueIn(row, name, field)).filter((value) => value !== null);
  const nulls = rows.length - values.length;
  const operands = [operand].flat().filter((value) => value !== null);
  if (Array.isArray(operand) && operand.length === 0) yield `\`${path}.${op}\` is empty.`;
  else if (values.length === 0) yield `${label} is null in every row.`;
  else if (operands.length === 0) yield `${label} is never null.`;
  else if (field.kind === 'json') yield* jsonFacts(comparison, values, label);
  else {
    const isEquality = op === 'eq' || op === 'in';
    if (isEquality && field.kind === 'uuid' && !operands.some(isUuid))
      yield `${label} is not a UUID.`;
    const isLike = op === 'like' || op === 'contains';
    const spelling = isEquality || isLike ? spellingFact(comparison, values, label) : undefined;
    if (spelling !== undefined) yield spelling;
    if (isLike) yield* wildcardFacts(comparison, rows, label, data);
    const fact =
      spelling ?? (field.kind === 'uuid' ? undefined : valueFact(comparison, values, label, data));
    if (fact !== undefined) yield fact;
  }
  if (values.length > 0 && nulls > 0) yield `${label} is null in ${nulls} of ${rows.length} rows.`;
}

/** What may differ between two texts that look alike, from one difference to all. */
const differences: readonly (readonly [name: string, fold: (text: string) => string])[] = [
  ['letter case', foldCase],
  ['spaces', (text) => text.replace(/\s+/g, ' ').trim()],
  ['accents', (text) => text.normalize('NFKD').replace(/\p{M}+/gu, '')],
];

const combinations = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]].map((indexes) =>
  differences.filter((_, index) => indexes.includes(index)),
);

/** The same text in another spelling. */
function spellingFact(
  { op, operand }: ComparisonNode,
  values: readonly JsonValue[],
  label: string,
): string | undefined {
  const wanted = [operand].flat().filter((value) => typeof value === 'string');
  const texts = values.filter((value) => typeof value === 'string');
  for (const folds of combinations) {
    const fold = (text: string) => folds.reduce((folded, [, next]) => next(folded), text);
    const folded = new Set(wanted.map(fold));
    const [part = ''] = folded;
    const found = texts.find((text) =>
      op === 'eq' || op === 'in' ? folded.has(fold(text)) : fold(text).includes(part),
    );
    if (found !== undefined)
      return `${label} differs in ${new Intl.ListFormat('en').format(folds.map(([name]) => name))}: '${cut(found, 80)}'.`;
  }
  return undefined;
}

function* wildcardFacts(
  comparison: ComparisonNode,
  rows: readonly StoredRow[],
  label: string,
  { store, dialect }: Data,
): Generator<string> {
  const text = String(comparison.operand);
  const part = text.replace(/^[%*]+|[%*]+$/g, '');
  if (part === text || part === '') return;
  const { length } = rows.filter(
    matcher({ ...comparison, operand: part }, rowSource(store), dialect),
  );
  const wildcard = text.includes('%') ? '%' : '*';
  if (length > 0)
    yield `\`${wildcard}\` is no wildcard: '${cut(part, 80)}' is in ${label} of ${length} of ${rows.length} rows.`;
}

/** How many values are listed. */
const MAX_VALUES = 6;

/** The values of a field if they are few, or else where they begin and end. */
function valueFact(
  { op, field }: ComparisonNode,
  values: readonly JsonValue[],
  label: string,
  { dialect }: Data,
): string | undefined {
  const isOrdered = /^[gl]te?$/.test(op);
  const few = isOrdered ? undefined : listOf(values);
  if (few !== undefined) return `${label} has ${few}.`;
  if (!isOrdered && isTextKind(field.kind)) return undefined; // where texts begin and end says little
  const { keyOf, compare } = valueKeys(field, dialect);
  let [least = null] = values;
  let greatest = least;
  for (const value of values) {
    if (compare(keyOf(value), keyOf(least)) < 0) least = value;
    if (compare(keyOf(value), keyOf(greatest)) > 0) greatest = value;
  }
  if (field.kind === 'date' || !isOrdered)
    return `${label} ranges from ${shown(least)} to ${shown(greatest)}.`;
  return op.startsWith('g')
    ? `${label} is at most ${shown(greatest)}.`
    : `${label} is at least ${shown(least)}.`;
}

/** Such as `the values main, reserve`; `undefined` for too many. */
function listOf(values: readonly JsonValue[]): string | undefined {
  const distinct = new Set<JsonValue>();
  for (const value of values) if (distinct.add(value).size > MAX_VALUES) return undefined;
  return `the value${distinct.size === 1 ? '' : 's'} ${[...distinct].map(shown).join(', ')}`;
}

/** Quotes text that could be read as several words. */
const shown = (value: JsonValue): string => {
  const text = cut(String(value), 80);
  return /^[\p{L}\p{N}_.:+-]+$/u.test(text) ? text : `'${text}'`;
};

/** Keys that no value has, and the values of those that have others. */
function* jsonFacts(
  { op, operand }: ComparisonNode,
  values: readonly JsonValue[],
  label: string,
): Generator<string> {
  const objects = values.filter((value): value is JsonObject => isPlainObject(value));
  if (op === 'contains' && isPlainObject(operand))
    yield* memberFacts(objects, operand as JsonObject, label); // of JSON
  if (op === 'exists' || op === 'eq') yield keysFact(objects, label);
}

function* memberFacts(
  objects: readonly JsonObject[],
  wanted: JsonObject,
  label: string,
): Generator<string> {
  for (const [key, value] of Object.entries(wanted)) {
    const found = objects.flatMap((object) => own(object, key) ?? []);
    const inner = `${label.slice(0, -1)}.${key}\``;
    if (!objects.some((object) => Object.hasOwn(object, key))) {
      yield `${label} has no key ${shown(key)}.`;
      yield keysFact(objects, label);
    } else if (isPlainObject(value))
      yield* memberFacts(
        found.filter((member): member is JsonObject => isPlainObject(member)),
        value as JsonObject, // of JSON
        inner,
      );
    else if (!found.includes(value) && !found.some((member) => typeof member === 'object')) {
      const few = listOf(found);
      if (few) yield `${inner} has ${few}.`;
    }
  }
}

function keysFact(objects: readonly JsonObject[], label: string): string {
  const keys = [...new Set(objects.flatMap(Object.keys))];
  const more = keys.length > MAX_VALUES ? ', …' : '';
  return keys.length > 0
    ? `${label} has the keys ${keys.slice(0, MAX_VALUES).map(shown).join(', ')}${more}.`
    : `${label} has no keys.`;
}
