import { resolveDialect } from '../../dialect/resolve-dialect.js';
import { RejectionError } from '../../mock/http/response.js';
import { compileSelection } from '../../mock/listing/compile-selection.js';
import { listSlots } from '../../mock/listing/list-rows.js';
import type { Store } from '../../mock/rows/store.js';
import { parseListQuery } from '../../query-string/parse-query.js';
import type { Resources } from '../../schema/resources.js';
import { inspectorLimits, type RowsPage, type RowsQuery } from '../protocol.js';
import { fieldsOf } from './inspector-state.js';

/**
 * Reads a page of rows with the query of a list, through the parser of the service: the rules and the messages
 * are the same. Foreign keys that no response has are fields here, so that relations can be followed.
 *
 * @throws QueryError for an invalid query, RejectionError for a page that is too large.
 */
export function queryRows(query: RowsQuery, store: Store): RowsPage {
  const { resource, where = '', include = '', orderBy = '', take, skip } = query;
  if (take > inspectorLimits.rowsPage)
    throw new RejectionError(400, `take: a page has at most ${inspectorLimits.rowsPage} rows.`);
  const { parameters, orderFormat, unknown } = resolveDialect('inspector'); // the form in which the page writes
  const list = parseListQuery({
    search: `?${new URLSearchParams({ where, include, order_by: orderBy })}`,
    schema: withForeignKeys(store),
    name: resource,
    dialect: { ...store.dialect, parameters, orderFormat, unknown },
    allowed: [],
    recorded: {},
  });
  const isFiltered = list.where !== undefined;
  const slots = listSlots(list, store, isFiltered ? Number.POSITIVE_INFINITY : skip + take);
  return {
    rows: slots.slice(skip, skip + take).map(compileSelection(list.selection, store)),
    total: isFiltered ? slots.length : store.table(resource).size,
  };
}

const withForeignKeys = (store: Store): Resources =>
  Object.fromEntries(
    Object.entries(store.schema).map(([name, resource]) => [
      name,
      { ...resource, fields: fieldsOf(name, store) },
    ]),
  );
