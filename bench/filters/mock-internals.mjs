// What the mock does with a filter, without requests and responses around it. Bundled before it is used.
export { requestDialect } from '../../src/dialect/request-dialect.ts';
export { resolveDialect } from '../../src/dialect/resolve-dialect.ts';
export { compileWhere, findSlots } from '../../src/mock/listing/compile-where.ts';
export { RowWriter } from '../../src/mock/rows/row-writer.ts';
export { Store } from '../../src/mock/rows/store.ts';
export { parseListQuery, writeListQuery } from '../../src/query/list-query.ts';
export { paymentsSchema } from '../../src/schema/payments-schema.ts';
