import { cursorText } from '../dialect.js';
import { QueryError } from '../errors.js';
import type { Seals } from '../http/seal.js';
import { kindOf } from '../messages/describe.js';
import { type FilterNode, filterOf } from '../query/filter.js';
import type { Ordering } from '../query/query.js';
import type { Resources } from '../schema/lookup.js';
import type { MatchingRows, Visibility } from './restriction.js';

/** Opens the cursor of a browser, which was sealed with the same context. */
export async function openCursor(seals: Seals, sealed: string, context: string): Promise<string> {
  const opened = await seals.open(sealed, context);
  if (opened !== undefined) return opened;
  throw new QueryError(
    'cursor',
    'is not the cursor of a page of this query. Begin again with the first page.',
  );
}

/**
 * Seals the cursor of the service: any text or number. Without one, there is no further page.
 *
 * @param fail - Creates the error for anything else, which nobody could send back.
 */
export async function sealCursor(
  seals: Seals,
  cursor: unknown,
  context: string,
  fail: (problem: string) => Error,
): Promise<string | undefined> {
  if (cursor === undefined || cursor === null || cursor === '') return undefined;
  const text = cursorText(cursor);
  if (text !== undefined) return seals.seal(text, context);
  throw fail(`expected the cursor to be text or an exact number, got ${kindOf(cursor)}.`);
}

/**
 * What a cursor belongs to: the resource, the filter as it is sent, the order, and the policies of
 * the other resources that the query reaches. A cursor for other policies, or of another query,
 * could lead to rows that this one does not see: some services keep the filter in their cursors.
 */
export function cursorContext(
  schema: Resources,
  resource: string,
  where: MatchingRows,
  order: readonly Ordering[],
  others: ReadonlyMap<string, Visibility>,
): string {
  const write = (name: string, rows: MatchingRows): string =>
    typeof rows === 'boolean' ? `${rows}` : writeFilter(filterOf(schema, name, rows));
  const policies = [...others]
    .filter(([name]) => name !== resource)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, { rows }]) => `${JSON.stringify(name)}:${write(name, rows)}`);
  const fields = order.map(({ field, direction }) => [field, direction]);
  return [JSON.stringify([resource, fields]), write(resource, where), ...policies].join('\n');
}

/**
 * A filter as text, which is the same for each order of its parts and lists: a policy may read its
 * ids from a database, which returns them in any order.
 */
function writeFilter(filter: FilterNode): string {
  if (filter.kind === 'relation')
    return `${JSON.stringify([filter.name, filter.op])}(${writeFilter(filter.filter)})`;
  if (filter.kind !== 'comparison')
    return `${filter.kind}(${filter.filters.map(writeFilter).sort().join()})`;
  const { name, op, operand } = filter;
  const isList = (op === 'in' || op === 'not_in') && Array.isArray(operand);
  const values = isList ? operand.map((value) => JSON.stringify(value)).sort() : undefined;
  return JSON.stringify([name, op, values ?? operand]);
}
