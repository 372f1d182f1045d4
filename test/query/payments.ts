import { paymentsSchema } from '../../src/schema/payments-schema.js';
import type { Resources } from '../../src/schema/resources.js';

/** The payments schema as the run time sees it. */
export const payments: Resources = { ...paymentsSchema };
