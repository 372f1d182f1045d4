import { ConfigurationError } from '../errors/usage-errors.js';
import { QueryNode } from '../query/query-node.js';
import { checkWhere, type Where } from '../query/where.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import { own } from '../values/plain-object.js';
import { restrictWhere, type Visibility } from './restrict-where.js';

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

/** A row policy at run time. */
export type AnyRowPolicy = true | ((session: unknown) => unknown);

/**
 * Calls the row policies of some resources for a session.
 *
 * @param upstream - The schema on which the policies are written.
 * @throws ConfigurationError or QueryError if a policy returns something else than it may, and
 * whatever it throws.
 */
export async function resolveRowPolicies(
  policies: { readonly [resource: string]: AnyRowPolicy },
  resources: Iterable<string>,
  session: unknown,
  upstream: Resources,
): Promise<(resource: string) => Visibility> {
  const entries = Array.from(resources, async (name) => {
    const policy = own(policies, name);
    const result: unknown = typeof policy === 'function' ? await policy(session) : policy;
    return [name, visibilityOf(name, result, upstream)] as const;
  });
  const visibilities = new Map(await Promise.all(entries));
  return (name) => visibilities.get(name) ?? false;
}

function visibilityOf(name: string, result: unknown, upstream: Resources): Visibility {
  if (typeof result === 'boolean') return result;
  const path = `rows.${name}`;
  const where = checkWhere(upstream, name, new QueryNode(path, result));
  // Folds away groups without conditions, so that they are not mistaken for a condition.
  const filter = restrictWhere({ schema: upstream, visibilityOf: () => true }, name, where, path);
  if (filter !== true) return filter;
  throw new ConfigurationError(
    `${path}: the policy returned a filter without conditions. Return \`true\` to show every row.`,
  );
}
