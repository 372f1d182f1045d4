import type { ResolvedDialect } from '../dialect.js';
import { ConfigurationError, isQueryError } from '../errors.js';
import { memberPath } from '../messages/describe.js';
import { type ComparisonNode, type FilterNode, filterOf } from '../query/filter.js';
import { QueryNode } from '../query/query-node.js';
import { parseWhere } from '../query/where.js';
import { traits } from '../schema/kinds.js';
import { own } from '../values/plain-object.js';
import { internalError } from './proxy-error.js';
import type { ParsedProxyOptions } from './proxy-options.js';
import { allRows, noRows, Restriction, type Visibility } from './restriction.js';
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
  const rows = new Restriction(serviceSchema, () => allRows).filter(filter, path);
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
  const { op, name, field } = filter;
  const isIdTest = traits[field.kind].isId && /^(eq|neq|in|not_in)$/.test(op);
  const reason = isRelated
    ? !isIdTest && 'the proxy cannot test related rows. Compare their ids, with `eq` or `in`.'
    : !isIdTest && textProblem(filter, dialect);
  if (!reason) return;
  const at = memberPath(path, name);
  throw new ConfigurationError(`${at}: a policy cannot use \`${op}\` here, because ${reason}`);
}

/**
 * Why the proxy cannot test how a service compared text: a text field, text in JSON, or the digits
 * of an amount. The 502 for a row that the service returned by mistake would tell that a hidden row
 * exists.
 */
function textProblem(
  { op, field, operand }: ComparisonNode,
  { declared }: ResolvedDialect,
): string | undefined {
  const { isText, isId, type } = traits[field.kind];
  const isJson = field.kind === 'json';
  const isPattern = /^(like|(not_)?contains)$/.test(op) && !isJson;
  const isRangeOfIds = isId && type === 'string'; // what else than a test of whole ids
  const hasText = isJson ? !/exists$/.test(op) : isText || isRangeOfIds || isPattern;
  if (!hasText || operand === null) return undefined;
  const name = isPattern ? 'like' : 'text';
  if (declared[name] === 'exact') return undefined;
  if (declared[name] === 'insensitive')
    return `the service ignores letter case (\`dialect.${name}\`). Compare an id.`;
  return (
    'the dialect does not say how the service compares text. ' +
    `Set \`dialect.${name}\` to 'exact' if the service does not ignore letter case, ` +
    'or compare an id.'
  );
}
