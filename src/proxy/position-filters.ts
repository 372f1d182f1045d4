import type { ResolvedDialect } from '../dialect/dialect.js';
import { QueryError } from '../errors/usage-errors.js';
import type { FilterNode } from '../query/filter-node.js';
import type { ParsedListQuery } from '../query/list-query.js';
import { nullOrder } from '../query/match/keys.js';
import { QueryNode } from '../query/query-node.js';
import { parseWhere } from '../query/where.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { isPlainObject } from '../values/plain-object.js';

/**
 * `after` and `before` as filters, so that the service cannot read them in another way. Rows that equal the
 * value are neither after nor before it; where null belongs, the dialect says (decision 2).
 *
 * @throws QueryError for a cursor, because it may belong to a hidden row; for a field that filters cannot
 * order, and for a value of another type.
 */
export function positionFilters(
  schema: Resources,
  { selection, order, after, before }: Pick<ParsedListQuery, 'selection' | 'order' | 'after' | 'before'>,
  dialect: ResolvedDialect,
): FilterNode[] {
  return Object.entries({ after, before }).flatMap(([side, value]) => {
    if (value === undefined) return [];
    const [first] = order;
    if (!first)
      throw new QueryError(side, 'needs `order_by`: its value belongs to the first ordering field.');
    if (isCursor(value))
      throw new QueryError(side, 'does not accept cursors here. Pass a value of the first ordering field.');
    const field = resourceOf(schema, selection.resource).fields[first.field];
    const isNumber = field?.kind === 'number' || field?.kind === 'integer';
    const isGreater = (side === 'after') === (first.direction === 'asc');
    const comparison = { [isGreater ? 'gt' : 'lt']: isNumber ? toNumber(value) : value };
    const { filter } = parseWhere(
      schema,
      selection.resource,
      new QueryNode(side, { [first.field]: comparison }),
    );
    const isNullLast = nullOrder(first.direction, dialect) > 0;
    if (!field?.nullable || (side === 'after') !== isNullLast) return [filter];
    const isNull: FilterNode = { kind: 'comparison', op: 'eq', name: first.field, field, operand: null };
    return [{ kind: 'or', filters: [filter, isNull] }];
  });
}

const toNumber = (value: string | number) =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(String(value)) ? Number(value) : value;

/** A cursor is the base64 of a JSON object (decision 2). */
function isCursor(value: string | number): boolean {
  try {
    return isPlainObject(JSON.parse(atob(String(value))));
  } catch {
    return false;
  }
}
