import Loki from 'lokijs';
import { mongoQueries } from './mongo-queries.mjs';

/** Decimals are a column of floats, which is an easier task. */
export function createEngine({ rows, embedded, operands }) {
  const database = new Loki('rows.db', { adapter: new Loki.LokiMemoryAdapter() });
  const balances = database.addCollection('balances', { unique: ['id'] });
  balances.insert(rows.balances.map((row) => ({ ...row, float: Number(row.balance) })));
  const accounts = database.addCollection('accounts');
  accounts.insert(embedded.map((account) => ({ ...account })));
  const queries = mongoQueries(operands, {
    above: (number) => ({ float: { $gt: number } }),
    from: (number) => ({ float: { $gte: number } }),
    below: (number) => ({ float: { $lt: number } }),
    like: (text) => ({ $contains: text }),
  });
  queries['date range'] = {
    $and: [{ created_at: { $gte: operands.from } }, { created_at: { $lt: operands.to } }],
  };
  return Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [
      name,
      () => (name === 'relation' ? accounts : balances).find(query),
    ]),
  );
}
