import { readsOf } from '../abstract-queries.mjs';
import { schema, titled, typeOf } from '../schema.mjs';
import { asFunction, list, object, quote, whereObject } from '../syntax.mjs';

export const title = '@directus/sdk';
export const installed = '@directus/sdk';
export const prelude =
  "import { readItems } from '@directus/sdk';\nimport { client } from './schema.ts';\n";

export function files() {
  const interfaces = Object.entries(schema).map(([name, { fields, relations }]) => {
    const own = Object.entries(fields).map(([key, field]) => {
      const text = field.kind === 'json' ? "'json'" : typeOf(field, "'datetime'");
      return `  ${key}: ${text};`;
    });
    const links = Object.entries(relations).map(([key, [cardinality, target]]) =>
      cardinality === 'many'
        ? `  ${key}: string[] | ${titled(target)}[];`
        : `  ${key}: string | ${titled(target)};`,
    );
    return `export interface ${titled(name)} {\n${[...own, ...links].join('\n')}\n}`;
  });
  const collections = Object.entries(schema).map(
    ([name, { plural }]) => `  ${plural}: ${titled(name)}[];`,
  );
  return {
    'schema.ts': `import { createDirectus, rest } from '@directus/sdk';
${interfaces.join('\n')}
export interface Schema {
${collections.join('\n')}
}
export const client = createDirectus<Schema>('https://api.example.com').with(rest());
`,
  };
}

const operators = { eq: '_eq', neq: '_neq', in: '_in', gt: '_gt', lte: '_lte', like: '_contains' };

/** Without `_in`: with it, the result type silently becomes the whole item. */
const withoutIn = (conditions) =>
  conditions.map((condition) => {
    if (condition.or) return { or: withoutIn(condition.or) };
    return condition.operator === 'in'
      ? { ...condition, operator: 'eq', value: condition.value[0] }
      : condition;
  });

const filter = (conditions) =>
  whereObject(withoutIn(conditions), {
    operators,
    or: '_or',
    bare: (value) => `{ _eq: ${value} }`,
  });

/** Fields cannot be excluded, so all others are named. */
export function print({ entity, take, where, node }, index) {
  const deep = deepOf(entity, node);
  const query = object([
    `fields: ${fieldsOf(entity, node)}`,
    where && `filter: ${filter(where)}`,
    deep && `deep: { ${deep} }`,
    `limit: ${take}`,
  ]);
  return asFunction(
    index,
    `client.request(readItems('${schema[entity].plural}', ${query}))`,
    readsOf(entity, node),
  );
}

function fieldsOf(entity, { mode, fields, relations }) {
  const all = Object.keys(schema[entity].fields);
  const plain =
    mode === 'pick' ? ['id', ...fields] : all.filter((field) => !fields.includes(field));
  const related = Object.entries(relations).map(([name, chosen]) => {
    const target = schema[entity].relations[name][1];
    return `${name}: ${fieldsOf(target, chosen === true ? { mode: 'all', fields: [], relations: {} } : chosen.node)}`;
  });
  return list([...plain.map(quote), ...(related.length > 0 ? [object(related)] : [])]);
}

function deepOf(entity, { relations }) {
  const parts = Object.entries(relations).flatMap(([name, chosen]) => {
    if (chosen === true) return [];
    const inner = deepOf(schema[entity].relations[name][1], chosen.node);
    const own = [chosen.where && `_filter: ${filter(chosen.where)}`, inner].filter(Boolean);
    return own.length > 0 ? [`${name}: ${object(own)}`] : [];
  });
  return parts.join(', ');
}

const read = (query) => `await client.request(readItems('balances', ${query}))`;

export const behaviors = {
  setup: prelude,
  typo: `${read("{ fields: ['name', { unit: ['code', 'bogus'] }] }")};`,
  filterTypo: `${read("{ fields: ['name'], filter: { code: { _eq: 'x' }, bogus: { _eq: 'y' } } }")};`,
  undefinedVariable: `${read("{ fields: ['name'], filter: { code: { _eq: maybe } } }")};`,
};
