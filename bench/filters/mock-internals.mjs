// The functions with which the mock filters rows, without requests and responses. measure/build.mjs bundles them.
export { matchingSlots } from '../../src/mock/matching/matching-slots.ts';
export { RowWriter } from '../../src/mock/rows/row-writer.ts';
export { Store } from '../../src/mock/rows/store.ts';
export { checkListQuery, writeListQuery } from '../../src/query/list-query.ts';
export { paymentsSchema } from '../../src/schema/payments-schema.ts';
