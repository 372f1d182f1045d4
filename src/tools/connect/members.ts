import type { Dialect, ResolvedDialect } from '../../dialect.js';
import { isQueryError } from '../../errors.js';
import { matcher } from '../../match/matcher.js';
import { parseQuery } from '../../query/query.js';
import type { Field, JsonObject } from '../../schema/field.js';
import type { Resources } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import type { ComparatorTruth } from './comparators.js';
import type { Note } from './notes.js';
import type { Reading } from './rows.js';
import { forRow, holds, type JsonRow, type Service } from './service.js';

/** The members of a dialect that say what a query means, with their values. */
const members = {
  nulls: ['value', 'sql'],
  text: ['exact', 'insensitive'],
  like: ['exact', 'insensitive'],
  nullOrder: ['largest', 'smallest', 'last', 'first'],
} as const satisfies { readonly [Name in keyof Dialect]?: readonly string[] };

export type MeaningMember = keyof typeof members;

/** What a row of a field says about a member. */
interface Vote {
  readonly member: MeaningMember;
  /** Such as `accounts.name`. */
  readonly topic: string;
  readonly value: string;
}

/** A field that is asked, with some of its rows. */
interface Candidate {
  readonly resource: string;
  readonly path: string;
  readonly name: string;
  readonly field: Field;
  readonly rows: readonly JsonRow[];
}

export interface Meaning {
  /** Only what at least two fields said, and no other field denied. */
  readonly dialect: Pick<Dialect, MeaningMember>;
  /** For each member, which fields said what. */
  readonly votes: ReadonlyMap<MeaningMember, ReadonlyMap<string, readonly string[]>>;
  readonly notes: readonly Note[];
}

/** So many fields are asked for each member. */
const MOST_FIELDS = 6;
/** So many values of each field must say the same, and so many fields. */
const VALUES = 2;
const FIELDS = 2;

/** Asks what null, letter case and the place of null mean, with rows in hand. */
export async function askMeaning(
  service: Service,
  schema: Resources,
  readings: readonly Reading[],
  truths: readonly ComparatorTruth[],
): Promise<Meaning> {
  const isRight = ({ kind }: Field, comparator: string) =>
    truths.some(
      (truth) => truth.kind === kind && truth.comparator === comparator && truth.right.length > 0,
    );
  const candidates = readings.flatMap((reading): Candidate[] =>
    Object.entries(own(schema, reading.name)?.fields ?? {}).flatMap(([name, field]) =>
      field.computed
        ? []
        : [{ ...reading, resource: reading.name, name, field, rows: [...reading.rows.values()] }],
    ),
  );
  const ask = new Asking(service, schema);
  const texts = candidates.filter(({ field, name }) => field.kind === 'string' && name !== 'id');
  const nullables = candidates.filter(
    ({ field, rows, name }) => field.nullable && rows.some((row) => own(row, name) === null),
  );
  const votes = await Promise.all([
    ...spread(texts, 'eq').map((candidate) => ask.letterCase('text', candidate, 'eq', 'neq')),
    ...spread(texts, 'like').map((candidate) =>
      ask.letterCase('like', candidate, 'like', 'not_contains'),
    ),
    ...spread(nullables, 'neq').map((candidate) => ask.nulls(candidate)),
    ...(service.dialect.parameters.orderBy === null
      ? []
      : nullables.slice(0, MOST_FIELDS).map((candidate) => ask.nullOrder(candidate))),
  ]);
  return { ...count(votes.flat()), notes: await askRemarks(service, spread(texts, 'eq')) };

  function spread(all: readonly Candidate[], comparator: string): Candidate[] {
    return all.filter(({ field }) => isRight(field, comparator)).slice(0, MOST_FIELDS);
  }
}

