import { exactText } from '../match/values.js';
import { counted } from '../messages/describe.js';
import { type FilterNode, filterOf, type RelationFilter } from '../query/filter.js';
import type { SelectionNode } from '../query/include.js';
import type { ReadQuery } from '../query/read-search.js';
import { type JsonObject, uuid } from '../schema/field.js';
import type { Relation } from '../schema/relation.js';
import { own } from '../values/plain-object.js';
import { type Condition, conditionsOf } from './conditions.js';
import { comparisonFacts, reversedBounds } from './facts.js';
import type { ListedRows } from './list-rows.js';
import type { Store, StoredRow } from './store.js';

/** Whoever reads more sentences does not find the one that helps. */
const MAX_SENTENCES = 5;

/** How deep a filter is looked at, and how many conditions: so the time is linear in the rows. */
const MAX_DEPTH = 8;
const MAX_CONDITIONS = 50;

/** Beyond, an explanation would take long. */
const MAX_ROWS = 100_000;

/**
 * Of more rows, conditions are tested only until none is left, as the list does, and facts are
 * about the first: to count all takes up to 20 times as long as the list.
 */
const MAX_COUNTED = 500;

/**
 * Why a list without rows has none, or why a list has rows that its filter does not seem to want
 * (decision 64). Every sentence is true by evaluation.
 */
export function explainList(query: ReadQuery, page: ListedRows, store: Store): string[] {
  const { resource, filter, take, skip = 0 } = query;
  const { matching, rest } = page;
  const rows = store.all(resource);
  if (page.rows.length > 0) {
    const surplus = filter ? [...explainSurplus(filter, matching, store)] : [];
    return first([...surplus, ...explainInclude(query, page.rows, store)]);
  }
  if (rows.length === 0) return [`The mock has no rows of ${resource}.`];
  if (filter && matching.length === 0)
    return first(new Explanation(store, resource, rows).facts(filter, ''));
  if (rest === 0)
    return [
      `No row is behind \`cursor\`; without it ${matching.length} of ${rows.length} would match.`,
    ];
  if (take === 0) return ['`take` is 0.'];
  const { page: number, skip: name } = store.dialect.parameters;
  const start = name === null && number !== null ? `\`${number}\` begins after` : '`skip` is';
  return [`${start} ${skip}, but the list has ${counted(rest, 'row')}.`];
}

/** Names the conditions that null, or a row without related rows, matches. */
function* explainSurplus(
  where: FilterNode,
  rows: readonly StoredRow[],
  store: Store,
): Generator<string> {
  const negations = [...conditionsOf(where, '')].flatMap(({ path, filter }) =>
    'op' in filter && /^(n|every)/.test(filter.op) ? [{ path, filter }] : [],
  );
  for (const { path, filter } of negations.slice(0, MAX_SENTENCES)) {
    const { kind, name, op } = filter;
    const isRelation = kind === 'relation';
    const withRows = isRelation && new Set(parentsOf(filter.relation, store));
    const count = rows.filter((row) =>
      withRows ? !withRows.has(row.id) : row[name] === null,
    ).length;
    const [what, advice] = isRelation
      ? [`rows without \`${name}\``, '`some: {}`']
      : ['null', `\`AND: [{ ${name}: { neq: null } }]\``];
    if (count > 0)
      yield `\`${path}.${op}\` also matches ${what}, in ${count} of ${rows.length} rows. ` +
        `To exclude them, add ${advice}.`;
  }
}

/** The ids of the rows with related rows, of a to-many relation. */
const parentsOf = ({ target, foreignKey }: Relation, store: Store) =>
  store.all(target).map((row) => row[foreignKey]);

/** Each row that is related to some of the rows. In one pass, without grouping all rows. */
function relatedRows(rows: readonly StoredRow[], relation: Relation, store: Store) {
  const { cardinality, target, foreignKey } = relation;
  if (cardinality === 'one')
    return [...new Set(rows.flatMap((row) => store.related(row, relation)))];
  const ids = new Set<unknown>(rows.map(({ id }) => id));
  const all = store.all(target);
  const keys = store.keys(target, foreignKey, uuid(), exactText.keyOf);
  const related = all.filter((_, index) => ids.has(keys[index]));
  return related.length === all.length ? all : related; // whose values are in memory
}

