import type { ResolvedDialect } from '../dialect/dialect.js';
import { rowsPerPage } from '../dialect/request-dialect.js';
import { QueryError } from '../errors.js';
import { type ParsedListQuery, parseListQuery } from '../query/list-query.js';
import { parseOrderBy } from '../query/order-by.js';
import { QueryNode, type QueryRules } from '../query/query-node.js';
import type { JsonValue } from '../schema/field.js';
import type { Resource } from '../schema/resource.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { describe, shorten } from '../values/describe.js';
import { nearestName, otherName } from '../values/did-you-mean.js';
import { own } from '../values/plain-object.js';
import { parseRelaxedJson } from './parse-relaxed-json.js';
import { serviceRules } from './service-rules.js';

/** The most parameters of a query string (decision 28). */
const MAX_PARAMETERS = 1000;

/** The parsed parts of a query, in the words of a client whatever the names of the parameters. */
export interface RecordedQuery {
  where?: JsonValue;
  include?: JsonValue;
  orderBy?: { readonly [field: string]: string };
  take?: number | string;
  skip?: number | string;
  after?: string;
  before?: string;
}

type ParameterName = keyof RecordedQuery | 'page';

/** A query string, and what it is parsed for. */
export interface QueryString {
  /** With its question mark. */
  readonly search: string;
  readonly schema: Resources;
  readonly name: string;
  readonly dialect: ResolvedDialect;
  /** What the service accepts. Default: what the dialect says. */
  readonly rules?: QueryRules;
  /** Further parameters, which are ignored. */
  readonly allowed: readonly string[];
  /** Gets each parameter as soon as it is parsed, even if the query is then rejected. */
  readonly recorded: RecordedQuery;
}

export const parseListSearch = (query: QueryString): ParsedListQuery =>
  parseSearch(query, Object.keys(query.dialect.parameters) as ParameterName[]); // the same names

/**
 * Parses the query string of a single row, which takes `include` only (decision 2), as {@link
 * parseListSearch} does.
 */
export const parseGetSearch = (query: QueryString): ParsedListQuery =>
  parseSearch(query, ['include']);

function parseSearch(query: QueryString, accepted: readonly ParameterName[]): ParsedListQuery {
  const { schema, name, dialect, recorded, rules = serviceRules(dialect) } = query;
  const texts = parseParameters(query, accepted);
  for (const parameter of ['where', 'include'] as const) {
    const value = parseRelaxedJson(texts.get(parameter) ?? '', parameter);
    if (value !== undefined) recorded[parameter] = value;
  }
  for (const count of ['take', 'skip'] as const) {
    const text = texts.get(count);
    if (text !== undefined) recorded[count] = toCount(text);
  }
  const page = texts.get('page');
  if (page !== undefined) recorded.skip = skipBefore(page, recorded.take, dialect);
  for (const position of ['after', 'before'] as const) {
    const text = texts.get(position);
    if (text !== undefined) recorded[position] = text;
  }
  const { fields } = resourceOf(schema, name);
  const parameter = dialect.parameters.orderBy ?? 'orderBy';
  const orderBy = parseOrder(texts.get('orderBy') ?? '', parameter, fields, dialect.orderFormat);
  if (Object.keys(orderBy).length > 0) recorded.orderBy = orderBy;
  const order = parseOrderBy(schema, name, new QueryNode(parameter, orderBy, undefined, { rules }));
  const computed = order.find(({ field }) => own(fields, field)?.computed);
  if (computed && dialect.computed.orderBy === 'rejected')
    throw new QueryError(parameter, `\`${computed.field}\` is computed and has no order.`);
  const { orderBy: _, ...others } = recorded;
  return { ...parseListQuery(schema, name, others, { rules }), order };
}

/**
 * The known parameters that are not blank. Unknown and repeated ones are rejected (decision 28).
 */