function count(all: readonly Vote[]): Omit<Meaning, 'notes'> {
  const said = Object.keys(members).map((name) => {
    const member = name as MeaningMember; // a key of the table
    const byValue = new Map<string, string[]>();
    const topics = [
      ...new Set(all.filter((vote) => vote.member === member).map(({ topic }) => topic)),
    ];
    for (const topic of topics) {
      const values = all
        .filter((vote) => vote.member === member && vote.topic === topic)
        .map(({ value }) => value);
      const value = new Set(values).size > 1 ? 'both' : (values[0] ?? '');
      const isEnough = values.length >= VALUES || value === 'both';
      const key = isEnough ? value : `${value}, by a single value`;
      byValue.set(key, [...(byValue.get(key) ?? []), topic]);
    }
    return [member, byValue] as const;
  });
  const dialect = Object.fromEntries(
    said.flatMap(([member, byValue]) => {
      const value = decided(byValue);
      return value === undefined ? [] : [[member, value]];
    }),
  );
  return { dialect, votes: new Map(said) };
}

/** The value that enough fields say, and no field denies. */
function decided(byValue: ReadonlyMap<string, readonly string[]>): string | undefined {
  const values = new Set([...byValue.keys()].map((key) => key.replace(/,.*/, '')));
  const [value] = values;
  if (values.size !== 1 || value === undefined || value === 'both') return undefined;
  return (byValue.get(value)?.length ?? 0) >= FIELDS ? value : undefined;
}

/** Each question of a row shows the row as it is, or the row is read again. */
class Asking {
  constructor(
    readonly service: Service,
    readonly schema: Resources,
  ) {}

  /** `eq` in another case must find the row, or its opposite must. */
  async letterCase(
    member: 'text' | 'like',
    candidate: Candidate,
    comparator: string,
    opposite: string,
  ): Promise<Vote[]> {
    const votes: Vote[] = [];
    for (const row of rowsOf(candidate, isCased)) {
      const text = String(own(row, candidate.name));
      const operand = swapCase(member === 'like' ? text.slice(1, -1) : text);
      votes.push(
        ...(await this.#vote(
          member,
          candidate,
          row,
          { [comparator]: operand },
          { [opposite]: operand },
        )),
      );
    }
    return votes;
  }

  async nulls(candidate: Candidate): Promise<Vote[]> {
    const isValue = (value: unknown) => value !== null && value !== undefined;
    const values = rowsOf(candidate, isValue).map((row) => own(row, candidate.name) ?? null);
    const rows = rowsOf(candidate, (value) => value === null);
    const votes = rows.map((row, index) => {
      const value = values[index % values.length] ?? null;
      const hasList =
        index > 0 && candidate.field.kind !== 'json' && candidate.field.kind !== 'boolean';
      const filter: JsonObject = hasList ? { not_in: [value] } : { neq: value };
      return values.length === 0 ? [] : this.#vote('nulls', candidate, row, filter);
    });
    return (await Promise.all(votes)).flat();
  }

  /** Where the row with null is, between two that have values. */
  async nullOrder({ resource, path, name, rows }: Candidate): Promise<Vote[]> {
    const isNull = (row: JsonRow) => own(row, name) === null;
    const [empty] = rows.filter(isNull);
    const filled = rows
      .filter((row) => !isNull(row) && own(row, name) !== undefined)
      .slice(0, VALUES);
    if (!empty || filled.length < VALUES) return [];
    const where = { id: { in: [empty, ...filled].map(({ id }) => id) } };
    const places = await Promise.all(
      (['asc', 'desc'] as const).map(async (direction) => {
        const found =
          (await this.service.ask({ path, where, orderBy: { [name]: direction } })).rows ?? [];
        const nulls = found.filter(isNull);
        if (found.length !== 1 + VALUES || nulls.length !== 1) return undefined;
        return found[0] === nulls[0] ? 'first' : found.at(-1) === nulls[0] ? 'last' : undefined;
      }),
    );
    const [asc, desc] = places;
    if (asc === undefined || desc === undefined) return [];
    const value = asc === desc ? asc : asc === 'last' ? 'largest' : 'smallest';
    return filled.map(() => ({ member: 'nullOrder', topic: `${resource}.${name}`, value }));
  }

  /**
   * Asks whether a filter holds for a row. The value is that with which the matcher says the same.
   *
   * @param opposite - Finds the row if the filter does not, and shows what the row has.
   */
  async #vote(
    member: Exclude<MeaningMember, 'nullOrder'>,
    { resource, path, name }: Candidate,
    row: JsonRow,
    filter: JsonObject,
    opposite?: JsonObject,
  ): Promise<Vote[]> {
    const ask = (condition: JsonObject) =>
      this.service.ask({ path, where: forRow(row.id, { [name]: condition }) });
    const answer = await ask(filter);
    const isFound = holds(answer, row.id);
    if (isFound === undefined) return [];
    let shown = answer.rows?.[0];
    if (!isFound) {
      shown = (opposite && (await ask(opposite)).rows?.[0]) ?? undefined;
      // Both are empty for a null of SQL, or if the row changed between them.
      if (!shown && opposite) return [];
      shown ??= (await this.service.ask({ path, where: { id: row.id } })).rows?.[0];
    }
    if (!shown || JSON.stringify(own(shown, name)) !== JSON.stringify(own(row, name))) return [];
    const values = members[member].filter(
      (value) =>
        this.#matches(resource, { [name]: filter }, shown, { [member]: value }) === isFound,
    );
    const [value] = values;
    return values.length === 1 && value ? [{ member, topic: `${resource}.${name}`, value }] : [];
  }

  /** Whether the mock finds the row; `undefined` if the filter is invalid. */
  #matches(resource: string, where: JsonObject, row: JsonRow, changes: Partial<ResolvedDialect>) {
    const source = {
      valueOf: (found: JsonRow, name: string) => own(found, name) ?? null,
      related: () => [],
    };
    try {
      const { filter } = parseQuery(this.schema, resource, { where });
      const dialect = { nulls: 'value', text: 'exact', like: 'exact', ...changes } as const;
      return filter && matcher(filter, source, dialect)(row);
    } catch (error) {
      if (isQueryError(error)) return undefined;
      throw error;
    }
  }
}

