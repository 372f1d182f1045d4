import { readsOf } from '../abstract-queries.mjs';
import { schema, typeOf } from '../schema.mjs';
import { asFunction, object, quote, whereObject } from '../syntax.mjs';

export const title = '@instantdb/core';
export const installed = '@instantdb/core';
export const prelude = "import { db } from './schema.ts';\n";

export function files() {
  const entities = Object.values(schema).map(({ plural, fields }) => {
    const attributes = Object.entries(fields)
      .filter(([name]) => name !== 'id')
      .map(([name, field]) => {
        const kinds = { number: 'number()', boolean: 'boolean()', json: 'json()' };
        const kind =
          field.kind === 'enum' ? `string<${typeOf({ ...field, nullable: false })}>()` : 'string()';
        return `${name}: i.${kinds[field.kind] ?? kind}.indexed()${field.nullable ? '.optional()' : ''}`;
      });
    return `    ${plural}: i.entity(${object(attributes)}),`;
  });
  const link = (name, forward, one, reverse, many) =>
    `    ${name}: { forward: { on: '${forward}', has: 'one', label: '${one}' }, reverse: { on: '${reverse}', has: 'many', label: '${many}' } },`;
  return {
    'schema.ts': `import { i, init } from '@instantdb/core';
const schema = i.schema({
  entities: {
${entities.join('\n')}
  },
  links: {
${[
  link('balanceUnit', 'balances', 'unit', 'units', 'balances'),
  link('balanceAccount', 'balances', 'account', 'accounts', 'balances'),
  link('lineTransaction', 'lines', 'transaction', 'transactions', 'lines'),
  link('lineBalance', 'lines', 'balance', 'balances', 'lines'),
].join('\n')}
  },
});
export const db = init({ appId: 'app', schema });
`,
  };
}

const operators = { eq: '$in', neq: '$ne', in: '$in', gt: '$gt', lte: '$lte', like: '$like' };

/** Equality has no operator, and an enumeration inside OR must be a list. */
const fitted = (conditions) =>
  conditions.map((condition) => {
    if (condition.or) return { or: fitted(condition.or) };
    const { kind, operator, value } = condition;
    if (kind === 'enum' && operator !== 'in')
      return { ...condition, operator: 'in', value: [value] };
    return operator === 'eq' ? { ...condition, operator: 'bare' } : condition;
  });

const filter = (conditions) => `where: ${whereObject(fitted(conditions), { operators, or: 'or' })}`;

export function print({ entity, take, where, node }, index) {
  const { plural } = schema[entity];
  const query = `{ ${plural}: ${body(entity, node, where, `limit: ${take}`)} }`;
  return asFunction(
    index,
    `db.queryOnce(${query}).then(({ data }) => data.${plural}!)`,
    readsOf(entity, node),
  );
}

/** Fields cannot be excluded, so all others are named. */
function body(entity, { mode, fields, relations }, where, extra) {
  const all = Object.keys(schema[entity].fields);
  const chosen =
    mode === 'pick' ? ['id', ...fields] : all.filter((field) => !fields.includes(field));
  const options = [
    mode !== 'all' && `fields: ${quote(chosen)}`,
    where && filter(where),
    extra,
  ].filter(Boolean);
  const related = Object.entries(relations).map(
    ([name, one]) =>
      `${name}: ${one === true ? '{}' : body(schema[entity].relations[name][1], one.node, one.where)}`,
  );
  return object([options.length > 0 && `$: ${object(options)}`, ...related]);
}

const ask = (query) => `await db.queryOnce({ balances: ${query} })`;

export const behaviors = {
  setup: prelude,
  typo: `${ask("{ $: { fields: ['name'] }, unit: { $: { fields: ['code', 'bogus'] } } }")};`,
  filterTypo: `${ask("{ $: { where: { code: 'x', bogus: 'y' } } }")};`,
  undefinedOperand: `${ask('{ $: { where: { code: undefined } } }')};`,
  undefinedVariable: `${ask('{ $: { where: { code: maybe } } }')};`,
};
