import { encodeQueryValue, writeRelaxedJson } from '../../src/query/relaxed-json.js';
import type { JsonObject, JsonValue } from '../../src/schema/field.js';
import type { Resource } from '../../src/schema/resource.js';
import { RandomQueries } from '../fixtures/random-queries.js';
import type { Chance } from '../types/lib/random.js';
import { data, longTake, type Scenario, serviceSchema } from './scenario.js';

/**
 * Draws the path and the query of a request: valid for the page, or now and then with a hidden
 * name.
 */
export function randomRequest(chance: Chance, scenario: Scenario): string {
  const { schema } = scenario;
  const served = Object.keys(schema).filter((name) => schema[name]?.path !== undefined);
  const name = chance.pick(served);
  const resource = schema[name] as Resource;
  const draw = new QueryDraw(chance, scenario);
  const parameters: Record<string, string> = {};
  const isGet = resource.operations.includes('get') && chance.happens(0.2);
  if (chance.happens(0.8)) parameters.include = writeRelaxedJson(draw.include(name, 3));
  if (!isGet) {
    if (chance.happens(0.8)) parameters.where = writeRelaxedJson(draw.where(name, 3));
    draw.order(name, parameters);
    if (scenario.isLong) {
      // The order of equal rows is that of the ids if the proxy merges lists.
      parameters.order_by = [parameters.order_by, 'id'].filter((part) => part !== undefined).join();
      parameters.take = String(chance.below(longTake + 1));
    } else if (chance.happens(0.3)) parameters.take = String(chance.below(8));
    if (chance.happens(0.2)) parameters.skip = String(chance.below(4));
  }
  const ids = (data[name] ?? []).map(({ id }) => String(id));
  const id = chance.happens(0.1) ? 'missing' : chance.pick(ids);
  const search = Object.entries(parameters).map(
    ([key, value]) => `${key}=${encodeQueryValue(value)}`,
  );
  return `/v1${resource.path}${isGet ? `/${id}` : ''}${search.length > 0 ? `?${search.join('&')}` : ''}`;
}

class QueryDraw {
  /** Draws operands from all rows, hidden ones among them. */
  readonly #queries: RandomQueries;

  constructor(
    readonly chance: Chance,
    readonly scenario: Scenario,
  ) {
    this.#queries = new RandomQueries({ schema: { ...serviceSchema }, rows: data, chance });
  }

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
    for (const key of chance.sample(Object.keys(fields), chance.below(2)))
      where[key] = this.#asked(name, key);
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
      const isConditional = typeof this.scenario.policies[target] === 'object';
      const whole = isConditional ? ['some', 'none'] : ['some', 'none', 'every'];
      const quantifiers = isConditional && this.scenario.isLong ? ['some'] : whole;
      where[key] = Object.fromEntries(
        chance
          .sample(quantifiers, 1 + chance.below(2))
          .map((quantifier) => [quantifier, this.where(target, depth - 1)]),
      );
    }
    return where;
  }

  /** The foreign keys of the reference are text, which a dialect may compare and order by case. */
  #asked(name: string, key: string): JsonValue {
    const asked = this.#queries.asked(name, key) as JsonValue;
    const { text } = this.scenario.dialect;
    if (this.#resource(name).fields[key]?.kind !== 'uuid' || !text?.collation) return asked;
    return JSON.parse(JSON.stringify(asked).toLowerCase());
  }

  order(name: string, parameters: Record<string, string>): void {
    const { chance } = this;
    const { fields } = this.#resource(name);
    const names = Object.keys(fields).filter((key) => fields[key]?.kind !== 'json');
    if (chance.happens(0.5)) return;
    const order = chance.sample(
      names.filter((key) => key !== 'id' || !this.scenario.isLong),
      1 + chance.below(2),
    );
    if (chance.happens(0.03)) order.unshift(this.#hiddenName(name));
    parameters.order_by = order.map((key) => `${key}${chance.pick(['', ':asc', ':desc'])}`).join();
  }

  #hiddenName(name: string): string {
    const whole = (serviceSchema as { readonly [name: string]: Resource })[name];
    const { fields, relations } = this.#resource(name);
    const hidden = [
      ...Object.keys(whole?.fields ?? {}),
      ...Object.keys(whole?.relations ?? {}),
      'link_account_id',
    ].filter((key) => !Object.hasOwn(fields, key) && !Object.hasOwn(relations, key));
    return this.chance.pick(hidden);
  }

  #resource(name: string): Resource {
    return this.scenario.schema[name] as Resource;
  }
}
