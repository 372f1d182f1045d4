import { Collection } from '@msw/data';
import { z } from 'zod';

const text = z.string();
const maybe = z.any().nullable();
const balance = {
  id: text,
  identifier: text,
  name: text,
  description: text,
  account_id: text,
  unit_id: text,
  type: text,
  balance: text,
  available_balance: text,
  negative_balance: text,
  external_id: maybe,
  variables: maybe,
  created_at: text,
  updated_at: text,
  archived_at: maybe,
};

/** Conditions are JavaScript functions, which cannot be sent. Decimals are floats, and balances are embedded in accounts. */
export async function createEngine({ rows, embedded, operands }) {
  const { ids, u0, u1, u2, from, to, early } = operands;
  const balances = new Collection({ schema: z.object(balance) });
  for (const row of rows.balances) await balances.create(row);
  const accounts = new Collection({ schema: z.object({ id: text, balances: z.array(z.any()) }) });
  for (const { id, balances: own } of embedded) await accounts.create({ id, balances: own });
  const wanted = new Set(ids);
  return {
    equality: () => balances.findMany((query) => query.where({ name: 'balance 424' })),
    'decimal >': () =>
      balances.findMany((query) => query.where({ balance: (value) => +value > 9000 })),
    'date range': () =>
      balances.findMany((query) =>
        query.where({ created_at: (value) => value >= from && value < to }),
      ),
    'in 1,000': () =>
      balances.findMany((query) => query.where({ id: (value) => wanted.has(value) })),
    'nested OR': () =>
      balances.findMany((query) => {
        const decimal = (holds) => query.where({ balance: (value) => holds(+value) });
        const unit = (id) => query.where({ unit_id: id });
        return query.or(
          query.and(
            query.where({ type: 'available' }),
            query.or(
              query.and(
                decimal((value) => value > 9000),
                unit(u0),
              ),
              query.and(
                decimal((value) => value < 500),
                unit(u1),
              ),
            ),
          ),
          query.and(
            query.where({ type: 'pending' }),
            query.or(
              query.and(
                query.where({ name: (value) => value.includes('99') }),
                query.where({ unit_id: (value) => value !== u2 }),
              ),
              query.and(
                query.where({ created_at: (value) => value < early }),
                decimal((value) => value >= 5000),
              ),
            ),
          ),
        );
      }),
    relation: () =>
      accounts.findMany((query) =>
        query.where((account) => account.balances.some((row) => row.float < 0)),
      ),
  };
}
