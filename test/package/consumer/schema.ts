import { enumeration, extendSchema, paymentsSchema } from 'payments-data-client';

export const schema = extendSchema(paymentsSchema, {
  transactions: { fields: { channel: enumeration('web', 'shop') } },
});
