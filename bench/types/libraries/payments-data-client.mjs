import { readsOf } from '../abstract-queries.mjs';
import { schema } from '../schema.mjs';
import { asFunction, flags, object, whereObject } from '../syntax.mjs';

export const title = 'payments-data-client';
export const prelude = "import { client } from './schema.ts';\n";

const kinds = {
  string: 'string()',
  number: 'number()',
  boolean: 'boolean()',
  json: 'json()',
  date: 'date()',
};
const operators = { eq: 'eq', neq: 'neq', in: 'in', gt: 'gt', lte: 'lte', like: 'like' };

export function files() {
  const resources = Object.values(schema).map(({ plural, fields, relations }) => {
    const declared = Object.entries(fields).map(([name, { kind, nullable, values }]) => {
      const field =
        name === 'id' ? 'uuid()' : (kinds[kind] ?? `enumeration('${values.join("', '")}')`);
      return `${name}: ${nullable ? `nullable(${field})` : field}`;
    });
    const links = Object.entries(relations).map(
      ([name, [cardinality, target, via]]) =>
        `${name}: ${cardinality}('${schema[target].plural}', { foreignKey: '${via}' })`,
    );
    return `  ${plural}: { path: '/${plural}', operations: ['list'], fields: ${object(declared)}, relations: ${object(links)} },`;
  });
  return {
    'schema.ts': `import { boolean, createClient, date, defineSchema, enumeration, json, many, nullable, number, one, string, uuid } from 'payments-data-client';
const schema = defineSchema({
${resources.join('\n')}
});
export const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key', schema });
`,
  };
}

export function print({ entity, take, where, node }, index) {
  const query = object([
    where && `where: ${write(where)}`,
    includeOf(entity, node),
    `take: ${take}`,
  ]);
  return asFunction(index, `client.${schema[entity].plural}.list(${query})`, readsOf(entity, node));
}

const write = (where) => whereObject(where, { operators, or: 'OR' });

function includeOf(entity, node) {
  const include = members(entity, node);
  return include && `include: ${include}`;
}

function members(entity, { mode, fields, relations }) {
  const parts = flags(fields, mode === 'pick');
  for (const [name, chosen] of Object.entries(relations)) {
    const inner =
      chosen === true ? undefined : members(schema[entity].relations[name][1], chosen.node);
    if (chosen.where)
      parts.push(`${name}: { where: ${write(chosen.where)}, include: ${inner ?? '{}'} }`);
    else parts.push(`${name}: ${inner ?? 'true'}`);
  }
  return parts.length > 0 ? object(parts) : undefined;
}

const list = (query) => `await client.balances.list(${query})`;

export const behaviors = {
  setup: prelude,
  typo: `${list('{ include: { name: true, unit: { code: true, bogus: true } } }')};`,
  filterTypo: `${list("{ where: { code: 'x', bogus: 'y' } }")};`,
  mixed: `${list('{ include: { name: true, code: false } }')};`,
  flag: `const rows = ${list('{ include: { code: flag } }')};\nconst code: string = rows[0]!.code;`,
  undefinedVariable: `${list('{ where: { code: maybe } }')};`,
};
