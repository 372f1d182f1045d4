import type { ResolvedDialect } from '../dialect/dialect.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { isPlainObject } from '../values/plain-object.js';
import type { Answer } from './answer.js';
import type { Asked } from './asker.js';
import type { Model } from './model.js';
import type { Query } from './query.js';
import { RANDOM } from './random-queries.js';

/** `rows`: wrong rows without an error; `rejected`: a query that fails; `cosmetic`: what harms no client. The worst first. */
export const differenceKinds = ['rows', 'rejected', 'cosmetic'] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

/** Queries about one thing, to which service and mock answer differently whatever the dialect. */
export interface Difference {
  /** Such as `like-a-part-string`. */
  readonly id: string;
  readonly about: string;
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

/** A topic as a word, for options. */
export const idOf = (about: string): string =>
  about
    .replace(/[^\w.%]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();

/** Groups differences by what they are about, the most harmful first. */
export function describeDifferences(
  differing: readonly Asked[],
  model: Model,
  dialect: ResolvedDialect,
  showValues: boolean,
): Difference[] {
  const groups = new Map<string, Asked[]>();
  for (const asked of differing) {
    const expected = model.answer(asked.query, dialect);
    const key = `${asked.query.about} ${kindOf(asked, expected)}`;
    groups.set(key, [...(groups.get(key) ?? []), asked]);
  }
  const differences = [...groups.values()].flatMap(([first, ...others]): Difference[] => {
    if (!first) return [];
    const { query, answer } = first;
    const expected = model.answer(query, dialect);
    const kind = kindOf(first, expected);
    return [
      {
        id: idOf(query.about),
        about: query.about,
        kind,
        ...(query.rule !== undefined && { rule: query.rule }),
        request: describeRequest(query, showValues),
        expected: describeAnswer(expected, query),
        observed: describeObserved(answer, expected, query),
        count: 1 + others.length,
      },
    ];
  });
  return differences.sort(
    (left, right) =>
      differenceKinds.indexOf(left.kind) - differenceKinds.indexOf(right.kind) ||
      Number(left.about === RANDOM) - Number(right.about === RANDOM) ||
      Number(right.rule !== undefined) - Number(left.rule !== undefined) ||
      right.count - left.count,
  );
}

const hasRows = ({ rows, row }: Answer): boolean => rows !== undefined || row !== undefined;

function kindOf({ query, answer }: Asked, expected: Answer): DifferenceKind {
  if (hasRows(answer) && hasRows(expected)) return 'rows';
  if (!hasRows(answer) && !hasRows(expected)) return 'cosmetic';
  if (!hasRows(answer)) return 'rejected';
  return query.rule === undefined ? 'cosmetic' : 'rows'; // accepted, although the specification rejects it
}

/**
 * A request in one line. Without values, texts and numbers of filters are left out: they come from rows.
 *
 * @example
 * "GET /balances where={name:{like:'…'}}"
 */
function describeRequest({ request }: Query, showValues: boolean): string {
  const { path, query = {}, raw = [], authorization } = request;
  const { where, include, ...others } = query;
  const given = showValues
    ? query
    : { where: where && withoutValues(where), include: include && maskIncluded(include), ...others };
  const parts = Object.entries(given).flatMap(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : value;
    return text === undefined || text === '{}' ? [] : [`${name}=${text}`];
  });
  const texts = raw.map(([name, text]) => `${name}=${showValues ? text : maskText(text)}`);
  const shownPath = showValues ? path : path.replace(/\/[0-9a-f-]{36}$/i, '/<id>');
  const key =
    authorization === undefined ? [] : [authorization === null ? 'without a key' : 'with another key'];
  return [`GET ${shownPath}`, ...parts, ...texts, ...key].join(' ');
}

const maskText = (text: string): string =>
  text.replace(/'[^']*'/g, "'…'").replace(/(?<=:\s*)"[^"]*"/g, '"…"');

/** Filters inside an include have values, too. */
function maskIncluded(value: JsonValue): JsonValue {
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value as JsonObject).map(([key, inner]) => [
    key,
    key === 'where' ? withoutValues(inner) : maskIncluded(inner),
  ]);
  return Object.fromEntries(members);
}

function withoutValues(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.length > 3 ? ['…'] : value.map(withoutValues);
  if (!isPlainObject(value)) return value === null || typeof value === 'boolean' ? value : '…';
  const members = Object.entries(value as JsonObject).map(([key, inner]) => [key, withoutValues(inner)]);
  return Object.fromEntries(members);
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function describeAnswer(answer: Answer, { compares }: Query): string {
  if (!hasRows(answer)) return `rejected with ${answer.status}`;
  if (compares === 'status') return 'accepted';
  return answer.rows ? count(answer.rows.length, 'row') : 'a row';
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
