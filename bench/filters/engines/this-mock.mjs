import {
  filterOf,
  parseQuery,
  paymentsSchema,
  RowWriter,
  resolveDialect,
  Store,
} from '#mock-internals';

/** The mock's filter without requests and responses: check, compile, scan. Decimals are compared exactly. */
export function createEngine({ rows }, filters) {
  const store = new Store(paymentsSchema, resolveDialect('bench'));
  new RowWriter(store, () => 0).insertAll(rows);
  return Object.fromEntries(
    filters.map(({ name, resource, where }) => [
      name,
      () => {
        const query = parseQuery(paymentsSchema, resource, { where });
        const filter = filterOf(paymentsSchema, resource, query.where);
        return store.list(resource, filter);
      },
    ]),
  );
}
