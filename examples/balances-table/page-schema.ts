import { paymentsSchema, pickSchema } from 'payments-data-client';

/** What the page may ask for. The page and the backend import it. */
export const pageSchema = pickSchema(paymentsSchema, {
  balances: [
    'name',
    'type',
    'balance',
    'available_balance',
    'unit_id',
    'archived_at',
    'unit',
  ],
  units: ['name', 'symbol'],
});

export type PageSchema = typeof pageSchema;
