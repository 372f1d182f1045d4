import type { ResolvedDialect } from '../dialect.js';
import { ConfigurationError, isQueryError } from '../errors.js';
import type { ComparisonNode, FilterNode } from '../query/filter.js';
import { QueryNode } from '../query/query-node.js';
import { parseWhere, type Where } from '../query/where.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import { memberPath } from '../values/describe.js';
import { own } from '../values/plain-object.js';
import { internalError } from './proxy-error.js';
import { restrictFilter, type Visibility } from './restrict-query.js';
import { createRowTest } from './visible-rows.js';

/**
 * Which rows of a resource a session may see.
 *
 * - `true`: every row, for every session.
 * - A function of the session that returns a filter on the resource, `true` (every row) or `false`
 *   (none), or a promise of one. It is called at most once per request. A filter without
 *   comparisons, such as `{}`, is an error, and so is `undefined` anywhere in it, because both
 *   would show every row.
 *
 * Text is compared on the row itself only, and not at all with `dialect.text: 'insensitive'`.
 * Related rows are compared by ids: `{ lines: { some: { account_id: session.accountId } } }`.
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

export interface RowPolicies {
  readonly [resource: string]: true | ((session: unknown) => unknown);
}

/** The service whose rows policies select. */
interface PolicyService {
  readonly policies: RowPolicies;
  readonly serviceSchema: Resources;
  readonly dialect: ResolvedDialect;
}

const allRows: Visibility = { rows: true };
const noRows: Visibility = { rows: false };

/**
 * Calls the policies of some resources at the same time.
 *
 * @param wait - Calls a function of the application, within the deadline of the request.
 */
export async function resolveVisibilities(
  service: PolicyService,
  resources: readonly string[],
  session: unknown,
  wait: (name: string, run: () => unknown) => unknown,
): Promise<ReadonlyMap<string, Visibility>> {
  const results = resources.map((name) => {
    const policy = own(service.policies, name);
    return typeof policy === 'function' ? wait(`policies.${name}`, () => policy(session)) : policy;
  });
  const visibilities = new Map<string, Visibility>();
  for (const [index, result] of (await Promise.all(results)).entries()) {
    const name = resources[index] ?? '';
    try {
      visibilities.set(name, visibilityOf(service, name, result));
    } catch (error) {
      throw internalError(error); // not an error of the query of the browser page
    }
  }
  return visibilities;
}

function visibilityOf(
  { serviceSchema, dialect }: PolicyService,
  name: string,
  result: unknown,
): Visibility {
  if (typeof result === 'boolean') return result ? allRows : noRows;
  const path = `policies.${name}`;
  const filter = parsePolicy(serviceSchema, name, path, result);
  checkComparisons(filter, dialect, path);
  // Folds away groups without comparisons, so that they are not mistaken for a comparison.
  const rows = restrictFilter({ serviceSchema, visibilityOf: () => allRows }, filter, path);
  if (rows === true)
    throw new ConfigurationError(
      `${path}: the policy returned a filter without comparisons. Return \`true\` to show every row.`,
    );
  return rows === false ? noRows : { rows, test: createRowTest(filter, dialect) };
}

function parsePolicy(schema: Resources, name: string, path: string, result: unknown): FilterNode {
  try {
    return parseWhere(schema, name, new QueryNode(path, result)).filter;
  } catch (error) {
    throw isQueryError(error) ? new ConfigurationError(error.message) : error;
  }
}

/** @throws ConfigurationError for a comparison that the proxy cannot rely on (decision 63). */
function checkComparisons(
  filter: FilterNode,
  dialect: ResolvedDialect,
  path: string,
  isRelated = false,
): void {
  if (filter.kind === 'comparison') {
    const reason = filter.operand !== null && (isRelated ? reasonRelated : reasonOwn)(filter, dialect);
    if (reason)
      throw new ConfigurationError(
        `${memberPath(path, filter.name)}: a policy cannot use \`${filter.op}\` here, because ${reason}`,
      );
  } else if (filter.kind === 'relation')
    checkComparisons(filter.filter, dialect, memberPath(path, filter.name), true);
  else for (const part of filter.filters) checkComparisons(part, dialect, path, isRelated);
}

/** Why a row with another text would match. The values of an enumeration differ in more than case. */
function reasonOwn({ op, field }: ComparisonNode, { text, like }: ResolvedDialect) {
  if (field.kind !== 'string') return undefined;
  const isPart = /like|contains/.test(op);
  if ((isPart ? like : text) === 'exact') return undefined;
  return `the service ignores letter case (\`dialect.${isPart ? 'like' : 'text'}\`). Compare an id.`;
}

/** The proxy does not see related rows, so that it cannot test what the service compares. */
const reasonRelated = ({ op, field }: ComparisonNode) =>
  /^(eq|neq|in|not_in)$/.test(op) && (field.kind === 'uuid' || field.kind === 'integer')
    ? undefined
    : 'the proxy cannot test related rows. Compare their ids with `eq` or `in`.';
