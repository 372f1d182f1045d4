import {
  filterOf,
  matcher,
  parseQuery,
  paymentsSchema,
  RowWriter,
  resolveDialect,
  Store,
} from '#mock-internals';

/** The mock's filter without requests and responses: check, compile, scan. Decimals are compared exactly. */
export function createEngine({ rows }, filters) {
  const dialect = resolveDialect('bench');
  const store = new Store(paymentsSchema, dialect);
  new RowWriter(store, () => 0).insertAll(rows);
  return Object.fromEntries(
    filters.map(({ name, resource, where }) => [
      name,
      () => {
        const query = parseQuery(paymentsSchema, resource, { where });
        const filter = filterOf(paymentsSchema, resource, query.where);
        return store.sorted(resource).filter(matcher(filter, store.source(resource), dialect));
      },
    ]),
  );
}