/** Rows with different values that suit a question. */
function rowsOf({ rows, name }: Candidate, suits: (value: unknown) => boolean): JsonRow[] {
  const found = new Map<string, JsonRow>();
  for (const row of rows) {
    const value = own(row, name);
    const key = value === null ? row.id : String(value);
    if (suits(value) && found.size < VALUES && !found.has(key)) found.set(key, row);
  }
  return [...found.values()];
}

/** Text with letters whose case can be changed back. */
const isCased = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^[^%_\\]{3,60}$/.test(value) &&
  /[a-z]/i.test(value.slice(1, -1)) &&
  swapCase(swapCase(value)) === value;

/**
 * Only ASCII letters change: others differ between databases.
 *
 * @example
 * swapCase('Main 1') // => 'mAIN 1'
 */
const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** What no member says: the row comes for an operand that is not its text. */
const remarks: readonly (readonly [
  text: string,
  filter: (value: string) => JsonObject | undefined,
])[] = [
  [
    '`eq` ignores accents',
    (value) => (withoutAccents(value) === value ? undefined : { eq: withoutAccents(value) }),
  ],
  ['`eq` ignores spaces at the end', (value) => ({ eq: `${value} ` })],
  [
    '`%` in `like` stands for any text',
    (value) => (/^[^%_]{3,60}$/.test(value) ? { like: `${value[0]}%${value.at(-1)}` } : undefined),
  ],
];

async function askRemarks(service: Service, texts: readonly Candidate[]): Promise<Note[]> {
  const found = await Promise.all(
    remarks.map(async ([text, filterOf]) => {
      const topics: string[] = [];
      let asked = 0;
      for (const { resource, path, name, rows } of texts) {
        const filterFor = (row: JsonRow) => {
          const value = own(row, name);
          return typeof value === 'string' && value.length <= 60 ? filterOf(value) : undefined;
        };
        const row = rows.find((candidate) => filterFor(candidate));
        const filter = row && filterFor(row);
        if (!row || !filter || asked++ === FIELDS) continue;
        const answer = await service.ask({ path, where: forRow(row.id, { [name]: filter }) });
        const isSame = own(answer.rows?.[0] ?? {}, name) === own(row, name);
        if (holds(answer, row.id) && isSame) topics.push(`${resource}.${name}`);
      }
      return topics.length === 0
        ? []
        : [{ topic: 'meaning', text: `${text}: ${topics.join(', ')}. The mock does not.` }];
    }),
  );
  return found.flat();
}
