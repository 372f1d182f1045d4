import { adviceCode, type FittingOptions } from './advice-code.js';
import type { Findings } from './probe.js';
import type { ProbeResult } from './run-probes.js';
import type { Workspace } from './workspace.js';

/** What to do about the differences. */
export interface Advice {
  /** TypeScript to paste; empty if the default options fit. */
  readonly code: string;
  /** Notes on using the client or the mock with this service, one to three sentences each. */
  readonly remarks: readonly string[];
  /** The ids of the differences for which the mock has no option. */
  readonly withoutOption: readonly string[];
}

/** What the code of the advice refers to. */
export interface AdviceContext {
  readonly workspace: Workspace;
  /** The base URL without `/v1`. */
  readonly baseUrl: string;
  /** The module of the schema that was used; `undefined` for `paymentsSchema`. */
  readonly schemaModule: string | undefined;
}

/** The default of `maxUrlLength`. */
const DEFAULT_URL_LENGTH = 8000;

const brokenSyntax =
  'The client writes `where` and `include` as relaxed JSON. This service does not read it, so you cannot use them here.';
const unreliableOrder =
  'pages() and iterate() need `order_by`, which this service does not follow. Use list() with a filter, or client.request().';
const pullSchema =
  'Run `payments-data-client pull` to write a schema with the properties of your workspace. Then verify again with --schema.';

/** The differences that a pulled schema removes, unless a property cannot be declared. */
const schemaIds = ['responses.fields', 'responses.kinds', 'include.default-properties'];

/** What a difference means for users of the client. */
const remarksById: Readonly<Record<string, string>> = {
  'query.braces': brokenSyntax,
  'query.unquoted-keys': brokenSyntax,
  'query.single-quotes': brokenSyntax,
  'paging.order-by': unreliableOrder,
  'responses.lists':
    'Do not call the resources that this service does not have, or remove them from your schema.',
  'responses.id': 'The client rejects rows without an `id` with a ResponseError.',
  'where.unknown-property':
    'This service accepts unknown properties in filters. The client rejects them before it sends a request. Check filters that you send without the client.',
  'where.unknown-comparator':
    'This service accepts unknown comparators. The client rejects them before it sends a request. Check filters that you send without the client.',
  'query.unknown-parameter':
    'This service accepts unknown parameters, so a misspelled `where` returns every row. The mock rejects them, except those in createMock({ allowParameters: [...] }).',
  'where.to-one':
    'Do not set `filterable: true` for to-one relations. This service ignores or rejects filters on them.',
  'authentication.no-key':
    'Do not rely on isAuthenticationError() to detect a missing key: this service does not respond with status 401.',
  'errors.status-400':
    'Catch rejected queries with isApiError(). isBadRequestError() only matches status 400.',
};

/** Derives advice from the results. */
export function adviseOn(results: readonly ProbeResult[], context: AdviceContext): Advice {
  const differing = results
    .filter(({ report }) => report.result === 'differs')
    .map(({ report }) => report.id);
  const findings: Findings = Object.assign({}, ...results.map((result) => result.findings));
  const lengths = results.flatMap((result) => result.findings.maxUrlLength ?? []);
  const maxUrlLength = Math.min(DEFAULT_URL_LENGTH, ...lengths);
  const has = (...ids: string[]) => ids.every((id) => differing.includes(id));
  const { envelope } = findings;
  const isSql = has('where.neq-null', 'where.not-in-null');
  const isOpen = has('authentication.no-key', 'authentication.unknown-key');
  const options: FittingOptions = {
    client: {
      ...(envelope !== undefined && envelope !== 'result' && { envelope }),
      ...(maxUrlLength < DEFAULT_URL_LENGTH && { maxUrlLength }),
    },
    mock: {
      ...(envelope === 'result' && { envelope }),
      ...(isSql && { nulls: 'sql' }),
      ...(has('where.like-case') && { like: 'insensitive' }),
      ...(isOpen && { apiKeys: false as const }),
    },
    computed: findings.defaultComputed ?? {},
    filterable: findings.filterable ?? {},
  };
  const covered = new Set([
    ...(isSql ? ['where.neq-null', 'where.not-in-null', 'where.not-contains-null'] : []),
    ...['where.like-case', 'include.default-computed', 'query.unknown-parameter'],
    // With `apiKeys: false`, the mock ignores the whole header.
    ...(isOpen ? differing.filter((id) => id.startsWith('authentication.')) : []),
    // The client keeps its URLs short enough, or splits the list.
    ...['query.url-1k', 'query.url-4k', 'query.url-8k', 'query.url-16k'],
    ...(findings.filterable ? ['where.to-one'] : []),
    ...schemaIds, // `schema` is an option of the mock
  ]);
  const remarks = new Set(
    differing.flatMap((id) => (id === 'where.to-one' && covered.has(id) ? [] : (remarksById[id] ?? []))),
  );
  const undeclared = schemaIds.filter((id) => differing.includes(id));
  if (undeclared.length > 0)
    remarks.add(
      context.schemaModule === undefined
        ? pullSchema
        : `Run \`payments-data-client pull\` again. If only properties differ that it cannot declare, accept them with ${undeclared.map((id) => `--accept ${id}`).join(' ')}.`,
    );
  if (findings.defaultPage !== undefined)
    remarks.add(
      `list() without \`take\` returns at most ${findings.defaultPage} rows. Use iterate() or pages() to read all.`,
    );
  if (findings.largestPage !== undefined)
    remarks.add(
      `A page has at most ${findings.largestPage} rows, whatever \`take\` says. Use iterate() or pages() to read all.`,
    );
  return {
    code: adviceCode(options, context),
    remarks: [...remarks],
    withoutOption: differing.filter((id) => !covered.has(id)),
  };
}
