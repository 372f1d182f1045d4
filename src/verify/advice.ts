import { adviceCode, type FittingOptions } from './advice-code.js';
import type { Findings } from './probe.js';
import type { ProbeResult } from './run-probes.js';
import type { Workspace } from './workspace.js';

/** What to do about the differences. */
export interface Advice {
  /** TypeScript to paste; empty if the default options fit. */
  readonly code: string;
  /** What to know when you use the client or the mock with this service, one sentence or two each. */
  readonly remarks: readonly string[];
  /** The ids of the differences for which the mock has no option. */
  readonly withoutOption: readonly string[];
}

/** What the code of the advice refers to. */
export interface AdviceContext {
  readonly workspace: Workspace;
  /** The address without the version. */
  readonly baseUrl: string;
  /** The module of the schema that was used; `undefined` for `paymentsSchema`. */
  readonly schemaModule: string | undefined;
}

/** The default of `maxUrlLength`. */
const DEFAULT_URL_LENGTH = 8000;

const brokenSyntax =
  'The client writes filters and includes as relaxed JSON. This service does not read that form, so the client cannot use `where` and `include` here.';
const unreliableOrder =
  'pages() and iterate() sort by `order_by`. Use list() with a filter here, or read pages with client.request().';
const pullSchema =
  'Run `payments-data-client pull` to write a schema with the properties of your workspace, and verify again with --schema.';

/** What a difference means for users of the client. */
const remarksById: Readonly<Record<string, string>> = {
  'query.braces': brokenSyntax,
  'query.unquoted-keys': brokenSyntax,
  'query.single-quotes': brokenSyntax,
  'paging.order-by': unreliableOrder,
  'responses.lists':
    'Remove the resources that this service does not have from your schema, or do not call them.',
  'responses.fields': pullSchema,
  'responses.kinds': pullSchema,
  'include.default-properties': pullSchema,
  'responses.id': 'The client rejects rows without an `id` with a ResponseError.',
  'where.unknown-property':
    'This service does not refuse unknown properties in filters. The client refuses them before it sends a request; keep the schema complete, and check filters that you send by other means.',
  'where.unknown-comparator':
    'This service does not refuse unknown comparators. The client refuses them before it sends a request; check filters that you send by other means.',
  'query.unknown-parameter':
    'This service ignores unknown parameters, so that a misspelled `where` returns every row. The mock refuses them; name those that you need in createMock({ allowParameters: [...] }).',
  'where.to-one':
    'A filter on a to-one relation is not refused here. If it is ignored, every row is returned: do not set `filterable: true`.',
  'authentication.no-key': 'Requests without a key are not answered with 401 here.',
  'errors.status-400':
    'Catch refused queries with isApiError(error): isBadRequestError() is for the status 400 only.',
};

/** Says what to do about the results. */
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
  const options: FittingOptions = {
    client: {
      ...(envelope !== undefined && envelope !== 'result' && { envelope }),
      ...(maxUrlLength < DEFAULT_URL_LENGTH && { maxUrlLength }),
    },
    mock: {
      ...(envelope === 'result' && { envelope }),
      ...(isSql && { nulls: 'sql' }),
      ...(has('where.like-case') && { like: 'insensitive' }),
    },
    computed: findings.defaultComputed ?? {},
    filterable: findings.filterable ?? {},
  };
  const covered = new Set([
    ...(isSql ? ['where.neq-null', 'where.not-in-null', 'where.not-contains-null'] : []),
    ...['where.like-case', 'include.default-computed', 'query.unknown-parameter'],
    // The client keeps its URLs short enough, or splits the list.
    ...['query.url-1k', 'query.url-4k', 'query.url-8k', 'query.url-16k'],
    ...(findings.filterable ? ['where.to-one'] : []),
    ...differing.filter((id) => remarksById[id] === pullSchema), // `schema` is an option of the mock
  ]);
  const remarks = new Set(
    differing.flatMap((id) => (id === 'where.to-one' && covered.has(id) ? [] : (remarksById[id] ?? []))),
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
