import type { ResolvedDialect } from '../dialect/dialect.js';
import { ConfigurationError } from '../errors/usage-errors.js';
import type { QueryRules } from '../query/query-node.js';
import { QueryNode, queryContext } from '../query/query-node.js';
import { checkWhere, type Where } from '../query/where.js';
import { serviceRules } from '../query-string/service-rules.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import { own } from '../values/plain-object.js';
import { assertExactPolicy, assertNothingIgnored } from './policy.js';
import { type Restricted, restrictFilter } from './restrict-filter.js';

/**
 * Which rows of a resource a session may see.
 *
 * - `true`: every row, for every session.
 * - A function of the session that returns a filter on the resource, `true` (every row) or `false` (none), or
 *   a promise of one. It is called at most once per request. A filter without conditions, such as `{}`, is an
 *   error, and so is `undefined` anywhere in it, because both would show every row.
 */
export type RowPolicy<Session, Name extends ResourceName<Upstream>, Upstream extends SchemaShape<Upstream>> =
  | true
  | ((session: Session) => PolicyResult<Name, Upstream> | Promise<PolicyResult<Name, Upstream>>);

type PolicyResult<Name extends ResourceName<Upstream>, Upstream extends SchemaShape<Upstream>> =
  | boolean
  | Where<Name, Upstream>;

/** The service as the policies see it. */
export interface ServiceModel {
  readonly schema: Resources;
  readonly dialect: ResolvedDialect;
}

/** The rules of the service, except that nothing is ignored: an ignored filter would show every row. */
export const strictRules = (dialect: ResolvedDialect): QueryRules => ({
  ...serviceRules(dialect),
  ignores: () => false,
});

/** A row policy at run time. */
export type AnyRowPolicy = true | ((session: unknown) => unknown);

/**
 * Calls the row policies of some resources for a session.
 *
 * @throws ConfigurationError or QueryError if a policy returns something else than it may, and
 * whatever it throws.
 */
export async function resolveRowPolicies(
  policies: { readonly [resource: string]: AnyRowPolicy },
  resources: Iterable<string>,
  session: unknown,
  service: ServiceModel,
): Promise<(resource: string) => Restricted> {
  const entries = Array.from(resources, async (name) => {
    const policy = own(policies, name);
    const result: unknown = typeof policy === 'function' ? await policy(session) : policy;
    return [name, visibilityOf(name, result, service)] as const;
  });
  const visibilities = new Map(await Promise.all(entries));
  return (name) => visibilities.get(name) ?? false;
}

function visibilityOf(name: string, result: unknown, { schema, dialect }: ServiceModel): Restricted {
  if (typeof result === 'boolean') return result;
  const path = `rows.${name}`;
  const context = queryContext({ rules: strictRules(dialect) });
  const { filter } = checkWhere(schema, name, new QueryNode(path, result, undefined, context));
  assertNothingIgnored(filter, dialect, path);
  // Folds away groups without conditions, so that they are not mistaken for a condition.
  const folded = restrictFilter({ visibilityOf: () => true, dialect }, filter, path);
  if (folded === true)
    throw new ConfigurationError(
      `${path}: the policy returned a filter without conditions. Return \`true\` to show every row.`,
    );
  if (folded !== false) assertExactPolicy(folded, dialect, path);
  return folded;
}