function parseParameters(
  { search, dialect, allowed }: QueryString,
  accepted: readonly ParameterName[],
): ReadonlyMap<ParameterName, string> {
  const texts = new Map<ParameterName, string>();
  const parts = search.replace(/^\?/, '').split('&');
  if (parts.length > MAX_PARAMETERS)
    throw new QueryError(
      'query',
      `has ${parts.length} parameters. At most ${MAX_PARAMETERS} are allowed.`,
    );
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const shown = decode(equals < 0 ? part : part.slice(0, equals));
    const name = accepted.find((parameter) => dialect.parameters[parameter] === shown);
    if (name === undefined) {
      if (allowed.includes(shown) || dialect.unknown.parameters === 'ignored') continue;
      throw unknownParameter(shown, dialect.parameters, accepted);
    }
    if (texts.has(name)) throw new QueryError(shown, 'is given more than once. Send it once.');
    texts.set(name, equals < 0 ? '' : decode(part.slice(equals + 1)));
  }
  for (const [name, text] of texts) if (text.trim() === '') texts.delete(name);
  return texts;
}

function unknownParameter(
  name: string,
  parameters: ResolvedDialect['parameters'],
  accepted: readonly ParameterName[],
): QueryError {
  const shown = `\`${shorten(name)}\``;
  if (Object.values(parameters).includes(name))
    return new QueryError(
      'query',
      `${shown} is allowed in lists only. A single row takes \`include\`.`,
    );
  const known = accepted.flatMap((parameter) => parameters[parameter] ?? []);
  const meant = otherName(name.toLowerCase(), accepted);
  const other = meant && parameters[meant];
  const near = other ?? nearestName(name, known);
  const hint = near === undefined ? `Use ${known.join(', ')}.` : `Did you mean \`${near}\`?`;
  return new QueryError('query', `${shown} is not a parameter of the service. ${hint}`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new QueryError('query', 'is not percent-encoded UTF-8.');
  }
}

/** A whole number, or the text, which `parseListQuery` rejects. */
const toCount = (text: string): number | string =>
  /^\d+$/.test(text.trim()) ? Number(text) : text;

/** The number of rows before a page. */
function skipBefore(
  page: string,
  take: RecordedQuery['take'],
  { parameters, pageSize }: ResolvedDialect,
): number {
  if (!/^[1-9]\d{0,8}$/.test(page.trim()))
    throw new QueryError(
      parameters.page ?? 'page',
      `expected a positive integer, got ${describe(page)}.`,
      page,
    );
  const size = rowsPerPage(take === undefined ? undefined : Number(take), pageSize);
  return page.trim() === '1' ? 0 : Math.min((Number(page) - 1) * size, Number.MAX_SAFE_INTEGER);
}

/**
 * Parses the text of an order into the `orderBy` of a client.
 *
 * @example
 * parseOrder('name:desc, id', 'order_by', fields, 'name:asc') // => { name: 'desc', id: 'asc' }
 * parseOrder('-name,id', 'sort', fields, '-name') // => { name: 'desc', id: 'asc' }
 */
function parseOrder(
  text: string,
  name: string,
  fields: Resource['fields'],
  format: ResolvedDialect['orderFormat'],
): Record<string, string> {
  const order: Record<string, string> = Object.create(null);
  if (text === '') return order;
  const reject = (problem: string) => new QueryError(name, problem, text);
  const parse = format === '-name' ? parseSigned : parsePart(fields, reject);
  for (const part of text.split(',').map((item) => item.trim())) {
    const [field, direction] = parse(part);
    if (field in order) throw reject(`\`${field}\` is given more than once.`);
    order[field] = direction;
  }
  return order;
}

type ParsedPart = readonly [field: string, direction: string];

const parseSigned = (part: string): ParsedPart =>
  part.startsWith('-') ? [part.slice(1), 'desc'] : [part, 'asc'];

const parsePart =
  (fields: Resource['fields'], reject: (problem: string) => QueryError) =>
  (part: string): ParsedPart => {
    const [field = '', direction = 'asc', ...rest] = part.split(':');
    if (rest.length > 0 || field === '' || /^[[{"']/.test(part))
      throw reject(
        `expected fields and directions such as name:asc,id:desc, got ${describe(part)}.`,
      );
    const [, name, word = 'desc'] =
      /^(\w+)\s+(asc|desc)$/i.exec(part) ?? /^-(\w+)$/.exec(part) ?? [];
    if (name !== undefined && !own(fields, part))
      throw reject(
        `expected a field and a direction, got ${describe(part)}. Use ${name}:${word.toLowerCase()}.`,
      );
    return [field, direction];
  };
