import {
  compileWhere,
  findSlots,
  parseListQuery,
  paymentsSchema,
  RowWriter,
  resolveDialect,
  Store,
} from '#mock-internals';

/** The mock's filter without requests and responses: check, compile, scan. Decimals are compared exactly. */
export function createEngine({ rows }, filters) {
  const store = new Store(paymentsSchema, resolveDialect('bench'));
  new RowWriter(store, () => 0).load(rows);
  return Object.fromEntries(
    filters.map(({ name, resource, where: given }) => [
      name,
      () => {
        const { filter } = parseListQuery(paymentsSchema, resource, { where: given });
        const { rows: slots } = store.table(resource);
        return findSlots(store, resource, compileWhere(filter, store, resource)).map(
          (slot) => slots[slot],
        );
      },
    ]),
  );
}
