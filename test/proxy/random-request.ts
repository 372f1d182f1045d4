import type { JsonObject, JsonValue } from '../../src/schema/field.js';
import { comparators } from '../../src/schema/kinds.js';
import type { Resources } from '../../src/schema/lookup.js';
import type { Resource } from '../../src/schema/resource.js';
import type { Chance } from '../types/lib/random.js';
import type { Data, Policies } from './scenario.js';

/** What requests are drawn for. */
export interface Drawn {
  /** Of the page. */
  readonly schema: Resources;
  readonly serviceSchema: Resources;
  /** Every row, hidden ones among them, whose values are operands. */
  readonly data: Data;
  readonly policies: Policies;
  readonly maxTake: number;
}

/** Draws a path with a query: valid for the page, or now and then with a hidden name. */
export function randomRequest(chance: Chance, drawn: Drawn): string {
  const { schema, data, maxTake } = drawn;
  const served = Object.keys(schema).filter((name) => schema[name]?.operations.includes('list'));
  const name = chance.pick(served);
  const { path, operations } = schema[name] as Resource;
  const draw = new QueryDraw(chance, drawn);
  const parameters: Record<string, string> = {};
  const isGet = operations.includes('get') && chance.happens(0.2);
  if (chance.happens(0.8)) parameters.include = JSON.stringify(draw.include(name, 3));
  if (!isGet) {
    if (chance.happens(0.8)) parameters.where = JSON.stringify(draw.where(name, 3));
    if (chance.happens(0.5)) parameters.order_by = draw.order(name);
    if (chance.happens(0.3)) parameters.take = String(chance.below(maxTake));
    if (chance.happens(0.2)) parameters.skip = String(chance.below(4));
  }
  const ids = (data[name] ?? []).map(({ id }) => String(id));
  const id = chance.happens(0.1) ? 'missing' : chance.pick(ids);
  const search = new URLSearchParams(parameters);
  return `/v1${path}${isGet ? `/${id}` : ''}${search.size > 0 ? `?${search}` : ''}`;
}

class QueryDraw {
  constructor(
    readonly chance: Chance,
    readonly drawn: Drawn,
  ) {}

  include(name: string, depth: number): JsonObject {
    const { chance } = this;
    const { fields, relations } = this.#resource(name);
    const flag = chance.happens(0.7);
    const include: JsonObject = {};
    for (const field of Object.keys(fields)) if (chance.happens(0.3)) include[field] = flag;
    if (chance.happens(0.03)) include[this.#hiddenName(name)] = flag;
    for (const [key, { target }] of Object.entries(relations)) {
      if (chance.happens(0.4))
        include[key] = depth === 0 || chance.happens(0.2) ? true : this.#related(target, depth);
    }
    return include;
  }

  #related(target: string, depth: number): JsonObject {
    const inner = this.include(target, depth - 1);
    if (this.chance.happens(0.5)) return inner;
    const where = this.where(target, depth - 1);
    return this.chance.happens(0.3) ? { where } : { where, include: inner };
  }

  where(name: string, depth: number): JsonObject {
    const { chance } = this;
    const { fields, relations } = this.#resource(name);
    const where: JsonObject = {};
    const asked = chance.sample(Object.keys(fields), chance.below(2));
    if (chance.happens(0.15)) asked.push(...Object.keys(fields).filter((key) => /id$/.test(key)));
    for (const key of asked) where[key] = this.#comparison(name, key);
    if (chance.happens(0.03)) where[this.#hiddenName(name)] = 'x';
    if (depth === 0) return where;
    if (chance.happens(0.25))
      where[chance.pick(['AND', 'OR'])] = Array.from({ length: chance.below(3) }, () =>
        this.where(name, depth - 1),
      );
    for (const [key, { target, cardinality, filterable }] of Object.entries(relations)) {
      if (!chance.happens(0.6)) continue;
      if (cardinality === 'one') {
        if (filterable) where[key] = this.where(target, depth - 1);
        continue;
      }
      // `every` over rows of which only some are visible is rejected: it has a test of its own.
      const isConditional = typeof this.drawn.policies[target] === 'object';
      where[key] = Object.fromEntries(
        chance
          .sample(isConditional ? ['some', 'none'] : ['some', 'none', 'every'], 1 + chance.below(2))
          .map((quantifier) => [quantifier, this.where(target, depth - 1)]),
      );
    }
    return where;
  }

  /** A bare value, or one or two comparators, with values of any row. */
  #comparison(name: string, key: string): JsonValue {
    const { chance } = this;
    const { kind = 'json' } = this.#resource(name).fields[key] ?? {};
    if (kind !== 'json' && chance.happens(0.3)) return this.#value(name, key);
    const words = chance.sample(comparators[kind], chance.happens(0.85) ? 1 : 2);
    return Object.fromEntries(
      words.map((word): [string, JsonValue] => {
        if (/exists$/.test(word)) return [word, chance.pick(['tier', 'limits', 'limits.daily'])];
        if (/in$/.test(word))
          return [word, Array.from({ length: chance.below(4) }, () => this.#value(name, key))];
        if (kind === 'json') return [word, chance.pick([{ tier: 'gold' }, { tier: {} }, {}])];
        const value = this.#value(name, key);
        return [word, /like|contains/.test(word) ? String(value).slice(1, 4) : value];
      }),
    );
  }

  #value(name: string, key: string): JsonValue {
    const values = (this.drawn.data[name] ?? []).flatMap((row) => row[key] ?? []);
    const value = values.length > 0 ? this.chance.pick(values) : '0';
    const isText = this.#resource(name).fields[key]?.kind === 'string' && typeof value === 'string';
    return isText && this.chance.happens(0.2) ? value.toUpperCase() : value;
  }

  order(name: string): string {
    const { chance } = this;
    const { fields } = this.#resource(name);
    const names = Object.keys(fields).filter((key) => fields[key]?.kind !== 'json');
    const order = chance.sample(names, 1 + chance.below(2));
    if (chance.happens(0.03)) order.unshift(this.#hiddenName(name));
    return order.map((key) => `${key}${chance.pick(['', ':asc', ':desc'])}`).join();
  }

  #hiddenName(name: string): string {
    const { fields, relations } = this.drawn.serviceSchema[name] as Resource;
    const visible = this.#resource(name);
    const hidden = [...Object.keys({ ...fields, ...relations }), 'link_account_id'].filter(
      (key) => !Object.hasOwn(visible.fields, key) && !Object.hasOwn(visible.relations, key),
    );
    return this.chance.pick(hidden);
  }

  #resource(name: string): Resource {
    return this.drawn.schema[name] as Resource;
  }
}
