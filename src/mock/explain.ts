import { counted } from '../messages/describe.js';
import type { FilterNode, RelationFilter } from '../query/filter.js';
import type { SelectionNode } from '../query/include.js';
import type { ReadQuery } from '../query/read-search.js';
import type { JsonObject } from '../schema/field.js';
import { own } from '../values/plain-object.js';
import { type Condition, conditionsOf, innerPath, type Part, readParts } from './conditions.js';
import { boundsFacts, comparisonFacts } from './facts.js';
import type { ListedRows } from './list-rows.js';
import type { Store, StoredRow } from './store.js';

/** Whoever reads more sentences does not find the one that helps. */
const MAX_SENTENCES = 5;

/** How deep a filter is looked at, and how many parts, so that the time is linear in the rows. */
const MAX_DEPTH = 8;
const MAX_PARTS = 50;

/** Beyond, an explanation would take long. */
const MAX_ROWS = 100_000;

/**
 * Why a list without rows has none, or why a list has rows that its filter does not seem to want
 * (decision 64). Every sentence is true by evaluation.
 */
export function explainList(query: ReadQuery, page: ListedRows, store: Store): string[] {
  const { resource, where = {}, filter, take, skip = 0 } = query;
  const { matching, rest } = page;
  const rows = store.all(resource);
  if (page.rows.length > 0) {
    const surplus = [...explainSurplus(where, resource, matching, store)];
    return first([...surplus, ...explainInclude(query, page.rows, store)]);
  }
  if (rows.length === 0) return [`The mock has no rows of ${resource}.`];
  if (filter && matching.length === 0)
    return first(new Explanation(store, resource, rows).facts(where, ''));
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
  where: JsonObject,
  resource: string,
  rows: readonly StoredRow[],
  store: Store,
): Generator<string> {
  for (const { path, filter } of readParts(where, '', resource, store)) {
    if (!('op' in filter) || !/^(n|every)/.test(filter.op)) continue;
    const { kind, name, op } = filter;
    const isSurplus = (row: StoredRow) =>
      kind === 'relation' ? store.related(row, filter.relation).length === 0 : row[name] === null;
    const count = rows.filter(isSurplus).length;
    const [what, advice] =
      kind === 'comparison'
        ? ['null', `\`AND: [{ ${name}: { neq: null } }]\``]
        : [`rows without \`${name}\``, '`some: {}`'];
    if (count > 0)
      yield `\`${path}.${op}\` also matches ${what}, in ${count} of ${rows.length} rows. ` +
        `To exclude them, add ${advice}.`;
  }
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
    const related = new Set(parents.flatMap((row) => store.related(row, relation)));
    if (related.size === 0)
      yield `No row of the response has \`${name}\`, with or without a filter.`;
    else
      yield* new Explanation(store, relation.target, [...related]).facts(where, `${inner}.where.`);
  }
}

function first(sentences: Iterable<string>): string[] {
  const all = new Set<string>();
  for (const sentence of sentences) if (all.add(sentence).size === MAX_SENTENCES) break;
  return [...all];
}

/** Conditions without which rows would match. */
interface Deciding {
  readonly conditions: readonly Condition[];
  /** The rows that would match without them. */
  readonly nearest: readonly StoredRow[];
  /** How many rows match each of the conditions. */
  readonly found: number;
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

  find(...filters: readonly FilterNode[]): readonly StoredRow[] {
    return this.store.find(this.resource, { kind: 'and', filters }, this.rows);
  }

  /** @param path - Of the filter, such as `things.some.`. */
  *facts(where: JsonObject, path: string): Generator<string> {
    const { store, resource, rows, depth } = this;
    const parts = [...readParts(where, path, resource, store)];
    if (rows.length > MAX_ROWS)
      yield `More than ${MAX_ROWS} rows of ${resource} are not explained.`;
    else if (parts.length <= MAX_PARTS && depth <= MAX_DEPTH)
      yield* this.#decide(conditionsOf(parts, path), path.slice(0, -1));
  }

