import { own, type Resources } from '../schema/resources.js';
import { sampleData } from './sample-data.js';
import { Store } from './store/store.js';

/**
 * The sample for the payments schema and what extends it. Where an extension follows an id of which the sample has no row,
 * such as the `entity_id` of a transaction, there is a row of that id, with defaults for the rest.
 */
export function sampleFor(schema: Resources): Record<string, { readonly id: string }[]> {
  const store = new Store(schema);
  const data = new Map<string, { readonly id: string }[]>(Object.entries(sampleData()));
  for (const [name, rows] of [...data]) {
    for (const [column, { target }] of store.foreignKeys(name)) {
      const targets = data.get(target) ?? [];
      const missing = new Set(rows.map((row) => own(row, column)));
      for (const { id } of targets) missing.delete(id);
      for (const id of missing) if (typeof id === 'string') targets.push({ id });
      if (targets.length > 0) data.set(target, targets);
    }
  }
  return Object.fromEntries(data);
}
