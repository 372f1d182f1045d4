import { QueryError } from '../../errors/usage-errors.js';
import { buildFilter } from '../../query/filter-node.js';
import { checkListQuery } from '../../query/list-query.js';
import { checkOrderBy } from '../../query/order-by.js';
import type { JsonValue } from '../../schema/field.js';
import type { Resources } from '../../schema/resources.js';
import { nearestName } from '../../values/did-you-mean.js';
import type { ListRequest } from '../listing/list-rows.js';
import { readRelaxedJson } from './parse-relaxed-json.js';

/** More than anybody needs, and few enough to look at each (decision 28). */
const MOST_PARAMETERS = 1000;

const PARAMETERS = ['where', 'include', 'order_by', 'take', 'skip', 'after', 'before'];

/** So near to a parameter, a name is that one misspelt: `wher` is, `trace` is a word of its own. */
const ONE_SLIP = 2;

/** What a query string asks, before it is known whether it means something. */
export interface AskedQuery {
  where?: JsonValue;
  include?: JsonValue;
}

/**
 * Reads the query string of a list.
 *
 * @param asked - Is given the values of `where` and `include` as they are read, for the request log.
 * @throws QueryError, whose path begins with the parameter's name on the wire.
 */
export function readListQuery(
  search: string,
  schema: Resources,
  name: string,
  asked: AskedQuery,
): ListRequest {
  const given = readParameters(search);
  readAsked(given, asked);
  const query = {
    ...asked,
    take: readCount(given.get('take')),
    skip: readCount(given.get('skip')),
    after: given.get('after'),
    before: given.get('before'),
  };
  const order = checkOrderBy(schema, name, readOrder(given.get('order_by') ?? ''), 'order_by');
  const checked = checkListQuery(schema, name, query);
  return { ...checked, filter: checked.where && buildFilter(schema, name, checked.where), order };
}

/**
 * Reads the query string of a single row, which knows `include` alone (decision 2).
 *
 * @throws QueryError as {@link readListQuery} does.
 */
export function readGetQuery(
  search: string,
  schema: Resources,
  name: string,
  asked: AskedQuery,
): ListRequest {
  const given = readParameters(search);
  for (const parameter of PARAMETERS) {
    if (parameter !== 'include' && given.has(parameter))
      throw new QueryError(parameter, 'is for lists. A single row takes `include` alone.');
  }
  readAsked(given, asked);
  return checkListQuery(schema, name, { ...asked });
}

function readAsked(given: ReadonlyMap<string, string>, asked: AskedQuery): void {
  for (const name of ['where', 'include'] as const) {
    const value = readRelaxedJson(given.get(name) ?? '', name);
    if (value !== undefined) asked[name] = value;
  }
}

/**
 * The known parameters that are not empty. One given twice is refused, and one that looks like a known one misspelt;
 * others are ignored (decision 28).
 */
function readParameters(search: string): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const parts = search.replace(/^\?/, '').split('&');
  if (parts.length > MOST_PARAMETERS)
    throw new QueryError(
      'query',
      `${parts.length} parameters are too many. Send ${MOST_PARAMETERS} at most.`,
    );
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    if (!PARAMETERS.includes(name)) {
      const near = nearestName(name, PARAMETERS, ONE_SLIP);
      if (near) throw new QueryError(name, `is not a parameter of the service. Did you mean \`${near}\`?`);
      continue;
    }
    if (given.has(name)) throw new QueryError(name, 'is given twice. Give it once.');
    given.set(name, equals < 0 ? '' : decode(part.slice(equals + 1)));
  }
  for (const [name, value] of given) if (value.trim() === '') given.delete(name);
  return given;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new QueryError('query', 'the query string is not percent-encoded UTF-8.');
  }
}

/** A whole number, or the text, for the check to refuse. */
const readCount = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : text;

/**
 * @example
 * readOrder('name:desc, id') // => { name: 'desc', id: 'asc' }
 */
function readOrder(text: string): Record<string, string> {
  const order: Record<string, string> = Object.create(null);
  if (text.trim() === '') return order;
  for (const part of text.split(',')) {
    const [field = '', direction = 'asc', ...rest] = part.trim().split(':');
    if (rest.length > 0 || field === '')
      throw new QueryError('order_by', 'expected properties and directions, such as name:asc,id:desc.');
    if (field in order) throw new QueryError('order_by', `\`${field}\` is given twice.`);
    order[field] = direction;
  }
  return order;
}
