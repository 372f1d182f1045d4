import { rowsPerPage } from '../dialect.js';
import { QueryError } from '../errors.js';
import { urlLength } from '../http/service-url.js';
import { parseQuery, type Query, writeQuery } from '../query/query.js';
import type { JsonObject } from '../schema/field.js';
import { traits } from '../schema/kinds.js';
import type { Endpoint } from './endpoint.js';
import type { Order } from './row-order.js';
import { splitIn } from './split-in.js';

/** A query whose order is total: it ends with `id`, so that no two rows are equal. */
export interface Plan {
  readonly query: Query;
  /** How the next page is found. `once`: all rows are in one response. */
  readonly way: 'once' | 'cursor' | 'keyset' | 'counting';
  /** Filters whose rows are read one after the other: the parts of a long `in`. */
  readonly parts: readonly (JsonObject | undefined)[];
  /** Ordering fields that the include leaves out. They are requested, and removed. */
  readonly added: readonly string[];
}

/**
 * Checks a query, and decides how its pages are found. Nothing is rejected later but responses.
 *
 * @throws QueryError if the query is invalid, or if the service cannot be asked for its pages.
 */
export function planPages(endpoint: Endpoint, input: unknown): Plan {
  const { schema, name, path, baseUrl, dialect } = endpoint;
  const problem = 'is not allowed in all(), iterate() or pages(). Use `pageSize`, or list().';
  const parsed = parseQuery(schema, name, input, ['where', 'include', 'orderBy'], problem);
  const total: Order = [...parsed.order, { field: 'id', direction: 'asc' }];
  const end = total.findIndex(({ field }) => field === 'id') + 1; // ids are unique
  const order = dialect.parameters.orderBy === null ? parsed.order : total.slice(0, end);
  const names = order.map(({ field }) => field);
  const added = names.filter((field) => !parsed.selection.fields.includes(field));
  const query = { ...(added.length > 0 ? withFields(parsed, added, endpoint) : parsed), order };
  const way = wayOf(order, endpoint);
  const room = { once: 0, cursor: ROOM_OF_CURSOR, counting: 50, keyset: 200 * order.length }[way];
  const lengthOf = (where: JsonObject | undefined) =>
    urlLength(baseUrl, path, writeQuery({ ...query, where }, dialect)) + room;
  const { where } = parsed;
  const isLong = lengthOf(where) > dialect.maxUrlLength;
  const parts = isLong ? splitIn(where, endpoint.fields, dialect, lengthOf) : [where];
  if (parts.length > 1 && parsed.order.length > 0)
    throw new QueryError('orderBy', 'a long `in` is read in parts. Sort the rows instead.');
  return { query, way, parts, added };
}

/** The bytes of a URL that are kept for a cursor. */
const ROOM_OF_CURSOR = 600;

/** All fields are named if one is added: a computed field must be, and then the others must be. */
function withFields(
  { resource, selection, include = {}, ...query }: Query,
  added: readonly string[],
  { schema, fields }: Endpoint,
): Query {
  const named = [...selection.fields, ...added].map((field) => [field, true]);
  const relations = Object.entries(include).filter(([key]) => !Object.hasOwn(fields, key));
  const changed = { include: Object.fromEntries([...named, ...relations]) };
  return { ...query, ...parseQuery(schema, resource, changed), where: query.where };
}

/** The first way that the service has. */
function wayOf(order: Order, endpoint: Endpoint): Plan['way'] {
  const { orderBy, take, where, cursor } = endpoint.dialect.parameters;
  if (cursor !== null) return 'cursor';
  if (orderBy === null && take === null) return 'once';
  if (orderBy === null)
    throw new QueryError(
      'orderBy',
      'pages need an order or a cursor, and `dialect.parameters` has neither. Use list().',
    );
  if (where !== null && isKeyset(order, endpoint)) return 'keyset';
  const problem = problemOfCounting(endpoint);
  if (problem === undefined) return 'counting';
  const byId = [{ field: 'id', direction: 'asc' }] as const;
  const advice =
    where !== null && isKeyset(byId, endpoint)
      ? 'Order by `id`, a date or an amount, or use list().'
      : 'Use list().';
  throw new QueryError('orderBy', `pages in this order are counted, but ${problem}. ${advice}`);
}

/** Whether every service compares these values as it orders them: a date only before `id`. */
const isKeyset = (order: Order, { fields }: Endpoint): boolean =>
  order.every(({ field }, index) => {
    const { kind = 'json', nullable, computed } = fields[field] ?? {};
    const { isExact } = traits[kind];
    return !nullable && !computed && (isExact || (kind === 'date' && index === order.length - 2));
  });

/** Numbered pages are counted up from this maximum: with 16, none has row 720,720 and the next. */
const LEAST_MAXIMUM = 17;

/** Why the rows of a service cannot be counted, if so. */
function problemOfCounting({ dialect }: Endpoint): string | undefined {
  const { parameters, pageSize } = dialect;
  if (parameters.page !== null && parameters.take === null)
    return 'the size of a numbered page cannot be chosen (`dialect.parameters.take` is null)';
  if (parameters.page !== null && pageSize.max < LEAST_MAXIMUM)
    return (
      `numbered pages of at most ${pageSize.max} rows (\`dialect.pageSize.max\`) ` +
      'are too short for that'
    );
  if (parameters.page !== null) return undefined;
  if (parameters.skip === null) return '`dialect.parameters` has neither `skip` nor `page`';
  const most = parameters.take === null ? rowsPerPage(undefined, dialect) : pageSize.max;
  return most > 1 ? undefined : 'a page has one row only (`dialect.pageSize`)';
}
