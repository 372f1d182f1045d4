import type { FilterNode } from '../query/filter.js';
import type { SelectionNode } from '../query/include.js';
import type { ReadQuery } from '../query/read-search.js';
import { filterOf } from '../query/where.js';
import type { JsonObject } from '../schema/field.js';
import { counted } from '../values/describe.js';
import { own } from '../values/plain-object.js';
import { comparisonFacts, crossedBounds } from './facts.js';
import type { Page } from './list-rows.js';
import type { Store, StoredRow } from './store.js';

/** Whoever reads more sentences does not find the one that helps. */
const MAX_SENTENCES = 5;

/** How deep a filter is looked at, and how many parts, so that the time is linear in the rows. */
const MAX_DEPTH = 8;
const MAX_PARTS = 50;

/** Why a list without rows has none (decision 64). Every sentence is true by evaluation. */
export function explainList(query: ReadQuery, { total, rest }: Page, store: Store): string[] {
  const { resource, filter, take, skip = 0 } = query;
  const rows = store.all(resource);
  if (rows.length === 0) return [`The mock has no rows of ${resource}.`];
  if (filter && total === 0) return first(new Explanation(store, rows).ofFilter(filter, '', 'row'));
  if (rest === 0) {
    const names = (['after', 'before', 'cursor'] as const).filter((name) => query[name] != null);
    const shown = names.map((name) => `\`${name}\``).join(' and ');
    const it = names.length > 1 ? 'them' : 'it';
    return [`No row matches ${shown}; without ${it} ${total} of ${rows.length} would.`];
  }
  if (take === 0) return ['`take` is 0.'];
  const { page, skip: name } = store.dialect.parameters;
  const start = name === null && page !== null ? `\`${page}\` begins after` : '`skip` is';
  const all = `${counted(rest, 'row')}${filter ? ` that match${rest === 1 ? 'es' : ''}` : ''}`;
  return [`${start} ${skip}, there ${rest === 1 ? 'is' : 'are'} ${all}.`];
}

/** Why a filtered relation of an include has no rows in any row of a response, if there is one. */
export function explainInclude(
  { selection }: ReadQuery,
  rows: readonly JsonObject[],
  store: Store,
): { readonly explanation?: string[] } {
  const explanation = first(explainRelations(selection, rows, 'include', store));
  return explanation.length > 0 ? { explanation } : {};
}

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
    const related = new Set(parents.flatMap((row) => store.related(row, relation)));
    if (related.size === 0)
      yield `No row of the response has \`${name}\`, with or without a filter.`;
    else {
      const explanation = new Explanation(store, [...related]);
      const filter = filterOf(store.schema, relation.target, where);
      yield* explanation.ofFilter(filter, `${inner}.where.`, 'related row');
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
  readonly #store: Store;
  readonly #rows: readonly StoredRow[];

  constructor(store: Store, rows: readonly StoredRow[]) {
    this.#store = store;
    this.#rows = rows;
  }

  /**
   * Names the conditions that no row matches, or without which rows would match, with the nearest
   * facts. A row that fails exactly one condition would match without it.
   */
  *ofFilter(filter: FilterNode, path: string, noun: string): Generator<string> {
    const conditions = [...conditionsOf(filter)].map(([name, filters]) => ({
      ...{ path: path + name, filters, found: this.#find({ kind: 'and', filters }), without: 0 },
    }));
    for (const row of this.#rows) {
      const [failed, ...others] = conditions.filter(({ found }) => !found.has(row));
      if (failed && others.length === 0) failed.without++;
    }
    let isExplained = false;
    for (const { path, filters, found, without } of conditions) {
      const alone = found.size;
      if (alone > 0 && without === 0) continue;
      isExplained = true;
      const isHelpful = without > 0 && conditions.length > 1;
      const end = isHelpful ? `; without it ${without} of ${this.#rows.length} would.` : '.';
      yield alone > 0
        ? `\`${path}\` matches ${counted(alone, noun)}, but not with the rest of the filter${end}`
        : `No ${noun} matches \`${path}\`${end}`;
      if (alone === 0) yield* this.#factsOf(filters, path, 0);
    }
    if (!isExplained)
      yield 'Each condition matches rows, but no row matches all of them, or all but one.';
  }

  #find(filter: FilterNode): ReadonlySet<StoredRow> {
    return new Set(this.#store.matching(filter)(this.#rows));
  }

  /** The facts about the rows that come nearest to filters on the same member. */
  *#factsOf(filters: readonly FilterNode[], path: string, depth: number): Generator<string> {
    const { dialect } = this.#store;
    yield* crossedBounds(filters, path, dialect);
    for (const filter of filters.slice(0, MAX_PARTS)) {
      if (depth > MAX_DEPTH || this.#find(filter).size > 0) continue;
      if (filter.kind === 'comparison') yield* comparisonFacts(filter, this.#rows, path, dialect);
      else if (filter.kind === 'relation') {
        const { op, name, relation, filter: inner } = filter;
        const start = relation.cardinality === 'many' ? `${path}.${op}` : path;
        const target = new Explanation(this.#store, this.#store.all(relation.target));
        if (op !== 'some')
          yield `Every row has \`${name}\` that ${op === 'none' ? 'match' : 'do not match'} \`${start}\`.`;
        else if (target.#rows.length === 0) yield `The mock has no rows of ${relation.target}.`;
        else if (target.#find(inner).size > 0)
          yield `Rows of ${relation.target} match \`${start}\`, but none of them is related.`;
        else yield* target.#conditionFacts(inner, start, depth + 1);
      } else {
        if (filter.filters.length === 0) yield `\`${path}\` is empty.`;
        for (const [index, part] of filter.filters.slice(0, MAX_PARTS).entries())
          yield* this.#conditionFacts(part, `${path}[${index}]`, depth + 1);
      }
    }
  }

  *#conditionFacts(filter: FilterNode, path: string, depth: number): Generator<string> {
    for (const [name, filters] of conditionsOf(filter))
      yield* this.#factsOf(filters, `${path}.${name}`, depth);
  }
}

/** The filters that all have to match, by their field or relation, or `OR`. */
function conditionsOf(
  filter: FilterNode,
  conditions = new Map<string, FilterNode[]>(),
): ReadonlyMap<string, readonly FilterNode[]> {
  if (filter.kind === 'and') for (const part of filter.filters) conditionsOf(part, conditions);
  else {
    const name = 'name' in filter ? filter.name : 'OR';
    const filters = conditions.get(name);
    if (filters) filters.push(filter);
    else conditions.set(name, [filter]);
  }
  return conditions;
}