/** Why a filtered relation of an include has no rows in any row of a response, if there is one. */
export const explainInclude = (
  { selection }: ReadQuery,
  rows: readonly JsonObject[],
  store: Store,
): string[] =>
  hasFilter(selection) ? first(explainRelations(selection, rows, 'include', store)) : [];

const hasFilter = ({ relations }: SelectionNode): boolean =>
  relations.some(({ where, selection }) => where || hasFilter(selection));

function* explainRelations(
  { resource, relations }: SelectionNode,
  rows: readonly JsonObject[],
  path: string,
  store: Store,
): Generator<string> {
  for (const { name, relation, selection, where } of relations) {
    const found = rows.flatMap((row) => own(row, name) ?? []) as JsonObject[]; // selected rows
    const inner = `${path}.${name}`;
    if (!where || found.length > 0) {
      yield* explainRelations(selection, found, where ? `${inner}.include` : inner, store);
      continue;
    }
    const parents = rows.flatMap(({ id }) => store.get(resource, String(id)) ?? []);
    const related = relatedRows(parents, relation, store);
    if (related.length === 0)
      yield `No row of the response has \`${name}\`, with or without a filter.`;
    else {
      const { target } = relation;
      const filter = filterOf(store.schema, target, where);
      yield* new Explanation(store, target, related).facts(filter, `${inner}.where.`);
    }
  }
}

function first(sentences: Iterable<string>): string[] {
  const all = new Set<string>();
  for (const sentence of sentences) if (all.add(sentence).size === MAX_SENTENCES) break;
  return [...all];
}

/** Explains filters that none of the rows matches. */
class Explanation {
  constructor(
    readonly store: Store,
    readonly resource: string,
    readonly rows: readonly StoredRow[],
    /** The start of sentences that are about these rows only, such as `In that row, `. */
    readonly place = '',
    /** How many conditions are around the filter. */
    readonly depth = 0,
  ) {}

  /**
   * Names the conditions that no row matches, or else the first that the rows left do not match.
   *
   * @param path - Of the filter, such as `things.some.`.
   */
  *facts(filter: FilterNode, path: string): Generator<string> {
    const { store, resource, rows, depth, place } = this;
    if (rows.length > MAX_ROWS)
      return yield `More than ${MAX_ROWS} rows of ${resource} are not explained.`;
    const conditions = [...conditionsOf(filter, path)];
    if (conditions.length > MAX_CONDITIONS || depth > MAX_DEPTH) return;
    const reversed = reversedBounds(conditions, store);
    if (reversed) return yield reversed;
    if (rows.length <= MAX_COUNTED && conditions.length > 1) {
      const counts = new Map(conditions.map((condition) => [condition, this.#count(condition)]));
      const countOf = (condition: Condition) => counts.get(condition) ?? 0;
      // What few rows match is meant to be so; the upper end of a range follows the lower.
      const rank = (condition: Condition) =>
        isUpper(condition) ? rows.length : countOf(condition);
      conditions.sort((left, right) => rank(left) - rank(right));
      const impossible = conditions.filter((condition) => countOf(condition) === 0);
      for (const condition of impossible) {
        const count = this.#count(...conditions.filter((other) => other !== condition));
        const end = count > 0 ? `; without it ${count} of ${rows.length} would` : '';
        yield* this.#impossible(condition, nameOf(condition, conditions) + end);
      }
      if (impossible.length > 0) return;
    }
    const names = conditions.map((condition) => nameOf(condition, conditions));
    const filters = conditions.length > 1 ? conditions.map(({ filter }) => filter) : [];
    const { matched, rows: left } = store.narrow(resource, filters, rows);
    const [condition, name = ''] = [conditions[matched], names[matched]];
    if (!condition) return;
    if (matched === 0) return yield* this.#impossible(condition, name);
    const found = `${counted(left.length, 'row')}${depth > 0 ? ` of ${resource}` : ''}`;
    const [match, none] =
      left.length === 1 ? ['matches', 'it does not match'] : ['match', 'none of them matches'];
    yield `${place}${found} ${match} ${names.slice(0, matched).join(' and ')}; ${none} ${name}.`;
    yield* this.#sample(left).#conditionFacts(condition);
  }

  #count(...conditions: readonly Condition[]): number {
    const filters = conditions.map(({ filter }) => filter);
    return this.store.find(this.resource, { kind: 'and', filters }, this.rows).length;
  }

  *#impossible(condition: Condition, name: string): Generator<string> {
    if (this.depth === 0) yield `No row matches ${name}.`;
    yield* this.#sample(this.rows).#conditionFacts(condition);
  }

  /** The rows that facts are about: all, or the first of many. */
  #sample(rows: readonly StoredRow[]): Explanation {
    const { store, resource, depth } = this;
    const { length } = rows;
    const those = rows === this.rows ? `${length}` : `those ${length}`;
    let place = length === 1 ? 'In that row, ' : `In ${those} rows, `;
    if (rows === this.rows) place = this.place;
    if (length > MAX_COUNTED) place = `In the first ${MAX_COUNTED} of ${those} rows, `;
    const sample = length > MAX_COUNTED ? rows.slice(0, MAX_COUNTED) : rows;
    return new Explanation(store, resource, sample, place, depth + 1);
  }

