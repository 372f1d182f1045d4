import { resolveDialect } from '../../dialect/resolve-dialect.js';
import { HttpError } from '../../mock/http/response.js';
import { compileSelection } from '../../mock/listing/compile-selection.js';
import { listSlots } from '../../mock/listing/list-rows.js';
import type { SlotPredicate } from '../../mock/matching/compile-where.js';
import type { Store } from '../../mock/rows/store.js';
import { parseListQuery } from '../../query-string/parse-query.js';
import type { JsonObject } from '../../schema/field.js';
import { own } from '../../values/plain-object.js';
import { inspectorLimits, type RowsPage, type RowsQuery } from '../protocol.js';

/**
 * Reads a page of rows with the query of a list, through the parser of the service: the rules and the messages
 * are the same.
 *
 * @throws QueryError for an invalid query, HttpError for an unknown resource or relation.
 */
export function queryRows(query: RowsQuery, store: Store): RowsPage {
  const { resource, where = '', include = '', orderBy = '', take, skip, relatedTo } = query;
  if (!own(store.schema, resource)) throw new HttpError(400, `${resource} is not a resource of the schema.`);
  if (take > inspectorLimits.rowsPage)
    throw new HttpError(400, `take: a page has at most ${inspectorLimits.rowsPage} rows.`);
  const { schema, dialect } = store;
  const { parameters, orderFormat, unknown } = resolveDialect('inspector'); // the form in which the page writes
  const search = new URLSearchParams({ where, include, order_by: orderBy }).toString();
  const list = parseListQuery({
    search,
    schema,
    name: resource,
    dialect: { ...dialect, parameters, orderFormat, unknown },
    allowed: [],
    recorded: {},
  });
  const table = store.table(resource);
  const related = relatedTo && isRelated(relatedTo, resource, store);
  const isFiltered = list.where !== undefined || related !== undefined;
  const slots = listSlots(list, store, isFiltered ? Number.POSITIVE_INFINITY : skip + take, related);
  const project =
    include.trim() === ''
      ? (slot: number) => (table.rows[slot] ?? {}) as JsonObject // with the foreign keys that are hidden
      : compileSelection(list.selection, store);
  return {
    rows: slots.slice(skip, skip + take).map(project),
    total: isFiltered ? slots.length : table.size,
  };
}

/** Whether the row in a slot belongs to a to-many relation of one row. */
function isRelated(
  { resource, id, relation }: NonNullable<RowsQuery['relatedTo']>,
  target: string,
  store: Store,
): SlotPredicate {
  const found = own(own(store.schema, resource)?.relations ?? {}, relation);
  if (found?.cardinality !== 'many' || found.target !== target)
    throw new HttpError(400, `${relation} is not a to-many relation of ${resource} to ${target}.`);
  const { rows } = store.table(target);
  return (slot) => rows[slot]?.[found.foreignKey] === id;
}
