// What the mock does with a filter, and the client with a query, without requests. Bundled before it is used.
export { resolveDialect } from '../../src/dialect.ts';
export { RowWriter } from '../../src/mock/row-writer.ts';
export { Store } from '../../src/mock/store.ts';
export { filterOf } from '../../src/query/filter.ts';
export { parseQuery, writeQuery } from '../../src/query/query.ts';
export { paymentsSchema } from '../../src/schema/payments-schema.ts';
