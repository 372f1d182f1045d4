import { checkListQuery, matchingSlots, paymentsSchema, RowWriter, Store } from '#inside';

/** The mock's own way from a `where` to rows: check, compile, scan. Exact decimals; no requests and no answers. */
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
