import type { Dialect } from '../../dialect.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import { type Claims, grouped, type Note } from './notes.js';
import type { Column } from './rows.js';
import type { JsonRow } from './service.js';

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
  ask(column: Column): Promise<string[]>;
}

export async function askMeaning(columns: readonly Column[], truths: Claims): Promise<Meaning> {
  const isRight = (topic: string) => truths.get(topic)?.proven.length === 1;
  const withRight = (...needed: readonly string[]) =>
    columns.filter(({ field }) => needed.every((name) => isRight(`${field.kind} ${name}`)));
  const said = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const dialect: Record<string, string> = {};
  const members = meaningMembers.map(async (member) => {
    const { needs, suits, ask } = questions[member];
    const votes = withRight(...needs)
      .filter(suits)
      .slice(0, MOST_FIELDS)
      .map(async (column) => {
        const { service, topic } = column;
        const values = (await service.attempt(() => ask(column), topic, member)) ?? [];
        return { values, topic };
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
    ...(await askRemarks(withRight('eq').filter(isText).slice(0, LEAST))),
    ...(await askDates(dated)),
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
    const value = column.valueIn(row);
    const isSuitable = Object.hasOwn(row, column.name) && suits(value);
    if (isSuitable && found.size < most) found.set(value === null ? row.id : value, row);
  }
  return [...found.values()];
}

/**
 * Asks about several rows in a request, and again without the filters for those that were not
 * found. A row that changed says nothing.
 *
 * @param meanings - What it means if a filter finds its row, and if it does not.
 */
async function askCases(
  column: Column,
  cases: readonly { readonly row: JsonRow; readonly filter: JsonValue }[],
  meanings: readonly [ifFound: string, otherwise: string],
): Promise<string[]> {
  const find = async (asked: readonly JsonRow[], parts: readonly JsonObject[]) => {
    if (asked.length === 0) return [];
    const { rows } = await column.ask({ where: { OR: [...parts] }, take: LEAST });
    const again = (row: JsonRow) => rows?.find(({ id }) => id === row.id);
    return rows && asked.filter((row) => column.isUnchanged(row, again(row)));
  };
  const rows = cases.map(({ row }) => row);
  const parts = cases.map(
    ({ row, filter }): JsonObject => ({ AND: [{ id: row.id }, { [column.name]: filter }] }),
  );
  const found = await find(rows, parts);
  const rest = rows.filter((row) => found && !found.includes(row));
  const lost = await find(
    rest,
    rest.map(({ id }) => ({ id })),
  );
  const [ifFound, otherwise] = meanings;
  return [...(found ?? []).map(() => ifFound), ...(lost ?? []).map(() => otherwise)];
}

const askForCase =
  (comparator: 'eq' | 'like'): MemberQuestion['ask'] =>
  (column) => {
    const cases = rowsWith(column, isCased).map((row) => {
      const text = swapCase(`${column.valueIn(row)}`);
      return { row, filter: { [comparator]: comparator === 'eq' ? text : text.slice(1, -1) } };
    });
    return askCases(column, cases, ['insensitive', 'exact']);
  };

async function askForNullMatch(column: Column): Promise<string[]> {
  const [value] = column.evidence.values;
  if (value === undefined) return [];
  const cases = rowsWith(column, (each) => each === null).map((row, index) => {
    return { row, filter: index === 0 ? { neq: value } : { not_in: [value] } };
  });
  return askCases(column, cases, ['value', 'sql']);
}

/** Where a row with null is in an order, before or behind two that have values, and swap. */
async function askForNullOrder(column: Column): Promise<string[]> {
  if (column.service.dialect.parameters.orderBy === null) return [];
  const isNull = (row: JsonRow) => column.valueIn(row) === null;
  const rows = [
    ...rowsWith(column, (value) => value === null, 1),
    ...rowsWith(column, (value) => value !== null),
  ];
  const where = { id: { in: rows.map(({ id }) => id) } };
  const listIn = async (direction: 'asc' | 'desc') => {
    const reply = await column.ask({ where, order: [{ field: column.name, direction }] });
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

const isText = ({ field }: Column): boolean => field.kind === 'string';
const hasNull = ({ evidence }: Column): boolean => evidence.nulls > 0;

const questions: { readonly [Member in MeaningMember]: MemberQuestion } = {
  nulls: { needs: ['neq', 'not_in'], suits: hasNull, ask: askForNullMatch },
  text: { needs: ['eq'], suits: isText, ask: askForCase('eq') },
  like: { needs: ['like'], suits: isText, ask: askForCase('like') },
  nullOrder: {
    needs: [],
    suits: (column) => hasNull(column) && column.field.kind !== 'json', // which has no order
    ask: askForNullOrder,
  },
};

/** What no member says, with an operand that is not the text of a row. */
const remarks: { readonly [text: string]: (value: string) => JsonObject } = {
  'ignores accents': (value) => ({ eq: value.normalize('NFD').replace(/\p{M}/gu, '') }),
  'ignores spaces at the end': (value) => ({ eq: `${value} ` }),
  'reads `%` in `like` as any text': (value) => ({ like: `${value[0]}%${value.at(-1)}` }),
};

async function askRemarks(texts: readonly Column[]): Promise<Note[]> {
  const notes: Note[] = [];
  for (const column of texts)
    for (const [text, filterOf] of Object.entries(remarks)) {
      const isOther = (value: unknown) => isPlain(value) && filterOf(value).eq !== value;
      const [row] = rowsWith(column, isOther, 1);
      if (!row) continue;
      const filter = filterOf(String(column.valueIn(row)));
      const reply = await column.service.attempt(() => column.askRow(row, filter));
      if (reply?.isFound && column.isUnchanged(row, reply.rows?.[0]))
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

async function askDates(columns: readonly Column[]): Promise<Note[]> {
  const notes: Note[] = [];
  for (const { asked, suits, operandOf } of dates) {
    const column = columns.find((each) => rowsWith(each, suits, 1).length > 0);
    const [row] = column ? rowsWith(column, suits, 1) : [];
    if (!column || !row) continue;
    const filter = { gte: operandOf(String(column.valueIn(row))) };
    const ask = () => column.askRow(row, filter);
    const reply = await column.service.attempt(ask, column.topic, asked);
    if (reply && !reply.isFound)
      notes.push({ topic: column.topic, text: `${asked}: ${reply.outcome}` });
  }
  return notes;
}
