import { readsOf } from '../abstract-queries.mjs';
import { schema, titled, typeOf } from '../schema.mjs';
import { asFunction, flags, object, whereObject } from '../syntax.mjs';

export const title = 'payload';
export const installed = 'payload';
export const prelude = "import { payload } from './schema.ts';\n";

/** The output of `payload generate:types` for such collections, with the published types. */
export function files() {
  const interfaces = Object.entries(schema).map(([name, { fields, relations }]) => {
    const own = Object.entries(fields).map(([key, field]) => `  ${key}: ${typeOf(field)};`);
    const links = Object.entries(relations).map(([key, [cardinality, target]]) =>
      cardinality === 'many'
        ? `  ${key}: (string | ${titled(target)})[];`
        : `  ${key}: string | ${titled(target)};`,
    );
    const keys = [...Object.keys(fields).filter((key) => key !== 'id'), ...Object.keys(relations)];
    return `export interface ${titled(name)} {
${[...own, ...links].join('\n')}
}
export interface ${titled(name)}Select<T extends boolean = true> {
${keys.map((key) => `  ${key}?: T;`).join('\n')}
}`;
  });
  const each = (write) =>
    object(Object.entries(schema).map(([name, { plural }]) => `${plural}: ${write(titled(name))}`));
  return {
    'schema.ts': `import type { Payload } from 'payload';
${interfaces.join('\n')}
declare module 'payload' {
  export interface GeneratedTypes {
    collections: ${each((name) => name)};
    collectionsSelect: ${each((name) => `${name}Select<false> | ${name}Select<true>`)};
    db: { defaultIDType: string };
  }
}
export declare const payload: Payload;
`,
  };
}

const operators = {
  eq: 'equals',
  neq: 'not_equals',
  in: 'in',
  gt: 'greater_than',
  lte: 'less_than_equal',
  like: 'like',
};
const filter = (conditions) =>
  whereObject(conditions, { operators, or: 'or', bare: (value) => `{ equals: ${value} }` });

/** A selection ends at a relation, and a filter is not checked, so these types do less than those of other libraries. */
export function print({ entity, take, where, node }, index) {
  const { mode, fields, relations } = node;
  const chosen = [
    ...flags(fields, mode === 'pick'),
    ...(mode === 'pick' ? flags(Object.keys(relations), true) : []),
  ];
  const query = object([
    `collection: '${schema[entity].plural}'`,
    where && `where: ${filter(where)}`,
    chosen.length > 0 && `select: ${object(chosen)}`,
    `limit: ${take}`,
  ]);
  return asFunction(
    index,
    `payload.find(${query}).then(({ docs }) => docs)`,
    readsOf(entity, node, { shallow: true }),
  );
}

const find = (query) => `await payload.find({ collection: 'balances', ${query} })`;

export const behaviors = {
  setup: prelude,
  typo: `${find('select: { name: true, bogus: true }')};`,
  filterTypo: `${find("where: { code: { equals: 'x' }, bogus: { equals: 'y' } }")};`,
  mixed: `${find('select: { name: true, code: false }')};`,
  flag: `const { docs: rows } = ${find('select: { code: flag }')};\nconst code: string = rows[0]!.code;`,
  undefinedVariable: `${find('where: { code: { equals: maybe } }')};`,
};
