import type { ResolvedDialect } from '../../../dialect/dialect.js';
import type { Resources } from '../../../schema/resources.js';
import { counted } from '../../../values/describe.js';
import { own } from '../../../values/plain-object.js';
import { aboutOf } from '../queries/filter-queries.js';
import { filterTemplates } from '../queries/filter-templates.js';
import type { Query } from '../queries/query.js';
import { requestTemplates } from '../queries/request-templates.js';
import type { Asked } from './asker.js';
import type { Model } from './model.js';
import type { Answer } from './signature.js';

/** `rows`: wrong rows without an error; `rejected`: a query that fails; `cosmetic`: what harms no client. The worst first. */
export const differenceKinds = ['rows', 'rejected', 'cosmetic'] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

/** Queries about one thing, to which service and mock answer differently whatever the dialect. */
export interface Difference {
  /** Such as `like`, `fields-accounts.name`. */
  readonly topic: string;
  /** What the queries are about within the topic, such as `a backslash (string)`. */
  readonly details: readonly string[];
  /** The topics of the kinds of fields that each of the queries compares. */
  readonly compared: readonly string[];
  readonly kind: DifferenceKind;
  /** The rule of the API specification that the service violates. */
  readonly rule?: string | undefined;
  /** The first of the queries. */
  readonly request: string;
  readonly expected: string;
  readonly observed: string;
  /** How many queries it concerns. */
  readonly count: number;
}

/** What queries are about. A report has these topics, and `fields-…`, `values-…`, `no-rows-…`, `not-compared-…`. */
export const topics: ReadonlySet<string> = new Set(
  [
    ...filterTemplates.flatMap(([about, kinds]) => kinds.map((kind) => aboutOf(about, kind))),
    ...requestTemplates.map(({ about }) => about),
  ].map((about) => topicAndDetail(about)[0]),
);

/** The topic of random queries. */
export const RANDOM_TOPIC = 'random-query';

/** Text as a word, for options. */
export function wordOf(about: string): string {
  return about
    .replace(/[^\w.%]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

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

/** Groups differences by topic, the most harmful first. */
export function describeDifferences(
  differing: readonly Asked[],
  model: Model,
  dialect: ResolvedDialect,
  options: DescribeOptions,
): Difference[] {
  const byKind = new Map<string, Difference>();
  for (const asked of differing) {
    const { query, answer } = asked;
    const { about, rule } = query;
    const expected = model.answer(query, dialect);
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
      expected: describeAnswer(expected, query),
      observed: describeObserved(answer, expected, query),
      count: 0,
    };
    const details = detail === undefined ? first.details : [...new Set([...first.details, detail])];
    const kinds = query.uses.map(({ kind }) => (kind === 'string' ? 'text' : kind));
    const compared =
      first.count === 0 ? kinds : first.compared.filter((one) => kinds.includes(one as 'text'));
    byKind.set(key, { ...first, details, compared: [...new Set(compared)], count: first.count + 1 });
  }
  return [...byKind.values()].sort(
    (left, right) =>
      differenceKinds.indexOf(left.kind) - differenceKinds.indexOf(right.kind) ||
      Number(right.rule !== undefined) - Number(left.rule !== undefined) ||
      right.count - left.count,
  );
}

const hasRows = ({ rows, row }: Answer): boolean => rows !== undefined || row !== undefined;

function kindOfDifference({ query, answer }: Asked, expected: Answer): DifferenceKind {
  if (hasRows(answer) && hasRows(expected)) return 'rows';
  if (!hasRows(answer) && !hasRows(expected)) return 'cosmetic';
  if (!hasRows(answer)) return 'rejected';
  return query.rule === undefined ? 'cosmetic' : 'rows'; // accepted, although the specification rejects it
}

/**
 * A request in one line. Without values, ids as well as texts and numbers of filters are left out: they come from rows.
 *
 * @example
 * "GET /balances where={name:{like:'…'}}"
 */
function describeRequest({ resource, request }: Query, { schema, showValues }: DescribeOptions): string {
  const { path, query = {}, raw = [], authorization } = request;
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (!showValues && (name === 'after' || name === 'before')) return [`${name}=…`];
    const mask = showValues || name === 'orderBy' ? undefined : maskValue;
    const text = typeof value === 'object' ? JSON.stringify(value, mask) : value;
    return text === undefined || text === '{}' ? [] : [`${name}=${text}`];
  });
  const texts = raw.map(([name, text]) => `${name}=${showValues ? text : maskText(text)}`);
  const list = `${own(schema, resource)?.path}/`;
  const isOfRow = path.startsWith(list) && path !== list;
  const shownPath = isOfRow && !showValues ? `${list}<id>` : path;
  const key =
    authorization === undefined ? [] : [authorization === null ? 'without a key' : 'with another key'];
  return [`GET ${shownPath}`, ...parts, ...texts, ...key].join(' ');
}

const maskText = (text: string): string =>
  text.replace(/'[^']*'/g, "'…'").replace(/(?<=:\s*)"[^"]*"/g, '"…"');

/** For the values of a filter, also of one inside an include. */
function maskValue(_key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 3 ? ['…'] : value;
  return typeof value === 'string' || typeof value === 'number' ? '…' : value;
}

function describeAnswer(answer: Answer, { compares }: Query): string {
  if (!hasRows(answer)) return `rejected with ${answer.status}`;
  if (compares === 'status') return 'accepted';
  return answer.rows ? counted(answer.rows.length, 'row') : 'a row';
}

function describeObserved(answer: Answer, expected: Answer, query: Query): string {
  const text = describeAnswer(answer, query);
  const { rows } = answer;
  if (!rows || !expected.rows) return answer.row && expected.row ? 'a row with other content' : text;
  const [found, known] = [rows, expected.rows].map((some) => some.map(({ id }) => String(id)));
  const others = found?.filter((id) => !known?.includes(id)).length ?? 0;
  if (others > 0) return `${text}, ${others} of them not expected`;
  if (rows.length !== expected.rows.length) return text;
  const isOrder = query.request.query?.orderBy !== undefined && found?.join() !== known?.join();
  return `${text} ${query.compares === 'order' || isOrder ? 'in another order' : 'with other content'}`;
}
