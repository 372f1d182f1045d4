import { rowsPerPage } from '../dialect.js';
import { QueryError } from '../errors.js';
import { compareText, sortKeys } from '../match/values.js';
import type { SelectionNode } from '../query/include.js';
import { parseOperand } from '../query/operand.js';
import type { Query } from '../query/query.js';
import { QueryNode } from '../query/query-node.js';
import type { ReadQuery } from '../query/read-search.js';
import { filterOf } from '../query/where.js';
import { type Field, type JsonObject, type JsonValue, uuid } from '../schema/field.js';
import { traits } from '../schema/kinds.js';
import { resourceOf } from '../schema/lookup.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import { seedOf } from './random.js';
import { type Store, type StoredRow, valueIn } from './store.js';

export interface Page {
  /** Their JSON values are those of the store: serialize them, never change them. */
  readonly rows: readonly JsonObject[];
  /** How many rows match the filter. */
  readonly total: number;
  /** How many of them follow the cursor, `after` and `before`. */
  readonly rest: number;
  /** The cursor of the next page; `null` if no rows are left, or the dialect has no cursors. */
  readonly cursor: string | null;
}

/** A value of the first ordering field, or the ordering fields and the `id` of a row. */
type Position = string | number | Readonly<Record<string, unknown>>;

/** Filters, orders, cuts to a page, and selects. */
export function listRows(query: ReadQuery, store: Store): Page {
  const { dialect } = store;
  const { resource, filter, order, after, before, cursor, skip = 0 } = query;
  const position = cursor === undefined ? undefined : readCursor(cursor, query);
  const matching = store.list(resource, filter, order);
  let rest = matching;
  for (const [side, value] of Object.entries({ after, before, cursor: position }))
    if (value !== undefined) rest = rest.filter(positionTest(value, side, query, store));
  const end = skip + rowsPerPage(query.take, dialect);
  const page = rest.slice(skip, end);
  const hasMore = dialect.parameters.cursor !== null && rest.length > end;
  return {
    rows: selectRows(query.selection, page, store),
    total: matching.length,
    rest: rest.length,
    cursor: hasMore ? writeCursor(query, page.at(-1) ?? position) : null,
  };
}

/**
 * Tests whether a row is after or before a position (decision 2). Rows that are equal to a value are
 * neither after nor before it.
 */
function positionTest(
  input: Position,
  side: string,
  { resource, order }: Query,
  store: Store,
): (row: StoredRow) => boolean {
  const position = typeof input === 'string' ? (rowIn(input) ?? input) : input;
  const isRow = typeof position === 'object';
  const invalid = (problem: string, value?: unknown) => new QueryError(side, problem, value);
  if (!isRow && order.length === 0)
    throw invalid('needs `order_by`, because it is a value of the first ordering field.', input);
  const { fields } = resourceOf(store.schema, resource);
  const bounds = (isRow ? order : order.slice(0, 1)).map(({ field: name, direction }) => {
    const field = own(fields, name);
    const value = isRow ? own(position, name) : position;
    if (!field || value === undefined)
      throw invalid(`the cursor has no \`${name}\`, by which the list is ordered.`);
    const { keyOf, compare } = sortKeys(field, direction, store.dialect);
    const bound = keyOf(parseOperand(field, new QueryNode(side, fromText(value, field))));
    return (row: StoredRow) => compare(keyOf(valueIn(row, name, field)), bound);
  });
  const sign = side === 'before' ? -1 : 1;
  return (row) => {
    for (const compare of bounds) {
      const result = compare(row);
      if (result !== 0) return result * sign > 0;
    }
    return isRow && compareText(row.id, String(position.id)) * sign > 0;
  };
}

/** A value in a query string. */
function fromText(value: unknown, { kind }: Field): unknown {
  if (typeof value !== 'string') return value;
  const { type } = traits[kind];
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  if (type === 'number' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return Number(value);
  return value;
}

/** The JSON in base64; `undefined` for other text. */
function decode(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The ordering fields and the `id` of a row, as clients write them; `undefined` for a value. */
function rowIn(text: string): Position | undefined {
  const cursor = decode(text);
  return isPlainObject(cursor) && typeof own(cursor, 'id') === 'string' ? cursor : undefined;
}

/**
 * The cursor of the dialect: the ordering fields and the `id` of the last row, and what it belongs
 * to. Without a row, it is the start of the list.
 */
function writeCursor(query: Query, row: Readonly<Record<string, unknown>> | undefined): string {
  const position = row && {
    ...Object.fromEntries(query.order.map(({ field }) => [field, own(row, field) ?? null])),
    id: row.id,
  };
  const bytes = new TextEncoder().encode(JSON.stringify([checksum(query), position]));
  return btoa(Array.from(bytes, (unit) => String.fromCharCode(unit)).join(''));
}

function readCursor(cursor: string, query: Query): Readonly<Record<string, unknown>> | undefined {
  const content = decode(cursor);
  const [sum, position]: unknown[] = Array.isArray(content) ? content : [];
  if (sum === checksum(query)) return isPlainObject(position) ? position : undefined;
  throw new QueryError(
    'cursor',
    'does not belong to this list. Send the cursor of its last response, with the same filter and order.',
    cursor,
  );
}

const checksum = ({ resource, where, order }: Query): number =>
  seedOf(JSON.stringify([resource, where, order]));

/** How many related rows a response may have; for each row, if that is more (decision 61). */
const MAX_RELATED = 100_000;
const MAX_RELATED_PER_ROW = 5;

/** The parts of rows that a response has. It stops as soon as there are too many related rows. */
export function selectRows(
  selection: SelectionNode,
  rows: readonly StoredRow[],
  store: Store,
): readonly JsonObject[] {
  const limit = Math.max(MAX_RELATED, MAX_RELATED_PER_ROW * rows.length);
  let selected = 0;
  const createSelect = ({ resource, fields, relations }: SelectionNode) => {
    const { fields: all } = resourceOf(store.schema, resource);
    const columns = fields.map((name) => [name, own(all, name) ?? uuid()] as const); // checked
    const members = relations.map(({ name, relation, selection: inner, where }) => {
      const select =
        inner.relations.length > 0 ? createSelect(inner) : oncePerRow(createSelect(inner));
      const matching = where && store.matching(filterOf(store.schema, relation.target, where));
      const related = (row: StoredRow) => store.related(row, relation);
      const found = matching ? oncePerRow((row) => matching(related(row))) : related;
      return (row: StoredRow, copy: JsonObject) => {
        const related = found(row);
        selected += related.length;
        if (selected > limit)
          throw new QueryError(
            'include',
            `the response would have more than ${limit} related rows, because each relation multiplies them. Include fewer relations, or request fewer rows.`,
          );
        const values = related.map(select);
        setMember(copy, name, relation.cardinality === 'many' ? values : (values[0] ?? null));
      };
    });
    return (row: StoredRow): JsonObject => {
      const copy: JsonObject = {};
      for (const [name, field] of columns) setMember(copy, name, valueIn(row, name, field));
      for (const add of members) add(row, copy);
      return copy;
    };
  };
  return rows.map(createSelect(selection));
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
