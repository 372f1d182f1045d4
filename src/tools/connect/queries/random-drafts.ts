import { seededRandom } from '../../../mock/random.js';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import { resourceOf } from '../../../schema/resources.js';
import { fieldLines } from './field-lines.js';
import { aboutOf, fill, isOfNull, kindsOf, type Placeholders } from './line.js';
import { operandsOf } from './operands.js';
import {
  type ComparedResource,
  type ComparedRows,
  type Draft,
  rowsRelatedTo,
  usesIn,
  within,
} from './query.js';

/** What random queries are about. */
export const RANDOM = 'random query';

/** What clients ask of a field. */
const filters = fieldLines
  .filter(
    ([about, { where }]) => where && !/^(unknown|invalid|json: a bare|json: an empty)/.test(about),
  )
  .map((line) => ({ line, kinds: kindsOf(line), isOfNull: isOfNull(line) }));

/** How deeply filters and includes of random queries nest. */
const DEPTH = 2;

/**
 * Draws list queries that clients may send. Their filters are those of the catalog, so that they
 * are near the values of the rows; they are combined at random.
 */
export class RandomDrafts {
  readonly #random: () => number;
  readonly #rows: ComparedRows;
  /** Of the query that is drawn. */
  readonly #topics = new Set<string>();

  constructor(rows: ComparedRows, seed: number) {
    this.#rows = rows;
    this.#random = seededRandom(seed);
  }

  next(): Draft {
    this.#topics.clear();
    const of = this.#pick(this.#rows.resources);
    const { name, rows } = of;
    const where = this.#happens(0.8) ? this.#where(name, rows, DEPTH) : {};
    const include = this.#happens(0.4) ? this.#include(name, rows, DEPTH) : undefined;
    const orderBy = this.#happens(0.4) ? this.#order(of) : undefined;
    const take = orderBy && this.#happens(0.5) ? { take: this.#below(8) } : {};
    const skip = orderBy && this.#happens(0.2) ? { skip: this.#below(5) } : {};
    const query = { where: within(of, where), include, orderBy, ...take, ...skip };
    if (include) this.#topics.add('include');
    if (orderBy) this.#topics.add('order');
    return {
      about: RANDOM,
      topics: [...this.#topics],
      resource: name,
      compares: 'rows',
      request: { path: of.path, query },
      uses: usesIn(this.#rows, name, where),
    };
  }

  #where(name: string, rows: readonly JsonObject[], depth: number): JsonObject {
    if (depth > 0 && this.#happens(0.3)) {
      const parts = Array.from({ length: 1 + this.#below(3) }, () =>
        this.#where(name, rows, depth - 1),
      );
      return {
        [this.#pick(['AND', 'OR'])]: parts,
        ...(this.#happens(0.2) && this.#where(name, rows, 0)),
      };
    }
    const relations = [...this.#rows.relationsOf(name)].filter(
      ([, { cardinality, filterable }]) => cardinality === 'many' || filterable,
    );
    if (depth > 0 && relations.length > 0 && this.#happens(0.4)) {
      const [key, relation] = this.#pick(relations);
      this.#topics.add('relations');
      const filter = this.#where(
        relation.target,
        rowsRelatedTo(rows, relation, this.#rows),
        depth - 1,
      );
      return {
        [key]:
          relation.cardinality === 'one'
            ? filter
            : { [this.#pick(['some', 'none', 'every'])]: filter },
      };
    }
    const fields = Object.entries(resourceOf(this.#rows.schema, name).fields);
    const kinds = [...new Set(fields.map(([, { kind }]) => kind))];
    const kind = this.#pick(kinds); // first, because most fields are texts and ids
    const [key, field] = this.#pick(fields.filter(([, one]) => one.kind === kind));
    const { line } = this.#pick(
      filters.filter((one) => one.kinds.includes(kind) && (field.nullable || !one.isOfNull)),
    );
    const operands = operandsOf(key, field, rows);
    const at = this.#random();
    const chosen: Placeholders = (asked) => {
      const all = operands(asked);
      return all.slice(Math.floor(at * all.length)).slice(0, 1);
    };
    const [filter] = fill(line[1].where ?? {}, chosen, 1);
    if (filter) this.#topics.add(aboutOf(line, kind).split(':', 1)[0] ?? '');
    return filter ?? {};
  }

  #include(name: string, rows: readonly JsonObject[], depth: number): JsonObject {
    const { fields } = resourceOf(this.#rows.schema, name);
    const include: JsonObject = {};
    const isInclusion = this.#happens(0.6);
    if (this.#happens(0.6))
      for (const key of Object.keys(fields)) if (this.#happens(0.25)) include[key] = isInclusion;
    for (const [key, relation] of this.#rows.relationsOf(name)) {
      if (depth === 0 || this.#happens(0.5)) continue;
      const { target } = relation;
      const related = rowsRelatedTo(rows, relation, this.#rows);
      const inner = this.#include(target, related, depth - 1);
      const where = this.#where(target, related, depth - 1);
      include[key] = this.#pick<JsonValue>([true, inner, { where }, { where, include: inner }]);
    }
    return include;
  }

  #order({ resource }: ComparedResource) {
    const names = Object.keys(resource.fields).filter(
      (name) => name !== 'id' && resource.fields[name]?.kind !== 'json',
    );
    const chosen = names.filter(() => this.#happens(1.5 / names.length));
    return Object.fromEntries(
      [...chosen, 'id'].map((name) => [name, this.#pick(['asc', 'desc'] as const)]),
    );
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #happens(probability: number): boolean {
    return this.#random() < probability;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item; // never called with none
  }
}
