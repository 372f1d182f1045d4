import { createRandom } from '../measure/random.mjs';
import { schema } from './schema.mjs';

const operators = {
  string: ['eq', 'neq', 'in', 'like', 'bare'],
  number: ['eq', 'gt', 'lte', 'in', 'bare'],
  date: ['gt', 'lte'],
  enum: ['eq', 'in', 'bare'],
  boolean: ['bare'],
};

/**
 * Generates queries that are independent of a library's syntax. The same count returns the same queries.
 *
 * - A query is `{ entity, take, where?, node }`.
 * - A node selects fields and relations: `{ mode: 'all' | 'pick' | 'omit', fields, relations }`. A relation is `true` or
 *   `{ node, where? }`.
 * - A condition is `{ field, operator, value }` or `{ or: [condition, condition] }`.
 */
export function makeQueries(count) {
  const random = createRandom(12345);

  const literal = ({ kind, values }) => {
    if (kind === 'string') return `s${random.below(999)}`;
    if (kind === 'number') return random.below(9999);
    if (kind === 'enum') return random.pick(values);
    if (kind === 'boolean') return random.next() > 0.5;
    return `2026-0${1 + random.below(9)}-11T00:00:00Z`;
  };

  const condition = (entity) => {
    const fields = Object.entries(schema[entity].fields).filter(([, { kind }]) => kind !== 'json');
    const [field, definition] = random.pick(fields);
    const operator = random.pick(operators[definition.kind]);
    const value =
      operator === 'in' ? [literal(definition), literal(definition)] : literal(definition);
    return { field, kind: definition.kind, operator, value };
  };

  const conditions = (entity) => {
    const found = new Map();
    for (let left = 1 + random.below(3); left > 0; left--) {
      const one = condition(entity);
      if (!found.has(one.field)) found.set(one.field, one);
    }
    const some = [...found.values()];
    return random.next() < 0.35 ? [...some, { or: [condition(entity), condition(entity)] }] : some;
  };

  const node = (entity, depth) => {
    const { fields, relations } = schema[entity];
    const names = Object.keys(fields).filter((name) => name !== 'id');
    const mode = random.pick(['all', 'pick', 'pick', 'omit']);
    const chosen =
      mode === 'all' ? [] : random.sample(names, 1 + random.below(Math.min(7, names.length - 1)));
    const related = {};
    for (const [name, [cardinality, target]] of Object.entries(relations)) {
      if (depth >= 3 || random.next() > (depth === 0 ? 0.75 : 0.5)) continue;
      if (random.next() < 0.3) related[name] = true;
      else {
        const where =
          cardinality === 'many' && random.next() < 0.5 ? conditions(target) : undefined;
        related[name] = { node: node(target, depth + 1), where };
      }
    }
    return { mode, fields: chosen, relations: related };
  };

  const entities = [
    'balance',
    'balance',
    'balance',
    'account',
    'account',
    'transaction',
    'transaction',
    'line',
  ];
  return Array.from({ length: count }, () => {
    const entity = random.pick(entities);
    const where = random.next() < 0.8 ? conditions(entity) : undefined;
    return { entity, take: 1 + random.below(100), where, node: node(entity, 0) };
  });
}

/** Expressions that read a field at each level of a result, so that the compiler must compute its type. */
export function readsOf(entity, node, { shallow = false } = {}) {
  const reads = [];
  const visit = (name, { mode, fields, relations }, row) => {
    const { fields: all, relations: targets } = schema[name];
    const names = Object.keys(all).filter((field) => field !== 'id');
    const left = mode === 'pick' ? fields : names.filter((field) => !fields.includes(field));
    reads.push(`${row}.${left[0]}`);
    if (shallow) return;
    for (const [relation, chosen] of Object.entries(relations)) {
      const [cardinality, target] = targets[relation];
      const inner = chosen === true ? { mode: 'all', fields: [], relations: {} } : chosen.node;
      visit(
        target,
        inner,
        cardinality === 'many' ? `${row}.${relation}![0]!` : `${row}.${relation}!`,
      );
    }
  };
  visit(entity, node, 'rows[0]!');
  return reads;
}
