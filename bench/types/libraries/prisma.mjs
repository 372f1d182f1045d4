import { spawnSync } from 'node:child_process';
import { bench, pathOf } from '../../measure/paths.mjs';
import { readsOf } from '../abstract-queries.mjs';
import { schema, titled } from '../schema.mjs';
import { asFunction, flags, object, whereObject } from '../syntax.mjs';

export const title = 'prisma';
export const installed = 'prisma';
export const prelude = "import { db } from './schema.ts';\n";

const kinds = { string: 'String', number: 'Int', boolean: 'Boolean', date: 'String', json: 'Json' };
const reverse = {
  balance: ['lines Line[]'],
  unit: ['balances Balance[]'],
  line: ['transaction Transaction @relation(fields: [transaction_id], references: [id])'],
};

export function files() {
  const enums = [];
  const models = Object.entries(schema).map(([name, { fields, relations }]) => {
    const own = Object.entries(fields).map(([key, { kind, nullable, values }]) => {
      const type = kinds[kind] ?? titled(name) + titled(key);
      if (values) enums.push(`enum ${type} {\n  ${values.join('\n  ')}\n}`);
      return `${key} ${type}${nullable ? '?' : ''}${key === 'id' ? ' @id' : ''}`;
    });
    const links = Object.entries(relations).map(([key, [cardinality, target, via]]) =>
      cardinality === 'many'
        ? `${key} ${titled(target)}[]`
        : `${key} ${titled(target)} @relation(fields: [${via}], references: [id])`,
    );
    return `model ${titled(name)} {\n  ${[...own, ...links, ...(reverse[name] ?? [])].join('\n  ')}\n}`;
  });
  return {
    'schema.prisma': `generator client {
  provider = "prisma-client"
  output = "./generated"
  engineType = "client"
  importFileExtension = "ts"
}
datasource db {
  provider = "postgresql"
}
${[...models, ...enums].join('\n')}
`,
    'schema.ts':
      "import type { PrismaClient } from './generated/client.ts';\nexport declare const db: PrismaClient;\n",
  };
}

/** Generates the client. @throws If that requires more than the installed packages. */
export function prepare(folder) {
  const cli = pathOf(new URL('node_modules/prisma/build/index.js', bench));
  const run = spawnSync(
    process.execPath,
    [cli, 'generate', '--schema', 'schema.prisma', '--no-hints'],
    {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
      env: {
        ...process.env,
        CHECKPOINT_DISABLE: '1',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, // never run; without it, one would be downloaded
      },
    },
  );
  if (run.status !== 0)
    throw new Error(`prisma generate: ${run.stderr || run.stdout || run.error}`);
}

const operators = { eq: 'equals', neq: 'not', in: 'in', gt: 'gt', lte: 'lte', like: 'contains' };

export const print = ({ entity, take, where, node }, index) =>
  asFunction(
    index,
    `db.${entity}.findMany(${body(entity, node, where, `take: ${take}`)})`,
    readsOf(entity, node),
  );

function body(entity, { mode, fields, relations }, where, extra) {
  const related = Object.entries(relations).map(([name, chosen]) => {
    const target = schema[entity].relations[name][1];
    const inner = chosen === true ? '{  }' : body(target, chosen.node, chosen.where);
    return `${name}: ${inner === '{  }' ? 'true' : inner}`;
  });
  const picked =
    mode === 'pick' && `select: ${object([...flags(['id', ...fields], true), ...related])}`;
  return object([
    picked || (related.length > 0 && `include: ${object(related)}`),
    mode === 'omit' && `omit: ${object(flags(fields, true))}`,
    where && `where: ${whereObject(where, { operators, or: 'OR' })}`,
    extra,
  ]);
}

const find = (query) => `await db.balance.findMany(${query})`;

export const behaviors = {
  setup: prelude,
  typo: `${find('{ select: { name: true, unit: { select: { code: true, bogus: true } } } }')};`,
  filterTypo: `${find("{ where: { code: 'x', bogus: 'y' } }")};`,
  mixed: `${find('{ select: { name: true, code: false } }')};`,
  flag: `const rows = ${find('{ select: { id: true, code: flag } }')};\nconst code: string = rows[0]!.code;`,
  undefinedVariable: `${find('{ where: { code: maybe } }')};`,
};
