import { PGlite } from '@electric-sql/pglite';
import { sqlQueries } from './sql-queries.mjs';

const columns = {
  accounts: 'id uuid, status text, identifier_prefix text, identifier_value text',
  balances:
    'id uuid, identifier text, name text, description text, account_id uuid, unit_id uuid, type text, balance numeric, available_balance numeric, negative_balance numeric, external_id text, variables jsonb, created_at timestamptz, updated_at timestamptz, archived_at timestamptz',
};

/** PostgreSQL with indexes on ids and on every filtered column. Decimals are compared exactly. */
export async function createEngine({ rows, operands }) {
  const postgres = new PGlite();
  for (const [table, list] of Object.entries(columns)) {
    await postgres.exec(`CREATE TABLE ${table} (${list}, PRIMARY KEY (id))`);
    for (let start = 0; start < rows[table].length; start += 5000)
      await postgres.query(
        `INSERT INTO ${table} SELECT * FROM jsonb_to_recordset($1::jsonb) AS rows(${list})`,
        [JSON.stringify(rows[table].slice(start, start + 5000))],
      );
  }
  for (const column of ['name', 'balance', 'created_at', 'account_id'])
    await postgres.exec(`CREATE INDEX ON balances (${column})`);
  await postgres.exec('ANALYZE');
  const queries = sqlQueries(operands, {
    decimal: 'balance',
    in: 'id = ANY($1::uuid[])',
    relation: 'EXISTS (SELECT 1 FROM balances WHERE account_id = accounts.id AND balance < 0)',
  });
  return Object.fromEntries(
    Object.entries(queries).map(([name, { table, condition }]) => [
      name,
      async () => {
        const parameters = name === 'in 1,000' ? [operands.ids] : [];
        return (await postgres.query(`SELECT * FROM ${table} WHERE ${condition}`, parameters)).rows;
      },
    ]),
  );
}
