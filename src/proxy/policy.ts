import type { ResolvedDialect } from '../dialect/dialect.js';
import { ConfigurationError } from '../errors/usage-errors.js';
import type { Comparison, FilterNode } from '../query/filter-node.js';
import { compileFilter, type Predicate, type RowReader } from '../query/match/compile-filter.js';
import type { JsonValue } from '../schema/field.js';
import { parseDate } from '../values/date.js';
import { own } from '../values/plain-object.js';

/** A row of a response. */
type ResponseRow = { readonly [name: string]: unknown };

/** Related rows are not in the row, so that a filter on them may match. */
const reader: RowReader<ResponseRow> = {
  field: (name, keyOf, test) => (row) => test(keyOf((own(row, name) ?? null) as JsonValue)), // from JSON
  relation: () => () => true,
};

/** A filter that each row of a response must match. */
export interface Policy {
  /** The names of the fields that it compares on the row itself, and not on related rows. */
  readonly fields: readonly string[];
  /** Whether a row may match; `false` if it certainly does not. */
  readonly mayMatch: Predicate<ResponseRow>;
}

/** Turns a filter into a test of the rows of a response. */
export const compilePolicy = (filter: FilterNode, dialect: ResolvedDialect): Policy => ({
  fields: comparisonsOf(filter).map(({ name }) => name),
  mayMatch: compileFilter(filter, reader, dialect),
});

/** The comparisons of a filter on the row itself, and not on related rows. */
function comparisonsOf(filter: FilterNode): Comparison[] {
  if ('relation' in filter) return [];
  return 'filters' in filter ? filter.filters.flatMap(comparisonsOf) : [filter];
}

/**
 * Rejects a policy that the proxy cannot test exactly as the service evaluates it, so that no hidden row could
 * pass as a visible one.
 *
 * @param path - The policy, for messages.
 * @throws ConfigurationError
 */
export function assertExactPolicy(filter: FilterNode, dialect: ResolvedDialect, path: string): void {
  for (const comparison of comparisonsOf(filter)) {
    const reason = inexactReason(comparison, dialect);
    if (reason)
      throw new ConfigurationError(
        `${path}.${comparison.name}: a policy cannot use \`${comparison.op}\` here, because ${reason}.`,
      );
  }
}

/**
 * Rejects a policy of which the service ignores a part: an empty array, often one of a session, would show more
 * rows instead of none.
 *
 * @throws ConfigurationError
 */
export function assertNothingIgnored(filter: FilterNode, { empty }: ResolvedDialect, path: string): void {
  if (!hasIgnored(filter, empty)) return;
  throw new ConfigurationError(
    `${path}: a policy cannot contain \`in: []\` or \`OR: []\`, because the service ignores them (\`dialect.empty\`). Return \`false\` to show no row.`,
  );
}

function hasIgnored(filter: FilterNode, empty: ResolvedDialect['empty']): boolean {
  if ('relation' in filter) return hasIgnored(filter.filter, empty);
  if ('filters' in filter) {
    const isEmptyOr = filter.op === 'or' && filter.filters.length === 0;
    return (isEmptyOr && empty.or === 'everything') || filter.filters.some((part) => hasIgnored(part, empty));
  }
  const { op, operand } = filter;
  return op === 'in' && empty.in === 'everything' && Array.isArray(operand) && operand.length === 0;
}

function inexactReason(
  { op, field, operand }: Comparison,
  { dates, text }: ResolvedDialect,
): string | undefined {
  const isOrdered = /^[gl]te?$/.test(op);
  const isText = field.kind === 'string' || field.kind === 'enumeration';
  if (isText && isOrdered && text.order !== 'codePoint')
    return 'the order of text in the service is only known approximately (`dialect.text.order`)';
  if (field.kind !== 'date' || dates.stored === 'milliseconds' || operand === null) return undefined;
  const isWhole = Number.isInteger(parseDate(String(operand)));
  // Whatever the hidden digits are, they decide neither of these.
  if ((op === 'gte' || op === 'lt') && isWhole && dates.compared === 'instants') return undefined;
  return 'the service stores more digits of a date than it shows (`dialect.dates`). Use `gte` or `lt` with milliseconds';
}
