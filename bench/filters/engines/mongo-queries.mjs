/**
 * The six filters in MongoDB's syntax. Comparing decimals and searching text differ between engines. None of them has
 * relations, so balances are embedded in their accounts.
 */
export function mongoQueries(
  { ids, u0, u1, u2, from, to, early },
  { above, from: least, below, like, embedded = below },
) {
  return {
    equality: { name: 'balance 424' },
    'decimal >': above(9000),
    'date range': { created_at: { $gte: from, $lt: to } },
    'in 1,000': { id: { $in: ids } },
    'nested OR': {
      $or: [
        {
          $and: [
            { type: 'available' },
            {
              $or: [
                { $and: [above(9000), { unit_id: u0 }] },
                { $and: [below(500), { unit_id: u1 }] },
              ],
            },
          ],
        },
        {
          $and: [
            { type: 'pending' },
            {
              $or: [
                { $and: [{ name: like('99') }, { unit_id: { $ne: u2 } }] },
                { $and: [{ created_at: { $lt: early } }, least(5000)] },
              ],
            },
          ],
        },
      ],
    },
    relation: { balances: { $elemMatch: embedded(0) } },
  };
}
