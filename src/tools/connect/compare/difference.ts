import type { ResolvedDialect } from '../../../dialect/dialect.js';
import type { JsonValue } from '../../../schema/field.js';
import { isComparator } from '../../../schema/kinds.js';
import type { Resources } from '../../../schema/resources.js';
import { counted } from '../../../values/describe.js';
import { isPlainObject, own } from '../../../values/plain-object.js';
import { abouts } from '../queries/catalog.js';
import { topicOfKind } from '../queries/line.js';
import type { Query } from '../queries/query.js';
import { RANDOM } from '../queries/random-drafts.js';
import { isRow, type JsonRow } from '../service/response.js';
import type { Asked, ComparedResponse } from './asker.js';
import type { Model } from './model.js';

/**
 * `rows`: wrong rows without an error; `rejected`: a query that fails; `cosmetic`: what harms no
 * client. The worst first.
 */
export const differenceKinds = ['rows', 'rejected', 'cosmetic'] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

/** Queries about one thing, to which service and mock respond differently whatever the dialect. */
export interface Difference {
  /** Such as `like`, `fields-accounts.name`. */
  readonly topic: string;
  /** What the queries are about within the topic, such as `a backslash (string)`. */
  readonly details: readonly string[];
  /** The kinds of fields that all of these queries compare, as topics: `text` for strings. */
  readonly compared: readonly string[];
  readonly kind: DifferenceKind;
  /** The rule of the API specification that the service violates. */
  readonly rule?: string | undefined;
  readonly request: string;
  readonly expected: string;
  readonly observed: string;
  readonly count: number;
}

export const RELATED_ORDER = 'related-order';

/**
 * What queries are about. A report has these topics, and `fields-…`, `values-…`, `no-rows-…`,
 * `not-compared-…`.
 */
export const topics: ReadonlySet<string> = new Set([
  RELATED_ORDER,
  ...abouts.map((about) => topicAndDetail(about)[0]),
]);

export function wordOf(about: string): string {
  return about
    .replace(/[^\w.%]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

export const RANDOM_TOPIC = wordOf(RANDOM);

interface DescribeOptions {
  readonly schema: Resources;
  readonly showValues: boolean;
}

/**
 * The topic of a query, and what it is about within that.
 *
 * @example
 * topicAndDetail('text: order, a letter (string)') // => ['text', 'order, a letter (string)']
 */
export function topicAndDetail(about: string): readonly [topic: string, detail?: string] {
  const [, topic = about, detail] = /^(.*?): (.*)$/.exec(about) ?? [];
  return detail === undefined ? [wordOf(topic)] : [wordOf(topic), detail];
}

export function describeDifferences(
  differing: readonly Asked[],
  model: Model,
  dialect: ResolvedDialect,
  options: DescribeOptions,
): Difference[] {
  const byKind = new Map<string, Difference>();
  for (const asked of differing) {
    const { query, response } = asked;
    const { about } = query;
    const expected = model.response(query, dialect);
    const { observed, hasOtherValue } = describeObserved(response, expected, query, options.schema);
    // A rule says which rows and members there are, and not what values they have.
    const rule = hasOtherValue ? undefined : query.rule;
    const kind = kindOfDifference(asked, expected);
    const [topic, detail] = topicAndDetail(about);
    const key = `${topic} ${kind}`;
    const first = byKind.get(key) ?? {
      topic,
      details: [],
      compared: [],
      kind,
      ...(rule !== undefined && { rule }),
      request: describeRequest(query, options),
      expected: describeResponse(expected, query),
      observed,
      count: 0,
    };
    const details = detail === undefined ? first.details : [...new Set([...first.details, detail])];
    const kinds = query.uses.map(({ kind }) => topicOfKind(kind));
    const compared =
      first.count === 0 ? kinds : first.compared.filter((one) => kinds.includes(one));
    byKind.set(key, {
      ...first,
      details,
      compared: [...new Set(compared)],
      count: first.count + 1,
    });
  }
  return [...byKind.values()].sort(
    (left, right) =>
      differenceKinds.indexOf(left.kind) - differenceKinds.indexOf(right.kind) ||
      Number(right.rule !== undefined) - Number(left.rule !== undefined) ||
      right.count - left.count,
  );
}

/** Related rows that are not in the order of the dialect: one difference. */
export function describeOrder(
  misordered: readonly Asked[],
  { order: { related } }: ResolvedDialect,
  options: DescribeOptions,
): Difference[] {
  const [first] = misordered;
  if (!first) return [];
  const field = typeof related === 'object' ? Object.entries(related).flat().join(' ') : related;
  return [
    {
      topic: RELATED_ORDER,
      details: [],
      compared: [],
      kind: 'rows',
      request: describeRequest(first.query, options),
      expected: `related rows by ${field}`,
      observed: 'related rows in another order',
      count: misordered.length,
    },
  ];
}

const hasRows = ({ rows, row }: ComparedResponse): boolean =>
  rows !== undefined || row !== undefined;

function kindOfDifference({ query, response }: Asked, expected: ComparedResponse): DifferenceKind {
  if (hasRows(response) && hasRows(expected)) return 'rows';
  if (!hasRows(response) && !hasRows(expected)) return 'cosmetic';
  if (!hasRows(response)) return 'rejected';
  return query.rule === undefined ? 'cosmetic' : 'rows'; // accepted, although the specification rejects it
}

/**
 * A request in one line. Without values, ids are left out, and what filters compare with: they come
 * from rows.
 *
 * @example
 * "GET /balances where={name:{like:'…'}}"
 */
function describeRequest(
  { resource, request }: Query,
  { schema, showValues }: DescribeOptions,
): string {
  const { path, query = {}, raw = [], authorization } = request;
  const jsonFields = jsonFieldsOf(schema);
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (!showValues && (name === 'after' || name === 'before')) return [`${name}=…`];
    const shown = name === 'where' && !showValues ? maskFilter(value, jsonFields) : value;
    const mask = (key: string, inner: unknown) =>
      key === 'where' ? maskFilter(inner, jsonFields) : inner;
    const text =
      typeof shown === 'object' ? JSON.stringify(shown, showValues ? undefined : mask) : shown;
    return text === undefined || text === '{}' ? [] : [`${name}=${text}`];
  });
  const texts = raw.map(([name, text]) => `${name}=${showValues ? text : maskText(text)}`);
  const list = `${own(schema, resource)?.path}/`;
  const isOfRow = path.startsWith(list) && path !== list;
  const shownPath = isOfRow && !showValues ? `${list}<id>` : path;
  const key =
    authorization === undefined
      ? []
      : [authorization === null ? 'without a key' : 'with another key'];
  return [`GET ${shownPath}`, ...parts, ...texts, ...key].join(' ');
}

