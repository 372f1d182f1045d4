import type { ResolvedDialect } from '../dialect/dialect.js';
import { ConfigurationError } from '../errors.js';
import type { CallProgress } from '../http/request-state.js';
import type { ComparisonNode, FilterNode } from '../query/filter-node.js';
import { QueryNode, type QueryRules } from '../query/query-node.js';
import { parseWhere, type Where } from '../query/where.js';
import { serviceRules } from '../query-string/service-rules.js';
import { comparators, isTextKind } from '../schema/kinds.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { parseDate } from '../values/date.js';
import { own } from '../values/plain-object.js';
import { nodesOf } from './filter-nodes.js';
import { internalError, runApplicationCode } from './proxy-error.js';
import { type MatchingRows, type PolicyService, restrictFilter } from './restrict-query.js';

/**
 * Which rows of a resource a session may see.
 *
 * - `true`: every row, for every session.
 * - A function of the session that returns a filter on the resource, `true` (every row) or `false`
 *   (none), or a promise of one. It is called at most once per request. A filter without
 *   comparisons, such as `{}`, is an error, and so is `undefined` anywhere in it, because both
 *   would show every row.
 */
export type RowPolicy<
  Session,
  Name extends ResourceName<ServiceSchema>,
  ServiceSchema extends SchemaShape<ServiceSchema> = PaymentsSchema,
> = true | ((session: Session) => PolicyResult<Name, ServiceSchema>);

export type PolicyResult<
  Name extends ResourceName<ServiceSchema>,
  ServiceSchema extends SchemaShape<ServiceSchema>,
> = boolean | Where<Name, ServiceSchema> | Promise<boolean | Where<Name, ServiceSchema>>;

/**
 * The rules of the service, except that nothing is ignored: an ignored filter would show every row.
 * Whether a comparator is missing is left to the service (decision 56).
 */
export function strictRules(dialect: ResolvedDialect): QueryRules {
  const rules = serviceRules(dialect);
  return {
    ...rules,
    ignores: () => false,
    comparatorsOf: (resource, name, field) => [
      ...new Set([...comparators[field.kind], ...rules.comparatorsOf(resource, name, field)]),
    ],
  };
}

export interface RowPolicies {
  readonly [resource: string]: true | ((session: unknown) => unknown);
}

export async function resolveRowPolicies(
  policies: RowPolicies,
  resources: Iterable<string>,
  session: unknown,
  service: PolicyService,
  { pending }: CallProgress,
): Promise<(resource: string) => MatchingRows> {
  const visibilities = new Map<string, MatchingRows>();
  const resolve = async (name: string) => {
    const policy = own(policies, name);
    const call = () => (typeof policy === 'function' ? policy(session) : policy);
    const result = await runApplicationCode(`\`policies.${name}()\``, pending, call);
    try {
      visibilities.set(name, visibilityOf(name, result, service));
    } catch (error) {
      throw internalError(error); // not an error of the query of the browser page
    }
  };
  await Promise.all(Array.from(resources, resolve));
  return (name) => visibilities.get(name) ?? false;
}

function visibilityOf(name: string, result: unknown, service: PolicyService): MatchingRows {
  if (typeof result === 'boolean') return result;
  const { serviceSchema, dialect } = service;
  const path = `policies.${name}`;
  const { filter } = parseWhere(
    serviceSchema,
    name,
    new QueryNode(path, result, undefined, { rules: strictRules(dialect) }),
  );
  for (const { node } of nodesOf(filter))
    if (isDropped(node, dialect))
      throw new ConfigurationError(
        `${path}: a policy cannot contain \`in: []\` or \`OR: []\`, because the service ignores them (\`dialect.empty\`). Return \`false\` to show no row.`,
      );
  // Folds away groups without comparisons, so that they are not mistaken for a comparison.
  const folded = restrictFilter({ ...service, visibilityOf: () => true }, filter, path);
  if (folded === true)
    throw new ConfigurationError(
      `${path}: the policy returned a filter without comparisons. Return \`true\` to show every row.`,
    );
  for (const { node: comparison, depth } of folded === false ? [] : nodesOf(folded)) {
    if (comparison.kind !== 'comparison') continue;
    const reason =
      inexactEquality(comparison, dialect) ?? (depth === 0 && inexactReason(comparison, dialect));
    if (reason)
      throw new ConfigurationError(
        `${path}.${comparison.name}: a policy cannot use \`${comparison.op}\` here, because ${reason}.`,
      );
  }
  return folded;
}

/**
 * Whether the service ignores a part of a policy: an empty array, often one of a session, would
 * show more rows.
 */
function isDropped(node: FilterNode, { empty }: ResolvedDialect): boolean {
  switch (node.kind) {
    case 'or':
      return empty.or === 'everything' && node.filters.length === 0;
    case 'comparison':
      return node.op === 'in' && empty.in === 'everything' && [node.operand].flat().length === 0;
    default:
      return false;
  }
}

/**
 * Why the proxy cannot test a comparison exactly as the service does: a hidden row could pass as a
 * visible one.
 */
function inexactReason(
  { op, field, operand }: ComparisonNode,
  { dates, text }: ResolvedDialect,
): string | undefined {
  if (operand === null) return undefined;
  if (isTextKind(field.kind) && /^[gl]te?$/.test(op) && text.collation !== 'codePoint')
    return 'the order of text in the service is only known approximately (`dialect.text.collation`). Compare an id instead';
  if (field.kind !== 'date' || dates === 'shown' || dates === 'text') return undefined;
  // Whatever the hidden digits of a row or the dropped digits of an operand are, they do not matter
  // then.
  const isWhole = [operand]
    .flat()
    .every((one) => one === null || Number.isInteger(parseDate(String(one))));
  if (isWhole && (dates === 'milliseconds' || op === 'gte' || op === 'lt')) return undefined;
  return dates === 'milliseconds'
    ? 'the service drops digits of its operand (`dialect.dates`). Pass milliseconds'
    : 'the service stores more digits of a date than it shows (`dialect.dates`). Use `gte` or `lt` with milliseconds';
}

/**
 * Why a text of another letter case, for example, would match a policy: on related rows, too, which
 * the proxy does not test (decision 63). The values of an enumeration differ in more than that.
 */
function inexactEquality(
  { op, field, operand }: ComparisonNode,
  { text }: ResolvedDialect,
): string | undefined {
  if (field.kind !== 'string' || operand === null || /^[gl]te?$/.test(op)) return undefined;
  const setting = /like|contains/.test(op) ? 'like' : 'equality';
  return text[setting] === 'exact'
    ? undefined
    : `the service does not compare text exactly (\`dialect.text.${setting}\`). Compare an id instead`;
}
