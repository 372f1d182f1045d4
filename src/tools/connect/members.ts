import type { Dialect } from '../../dialect.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import type { ComparatorTruth } from './comparators.js';
import { grouped, type Note, unknownNote } from './notes.js';
import { askRow, type Column, columnValue, isUnchanged } from './rows.js';
import { determine, type JsonRow, type Service } from './service.js';

/** The members of a dialect that say what a query means. */
export const meaningMembers = ['nulls', 'text', 'like', 'nullOrder'] as const;

export type MeaningMember = (typeof meaningMembers)[number];

/** What a filter shows that finds a row, and one that does not. */
const readings = {
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
const MOST_FIELDS = 4;
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
  const withRight = (all: readonly Column[], ...needed: readonly string[]) =>
    all.filter(({ field }) => needed.every((comparator) => isRight(field.kind, comparator)));
  const texts = columns.filter(({ field }) => field.kind === 'string');
  const nullable = columns.filter(({ evidence }) => evidence.nulls > 0);
  const ordered =
    service.dialect.parameters.orderBy === null
      ? []
      : nullable.filter(({ field }) => field.kind !== 'json'); // which has no order
  const unknown: Note[] = [];
  const ask = (member: MeaningMember, asked: readonly Column[], act: Act) =>
    asked.slice(0, MOST_FIELDS).map((column) =>
      determine<Vote[]>(
        () => act(service, column),
        (outcome) => {
          unknown.push(unknownNote(column.topic, outcome, member));
          return [];
        },
      ),
    );
  const votes = await Promise.all([
    ...ask('text', withRight(texts, 'eq', 'neq'), askCase('text', 'eq', 'neq')),
    ...ask(
      'like',
      withRight(texts, 'like', 'not_contains'),
      askCase('like', 'like', 'not_contains'),
    ),
    ...ask('nulls', withRight(nullable, 'neq', 'not_in'), askNulls),
    ...ask('nullOrder', ordered, askNullOrder),
  ]);
  const remarks = [
    ...unknown,
    ...(await askRemarks(service, withRight(texts, 'eq').slice(0, LEAST))),
    ...(await askDays(
      service,
      withRight(
        columns.filter(({ field }) => field.kind === 'date'),
        'gte',
      ),
    )),
  ];
  return { ...count(votes.flat()), remarks };
}

type Act = (service: Service, column: Column) => Promise<Vote[]>;

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
function rowsWith(column: Column, suits: (value: unknown) => boolean): JsonRow[] {
  const found = new Map<unknown, JsonRow>();
  for (const row of column.rows) {
    const value = columnValue(column, row);
    const isSuitable = Object.hasOwn(row, column.name) && suits(value);
    if (isSuitable && found.size < LEAST) found.set(value === null ? row.id : value, row);
  }
  return [...found.values()];
}

/** A row, a filter that may find it, and another that does if the first does not. */
interface CaseOfRow {
  readonly row: JsonRow;
  readonly filter: JsonValue;
  readonly opposite: JsonValue;
}

/** Asks about several rows in a request. A row that neither filter finds as it was says nothing. */
async function askCases(
  service: Service,
  member: keyof typeof readings,
  column: Column,
  cases: readonly CaseOfRow[],
): Promise<Vote[]> {
  const { path, name, topic } = column;
  const find = async (asked: readonly CaseOfRow[], side: 'filter' | 'opposite') => {
    if (asked.length === 0) return [];
    const parts = asked.map(
      (each): JsonObject => ({
        AND: [{ id: each.row.id }, { [name]: each[side] }],
      }),
    );
    const reply = await service.ask({ path, where: { OR: parts }, take: LEAST });
    const rows = reply.rows ?? [];
    return asked.filter(({ row }) =>
      isUnchanged(
        column,
        row,
        rows.find(({ id }) => id === row.id),
      ),
    );
  };
  const found = await find(cases, 'filter');
  const others = await find(
    cases.filter((each) => !found.includes(each)),
    'opposite',
  );
  const [whenFound, otherwise] = readings[member];
  return [
    ...found.map((): Vote => ({ member, topic, value: whenFound })),
    ...others.map((): Vote => ({ member, topic, value: otherwise })),
  ];
}

