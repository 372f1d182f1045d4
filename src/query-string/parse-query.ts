import { QueryError } from '../errors/usage-errors.js';
import { type CheckedListQuery, checkListQuery } from '../query/list-query.js';
import { checkOrderBy } from '../query/order-by.js';
import type { JsonValue } from '../schema/field.js';
import type { Resource } from '../schema/resource.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { describe } from '../values/describe.js';
import { nearestName } from '../values/did-you-mean.js';
import { own } from '../values/plain-object.js';
import { parseRelaxedJson } from './parse-relaxed-json.js';

/** The most parameters of a query string (decision 28). */
const MAX_PARAMETERS = 1000;

const LIST_PARAMETERS = ['where', 'include', 'order_by', 'take', 'skip', 'after', 'before'];

/** Names that other services use. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  filter: 'where',
  fields: 'include',
  select: 'include',
  sort: 'order_by',
  order: 'order_by',
  limit: 'take',
  offset: 'skip',
};

/** The parsed parts of a query that the request log shows. */
export interface RecordedQuery {
  where?: JsonValue;
  include?: JsonValue;
}

/** A query string, and what it is parsed for. */
export interface QueryString {
  /** With its question mark. */
  readonly search: string;
  readonly schema: Resources;
  /** The name of the resource. */
  readonly name: string;
  /** Further parameters, which are ignored. */
  readonly allowed: readonly string[];
  /** Gets `where` and `include` as soon as they are parsed, even if the query is then rejected. */
  readonly recorded: RecordedQuery;
}

/**
 * Parses the query string of a list.
 *
 * @throws QueryError whose path begins with the name of the parameter.
 */
export function parseListQuery({ search, schema, name, allowed, recorded }: QueryString): CheckedListQuery {
  const parameters = parseParameters(search, LIST_PARAMETERS, allowed);
  parseJsonParameters(parameters, recorded);
  const query = {
    ...recorded,
    take: parseCount(parameters.get('take')),
    skip: parseCount(parameters.get('skip')),
    after: parameters.get('after'),
    before: parameters.get('before'),
  };
  const { fields } = resourceOf(schema, name);
  const order = checkOrderBy(
    schema,
    name,
    parseOrderBy(parameters.get('order_by') ?? '', fields),
    'order_by',
  );
  return { ...checkListQuery(schema, name, query), order };
}

/**
 * Parses the query string of a single row, which takes `include` only (decision 2).
 *
 * @throws QueryError as {@link parseListQuery} does.
 */
export function parseGetQuery({ search, schema, name, allowed, recorded }: QueryString): CheckedListQuery {
  parseJsonParameters(parseParameters(search, ['include'], allowed), recorded);
  return checkListQuery(schema, name, { ...recorded });
}

function parseJsonParameters(parameters: ReadonlyMap<string, string>, recorded: RecordedQuery): void {
  for (const name of ['where', 'include'] as const) {
    const value = parseRelaxedJson(parameters.get(name) ?? '', name);
    if (value !== undefined) recorded[name] = value;
  }
}

/** The known parameters that are not blank. Unknown and repeated ones are rejected (decision 28). */
function parseParameters(
  search: string,
  known: readonly string[],
  allowed: readonly string[],
): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const parts = search.replace(/^\?/, '').split('&');
  if (parts.length > MAX_PARAMETERS)
    throw new QueryError('query', `has ${parts.length} parameters. At most ${MAX_PARAMETERS} are allowed.`);
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    if (!known.includes(name)) {
      if (allowed.includes(name)) continue;
      throw unknownParameter(name, known);
    }
    if (parameters.has(name)) throw new QueryError(name, 'is given more than once. Send it once.');
    parameters.set(name, equals < 0 ? '' : decode(part.slice(equals + 1)));
  }
  for (const [name, value] of parameters) if (value.trim() === '') parameters.delete(name);
  return parameters;
}

function unknownParameter(name: string, known: readonly string[]): QueryError {
  const shown = `\`${name.slice(0, 64)}\``;
  if (LIST_PARAMETERS.includes(name))
    return new QueryError('query', `${shown} is allowed in lists only. A single row takes \`include\`.`);
  const other = own(OTHER_NAMES, name.toLowerCase());
  const near = other !== undefined && known.includes(other) ? other : nearestName(name, known);
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

/** A whole number, or the text, which the check of the query rejects. */
const parseCount = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : text;

/**
 * @example
 * parseOrderBy('name:desc, id', fields) // => { name: 'desc', id: 'asc' }
 */
function parseOrderBy(text: string, fields: Resource['fields']): Record<string, string> {
  const order: Record<string, string> = Object.create(null);
  if (text.trim() === '') return order;
  const reject = (problem: string) => new QueryError('order_by', problem, text);
  for (const part of text.split(',').map((item) => item.trim())) {
    const [field = '', direction = 'asc', ...rest] = part.split(':');
    if (rest.length > 0 || field === '' || /^[[{"']/.test(part))
      throw reject(`expected properties and directions such as name:asc,id:desc, got ${describe(part)}.`);
    const [, name, word = 'desc'] = /^(\w+)\s+(asc|desc)$/i.exec(part) ?? /^-(\w+)$/.exec(part) ?? [];
    if (name !== undefined && !own(fields, part))
      throw reject(
        `expected a property and a direction, got ${describe(part)}. Use ${name}:${word.toLowerCase()}.`,
      );
    if (field in order) throw reject(`\`${field}\` is given more than once.`);
    order[field] = direction;
  }
  return order;
}