const maskText = (text: string): string =>
  text.replace(/'[^']*'/g, "'…'").replace(/(?<=:\s*)"[^"]*"/g, '"…"');

/** The names of JSON fields of all resources. The keys of their values come from rows, too. */
const jsonFieldsOf = (schema: Resources): ReadonlySet<string> =>
  new Set(
    Object.values(schema).flatMap(({ fields }) =>
      Object.keys(fields).filter((name) => fields[name]?.kind === 'json'),
    ),
  );

/**
 * A filter without its values. The keys of JSON are values, too, unless they are comparators of a
 * field.
 */
function maskFilter(
  filter: unknown,
  jsonFields: ReadonlySet<string>,
  keys: 'shown' | 'comparators' | 'hidden' = 'shown',
): unknown {
  if (Array.isArray(filter))
    return filter.length > 3 ? ['…'] : filter.map((one) => maskFilter(one, jsonFields, keys));
  if (!isPlainObject(filter)) return filter == null ? filter : '…';
  const members = Object.entries(filter).map(([key, value]) => {
    const isShown = keys === 'shown' || (keys === 'comparators' && isComparator(key));
    const ofJson = jsonFields.has(key) ? 'comparators' : 'shown';
    return [
      isShown ? key : '…',
      maskFilter(value, jsonFields, keys === 'shown' ? ofJson : 'hidden'),
    ];
  });
  return Object.fromEntries(members);
}

function describeResponse(response: ComparedResponse, { compares }: Query): string {
  if (!hasRows(response)) return `rejected with ${response.status}`;
  if (compares === 'status') return 'accepted';
  return response.rows ? counted(response.rows.length, 'row') : 'a row';
}

/** What a service responded instead of the expected, and whether only a value is another one. */
interface Observation {
  readonly observed: string;
  readonly hasOtherValue?: boolean;
}

function describeObserved(
  response: ComparedResponse,
  expected: ComparedResponse,
  query: Query,
  schema: Resources,
): Observation {
  const observed = describeResponse(response, query);
  const [rows, wanted] = [response, expected].map(
    (one) => one.rows ?? (one.row ? [one.row] : undefined),
  );
  if (!rows || !wanted || query.compares === 'status') return { observed };
  const [found, known] = [rows, wanted].map((some) => some.map(({ id }) => String(id)));
  const others = found?.filter((id) => !known?.includes(id)).length ?? 0;
  if (others > 0) return { observed: `${observed}, ${others} of them not expected` };
  if (rows.length !== wanted.length) return { observed };
  const isOrder = query.request.query?.orderBy !== undefined && found?.join() !== known?.join();
  if (query.compares === 'order' || isOrder) return { observed: `${observed} in another order` };
  const byId = new Map(wanted.map((row) => [row.id, row]));
  const jsonFields = jsonFieldsOf(schema);
  const [content = { observed: 'other content' }] = rows.flatMap(
    (row) => contentOf(row, byId.get(row.id ?? null), jsonFields) ?? [],
  );
  return { ...content, observed: `${observed} with ${content.observed}` };
}

/**
 * What a row has that another one has not: `no unit`, `other rows in balances`, `another
 * unit.name`.
 */
function contentOf(
  row: JsonValue,
  wanted: JsonValue | undefined,
  jsonFields: ReadonlySet<string>,
  path = '',
): Observation | undefined {
  if (JSON.stringify(row) === JSON.stringify(wanted)) return undefined;
  if (Array.isArray(row) && Array.isArray(wanted) && [...row, ...wanted].every(isRow)) {
    const known = new Map((wanted as JsonRow[]).map((one) => [one.id, one]));
    const isOther =
      row.length !== wanted.length || !(row as JsonRow[]).every(({ id }) => known.has(id));
    if (isOther) return { observed: `other rows in ${path}` };
    return (row as JsonRow[]).flatMap(
      (one) => contentOf(one, known.get(one.id), jsonFields, path) ?? [],
    )[0];
  }
  const isJson = jsonFields.has(path.split('.').at(-1) ?? '');
  if (isJson || !isPlainObject(row) || !isPlainObject(wanted))
    return { observed: `another ${path}`, hasOtherValue: true };
  for (const name of Object.keys(wanted)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(row, name)) return { observed: `no ${at}` };
    const found = contentOf(row[name] as JsonValue, wanted[name] as JsonValue, jsonFields, at); // of parsed JSON
    if (found !== undefined) return found;
  }
  const more = Object.keys(row).find((name) => !Object.hasOwn(wanted, name));
  return more === undefined
    ? undefined
    : { observed: `${path === '' ? more : `${path}.${more}`} in addition` };
}