/** The same text in the other case finds the row, or its opposite does. */
const askCase =
  (member: 'text' | 'like', comparator: string, opposite: string): Act =>
  (service, column) =>
    askCases(
      service,
      member,
      column,
      rowsWith(column, isCased).map((row) => {
        const text = swapCase(`${columnValue(column, row)}`);
        const operand = member === 'text' ? text : text.slice(1, -1);
        return { row, filter: { [comparator]: operand }, opposite: { [opposite]: operand } };
      }),
    );

/** A row with null is found by `neq` and `not_in`, or only by a filter by null. */
const askNulls: Act = async (service, column) => {
  const [value] = column.evidence.values;
  if (value === undefined) return [];
  const cases = rowsWith(column, isNull).map((row, index) => ({
    row,
    filter: index === 0 ? { neq: value } : { not_in: [value] },
    opposite: null,
  }));
  return askCases(service, 'nulls', column, cases);
};

/** Where a row with null is in an order, before or behind two that have values, and swap. */
const askNullOrder: Act = async (service, column) => {
  const { path, name, topic } = column;
  const rows = [
    ...rowsWith(column, isNull).slice(0, 1),
    ...rowsWith(column, (value) => value !== null),
  ];
  const where = { id: { in: rows.map(({ id }) => id) } };
  const listIn = async (direction: 'asc' | 'desc') => {
    const reply = await service.ask({ path, where, order: [{ field: name, direction }] });
    return reply.rows ?? [];
  };
  const [up, down] = [await listIn('asc'), await listIn('desc')];
  const present = (list: readonly JsonRow[]) =>
    list.filter((row) => columnValue(column, row) !== null).map(({ id }) => id);
  // An order that is ignored says nothing.
  if (present(up).join() !== present(down).reverse().join()) return [];
  const placeIn = (list: readonly JsonRow[]) =>
    list.map((row) => (columnValue(column, row) === null ? 0 : 1)).join('');
  const value = places[`${placeIn(up)} ${placeIn(down)}`];
  return value ? Array.from({ length: LEAST }, () => ({ member: 'nullOrder', topic, value })) : [];
};

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
      const [row] = rowsWith(column, (value) => isPlain(value) && filterOf(value).eq !== value);
      if (!row) continue;
      const filter = filterOf(String(columnValue(column, row)));
      const found = await determine<JsonRow | undefined>(
        async () => {
          const reply = await askRow(service, column, row, filter);
          return reply.isFound === true ? reply.rows?.[0] : undefined;
        },
        () => undefined,
      );
      if (isUnchanged(column, row, found))
        notes.push({ topic: column.topic, text: `${text}, which the mock does not` });
    }
  return notes;
}

/** Asks a field of instants for a row by its day, and a field of days for one by its midnight. */
async function askDays(service: Service, dates: readonly Column[]): Promise<Note[]> {
  const notes: Note[] = [];
  const isDay = (value: unknown) => typeof value === 'string' && value.length === 10;
  for (const isOfDays of [false, true]) {
    const rowIn = (column: Column) =>
      column.rows.find((row) => {
        const value = columnValue(column, row);
        return value !== null && isDay(value) === isOfDays;
      });
    const column = dates.find(rowIn);
    const row = column && rowIn(column);
    if (!column || !row) continue;
    const day = String(columnValue(column, row)).slice(0, 10);
    const operand = isOfDays ? `${day}T00:00:00Z` : day;
    const text = await determine<string | undefined>(
      async () => {
        const { isFound, outcome } = await askRow(service, column, row, { gte: operand });
        return isFound === true ? undefined : outcome;
      },
      (outcome) => `not determined: ${outcome}`,
    );
    const asked = isOfDays ? 'an instant, of a field of days' : 'a day, of a field of instants';
    if (text !== undefined)
      notes.push({ topic: column.topic, text: `\`gte\` with ${asked}: ${text}` });
  }
  return notes;
}
