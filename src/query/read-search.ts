import json5 from 'json5';
import { type Parameter, type ResolvedDialect, rowsPerPage } from '../dialect.js';
import { QueryError } from '../errors.js';
import { describe, escapeUnits, shorten } from '../messages/describe.js';
import { filterInstead, nameElsewhere, nearestName } from '../messages/did-you-mean.js';
import type { JsonValue } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/lookup.js';
import type { Resource } from '../schema/resource.js';
import { own, parseJson, withoutUndefined } from '../values/plain-object.js';
import { type FilterNode, filterOf } from './filter.js';
import { parseOrderBy, parseQuery, type Query, queryMembers } from './query.js';
import { MAX_DEPTH, MAX_FILTER_DEPTH, QueryContext, QueryNode, TOO_DEEP } from './query-node.js';

/** The most parameters of a query string (decision 28). */
const MAX_PARAMETERS = 1000;

/** A query as a request has it. */
export interface ReadQuery extends Query {
  /** What `where` means. */
  readonly filter: FilterNode | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Reads the query string of a list or of a single row, which takes `include` only (decision 2), as
 * a service does: with or without its question mark, in the names and the order format of the
 * dialect. A numbered page becomes `skip`.
 *
 * @throws QueryError for anything that is not understood completely. Its path has the names of a
 * client, but for the order, the page and unknown parameters.
 */
export function readSearch(
  schema: Resources,
  resource: string,
  search: string,
  dialect: ResolvedDialect,
  operation: 'list' | 'get',
): ReadQuery {
  const texts = readParameters(search, dialect, operation);
  const { where, include, orderBy, take, skip, page, cursor } = texts;
  const count = readCount(take);
  const members = {
    where: where && parseRelaxedJson(where, 'where'),
    include: include && parseRelaxedJson(include, 'include'),
    take: count,
    skip: page === undefined ? readCount(skip) : rowsBefore(page, count, dialect),
  };
  const context = new QueryContext(true);
  const input = withoutUndefined(members);
  const query = parseQuery(schema, resource, input, queryMembers, '', context);
  const filter = query.where && filterOf(schema, resource, query.where);
  const { parameters, orderFormat } = dialect;
  const path = parameters.orderBy ?? 'orderBy';
  const read = orderBy && readOrder(orderBy, path, resourceOf(schema, resource), orderFormat);
  const order = read && parseOrderBy(schema, resource, new QueryNode(path, read));
  return { ...query, filter, cursor, order: order || [] };
}

const invalidSearch = (problem: string) => new QueryError('query', problem);

/** The parameters that are not blank. Unknown and repeated ones are rejected (decision 28). */
function readParameters(
  search: string,
  { parameters }: ResolvedDialect,
  operation: 'list' | 'get',
): { readonly [Name in Parameter]?: string } {
  const accepted =
    operation === 'get' ? (['include'] as const) : (Object.keys(parameters) as Parameter[]); // all
  const texts: { [Name in Parameter]?: string } = {};
  const parts = search.replace(/^\?/, '').split('&');
  if (parts.length > MAX_PARAMETERS)
    throw invalidSearch(`has ${parts.length} parameters. At most ${MAX_PARAMETERS} are allowed.`);
  for (const part of parts.filter(Boolean)) {
    const [, encoded = '', text = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    const shown = decodeParameter(encoded);
    const name = accepted.find((parameter) => parameters[parameter] === shown);
    if (name === undefined) throw unknownParameter(shown, parameters, accepted);
    if (texts[name] !== undefined)
      throw new QueryError(shown, 'is given more than once. Send it once.');
    texts[name] = decodeParameter(text);
  }
  for (const name of accepted) if (texts[name]?.trim() === '') delete texts[name];
  return texts;
}

function unknownParameter(
  name: string,
  parameters: ResolvedDialect['parameters'],
  accepted: readonly Parameter[],
): QueryError {
  const shown = `\`${shorten(name)}\``;
  if (Object.values(parameters).includes(name))
    return invalidSearch(`${shown} is allowed in lists only. A single row takes \`include\`.`);
  const filter = accepted.includes('where') && filterInstead(name, parameters.where);
  if (filter) return invalidSearch(`${shown} is not a parameter of the service. ${filter}`);
  const names = accepted.flatMap((parameter) => parameters[parameter] ?? []);
  const meant = nameElsewhere(name, accepted);
  const near = (meant && parameters[meant]) ?? nearestName(name, names);
  const hint = near === undefined ? `Use ${names.join(', ')}.` : `Did you mean \`${near}\`?`;
  return invalidSearch(`${shown} is not a parameter of the service. ${hint}`);
}

function decodeParameter(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidSearch('is not percent-encoded UTF-8.');
  }
}

/** A whole number, or the text, which `parseQuery` rejects. */
const readCount = (text: string | undefined): number | string | undefined =>
  text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : text;

/** The number of rows before a page. */
function rowsBefore(page: string, take: unknown, dialect: ResolvedDialect): number {
  if (!/^[1-9]\d{0,8}$/.test(page.trim()))
    throw new QueryError(
      dialect.parameters.page ?? 'page',
      `expected a positive integer, got ${describe(page)}.`,
      page,
    );
  const size = rowsPerPage(take === undefined ? take : Number(take), dialect);
  return page.trim() === '1' ? 0 : Math.min((Number(page) - 1) * size, Number.MAX_SAFE_INTEGER);
}

/**
 * Reads the text of an order into the `orderBy` of a client.
 *
 * @example
 * readOrder('name:desc, id', 'order_by', resource, 'name:asc') // => { name: 'desc', id: 'asc' }
 * readOrder('-name,id', 'sort', resource, '-name') // => { name: 'desc', id: 'asc' }
 */
function readOrder(
  text: string,
  path: string,
  { fields }: Resource,
  format: ResolvedDialect['orderFormat'],
): Record<string, string> {
  const order: Record<string, string> = Object.create(null);
  for (const part of text.split(',').map((item) => item.trim())) {
    const [field, direction] =
      format !== '-name'
        ? readOrdering(part, path, fields)
        : part.startsWith('-')
          ? [part.slice(1), 'desc']
          : [part, 'asc'];
    if (field in order) throw new QueryError(path, `\`${field}\` is given more than once.`, text);
    order[field] = direction;
  }
  return order;
}

function readOrdering(
  part: string,
  path: string,
  fields: Resource['fields'],
): [field: string, direction: string] {
  const [field = '', direction = 'asc', ...rest] = part.split(':');
  const [, name, word = 'desc'] = /^(\w+)\s+(asc|desc)$/i.exec(part) ?? /^-(\w+)$/.exec(part) ?? [];
  const hint = name === undefined || own(fields, part) ? '' : ` Use ${name}:${word.toLowerCase()}.`;
  if (!hint && !rest[0] && field !== '' && !/^[[{"']/.test(part)) return [field, direction];
  const expected = hint
    ? 'a field and a direction'
    : 'fields and directions such as name:asc,id:desc';
  throw new QueryError(path, `expected ${expected}, got ${describe(part)}.${hint}`, part);
}

/**
 * Parses the text of a `where` or an `include`: relaxed or strict JSON, with or without the outer
 * braces (rule 10 of `include`; decision 28). Blank text is `undefined`.
 */
export function parseRelaxedJson(text: string, path: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  const { source, repeated, depth } = scan(text);
  const value = parse(text, source);
  if (value === undefined)
    throw new QueryError(
      path,
      `${problemOf(text)} Write relaxed JSON such as {name:'value'}, with text in quotes.`,
    );
  // Protects the stack: the exact limits belong to the parser of the query.
  if (depth > MAX_DEPTH + MAX_FILTER_DEPTH) throw new QueryError(path, TOO_DEEP);
  if (repeated === undefined) return value;
  const advice = path === 'where' ? ', or combine the filters with AND' : '';
  throw new QueryError(
    path,
    `\`${shorten(repeated)}\` is given more than once. Write it once${advice}.`,
  );
}

/** A key that an object in valid JSON has twice. Parsers keep its last value. */
export const findRepeatedKey = (text: string): string | undefined => scan(text).repeated;

/** Strict JSON is parsed many times faster than JSON5. */
function parse(text: string, source: string): JsonValue | undefined {
  const hasBraces = /^\s*\{/.test(text);
  // The line break is there because the text may end in a comment. Other values than objects are
  // parsed too, so that the message for `null` is about the filter and not about the syntax.
  const value =
    parseJson(hasBraces ? source : `{${source}}`) ??
    parseJson(hasBraces ? source : `{${source}\n}`, json5.parse) ??
    (hasBraces ? undefined : parseJson(source, json5.parse));
  return value as JsonValue | undefined; // what JSON5 can be
}

/**
 * The parts of relaxed JSON that have to do with keys. A colon is found only outside strings and
 * comments. What does not end is one part: no text is read more than a few times.
 */
const PART = new RegExp(
  [
    /'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?/, // text
    /\/\/[^\n\r\u2028\u2029]*|\/\*.*?(?:\*\/|$)/, // comments
    /[[\]{}:]|([a-z_$][\w$]*)(?=\s*:)/,
    /(?:[\p{ID_Continue}$\u200c\u200d]|\\u[\da-f]{4})+/u, // other keys, and values
  ]
    .map(({ source }) => source)
    .join('|'),
  'gisu',
);

/** Line separators. JSON5 prints a warning to the console for each one in a string. */
const SEPARATORS = /[\u2028\u2029]/g;

/** A backslash before a line separator continues a string, and neither is part of it. */
const escapeSeparators = (token: string): string =>
  token.replace(/\\.|[\u2028\u2029]/gs, (part) =>
    part.startsWith('\\') ? part.replace(/\\[\u2028\u2029]/, '') : escapeUnits(part),
  );

/** Reads relaxed JSON once, before it is parsed. */
function scan(text: string): {
  /** The same in strict JSON, if the two differ only in quotes; relaxed JSON otherwise. */
  readonly source: string;
  /** A key that an object has twice, however it is written. */
  readonly repeated: string | undefined;
  /** How many objects and arrays are nested. */
  readonly depth: number;
} {
  const objects = [new Set<string>()]; // the first one is for text without braces
  let depth = 0;
  let repeated: string | undefined;
  let last: string | undefined; // the last token, whose first colon makes it a key
  const addKey = (key: string): void => {
    const keys = objects.at(-1);
    if (keys?.has(key)) repeated ??= key;
    keys?.add(key);
  };
  const source = text.replace(PART, (part, name?: string) => {
    if (part === '{' || part === '[') depth = Math.max(depth, objects.push(new Set()));
    else if (part === '}' || part === ']') objects.pop();
    else if (part === ':') {
      if (last !== undefined) addKey(unquoteKey(last));
      last = undefined;
    } else if (!part.startsWith('/')) {
      last =
        name !== undefined || /^'[^'"\\]*'$/.test(part) ? `"${name ?? part.slice(1, -1)}"` : part;
      return escapeSeparators(last);
    }
    return part;
  });
  return { source, repeated, depth };
}

/** The key that a string or an identifier stands for. */
const unquoteKey = (token: string): string =>
  String(parseJson(token) ?? Object.keys(Object(parseJson(`{${token}:0}`, json5.parse)))[0]);

/** What JSON5 says of text that it cannot parse, such as `invalid character 'x' at 1:3.` */
function problemOf(text: string): string {
  const added = /^\s*\{/.test(text) ? '' : '{';
  try {
    json5.parse(added + text.replaceAll(SEPARATORS, ' '));
    return 'closes more braces than it opens.';
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^JSON5: /, '') : 'invalid JSON';
    const shift = (_: string, column: string) => ` at 1:${Number(column) - added.length}`;
    return `${message.replace(/ at 1:(\d+)$/, shift)}.`;
  }
}
