import { paymentsSchema, type Resources } from 'payments-data-client';

/** The payments schema as the run time sees it. */
export const payments: Resources = { ...paymentsSchema };
