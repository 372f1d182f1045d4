import type { ResolvedDialect } from '../dialect.js';
import { ConfigurationError, isQueryError } from '../errors.js';
import { memberPath } from '../messages/describe.js';
import type { FilterNode } from '../query/filter.js';
import { QueryNode } from '../query/query-node.js';
import { filterOf, parseWhere } from '../query/where.js';
import { traits } from '../schema/kinds.js';
import { own } from '../values/plain-object.js';
import { internalError } from './proxy-error.js';
import type { ParsedProxyOptions } from './proxy-options.js';
import { allRows, foldFilter, noRows, type Visibility } from './restriction.js';
import { createRowTests } from './visible-rows.js';

/** Calls the policies of some resources at the same time. `call` runs code of the application. */
export async function resolvePolicies(
  options: ParsedProxyOptions,
  resources: readonly string[],
  session: unknown,
  call: (name: string, code: () => unknown) => unknown,
): Promise<ReadonlyMap<string, Visibility>> {
  const resolve = async (name: string): Promise<[string, Visibility]> => {
    const policy = own(options.policies, name);
    const run = typeof policy === 'function' && (() => policy(session));
    const result = run ? await call(`policies.${name}()`, run) : policy;
    try {
      return [name, visibilityOf(options, name, result)];
    } catch (error) {
      throw internalError(isQueryError(error) ? new ConfigurationError(error.message) : error);
    }
  };
  return new Map(await Promise.all(resources.map(resolve)));
}

function visibilityOf(
  { serviceSchema, dialect }: ParsedProxyOptions,
  name: string,
  result: unknown,
): Visibility {
  if (typeof result === 'boolean') return result ? allRows : noRows;
  const path = `policies.${name}`;
  const where = parseWhere(serviceSchema, name, new QueryNode(path, result));
  const filter = filterOf(serviceSchema, name, where);
  checkComparisons(filter, dialect, path, false);
  // Without groups that have no comparisons, so that they are not mistaken for a comparison.
  const rows = foldFilter(serviceSchema, filter, path);
  if (rows === false) return noRows;
  if (rows !== true) return { rows, tests: createRowTests(filter, dialect) };
  throw new ConfigurationError(
    `${path}: the policy returned a filter without comparisons. Return \`true\` to show every row.`,
  );
}

/** @throws ConfigurationError for a comparison that the proxy cannot rely on (decision 63). */
function checkComparisons(
  filter: FilterNode,
  dialect: ResolvedDialect,
  path: string,
  isRelated: boolean,
): void {
  if (filter.kind !== 'comparison') {
    const isRelation = filter.kind === 'relation';
    const at = isRelation ? memberPath(path, filter.name) : path;
    for (const part of isRelation ? [filter.filter] : filter.filters)
      checkComparisons(part, dialect, at, isRelated || isRelation);
    return;
  }
  const { op, name, field, operand } = filter;
  const { isId, isText } = traits[field.kind];
  const isIdTest = isId && /^(eq|neq|in|not_in)$/.test(op);
  const setting = /^(n?eq|(not_)?in|[gl]te?)$/.test(op) ? 'text' : 'like';
  const isExact = !isText || operand === null || dialect[setting] === 'exact';
  if (isRelated ? isIdTest : isExact) return;
  const reason = isRelated
    ? 'the proxy cannot test related rows. Compare their ids, with `eq` or `in`.'
    : `the service ignores letter case (\`dialect.${setting}\`). Compare an id.`;
  const at = memberPath(path, name);
  throw new ConfigurationError(`${at}: a policy cannot use \`${op}\` here, because ${reason}`);
}
