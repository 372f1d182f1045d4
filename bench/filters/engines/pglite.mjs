import { PGlite } from '@electric-sql/pglite';

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
  const { u0, u1, u2, from, to, early } = operands;
  const conditions = {
    equality: "name = 'balance 424'",
    'decimal >': 'balance > 9000',
    'date range': `created_at >= '${from}' AND created_at < '${to}'`,
    'in 1,000': 'id = ANY($1::uuid[])',
    'nested OR': `(type = 'available' AND ((balance > 9000 AND unit_id = '${u0}') OR (balance < 500 AND unit_id = '${u1}')))
      OR (type = 'pending' AND ((name LIKE '%99%' AND unit_id <> '${u2}') OR (created_at < '${early}' AND balance >= 5000)))`,
    relation: 'EXISTS (SELECT 1 FROM balances WHERE account_id = accounts.id AND balance < 0)',
  };
  return Object.fromEntries(
    Object.entries(conditions).map(([name, condition]) => [
      name,
      async () => {
        const table = name === 'relation' ? 'accounts' : 'balances';
        const parameters = name === 'in 1,000' ? [operands.ids] : [];
        return (await postgres.query(`SELECT * FROM ${table} WHERE ${condition}`, parameters)).rows;
      },
    ]),
  );
}
