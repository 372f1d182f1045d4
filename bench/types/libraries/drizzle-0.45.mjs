import { readsOf } from '../abstract-queries.mjs';
import { schema } from '../schema.mjs';
import { asFunction, flags, object, quote } from '../syntax.mjs';

export const title = 'drizzle-orm 0.45';
export const installed = 'drizzle-orm';
export const prelude = "import { db } from './schema.ts';\n";

/** A column of a SQLite table. */
export function column(name, { kind, nullable, values }) {
  const types = {
    number: `integer('${name}')`,
    boolean: `integer('${name}', { mode: 'boolean' })`,
    enum: `text('${name}', { enum: ${quote(values)} })`,
    json: `text('${name}', { mode: 'json' })`,
  };
  const end = name === 'id' ? '.primaryKey()' : nullable ? '' : '.notNull()';
  return `${name}: ${types[kind] ?? `text('${name}')`}${end}`;
}

/** The tables of the schema. */
export const tables = () =>
  Object.entries(schema)
    .map(
      ([name, { fields }]) =>
        `export const ${name} = sqliteTable('${name}', ${object(Object.entries(fields).map(([key, field]) => column(key, field)))});`,
    )
    .join('\n');

export const files = () => ({
  'schema.ts': `import { relations } from 'drizzle-orm';
import { type BaseSQLiteDatabase, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
${tables()}
const balanceRelations = relations(balance, ({ one, many }) => ({
  unit: one(unit, { fields: [balance.unit_id], references: [unit.id] }),
  account: one(account, { fields: [balance.account_id], references: [account.id] }),
  lines: many(line),
}));
const accountRelations = relations(account, ({ many }) => ({ balances: many(balance) }));
const transactionRelations = relations(transaction, ({ many }) => ({ lines: many(line) }));
const lineRelations = relations(line, ({ one }) => ({
  balance: one(balance, { fields: [line.balance_id], references: [balance.id] }),
  transaction: one(transaction, { fields: [line.transaction_id], references: [transaction.id] }),
}));
const tables = { balance, unit, account, transaction, line, balanceRelations, accountRelations, transactionRelations, lineRelations };
export declare const db: BaseSQLiteDatabase<'async', void, typeof tables>;
`,
});

export const print = ({ entity, take, where, node }, index) =>
  asFunction(
    index,
    `db.query.${entity}.findMany(${body(entity, node, where, `limit: ${take}`)})`,
    readsOf(entity, node),
  );

function body(entity, { mode, fields, relations }, where, extra) {
  const columns = mode === 'pick' ? flags(['id', ...fields], true) : flags(fields, false);
  const related = Object.entries(relations).map(([name, chosen]) => {
    const target = schema[entity].relations[name][1];
    return `${name}: ${chosen === true ? 'true' : body(target, chosen.node, chosen.where)}`;
  });
  return object([
    mode !== 'all' && `columns: ${object(columns)}`,
    where && writeWhere(where),
    related.length > 0 && `with: ${object(related)}`,
    extra,
  ]);
}

const words = {
  bare: 'eq',
  eq: 'eq',
  neq: 'ne',
  in: 'inArray',
  gt: 'gt',
  lte: 'lte',
  like: 'like',
};

function writeWhere(conditions) {
  const one = (condition) =>
    condition.or
      ? `or(${condition.or.map(one).join(', ')})`
      : `${words[condition.operator]}(t.${condition.field}, ${quote(condition.value)})`;
  return `where: (t, { and, or, eq, ne, gt, lte, like, inArray }) => and(${conditions.map(one).join(', ')})`;
}

const find = (query) => `await db.query.balance.findMany(${query})`;

export const behaviors = {
  setup: prelude,
  typo: `${find('{ columns: { name: true }, with: { unit: { columns: { code: true, bogus: true } } } }')};`,
  filterTypo: `${find('{ where: (t, { eq }) => eq(t.bogus, "y") }')};`,
  mixed: `${find('{ columns: { name: true, code: false } }')};`,
  flag: `const rows = ${find('{ columns: { id: true, code: flag } }')};\nconst code: string = rows[0]!.code;`,
  undefinedVariable: `${find('{ where: (t, { eq }) => eq(t.code, maybe) }')};`,
};
