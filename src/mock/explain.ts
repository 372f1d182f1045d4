import { counted } from '../messages/describe.js';
import type { FilterNode, RelationFilter } from '../query/filter.js';
import type { SelectionNode } from '../query/include.js';
import type { ReadQuery } from '../query/read-search.js';
import { filterOf } from '../query/where.js';
import type { JsonObject } from '../schema/field.js';
import { own } from '../values/plain-object.js';
import { boundsFacts, comparisonFacts, shown } from './facts.js';
import type { ListedRows } from './list-rows.js';
import type { Store, StoredRow } from './store.js';

/** Whoever reads more sentences does not find the one that helps. */
const MAX_SENTENCES = 5;

/** How deep a filter is looked at, and how many parts, so that the time is linear in the rows. */
const MAX_DEPTH = 8;
const MAX_PARTS = 50;

/** Why a list without rows has none (decision 64). Every sentence is true by evaluation. */
export function explainList(query: ReadQuery, { total, rest }: ListedRows, store: Store): string[] {
  const { resource, filter, take, skip = 0 } = query;
  const rows = store.all(resource);
  if (rows.length === 0) return [`The mock has no rows of ${resource}.`];
  if (filter && total === 0)
    return first(new Explanation(store, resource, rows).facts(conditionsOf(filter, '')));
  if (rest === 0)
    return [`No row is behind \`cursor\`; without it ${total} of ${rows.length} would match.`];
  if (take === 0) return ['`take` is 0.'];
  const { page, skip: name } = store.dialect.parameters;
  const start = name === null && page !== null ? `\`${page}\` begins after` : '`skip` is';
  return [`${start} ${skip}, but the list has ${counted(rest, 'row')}.`];
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
      const explanation = new Explanation(store, relation.target, [...related]);
      const filter = filterOf(store.schema, relation.target, where);
      yield* explanation.facts(conditionsOf(filter, `${inner}.where.`));
    }
  }
}

function first(sentences: Iterable<string>): string[] {
  const all = new Set<string>();
  for (const sentence of sentences) if (all.add(sentence).size === MAX_SENTENCES) break;
  return [...all];
}

/** The filters on each field or relation, and those in each `OR`, by their path. */
type Conditions = readonly (readonly [path: string, filters: readonly FilterNode[]])[];

/** Explains filters that none of the rows matches. */
class Explanation {
  constructor(
    readonly store: Store,
    readonly resource: string,
    readonly rows: readonly StoredRow[],
  ) {}

  find(...filters: readonly FilterNode[]): ReadonlySet<StoredRow> {
    return new Set(this.store.matching({ kind: 'and', filters })(this.rows));
  }

  /**
   * Names the conditions that no row matches, or without which rows would match, with the nearest
   * facts. A row that fails exactly one condition would match without it.
   *
   * @param whole - What the conditions are part of.
   */
  *facts(conditions: Conditions, whole = 'the filter', depth = 0): Generator<string> {
    const results = conditions.map(([path, filters]) => {
      const nearest: StoredRow[] = []; // the rows that match without it
      return { path, filters, found: this.find(...filters), nearest };
    });
    for (const row of this.rows) {
      const [failed, ...others] = results.filter(({ found }) => !found.has(row));
      if (failed && others.length === 0) failed.nearest.push(row);
    }
    const decisive = results.filter(({ found, nearest }) => found.size === 0 || nearest.length > 0);
    for (const { path, filters, found, nearest } of decisive.length > 0 ? decisive : results) {
      const { length } = nearest;
      const isHelpful = depth === 0 && length > 0 && conditions.length > 1;
      const isRelated = (part: FilterNode) =>
        part.kind !== 'relation' ||
        nearest.some((row) => this.store.related(row, part.relation).length > 0);
      const end = filters.every(isRelated) ? '.' : `, none with \`${path}\`.`;
      const rest = isHelpful ? `; without it ${length} of ${this.rows.length} would${end}` : '.';
      if (found.size > 0) {
        const label = whole === `\`${path}\`` ? filters.map((part) => labelOf(part, path)) : path;
        const rows = counted(found.size, 'row');
        yield `\`${label}\` matches ${rows}, but not with the rest of ${whole}${rest}`;
      } else {
        if (depth === 0) yield `No row matches \`${path}\`${rest}`;
        yield* this.#factsOf(filters, path, depth + 1);
      }
    }
  }

  /** The facts about the rows that come nearest to filters on the same member. */
  *#factsOf(filters: readonly FilterNode[], path: string, depth: number): Generator<string> {
    const [filter, ...others] = filters;
    if (!filter || depth > MAX_DEPTH) return;
    if (others.length > 0) {
      const bounds = [...boundsFacts(filters, this, path)];
      const parts = filters.map((part) => [path, [part]] as const);
      yield* bounds.length > 0 ? bounds : this.facts(parts, `\`${path}\``, depth);
    } else if (filter.kind === 'comparison') yield* comparisonFacts(filter, this, path);
    else if (filter.kind === 'relation')
      yield* this.#relationFacts(filter, labelOf(filter, path), depth);
    else if (filter.filters.length === 0) yield `\`${path}\` is empty.`;
    else
      for (const [index, part] of filter.filters.slice(0, MAX_PARTS).entries())
        yield* this.facts(conditionsOf(part, `${path}[${index}].`), `\`${path}[${index}]\``, depth);
  }

  *#relationFacts(
    { op, name, relation: { target }, filter }: RelationFilter,
    path: string,
    depth: number,
  ): Generator<string> {
    const related = new Explanation(this.store, target, this.store.all(target));
    const verb = op === 'none' ? 'match' : 'do not match';
    if (op !== 'some') yield `Every row has \`${name}\` that ${verb} \`${path}\`.`;
    if (related.rows.length === 0) yield `The mock has no rows of ${target}.`;
    else if (related.find(filter).size === 0)
      yield* related.facts(conditionsOf(filter, `${path}.`), `\`${path}\``, depth);
    else if (op === 'some')
      yield `Rows of ${target} match \`${path}\`, but none of them is related.`;
  }
}

/** A quantifier or a comparison. The path of a to-one relation is its name. */
function labelOf(filter: FilterNode, path: string): string {
  if (filter.kind === 'comparison') return `${path}.${filter.op}: ${shown(filter.operand)}`;
  const isMany = filter.kind === 'relation' && filter.relation.cardinality === 'many';
  return isMany ? `${path}.${filter.op}` : path;
}

function conditionsOf(filter: FilterNode, path: string): Conditions {
  const conditions = new Map<string, FilterNode[]>();
  for (const part of conjunctsOf(filter)) {
    const name = path + ('name' in part ? part.name : 'OR');
    conditions.set(name, [...(conditions.get(name) ?? []), part]);
  }
  return [...conditions];
}

const conjunctsOf = (filter: FilterNode): readonly FilterNode[] =>
  filter.kind === 'and' ? filter.filters.flatMap(conjunctsOf) : [filter];
