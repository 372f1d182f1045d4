import type { Dialect } from '../../dialect.js';
import type { JsonObject } from '../../schema/field.js';
import { askRow, type Column, isUnchanged, readAgain, valueIn } from './columns.js';
import type { ComparatorTruth } from './comparators.js';
import { grouped, type Note } from './notes.js';
import type { JsonRow, Service } from './service.js';

/** The members of a dialect that say what a query means. */
export const meaningMembers = ['nulls', 'text', 'like', 'nullOrder'] as const;

export type MeaningMember = (typeof meaningMembers)[number];

/** What a filter shows that finds a row, and one that does not. */
const shown = {
  nulls: ['value', 'sql'],
  text: ['insensitive', 'exact'],
  like: ['insensitive', 'exact'],
} as const;

/** What a row of a field says about a member. */
interface Vote {
  readonly member: MeaningMember;
  readonly topic: string;
  readonly value: string;
}

export interface Meaning {
  /** Only what at least two fields said, and no other field denied. */
  readonly dialect: Pick<Dialect, MeaningMember>;
  /** For each member, the fields that said each value. */
  readonly said: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  readonly remarks: readonly Note[];
}

/** So many fields are asked for each member. */
const MOST_FIELDS = 6;
/** So many fields must say the same, each of them with so many values. */
const LEAST = 2;

/** Asks what null, letter case and the place of null mean, with rows in hand. */
export async function askMeaning(
  service: Service,
  columns: readonly Column[],
  truths: readonly ComparatorTruth[],
): Promise<Meaning> {
  // An ignored comparator answers everything.
  const isRight = (kind: string, comparator: string) =>
    truths.some((truth) => truth.kind === kind && truth.comparator === comparator && truth.right);
  const withRight = (all: readonly Column[], comparator: string) =>
    all.filter(({ field }) => isRight(field.kind, comparator)).slice(0, MOST_FIELDS);
  const texts = columns.filter(({ field }) => field.kind === 'string');
  const nullable = columns.filter(({ evidence }) => evidence.nulls > 0);
  // The same text in the other case must be found, or its opposite must: each shows the row as it is.
  const askCase = (member: 'text' | 'like', comparator: string, opposite: string) =>
    withRight(texts, comparator).flatMap((column) =>
      rowsOf(column, isCased).map((row) => {
        const text = swapCase(`${valueIn(column, row)}`);
        const operand = member === 'text' ? text : text.slice(1, -1);
        const again = isRight('string', opposite) ? { [opposite]: operand } : undefined;
        return ask(service, member, column, row, { [comparator]: operand }, again);
      }),
    );
  const askNulls = (column: Column) =>
    rowsOf(column, isNull).flatMap((row, index) =>
      column.evidence.values.slice(0, 1).map((value) => {
        const filter: JsonObject = index === 0 ? { neq: value } : { not_in: [value] };
        return ask(service, 'nulls', column, row, filter);
      }),
    );
  const ordered = service.dialect.parameters.orderBy === null ? [] : nullable;
  const votes = await Promise.all([
    ...askCase('text', 'eq', 'neq'),
    ...askCase('like', 'like', 'not_contains'),
    ...withRight(withRight(nullable, 'neq'), 'not_in').flatMap(askNulls),
    ...ordered.slice(0, MOST_FIELDS).map((column) => askNullOrder(service, column)),
  ]);
  const remarks = await askRemarks(service, withRight(texts, 'eq').slice(0, LEAST));
  return { ...count(votes.flat()), remarks };
}

function count(votes: readonly Vote[]): Pick<Meaning, 'dialect' | 'said'> {
  const said = new Map<string, Map<string, string[]>>();
  const dialect: Record<string, string> = {};
  for (const member of meaningMembers) {
    const own = votes.filter((vote) => vote.member === member);
    const byTopic = grouped(own.map(({ topic, value }) => [topic, value]));
    const topics = grouped([...byTopic].map(([topic, values]) => [verdictOf(values), topic]));
    said.set(member, topics);
    const [value = '', ...rest] = new Set(own.map((vote) => vote.value));
    const isSaid = (topics.get(value)?.length ?? 0) >= LEAST;
    if (isSaid && rest.length === 0) dialect[member] = value;
  }
  return { dialect, said };
}

