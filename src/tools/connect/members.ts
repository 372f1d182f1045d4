import type { Dialect } from '../../dialect.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import type { ComparatorTruth } from './comparators.js';
import { grouped, type Note } from './notes.js';
import { askRow, isUnchanged } from './pairs.js';
import { type Column, columnValue } from './rows.js';
import type { JsonRow, Service } from './service.js';

/** The members of a dialect that say what a query means. */
export const meaningMembers = ['nulls', 'text', 'like', 'nullOrder'] as const;

export type MeaningMember = (typeof meaningMembers)[number];

export interface Meaning {
  /** Only what at least two fields said, and no other field denied. */
  readonly dialect: Pick<Dialect, MeaningMember>;
  /** For each member, the fields that said each value. */
  readonly said: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** What no member says. */
  readonly remarks: readonly Note[];
}

/** So many fields are asked for each member. */
const MOST_FIELDS = 4;
/** So many fields must say the same, each of them with so many values. */
const LEAST = 2;

interface MemberQuestion {
  /** The comparators that must be right: an ignored one answers everything. */
  readonly needs: readonly string[];
  suits(column: Column): boolean;
  /** @returns The value that each of its rows shows. */
  ask(service: Service, column: Column): Promise<string[]>;
}

const isText = ({ field }: Column): boolean => field.kind === 'string';
const hasNull = ({ evidence }: Column): boolean => evidence.nulls > 0;

const questions: { readonly [Member in MeaningMember]: MemberQuestion } = {
  nulls: { needs: ['neq', 'not_in'], suits: hasNull, ask: askForNullMatch },
  text: { needs: ['eq', 'neq'], suits: isText, ask: askForCase('eq', 'neq') },
  like: { needs: ['like', 'not_contains'], suits: isText, ask: askForCase('like', 'not_contains') },
  nullOrder: {
    needs: [],
    suits: (column) => hasNull(column) && column.field.kind !== 'json', // which has no order
    ask: askForNullOrder,
  },
};

/** Asks what null, letter case and the place of null mean, with rows in hand. */
export async function askMeaning(
  service: Service,
  columns: readonly Column[],
  truths: readonly ComparatorTruth[],
): Promise<Meaning> {
  const isRight = (kind: string, comparator: string) =>
    truths.some((truth) => truth.kind === kind && truth.comparator === comparator && truth.right);
  const withRight = (...needed: readonly string[]) =>
    columns.filter(({ field }) => needed.every((comparator) => isRight(field.kind, comparator)));
  const said = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const dialect: Record<string, string> = {};
  const members = meaningMembers.map(async (member) => {
    const { needs, suits, ask } = questions[member];
    const votes = withRight(...needs)
      .filter(suits)
      .slice(0, MOST_FIELDS)
      .map(async (column) => {
        const vote = () => ask(service, column);
        const values = (await service.attempt(vote, column.topic, member)) ?? [];
        return { values, topic: column.topic };
      });
    const given = (await Promise.all(votes)).filter(({ values }) => values.length > 0);
    return { member, votes: given };
  });
  for (const { member, votes } of await Promise.all(members)) {
    const topics = grouped(votes.map(({ values, topic }) => [verdictOf(values), topic]));
    said.set(member, topics);
    const [value = '', ...rest] = new Set(votes.flatMap(({ values }) => values));
    const isSaid = (topics.get(value)?.length ?? 0) >= LEAST;
    if (isSaid && rest.length === 0) dialect[member] = value;
  }
  const dated = withRight('gte').filter(({ field }) => field.kind === 'date');
  const remarks = [
    ...(await askRemarks(service, withRight('eq').filter(isText).slice(0, LEAST))),
    ...(await askDates(service, dated)),
  ];
  return { dialect, said, remarks };
}

function verdictOf([value = '', ...values]: readonly string[]): string {
  if (values.length + 1 < LEAST) return `${value}, by a single value,`;
  return values.every((item) => item === value) ? value : 'both';
}

/** Rows with different values that suit a question. */
function rowsWith(column: Column, suits: (value: unknown) => boolean, most = LEAST): JsonRow[] {
  const found = new Map<unknown, JsonRow>();
  for (const row of column.rows) {
    const value = columnValue(column, row);
    const isSuitable = Object.hasOwn(row, column.name) && suits(value);
    if (isSuitable && found.size < most) found.set(value === null ? row.id : value, row);
  }
  return [...found.values()];
}

/** A row, a filter that may find it, and another that does if the first does not. */
interface CaseOfRow {
  readonly row: JsonRow;
  readonly filter: JsonValue;
  readonly opposite: JsonValue;
}

/**
 * Asks about several rows in a request. A row that neither filter finds as it was says nothing.
 *
 * @param meanings - What it means if the filter finds a row, and if its opposite does.
 */
