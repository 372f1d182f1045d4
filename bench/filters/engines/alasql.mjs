import alasql from 'alasql';
import { sqlQueries } from './sql-queries.mjs';

/** Decimals are a column of floats, which is an easier task. */
export function createEngine({ rows, operands }) {
  const database = new alasql.Database('rows');
  database.exec('CREATE TABLE balances; CREATE TABLE accounts');
  database.tables.balances.data = rows.balances.map((row) => ({
    ...row,
    float: Number(row.balance),
  }));
  database.tables.accounts.data = rows.accounts;
  const listed = operands.ids.map((id) => `'${id}'`).join();
  const queries = sqlQueries(operands, {
    decimal: 'float',
    in: `id IN (${listed})`,
    relation: 'id IN (SELECT account_id FROM balances WHERE float < 0)',
  });
  return Object.fromEntries(
    Object.entries(queries).map(([name, { table, condition }]) => [
      name,
      () => database.exec(`SELECT * FROM ${table} WHERE ${condition}`),
    ]),
  );
}
