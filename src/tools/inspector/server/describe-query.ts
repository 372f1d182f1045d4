import type { ResolvedDialect } from '../../../dialect/dialect.js';
import { isQueryError } from '../../../errors.js';
import { countRows } from '../../../mock/listing/list-rows.js';
import type { Store } from '../../../mock/rows/store.js';
import type { ComparisonNode, FilterNode } from '../../../query/filter-node.js';
import { writeRelaxedJson } from '../../../query/relaxed-json.js';
import { parseRelaxedJson } from '../../../query-string/parse-relaxed-json.js';
import {
  parseGetSearch,
  parseListSearch,
  type RecordedQuery,
} from '../../../query-string/parse-search.js';
import type { JsonValue } from '../../../schema/field.js';
import { type FoundResource, findResource, type Resources } from '../../../schema/resources.js';
import { didYouMean } from '../../../values/did-you-mean.js';
import { parseJson } from '../../../values/plain-object.js';
import { quote } from '../../print-code.js';
import type { DataQuery, QueryParameter, RequestDetail } from '../protocol.js';
import type { LoggedBody, LoggedRequest, ParsedTarget } from './request-log.js';

/**
 * The parameters of a read as they are shown: those that the dialect gives a filter or an include
 * to, parsed.
 */
export function readParameters(
  sent: ParsedTarget['parameters'],
  dialect: ResolvedDialect | undefined,
  write: (value: JsonValue) => string,
): QueryParameter[] {
  const { where, include } = dialect?.parameters ?? {};
  return sent.map(({ name, text }) => {
    const value =
      name === where || name === include
        ? unlessInvalid(() => parseRelaxedJson(text, name))
        : undefined;
    return { name, text: value === undefined ? text : write(value), isCode: value !== undefined };
  });
}

function unlessInvalid<Result>(parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (isQueryError(error)) return undefined;
    throw error;
  }
}

/**
 * Parses the query of a read as the mock does.
 *
 * @returns Its parts that could be parsed, and the query unless it is rejected.
 */
export function parseRead(
  { name, operation }: FoundResource,
  search: string,
  { schema, dialect }: { readonly schema: Resources; readonly dialect: ResolvedDialect },
) {
  const recorded: RecordedQuery = {};
  const parse = operation === 'list' ? parseListSearch : parseGetSearch;
  const query = unlessInvalid(() =>
    parse({ search, schema, name, dialect, allowed: [], recorded }),
  );
  return { recorded, query };
}

export function describeQuery(
  { method, target, status, responseBody }: LoggedRequest,
  store: Store,
): Pick<RequestDetail, 'rows' | 'hints' | 'dataQuery'> {
  const found = findResource(store.schema, target.path);
  if (method !== 'GET' || !found) return { hints: [] };
  // What the mock accepted may have further parameters: the option `allowParameters`.
  const dialect = {
    ...store.dialect,
    unknown: { ...store.dialect.unknown, parameters: 'ignored' },
  } as const;
  const { recorded, query } = parseRead(found, target.search, { schema: store.schema, dialect });
  const dataQuery = toDataQuery(found, target, recorded, dialect);
  if (found.operation === 'get' || status !== 200 || !query) return { hints: [], dataQuery };
  const total = countRows(query, store);
  const size = Math.min(query.take ?? dialect.pageSize.default, dialect.pageSize.max);
  const shown = rowsInBody(responseBody) ?? Math.min(size, Math.max(0, total - (query.skip ?? 0)));
  const isCutOff = shown === size && size !== query.take && shown + (query.skip ?? 0) < total;
  return {
    rows: { shown, total: Math.max(shown, total) },
    hints: [
      ...(shown === 0 ? emptyHints(query.filter, dialect) : []),
      ...(isCutOff
        ? [`The page size of this dialect is ${size}. The client's \`all\` reads every row.`]
        : []),
    ],
    dataQuery,
  };
}

/** The number of rows in a body, whatever its envelope is; `undefined` for a body that was cut. */
function rowsInBody(body: LoggedBody | undefined): number | undefined {
  if (!body || body.start.length < body.bytes) return undefined;
  const parsed = parseJson(new TextDecoder().decode(body.start));
  const rows = Array.isArray(parsed) ? parsed : Object.values(parsed ?? {}).find(Array.isArray);
  return rows?.length;
}

/**
 * The texts are relaxed JSON already. What cannot be parsed stays as it is: the view "Data" shows
 * its message.
 */
function toDataQuery(
  { operation, id }: FoundResource,
  { parameters }: ParsedTarget,
  { orderBy = {} }: RecordedQuery,
  { parameters: names }: ResolvedDialect,
): DataQuery {
  const textOf = (wanted: string | null) =>
    parameters.find(({ name }) => name === wanted)?.text ?? '';
  const order = Object.entries(orderBy).map((ordering) => ordering.join(':'));
  return {
    where: operation === 'get' ? writeRelaxedJson({ id }) : textOf(names.where),
    include: textOf(names.include),
    orderBy: order.join(),
  };
}

/**
 * Why a filter that is valid probably matches no row: a hint for each value that no row has by the
 * schema.
 */
export function emptyHints(filter: FilterNode | undefined, { text }: ResolvedDialect): string[] {
  const hints = (node: FilterNode): string[] => {
    switch (node.kind) {
      case 'and':
      case 'or':
        return node.filters.flatMap(hints);
      case 'relation':
        return hints(node.filter);
      case 'comparison':
        return comparisonHints(node, text.wildcards === 'none');
    }
  };
  return filter ? [...new Set(hints(filter))] : [];
}

function comparisonHints(
  { op, name, field: { values }, operand }: ComparisonNode,
  isLiteral: boolean,
): string[] {
  const texts = textsIn(operand);
  if (op === 'like' && isLiteral)
    return texts.flatMap((text) => {
      if (!text.includes('%')) return [];
      const without = quote(text.replaceAll('%', ''));
      return `\`${name}\`: % is no wildcard of \`like\`, so ${quote(text)} only matches a percent sign. Try ${without}.`;
    });
  if (values.length === 0 || (op !== 'eq' && op !== 'in')) return [];
  return texts
    .filter((text) => !values.includes(text))
    .map(
      (text) =>
        `\`${name}\`: the schema does not list ${quote(text)}.${didYouMean(text, values)} The listed values are ${values.join(', ')}.`,
    );
}

const textsIn = (operand: JsonValue): string[] =>
  [operand].flat().filter((value): value is string => typeof value === 'string');
