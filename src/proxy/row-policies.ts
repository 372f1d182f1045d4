import type { ResolvedDialect } from '../dialect.js';
import { ConfigurationError, isQueryError } from '../errors.js';
import type { FilterNode } from '../query/filter.js';
import { QueryNode } from '../query/query-node.js';
import { parseWhere } from '../query/where.js';
import type { Resources } from '../schema/resources.js';
import { memberPath } from '../values/describe.js';
import { own } from '../values/plain-object.js';
import { internalError } from './proxy-error.js';
import { Restriction, type Visibility } from './restrict-query.js';
import { createRowTests } from './visible-rows.js';

export interface RowPolicies {
  readonly [resource: string]: true | ((session: unknown) => unknown);
}

/** The service whose rows policies select. */
interface PolicyService {
  readonly policies: RowPolicies;
  readonly serviceSchema: Resources;
  readonly dialect: ResolvedDialect;
}

/** Calls a function of the application, such as `authenticate`, within the time of a request. */
export type CallApplication = (name: string, run: () => unknown) => unknown;

const allRows: Visibility = { rows: true, tests: [] };
export const noRows: Visibility = { rows: false, tests: [] };

/** Calls the policies of some resources, at the same time. */
export async function resolvePolicies(
  service: PolicyService,
  resources: readonly string[],
  session: unknown,
  call: CallApplication,
): Promise<ReadonlyMap<string, Visibility>> {
  const results = resources.map((name) => {
    const policy = own(service.policies, name);
    return typeof policy === 'function'
      ? call(`policies.${name}()`, () => policy(session))
      : policy === true;
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
  checkComparisons(filter, dialect, path, false);
  // Folds away groups without comparisons, so that they are not mistaken for a comparison.
  const rows = new Restriction(serviceSchema, () => allRows).filter(filter, path);
  if (rows === false) return noRows;
  if (rows !== true) return { rows, tests: createRowTests(filter, dialect) };
  throw new ConfigurationError(
    `${path}: the policy returned a filter without comparisons. Return \`true\` to show every row.`,
  );
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
  const isId = /^(uuid|integer)$/.test(field.kind) && /^(eq|neq|in|not_in)$/.test(op);
  const setting = /like|contains/.test(op) ? 'like' : 'text';
  const reason = isRelated
    ? !isId && 'the proxy cannot test related rows. Compare their ids, with `eq` or `in`'
    : field.kind === 'string' &&
      operand !== null &&
      dialect[setting] !== 'exact' &&
      `the service ignores letter case (\`dialect.${setting}\`). Compare an id`;
  if (reason)
    throw new ConfigurationError(
      `${memberPath(path, name)}: a policy cannot use \`${op}\` here, because ${reason}.`,
    );
}
