import { checkListQuery, matchingSlots, paymentsSchema, RowWriter, Store } from '#mock-internals';

/** The mock's filter without requests and responses: check, compile, scan. Decimals are compared exactly. */
export function createEngine({ rows }, filters) {
  const store = new Store(paymentsSchema);
  store.history.begin(() => new RowWriter(store, () => 0).load(rows));
  return Object.fromEntries(
    filters.map(({ name, resource, where }) => [
      name,
      () => {
        const { filter } = checkListQuery(paymentsSchema, resource, { where });
        const table = store.table(resource);
        return matchingSlots(filter, store, resource).map((slot) => table.rows[slot]);
      },
    ]),
  );
}
