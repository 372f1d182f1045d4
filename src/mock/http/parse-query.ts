import { QueryError } from '../../errors/usage-errors.js';
import { type CheckedListQuery, checkListQuery } from '../../query/list-query.js';
import { checkOrderBy } from '../../query/order-by.js';
import type { JsonValue } from '../../schema/field.js';
import type { Resources } from '../../schema/resources.js';
import { nearestName } from '../../values/did-you-mean.js';
import { parseRelaxedJson } from './parse-relaxed-json.js';

/** The most parameters of a query string (decision 28). */
const MAX_PARAMETERS = 1000;

const PARAMETERS = ['where', 'include', 'order_by', 'take', 'skip', 'after', 'before'];

/** Only a name this close to a parameter is taken for a misspelled one: `wher`, but not `trace`. */
const MAX_EDITS = 2;

/** The parsed parts of a query that the request log shows. */
export interface RecordedQuery {
  where?: JsonValue;
  include?: JsonValue;
}

/**
 * Parses the query string of a list.
 *
 * @param recorded - Gets `where` and `include` as soon as they are parsed, even if the query is then refused.
 * @throws QueryError whose path begins with the name of the parameter.
 */
export function parseListQuery(
  search: string,
  schema: Resources,
  name: string,
  recorded: RecordedQuery,
): CheckedListQuery {
  const parameters = parseParameters(search);
  parseJsonParameters(parameters, recorded);
  const query = {
    ...recorded,
    take: parseCount(parameters.get('take')),
    skip: parseCount(parameters.get('skip')),
    after: parameters.get('after'),
    before: parameters.get('before'),
  };
  const order = checkOrderBy(schema, name, parseOrderBy(parameters.get('order_by') ?? ''), 'order_by');
  return { ...checkListQuery(schema, name, query), order };
}

/**
 * Parses the query string of a single row, which takes `include` only (decision 2).
 *
 * @throws QueryError as {@link parseListQuery} does.
 */
export function parseGetQuery(
  search: string,
  schema: Resources,
  name: string,
  recorded: RecordedQuery,
): CheckedListQuery {
  const parameters = parseParameters(search);
  for (const parameter of PARAMETERS) {
    if (parameter !== 'include' && parameters.has(parameter))
      throw new QueryError(parameter, 'is allowed in lists only. A single row takes `include`.');
  }
  parseJsonParameters(parameters, recorded);
  return checkListQuery(schema, name, { ...recorded });
}

function parseJsonParameters(parameters: ReadonlyMap<string, string>, recorded: RecordedQuery): void {
  for (const name of ['where', 'include'] as const) {
    const value = parseRelaxedJson(parameters.get(name) ?? '', name);
    if (value !== undefined) recorded[name] = value;
  }
}

/**
 * The known parameters that are not blank. A repeated or misspelled parameter is refused; other unknown ones are ignored
 * (decision 28).
 */
function parseParameters(search: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const parts = search.replace(/^\?/, '').split('&');
  if (parts.length > MAX_PARAMETERS)
    throw new QueryError('query', `has ${parts.length} parameters. At most ${MAX_PARAMETERS} are allowed.`);
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    if (!PARAMETERS.includes(name)) {
      const near = nearestName(name, PARAMETERS, MAX_EDITS);
      if (near) throw new QueryError(name, `is not a parameter of the service. Did you mean \`${near}\`?`);
      continue;
    }
    if (parameters.has(name)) throw new QueryError(name, 'is given more than once. Send it once.');
    parameters.set(name, equals < 0 ? '' : decode(part.slice(equals + 1)));
  }
  for (const [name, value] of parameters) if (value.trim() === '') parameters.delete(name);
  return parameters;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new QueryError('query', 'is not percent-encoded UTF-8.');
  }
}

/** A whole number, or the text, which the check of the query refuses. */
const parseCount = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : text;

/**
 * @example
 * parseOrderBy('name:desc, id') // => { name: 'desc', id: 'asc' }
 */
function parseOrderBy(text: string): Record<string, string> {
  const order: Record<string, string> = Object.create(null);
  if (text.trim() === '') return order;
  for (const part of text.split(',')) {
    const [field = '', direction = 'asc', ...rest] = part.trim().split(':');
    if (rest.length > 0 || field === '')
      throw new QueryError('order_by', 'expected properties and directions, such as name:asc,id:desc.');
    if (field in order) throw new QueryError('order_by', `\`${field}\` is given more than once.`);
    order[field] = direction;
  }
  return order;
}