function verdictOf([value = '', ...values]: readonly string[]): string {
  if (values.length + 1 < LEAST) return `${value}, by a single value,`;
  return values.every((item) => item === value) ? value : 'both';
}

const isNull = (value: unknown): boolean => value === null;

/** Rows with different values that suit a question. */
function rowsOf(column: Column, suits: (value: unknown) => boolean): JsonRow[] {
  const found = new Map<unknown, JsonRow>();
  for (const row of column.rows) {
    const value = valueIn(column, row);
    const isSuitable = Object.hasOwn(row, column.name) && suits(value);
    if (isSuitable && found.size < LEAST) found.set(value === null ? row.id : value, row);
  }
  return [...found.values()];
}

/** @param opposite - Finds the row if the filter does not. Default: the row is read again. */
async function ask(
  service: Service,
  member: keyof typeof shown,
  column: Column,
  row: JsonRow,
  filter: JsonObject,
  opposite?: JsonObject,
): Promise<Vote[]> {
  const answer = await askRow(service, column, row, filter);
  const { isFound } = answer;
  const askAgain = () =>
    opposite ? askRow(service, column, row, opposite) : readAgain(service, column, row);
  const { rows } = isFound === false ? await askAgain() : answer;
  if (isFound === undefined || !isUnchanged(column, row, rows?.[0])) return [];
  return [{ member, topic: column.topic, value: shown[member][isFound ? 0 : 1] }];
}

/** Where a row with null is in an order, before or behind two that have values. */
async function askNullOrder(service: Service, column: Column): Promise<Vote[]> {
  const { path, name, topic } = column;
  const rows = [
    ...rowsOf(column, isNull).slice(0, 1),
    ...rowsOf(column, (value) => value !== null),
  ];
  const where = { id: { in: rows.map(({ id }) => id) } };
  const placeIn = async (direction: 'asc' | 'desc') => {
    const answer = await service.ask({ path, where, order: [{ field: name, direction }] });
    return (answer.rows ?? []).map((row) => (valueIn(column, row) === null ? 0 : 1)).join('');
  };
  const value = places[`${await placeIn('asc')} ${await placeIn('desc')}`];
  return value ? Array.from({ length: LEAST }, () => ({ member: 'nullOrder', topic, value })) : [];
}

/** The value of `nullOrder` by the rows of both directions, of which 0 has null. */
const places: { readonly [rows: string]: string } = {
  '110 011': 'largest',
  '011 110': 'smallest',
  '110 110': 'last',
  '011 011': 'first',
};

/** Text without wildcards that is long enough to have a middle. */
const isPlain = (value: unknown): value is string =>
  typeof value === 'string' && /^[^%_\\]{3,60}$/.test(value);

/** Text whose middle is not a part of it in the other case, as it is of `aAaA`. */
const isCased = (value: unknown): boolean =>
  isPlain(value) && !value.includes(swapCase(value.slice(1, -1)));

/** Only ASCII letters change: others differ between databases. */
const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** What no member says, with an operand that is not the text of a row. */
const remarks: { readonly [text: string]: (value: string) => JsonObject } = {
  'ignores accents': (value) => ({ eq: value.normalize('NFD').replace(/\p{M}/gu, '') }),
  'ignores spaces at the end': (value) => ({ eq: `${value} ` }),
  'reads `%` in `like` as any text': (value) => ({ like: `${value[0]}%${value.at(-1)}` }),
};

async function askRemarks(service: Service, texts: readonly Column[]): Promise<Note[]> {
  const notes: Note[] = [];
  for (const column of texts)
    for (const [text, filterOf] of Object.entries(remarks)) {
      const [row] = rowsOf(column, (value) => isPlain(value) && filterOf(value).eq !== value);
      if (!row) continue;
      const filter = filterOf(String(valueIn(column, row)));
      const answer = await askRow(service, column, row, filter);
      if (answer.isFound === true && isUnchanged(column, row, answer.rows?.[0]))
        notes.push({ topic: column.topic, text: `${text}, which the mock does not` });
    }
  return notes;
}