  /**
   * Names the conditions that decide, with the nearest facts.
   *
   * @param whole - The path of what they are part of; empty for the whole filter.
   */
  *#decide(conditions: readonly Condition[], whole: string): Generator<string> {
    const { rows, depth, place } = this;
    const rest = `the rest of ${whole === '' ? 'the filter' : `\`${whole}\``}`;
    const no = place === '' ? 'No' : `${place}no`;
    for (const { conditions: failed, nearest, found } of this.#deciding(conditions)) {
      const { length } = nearest;
      const it = failed.length > 1 ? 'them' : 'it';
      const isHelpful = depth === 0 && length > 0 && conditions.length > 1;
      const end = isHelpful ? `; without ${it} ${length} of ${rows.length} would.` : '.';
      const paths = failed.map(({ path }) => `\`${path}\``).join(' and ');
      if (failed.length > 1) yield `${no} row matches ${paths} with ${rest}${end}`;
      else if (found > 0)
        yield `${place}${paths} matches ${counted(found, 'row')}, but not with ${rest}${end}`;
      else if (depth === 0) yield `No row matches ${paths}${end}`;
      const searched = found > 0 ? this.#nearest(nearest) : this.#deeper(rows, place);
      for (const condition of failed)
        yield* searched.#conditionFacts(condition, isHelpful ? nearest : []);
    }
  }

  #deeper(rows: readonly StoredRow[], place: string, resource = this.resource): Explanation {
    return new Explanation(this.store, resource, rows, place, this.depth + 1);
  }

  #nearest(rows: readonly StoredRow[]): Explanation {
    return this.#deeper(rows, `In ${those(rows)}${this.depth > 0 ? ` of ${this.resource}` : ''}, `);
  }

  /** The conditions that no row matches; else the smallest sets of those that a row fails. */
  #deciding(conditions: readonly Condition[]): readonly Deciding[] {
    const results = conditions.map((condition, index) => {
      const found = this.find(...condition.parts.map(({ filter }) => filter));
      return { conditions: [condition], found, next: 0, bit: 2 ** index };
    });
    const sets = new Map<number, StoredRow[]>(); // by the bits of the conditions that rows fail
    if (results.length === 1)
      return results.map((result) => ({
        ...result,
        found: result.found.length,
        nearest: this.rows,
      }));
    for (const row of this.rows) {
      let bits = 0;
      for (const result of results)
        if (result.found[result.next] === row) result.next++;
        else bits += result.bit;
      const set = sets.get(bits);
      if (set) set.push(row);
      else sets.set(bits, [row]);
    }
    const impossible = results.filter(({ found }) => found.length === 0);
    if (impossible.length > 0)
      return impossible.map(({ conditions, bit }) => {
        return { conditions, found: 0, nearest: sets.get(bit) ?? [] };
      });
    const all = [...sets].map(([bits, nearest]) => {
      const failed = results.filter(({ bit }) => Math.floor(bits / bit) % 2 === 1);
      const found = Math.min(...failed.map(({ found }) => found.length));
      return { conditions: failed.flatMap(({ conditions }) => conditions), found, nearest };
    });
    const fewest = Math.min(...all.map(({ conditions }) => conditions.length));
    return all
      .filter(({ conditions }) => conditions.length === fewest)
      .sort((left, right) => left.nearest.length - right.nearest.length);
  }

  /** The facts about rows that do not match a condition. */
  *#conditionFacts({ path, parts }: Condition, nearest: readonly StoredRow[]): Generator<string> {
    const [part, ...others] = parts;
    if (!part || this.depth > MAX_DEPTH) return;
    const { filter, inner } = part;
    if (others.length > 0) {
      const bounds = [
        ...boundsFacts(
          parts.map(({ filter }) => filter),
          this,
          path,
        ),
      ];
      const single = parts.map((part) => {
        const isAlone =
          part.path !== path && parts.every((other) => other === part || other.path !== part.path);
        return {
          path: isAlone || !('op' in part.filter) ? part.path : `${part.path}.${part.filter.op}`,
          parts: [part],
        };
      });
      yield* bounds.length > 0 ? bounds : this.#decide(single, path);
    } else if (filter.kind === 'comparison') yield* comparisonFacts(filter, this, path);
    else if (filter.kind === 'relation') yield* this.#relationFacts(filter, part, nearest);
    else {
      const items = inner as readonly JsonObject[]; // of an `OR`
      if (items.length === 0) yield `\`${path}\` is empty.`;
      for (const [index, item] of items.slice(0, MAX_PARTS).entries())
        yield* this.facts(item, `${path}[${index}].`);
    }
  }

  *#relationFacts(
    { op, relation, filter }: RelationFilter,
    part: Part,
    nearest: readonly StoredRow[],
  ): Generator<string> {
    const { store, rows, place } = this;
    const { target } = relation;
    const where = part.inner as JsonObject; // of a relation
    const path = innerPath(part);
    if (store.all(target).length === 0) return yield `The mock has no rows of ${target}.`;
    const relatedTo = (row: StoredRow) => store.related(row, relation);
    const related = [...new Set(rows.flatMap(relatedTo))];
    const searched = this.#deeper(related, place, target);
    const label = `\`${part.path}\``;
    const end = place === '' ? ' in every row.' : '.';
    if (op !== 'some') {
      const [only, ...others] = readParts(where, `${path}.`, target, store);
      const inner = only && others.length === 0 ? innerPath(only) : path;
      const match = op === 'none' ? 'match' : 'do not match';
      yield `${place}${label} has rows that ${match} \`${inner}\`${end}`;
      if (op === 'every') yield* searched.#exceptions(where, `${path}.`, part.path);
    } else if (related.length === 0) yield `${place}${label} has no rows${end}`;
    else {
      if (nearest.length > 0 && nearest.flatMap(relatedTo).length === 0)
        yield `In ${those(nearest)}, ${label} has no rows.`;
      if (place === '' && store.find(target, filter).length > 0)
        yield `Rows of ${target} match \`${path}\`, but none of them is related.`;
      yield* searched.facts(where, `${path}.`);
    }
  }

  /** The facts about the related rows that `every` does not match, by condition. */
  *#exceptions(where: JsonObject, path: string, name: string): Generator<string> {
    const parts = [...readParts(where, path, this.resource, this.store)];
    const exceptions = conditionsOf(parts, path).map((condition) => {
      const found = new Set(this.find(...condition.parts.map(({ filter }) => filter)));
      return { condition, failed: this.rows.filter((row) => !found.has(row)) };
    });
    exceptions.sort((left, right) => right.failed.length - left.failed.length);
    for (const { condition, failed } of exceptions.filter(({ failed }) => failed.length > 0)) {
      const place = `In ${failed.length} of ${this.rows.length} \`${name}\`, `;
      yield* this.#deeper(failed, place).#conditionFacts(condition, []);
    }
  }
}

const those = ({ length }: readonly unknown[]): string =>
  length === 1 ? 'that row' : `those ${length} rows`;
