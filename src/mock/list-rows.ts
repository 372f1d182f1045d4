import { rowsPerPage } from '../dialect.js';
import { QueryError } from '../errors.js';
import { matcher } from '../match/matcher.js';
import { compareText, sortKeys } from '../match/values.js';
import type { SelectionNode } from '../query/include.js';
import { parseOperand } from '../query/operand.js';
import type { Query } from '../query/query.js';
import { QueryNode } from '../query/query-node.js';
import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import { resourceOf } from '../schema/resources.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import { seedOf } from './random.js';
import type { MockService } from './service.js';
import { rowSource, type StoredRow, sortedSource, valueIn } from './store.js';

/** A query as a request has it. */
export type ReadQuery = Query & { readonly cursor?: string | undefined };

/** A page of a list. */
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

type Data = Pick<MockService, 'store' | 'dialect'>;

/** Filters, orders, cuts to a page, and selects. */
export function listRows(query: ReadQuery, service: Data): Page {
  const { store, dialect } = service;
  const { resource, filter, order, after, before, skip = 0 } = query;
  const position = query.cursor === undefined ? undefined : readCursor(query.cursor, query);
  const all = store.sorted(resource, order);
  const matching = filter
    ? all.filter(matcher(filter, sortedSource(store, resource, order), dialect))
    : all;
  let rest = matching;
  for (const [side, value] of Object.entries({ after, before }))
    if (value !== undefined) {
      const bound = parseCursor(String(value)) ?? value;
      rest = rest.filter(positionTest(bound, side, query, service));
    }
  if (position) rest = rest.filter(positionTest(position, 'cursor', query, service));
  const end = skip + rowsPerPage(query.take, dialect);
  const page = rest.slice(skip, end);
  return {
    rows: selectRows(query.selection, page, service),
    total: matching.length,
    rest: rest.length,
    cursor:
      dialect.parameters.cursor !== null && rest.length > end
        ? writeCursor(query, page.at(-1) ?? position)
        : null,
  };
}

/**
 * Tests whether a row is after or before a position: a value of the first ordering field, or an
 * object with the ordering fields and the `id` of a row (decision 2). Rows that are equal to a value
 * are neither after nor before it.
 */
function positionTest(
  position: string | number | Readonly<Record<string, unknown>>,
  side: string,
  { resource, order }: Query,
  { store, dialect }: Data,
): (row: StoredRow) => boolean {
  const isObject = typeof position === 'object';
  if (!isObject && order.length === 0)
    throw new QueryError(
      side,
      'needs `order_by`, because it is a value of the first ordering field.',
      position,
    );
  const { fields } = resourceOf(store.schema, resource);
  const bounds = (isObject ? order : order.slice(0, 1)).map(({ field: name, direction }) => {
    const field = own(fields, name);
    const value = isObject ? own(position, name) : position;
    if (!field || value === undefined)
      throw new QueryError(
        side,
        `the cursor has no \`${name}\`, by which the list is ordered.`,
        value,
      );
    const { keyOf, compare } = sortKeys(field, direction, dialect);
    const bound = keyOf(parseOperand(field, new QueryNode(side, fromText(value, field))));
    return (row: StoredRow) => compare(keyOf(valueIn(row, name, field)), bound);
  });
  const sign = side === 'before' ? -1 : 1;
  return (row) => {
    for (const compare of bounds) {
      const result = compare(row);
      if (result !== 0) return result * sign > 0;
    }
    return isObject && compareText(row.id, String(position.id)) * sign > 0;
  };
}

/** A value in a query string. */
function fromText(value: unknown, { kind }: Field): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  if ((kind === 'number' || kind === 'integer') && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value))
    return Number(value);
  return value;
}

/** The object with an `id` in the base64 of JSON; `undefined` for other text. */
function parseCursor(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
    const cursor: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isPlainObject(cursor) && typeof own(cursor, 'id') === 'string' ? cursor : undefined;
  } catch {
    return undefined;
  }
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
  return btoa(encodeURIComponent(JSON.stringify([checksum(query), position])));
}

function readCursor(cursor: string, query: Query): Readonly<Record<string, unknown>> | undefined {
  let content: unknown;
  try {
    content = JSON.parse(decodeURIComponent(atob(cursor)));
  } catch {
    // not written by `writeCursor`
  }
  const [sum, position]: unknown[] = Array.isArray(content) ? content : [];
  if (sum !== checksum(query))
    throw new QueryError(
      'cursor',
      'does not belong to this list. Send the cursor of its last response, with the same filter and order.',
      cursor,
    );
  return isPlainObject(position) ? position : undefined;
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
  { store, dialect }: Data,
): readonly JsonObject[] {
  const limit = Math.max(MAX_RELATED, MAX_RELATED_PER_ROW * rows.length);
  let selected = 0;
  const createSelect = ({ resource, fields, relations }: SelectionNode) => {
    const { fields: all } = resourceOf(store.schema, resource);
    const columns = fields.flatMap((name) => {
      const field = own(all, name);
      return field ? [{ name, field }] : [];
    });
    const members = relations.map(({ name, relation, selection: inner, where }) => {
      const select =
        inner.relations.length > 0 ? createSelect(inner) : oncePerRow(createSelect(inner));
      const matches = where && matcher(where, rowSource(store), dialect);
      const related = (row: StoredRow) => store.related(row, relation);
      const found = matches ? oncePerRow((row) => related(row).filter(matches)) : related;
      return (row: StoredRow, copy: JsonObject) => {
        const related = found(row);
        selected += related.length;
        if (selected > limit) throw new QueryError('include', tooMany(limit));
        const values = related.map(select);
        setMember(copy, name, relation.cardinality === 'many' ? values : (values[0] ?? null));
      };
    });
    return (row: StoredRow): JsonObject => {
      const copy: JsonObject = {};
      for (const { name, field } of columns) setMember(copy, name, valueIn(row, name, field));
      for (const add of members) add(row, copy);
      return copy;
    };
  };
  return rows.map(createSelect(selection));
}

const tooMany = (limit: number): string =>
  `the response would have more than ${limit} related rows, because each relation multiplies them. Include fewer relations, or request fewer rows.`;

function oncePerRow<Result extends JsonValue | readonly StoredRow[]>(
  compute: (row: StoredRow) => Result,
): (row: StoredRow) => Result {
  const results = new Map<StoredRow, Result>();
  return (row) => {
    const earlier = results.get(row);
    if (earlier !== undefined) return earlier;
    const result = compute(row);
    results.set(row, result);
    return result;
  };
}
