import type { ResolvedDialect } from '../dialect/dialect.js';
import { QueryError } from '../errors/usage-errors.js';
import type { Resource } from '../schema/resource.js';
import { describe } from '../values/describe.js';
import { own } from '../values/plain-object.js';

/**
 * Parses the text of an order into the `orderBy` of a client.
 *
 * @param name - The name of the parameter.
 * @throws QueryError for text that is no order.
 * @example
 * parseOrder('name:desc, id', 'order_by', fields, 'name:asc') // => { name: 'desc', id: 'asc' }
 * parseOrder('-name,id', 'sort', fields, '-name') // => { name: 'desc', id: 'asc' }
 */
export function parseOrder(
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
      throw reject(`expected fields and directions such as name:asc,id:desc, got ${describe(part)}.`);
    const [, name, word = 'desc'] = /^(\w+)\s+(asc|desc)$/i.exec(part) ?? /^-(\w+)$/.exec(part) ?? [];
    if (name !== undefined && !own(fields, part))
      throw reject(
        `expected a field and a direction, got ${describe(part)}. Use ${name}:${word.toLowerCase()}.`,
      );
    return [field, direction];
  };
