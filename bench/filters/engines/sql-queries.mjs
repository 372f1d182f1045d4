/** The six filters as SQL conditions. */
export const sqlQueries = ({ u0, u1, u2, from, to, early }, { decimal, in: isIn, relation }) => ({
  equality: { table: 'balances', condition: "name = 'balance 424'" },
  'decimal >': { table: 'balances', condition: `${decimal} > 9000` },
  'date range': {
    table: 'balances',
    condition: `created_at >= '${from}' AND created_at < '${to}'`,
  },
  'in 1,000': { table: 'balances', condition: isIn },
  'nested OR': {
    table: 'balances',
    condition: `(type = 'available' AND ((${decimal} > 9000 AND unit_id = '${u0}') OR (${decimal} < 500 AND unit_id = '${u1}')))
      OR (type = 'pending' AND ((name LIKE '%99%' AND unit_id <> '${u2}') OR (created_at < '${early}' AND ${decimal} >= 5000)))`,
  },
  relation: { table: 'accounts', condition: relation },
});