async function askCases(
  service: Service,
  column: Column,
  cases: readonly CaseOfRow[],
  [found, lost]: readonly [found: string, lost: string],
): Promise<string[]> {
  const { path, name } = column;
  const find = async (asked: readonly CaseOfRow[], side: 'filter' | 'opposite') => {
    if (asked.length === 0) return [];
    const parts = asked.map(
      (each): JsonObject => ({ AND: [{ id: each.row.id }, { [name]: each[side] }] }),
    );
    const { rows = [] } = await service.ask({ path, where: { OR: parts }, take: LEAST });
    const again = (row: JsonRow) => rows.find(({ id }) => id === row.id);
    return asked.filter(({ row }) => isUnchanged(column, row, again(row)));
  };
  const first = await find(cases, 'filter');
  const rest = cases.filter((each) => !first.includes(each));
  return [...first.map(() => found), ...(await find(rest, 'opposite')).map(() => lost)];
}

/** The same text in the other case finds the row, or its opposite does. */
function askForCase(comparator: 'eq' | 'like', opposite: string): MemberQuestion['ask'] {
  return (service, column) => {
    const cases = rowsWith(column, isCased).map((row) => {
      const text = swapCase(`${columnValue(column, row)}`);
      const operand = comparator === 'eq' ? text : text.slice(1, -1);
      return { row, filter: { [comparator]: operand }, opposite: { [opposite]: operand } };
    });
    return askCases(service, column, cases, ['insensitive', 'exact']);
  };
}

/** A row with null is found by `neq` and `not_in`, or only by a filter by null. */
async function askForNullMatch(service: Service, column: Column): Promise<string[]> {
  const [value] = column.evidence.values;
  if (value === undefined) return [];
  const cases = rowsWith(column, (each) => each === null).map((row, index) => {
    const filter = index === 0 ? { neq: value } : { not_in: [value] };
    return { row, filter, opposite: null };
  });
  return askCases(service, column, cases, ['value', 'sql']);
}

/** Where a row with null is in an order, before or behind two that have values, and swap. */
async function askForNullOrder(service: Service, column: Column): Promise<string[]> {
  const { path, name } = column;
  if (service.dialect.parameters.orderBy === null) return [];
  const isNull = (row: JsonRow) => columnValue(column, row) === null;
  const rows = [
    ...rowsWith(column, (value) => value === null, 1),
    ...rowsWith(column, (value) => value !== null),
  ];
  const where = { id: { in: rows.map(({ id }) => id) } };
  const listIn = async (direction: 'asc' | 'desc') => {
    const reply = await service.ask({ path, where, order: [{ field: name, direction }] });
    return reply.rows ?? [];
  };
  const [up, down] = [await listIn('asc'), await listIn('desc')];
  const present = (list: readonly JsonRow[]) =>
    list.filter((row) => !isNull(row)).map(({ id }) => id);
  // An order that is ignored says nothing.
  if (present(up).join() !== present(down).reverse().join()) return [];
  const placeIn = (list: readonly JsonRow[]) => list.map((row) => (isNull(row) ? 0 : 1)).join('');
  const value = places[`${placeIn(up)} ${placeIn(down)}`];
  return value ? Array.from({ length: LEAST }, () => value) : [];
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
      const isOther = (value: unknown) => isPlain(value) && filterOf(value).eq !== value;
      const [row] = rowsWith(column, isOther, 1);
      if (!row) continue;
      const filter = filterOf(String(columnValue(column, row)));
      const reply = await service.attempt(() => askRow(service, column, row, filter));
      if (reply?.isFound && isUnchanged(column, row, reply.rows?.[0]))
        notes.push({ topic: column.topic, text: `${text}, which the mock does not` });
    }
  return notes;
}

const hasDay = (value: unknown): boolean => typeof value === 'string' && value.length === 10;

/** Operands of `gte` that are written in another way than the values of a field. */
const dates = [
  {
    asked: '`gte` with a day, of a field of instants',
    suits: (value: unknown) => value !== null && !hasDay(value),
    operandOf: (instant: string) => instant.slice(0, 10),
  },
  {
    asked: '`gte` with an instant, of a field of days',
    suits: hasDay,
    operandOf: (day: string) => `${day}T00:00:00Z`,
  },
];

async function askDates(service: Service, columns: readonly Column[]): Promise<Note[]> {
  const notes: Note[] = [];
  for (const { asked, suits, operandOf } of dates) {
    const column = columns.find((each) => rowsWith(each, suits, 1).length > 0);
    const [row] = column ? rowsWith(column, suits, 1) : [];
    if (!column || !row) continue;
    const filter = { gte: operandOf(String(columnValue(column, row))) };
    const ask = () => askRow(service, column, row, filter);
    const reply = await service.attempt(ask, column.topic, asked);
    if (reply && !reply.isFound)
      notes.push({ topic: column.topic, text: `${asked}: ${reply.outcome}` });
  }
  return notes;
}
