import { readsOf } from '../abstract-queries.mjs';
import { schema } from '../schema.mjs';
import { asFunction, flags, object, whereObject } from '../syntax.mjs';
import { tables } from './drizzle-0.45.mjs';

export const title = 'drizzle-orm 1.0 rc';
export const installed = 'drizzle-orm-1';
export const prelude = "import { db } from './schema.ts';\n";

export const files = () => ({
  'schema.ts': `import { defineRelations } from 'drizzle-orm-1';
import { integer, type SQLiteAsyncDatabase, sqliteTable, text } from 'drizzle-orm-1/sqlite-core';
${tables()}
const relations = defineRelations({ balance, unit, account, transaction, line }, (r) => ({
  balance: {
    unit: r.one.unit({ from: r.balance.unit_id, to: r.unit.id, optional: false }),
    account: r.one.account({ from: r.balance.account_id, to: r.account.id, optional: false }),
  },
  account: { balances: r.many.balance({ from: r.account.id, to: r.balance.account_id }) },
  transaction: { lines: r.many.line({ from: r.transaction.id, to: r.line.transaction_id }) },
  line: { balance: r.one.balance({ from: r.line.balance_id, to: r.balance.id, optional: false }) },
}));
export declare const db: SQLiteAsyncDatabase<'async', void, typeof relations>;
`,
});

export const print = ({ entity, take, where, node }, index) =>
  asFunction(
    index,
    `db.query.${entity}.findMany(${body(entity, node, where, `limit: ${take}`)})`,
    readsOf(entity, node),
  );

const operators = { eq: 'eq', neq: 'ne', in: 'in', gt: 'gt', lte: 'lte', like: 'like' };

function body(entity, { mode, fields, relations }, where, extra) {
  const columns = mode === 'pick' ? flags(['id', ...fields], true) : flags(fields, false);
  const related = Object.entries(relations).map(([name, chosen]) => {
    const target = schema[entity].relations[name][1];
    return `${name}: ${chosen === true ? 'true' : body(target, chosen.node, chosen.where)}`;
  });
  return object([
    mode !== 'all' && `columns: ${object(columns)}`,
    where && `where: ${whereObject(where, { operators, or: 'OR' })}`,
    related.length > 0 && `with: ${object(related)}`,
    extra,
  ]);
}

const find = (query) => `await db.query.balance.findMany(${query})`;

export const behaviors = {
  setup: prelude,
  typo: `${find('{ columns: { name: true }, with: { unit: { columns: { code: true, bogus: true } } } }')};`,
  filterTypo: `${find("{ where: { code: 'x', bogus: 'y' } }")};`,
  mixed: `${find('{ columns: { name: true, code: false } }')};`,
  flag: `const rows = ${find('{ columns: { id: true, code: flag } }')};\nconst code: string = rows[0]!.code;`,
  undefinedVariable: `${find('{ where: { code: maybe } }')};`,
};