  /** The facts about rows that do not match a condition. */
  *#conditionFacts({ path, fullPath, filter }: Condition): Generator<string> {
    if (filter.kind === 'comparison') return yield* comparisonFacts(filter, this, path);
    if (filter.kind === 'relation') return yield* this.#relationFacts(filter, path, fullPath);
    if (filter.filters.length === 0) yield `\`${path}\` is empty.`;
    for (const [index, part] of filter.filters.slice(0, MAX_CONDITIONS).entries())
      yield* this.facts(part, `${path}[${index}].`);
  }

  *#relationFacts(
    { op, relation, filter }: RelationFilter,
    path: string,
    inner: string,
  ): Generator<string> {
    const { store, place, depth } = this;
    const { target } = relation;
    const all = store.all(target);
    if (all.length === 0) return yield `The mock has no rows of ${target}.`;
    const related = relatedRows(this.rows, relation, store);
    const label = `${place}\`${path}\``;
    const end = place === '' ? ' in every row.' : '.';
    if (op === 'some') {
      if (related.length === 0) return yield `${label} has no rows${end}`;
      if (related.length < all.length && place === '' && store.find(target, filter).length > 0)
        yield `Rows of ${target} match \`${inner}\`, but none of them is related.`;
      return yield* new Explanation(store, target, related, place, depth + 1).facts(
        filter,
        `${inner}.`,
      );
    }
    const [only = { path: inner }, ...others] = conditionsOf(filter, `${inner}.`);
    const condition = `\`${others.length > 0 ? inner : only.path}\``;
    yield `${label} has rows that ${op === 'none' ? 'match' : 'do not match'} ${condition}${end}`;
    if (op === 'none') return;
    const matching = new Set(store.find(target, filter, related));
    const failed = related.filter((row) => !matching.has(row));
    const exceptions = `In ${failed.length} of ${related.length} \`${path}\`, `;
    yield* new Explanation(store, target, failed, exceptions, depth + 1).facts(filter, `${inner}.`);
  }
}

const isUpper = ({ filter }: Condition) =>
  filter.kind === 'comparison' && filter.op.startsWith('lt');

/** With the comparator if several conditions have the same path. */
const nameOf = ({ path, fullPath }: Condition, all: readonly Condition[]): string =>
  `\`${all.filter((other) => other.path === path).length > 1 ? fullPath : path}\``;
