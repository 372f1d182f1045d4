import type { FieldKind, JsonObject, JsonValue } from '../../schema/field.js';
import { type Comparator, comparators } from '../../schema/kinds.js';
import { isPlainObject, own } from '../../values/plain-object.js';
import { askRow, type Column, isUnchanged, readAgain, valueIn } from './columns.js';
import { describeGroups, grouped } from './notes.js';
import type { JsonRow, Service } from './service.js';

/** The operand of a comparator with which it holds for a value, and one with which it does not. */
type Operands<Name extends Comparator> = {
  readonly [Key in Name]: readonly [right: JsonValue, wrong: JsonValue];
};

/** Text that no row contains, and an id that no row has. */
export const ABSENT = 'zqxjkv-absent';
export const ABSENT_ID = '00000000-0000-4000-8000-00000000dead';

const LOWEST_ID = '00000000-0000-4000-8000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const DAYS = 2 * 86_400_000;

const equality = (value: JsonValue, absent: JsonValue): Operands<'eq' | 'neq'> => ({
  eq: [value, absent],
  neq: [absent, value],
});
const membership = (
  value: JsonValue,
  absent: JsonValue,
): Operands<'eq' | 'neq' | 'in' | 'not_in'> => ({
  ...equality(value, absent),
  in: [[absent, value], [absent]],
  not_in: [[absent], [absent, value]],
});
const order = (
  value: JsonValue,
  low: JsonValue,
  high: JsonValue,
  absent = high,
): Operands<Comparator<'number'>> => ({
  ...membership(value, absent),
  gt: [low, high],
  gte: [value, high],
  lt: [high, low],
  lte: [value, low],
});
const parts = (part: string): Operands<'like' | 'contains' | 'not_contains'> => ({
  like: [part, ABSENT],
  contains: [part, ABSENT],
  not_contains: [ABSENT, part],
});
const numbers = (value: JsonValue) => order(value, Number(value) - 2, Number(value) + 2);

/** The operands for a value, which mean the same in every dialect; `undefined` if it suits none. */
const operandsOf: {
  readonly [Kind in FieldKind]: (
    value: JsonValue,
    all: readonly unknown[],
  ) => Operands<Kind extends 'json' ? 'eq' | 'neq' : Comparator<Kind>> | undefined;
} = {
  // In every collation, digits are before letters, and `zzzzzz` is behind a name that begins with another one.
  string: (value) =>
    typeof value === 'string' && /^[a-y][^%_\\]{2,59}$/i.test(value)
      ? { ...order(value, '0', 'zzzzzz', ABSENT), ...parts(value.slice(1, -1)) }
      : undefined,
  uuid: (value) => ({
    ...order(value, LOWEST_ID, HIGHEST_ID, ABSENT_ID),
    ...parts(String(value).slice(1, -1)),
  }),
  decimal(value) {
    const integer = BigInt(/^-?\d+/.exec(String(value))?.[0] ?? '0');
    return { ...order(value, `${integer - 2n}`, `${integer + 2n}`), ...parts(String(value)) };
  },
  number: numbers,
  integer: numbers,
  boolean: (value) => equality(value, value !== true),
  date(value) {
    const text = String(value);
    const moved = (by: number) =>
      new Date(Date.parse(text) + by).toISOString().slice(0, text.length < 11 ? 10 : 24);
    return order(value, moved(-DAYS), moved(DAYS));
  },
  enumeration: (value, all) => membership(value, `${all.find((item) => item !== value) ?? ABSENT}`),
  json(value) {
    if (!isPlainObject(value)) return undefined;
    const absent = { zq_absent: true };
    const [key, text] =
      Object.entries(value).find(
        ([name, member]) => /^[a-z]\w*$/i.test(name) && typeof member === 'string',
      ) ?? [];
    if (key === undefined) return equality(value as JsonObject, absent);
    return {
      ...equality(value as JsonObject, absent), // of a row
      contains: [{ [key]: String(text) }, absent],
      not_contains: [absent, { [key]: String(text) }],
      exists: [key, 'zq_absent'],
      not_exists: ['zq_absent', key],
    };
  },
};

/** A column with a row whose value suits the questions. */
interface Sample {
  readonly column: Column;
  readonly row: JsonRow;
  readonly operands: Partial<Operands<Comparator>>;
}

/** A comparator that is not right on a field may be right on another: so many are asked. */
const MOST_FIELDS = 2;

function sampleOf(column: Column): Sample | undefined {
  for (const row of column.rows) {
    const value = valueIn(column, row);
    const operands =
      value === null ? undefined : operandsOf[column.field.kind](value, column.evidence.values);
    if (operands) return { column, row, operands };
  }
  return undefined;
}

/** What was found out about a comparator of a kind. */
export interface ComparatorTruth {
  readonly kind: FieldKind;
  readonly comparator: string;
  /** A field on which both questions were answered right. */
  readonly right: string | undefined;
  /** What came for other fields, such as `status 400 instead of the row on accounts.code`. */
  readonly wrong: readonly string[];
}

/** Asks for each comparator of each kind: a row that it must find, and a row that it must not find. */
export async function askComparators(
  service: Service,
  columns: readonly Column[],
): Promise<ComparatorTruth[]> {
  const truths = Object.entries(comparators).map(async ([key, names]) => {
    const kind = key as FieldKind; // a key of the table
    const samples = columns
      .map((column) => (column.field.kind === kind ? sampleOf(column) : undefined))
      .filter((sample) => sample !== undefined)
      .slice(0, MOST_FIELDS);
    const combined = samples[0] && (await findsCombined(service, samples[0])) ? samples[0] : null;
    const ask = async (comparator: string): Promise<ComparatorTruth> => {
      const wrong: [outcome: string, topic: string][] = [];
      let right: string | undefined;
      for (const sample of samples) {
        const { topic } = sample.column;
        const outcome = await askBoth(service, sample, comparator, sample === combined);
        if (outcome === true) right = topic;
        else if (outcome !== undefined) wrong.push([outcome, topic]);
        if (right !== undefined) break;
      }
      return { kind, comparator, right, wrong: describeGroups(grouped(wrong)) };
    };
    return Promise.all(names.map(ask));
  });
  return (await Promise.all(truths)).flat();
}

/** Whether every comparator holds, in one question. */
async function findsCombined(service: Service, { column, row, operands }: Sample) {
  const right = Object.entries(operands).map(([comparator, [operand]]) => [comparator, operand]);
  return (await askRow(service, column, row, Object.fromEntries(right))).isFound === true;
}

/** @returns Whether both questions are answered right, or what came; `undefined` if the row changed. */
async function askBoth(
  service: Service,
  { column, row, operands }: Sample,
  comparator: string,
  isFound: boolean,
): Promise<string | true | undefined> {
  const pair = own(operands, comparator);
  for (const [index, operand] of (pair ?? []).entries()) {
    const isExpected = index === 0;
    if (isExpected && isFound) continue;
    const answer = await askRow(service, column, row, { [comparator]: operand });
    if (answer.isFound === isExpected) continue;
    if (answer.status === 200) {
      const { rows } = await readAgain(service, column, row);
      if (!isUnchanged(column, row, rows?.[0])) return undefined;
    }
    const outcome = answer.rows?.length === 1 ? 'the row' : answer.outcome;
    return `${outcome} instead of ${isExpected ? 'the row' : 'no row'}`;
  }
  return pair && true;
}
