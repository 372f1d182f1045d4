import type { JsonObject } from '../schema/field.js';
import type { Store } from './rows/store.js';

/**
 * All rows of a mock with every stored field, as the option `data` of `createMock` accepts them. Unlike
 * `db.<resource>.all()`, they include foreign keys that no response contains, such as `transaction_id` of a
 * transaction line. Do not change them: the mock uses the same objects.
 */
export const rowsToSave = (store: Store): { readonly [resource: string]: readonly JsonObject[] } =>
  Object.fromEntries(Object.keys(store.schema).map((name) => [name, store.table(name).all()]));
