import { rowsPerPage } from '../dialect.js';
import { QueryError } from '../errors.js';
import { compareText, sortKeys, type ValueKeys } from '../match/values.js';
import { filterOf } from '../query/filter.js';
import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { Query } from '../query/query.js';
import type { ReadQuery } from '../query/read-search.js';
import { type JsonObject, type JsonValue, uuid } from '../schema/field.js';
import { resourceOf } from '../schema/lookup.js';
import { decodeBase64Url, encodeBase64Url } from '../values/base64.js';
import { own, parseJson, setMember } from '../values/plain-object.js';
import { seedOf } from './random.js';
import { firstDifference, readValue, type Store, type StoredRow } from './store.js';

export interface ListedRows {
  /** Their JSON values are those of the store: serialize them, never change them. */
  readonly rows: readonly JsonObject[];
  /** The rows that match the filter. */
  readonly matching: readonly StoredRow[];
  /** How many of them follow the cursor. */
  readonly rest: number;
  /** The cursor of the next page; `null` if no rows are left, or the dialect has no cursors. */
  readonly cursor: string | null;
}

/** The values of a row by which a list is ordered, and its `id`. Empty at the start of a list. */
type CursorPosition = readonly JsonValue[];

/** Filters, orders, cuts to a page, and selects. */
export function listRows(query: ReadQuery, store: Store): ListedRows {
  const { dialect } = store;
  const { resource, filter, order, cursor, skip = 0 } = query;
  const matching = store.list(resource, filter, order);
  const orderings = orderingsOf(query, store);
  const start = cursor === undefined ? [] : readCursor(cursor, query);
  const rest = start.length > 0 ? matching.filter(isBehind(start, orderings)) : matching;
  const end = skip + rowsPerPage(query.take, dialect);
  const page = rest.slice(skip, end);
  const last = page.at(-1);
  const position = last ? [...orderings.map(({ read }) => read(last)), last.id] : start;
  const hasMore = dialect.parameters.cursor !== null && rest.length > end;
  return {
    rows: selectRows(query.selection, page, store),
    matching,
    rest: rest.length,
    cursor: hasMore ? writeCursor(position, query) : null,
  };
}

/** How the values of each ordering field are read from a row, and compared. */
interface RowOrdering extends ValueKeys {
  readonly read: (row: StoredRow) => JsonValue;
}

const orderingsOf = ({ resource, order }: Query, store: Store): readonly RowOrdering[] =>
  order.map(({ field: name, direction }) => {
    const field = own(resourceOf(store.schema, resource).fields, name) ?? uuid(); // checked earlier
    const keys = sortKeys(field, direction, store.dialect);
    return { ...keys, read: (row) => readValue(row, name, field) };
  });

/** Tests whether a row is behind a position. Rows that are equal are ordered by `id`. */
function isBehind(
  position: CursorPosition,
  orderings: readonly RowOrdering[],
): (row: StoredRow) => boolean {
  const keys = orderings.map(({ keyOf }, index) => keyOf(position[index] ?? null));
  const id = String(position.at(-1));
  return (row) => {
    const compare = (ordering: RowOrdering, index: number) =>
      ordering.compare(ordering.keyOf(ordering.read(row)), keys[index] ?? null);
    return (firstDifference(orderings, compare) || compareText(row.id, id)) > 0;
  };
}

const writeCursor = (position: CursorPosition, query: Query): string =>
  encodeBase64Url(new TextEncoder().encode(JSON.stringify([checksum(query), position])));

/** The position in a cursor of the dialect, which belongs to a filter and an order. */
function readCursor(cursor: string, query: Query): CursorPosition {
  const bytes = decodeBase64Url(cursor);
  const content = bytes && parseJson(new TextDecoder().decode(bytes));
  const [sum, position]: unknown[] = Array.isArray(content) ? content : [];
  if (sum === checksum(query) && isPosition(position, query.order.length + 1)) return position;
  throw new QueryError(
    'cursor',
    'does not belong to this list. Send the cursor of its last response, ' +
      'with the same filter and order.',
    cursor,
  );
}

const isPosition = (value: unknown, length: number): value is CursorPosition =>
  Array.isArray(value) &&
  (value.length === 0 || value.length === length) &&
  value.every((item) => item === null || typeof item !== 'object');

const checksum = ({ resource, where, order }: Query): number =>
  seedOf(JSON.stringify([resource, where, order]));

/** How many related rows a response may have; for each row, if that is more (decision 61). */
const MAX_RELATED = 100_000;
const MAX_RELATED_PER_ROW = 5;

/** The parts of rows that a response has. It stops as soon as there are too many related rows. */
export const selectRows = (
  selection: SelectionNode,
  rows: readonly StoredRow[],
  store: Store,
): readonly JsonObject[] => {
  const limit = Math.max(MAX_RELATED, MAX_RELATED_PER_ROW * rows.length);
  return rows.map(new RowSelector(store, limit).createSelect(selection));
};

/** Creates what copies the parts of a row, and counts the related rows. */
class RowSelector {
  readonly #store: Store;
  readonly #limit: number;
  #selected = 0;

  constructor(store: Store, limit: number) {
    this.#store = store;
    this.#limit = limit;
  }

  createSelect({ resource, fields, relations }: SelectionNode): (row: StoredRow) => JsonObject {
    const { fields: all } = resourceOf(this.#store.schema, resource);
    const columns = fields.map((name) => [name, own(all, name) ?? uuid()] as const); // checked
    const members = relations.map((relation) => this.#createMember(relation));
    return (row) => {
      const copy: JsonObject = {};
      for (const [name, field] of columns) setMember(copy, name, readValue(row, name, field));
      for (const add of members) add(row, copy);
      return copy;
    };
  }

  #createMember({ name, relation, selection, where }: SelectedRelation) {
    const store = this.#store;
    const create = this.createSelect(selection);
    const select = selection.relations.length > 0 ? create : oncePerRow(create);
    const matching = where && store.matching(filterOf(store.schema, relation.target, where));
    const related = (row: StoredRow) => store.related(row, relation);
    const found = matching ? oncePerRow((row) => related(row).filter(matching)) : related;
    return (row: StoredRow, copy: JsonObject): void => {
      const rows = found(row);
      this.#count(rows.length);
      const values = rows.map(select);
      setMember(copy, name, relation.cardinality === 'many' ? values : (values[0] ?? null));
    };
  }

  #count(rows: number): void {
    this.#selected += rows;
    if (this.#selected > this.#limit)
      throw new QueryError(
        'include',
        `the response would have more than ${this.#limit} related rows, because each relation ` +
          'multiplies them. Include fewer relations, or request fewer rows.',
      );
  }
}

function oncePerRow<Result extends JsonValue | readonly StoredRow[]>(
  compute: (row: StoredRow) => Result,
): (row: StoredRow) => Result {
  const results = new Map<StoredRow, Result>();
  return (row) => {
    const result = results.get(row) ?? compute(row);
    results.set(row, result);
    return result;
  };
}
