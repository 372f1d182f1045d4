import type { FieldKind, JsonValue } from '../../schema/field.js';
import { type Comparator, comparators } from '../../schema/kinds.js';
import { isPlainObject } from '../../values/plain-object.js';
import { areOfKind } from './fields.js';
import { type Claim, type Claims, describeGroups, grouped } from './notes.js';
import type { Column, FilterPair } from './rows.js';
import { type JsonRow, outcomeOf } from './service.js';

/** Text that no row contains, and an id that no row has. */
export const ABSENT_TEXT = 'zqxjkv-absent';
export const ABSENT_ID = '00000000-0000-4000-8000-00000000dead';

const LOWEST_ID = '00000000-0000-4000-8000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const DAYS = 2 * 86_400_000;

/** What filters compare a value with. They mean the same in every dialect. */
interface Operands {
  readonly absent: JsonValue;
  readonly low?: JsonValue;
  readonly high?: JsonValue;
  /** A part of the value, and one of no value. */
  readonly part?: JsonValue;
  readonly noPart?: JsonValue;
  readonly key?: string;
}

type Compared = Operands & { readonly value: JsonValue };

/** The operand with which a comparator holds for a value, and one with which it does not. */
const sides: {
  readonly [Name in Comparator]: (
    compared: Compared,
  ) => readonly [right: JsonValue | undefined, wrong: JsonValue | undefined];
} = {
  eq: ({ value, absent }) => [value, absent],
  neq: ({ value, absent }) => [absent, value],
  in: ({ value, absent }) => [[absent, value], [absent]],
  not_in: ({ value, absent }) => [[absent], [absent, value]],
  gt: ({ low, high }) => [low, high],
  gte: ({ value, high }) => [value, high],
  lt: ({ low, high }) => [high, low],
  lte: ({ value, low }) => [value, low],
  like: ({ part, noPart = ABSENT_TEXT }) => [part, noPart],
  contains: ({ part, noPart = ABSENT_TEXT }) => [part, noPart],
  not_contains: ({ part, noPart = ABSENT_TEXT }) => [noPart, part],
  exists: ({ key }) => [key, ABSENT_KEY],
  not_exists: ({ key }) => [ABSENT_KEY, key],
};

const ABSENT_KEY = 'zq_absent';

const numbers = (value: JsonValue): Operands => {
  const [low, high] = [Number(value) - 2, Number(value) + 2];
  return { low, high, absent: high };
};

/** `undefined` for a value that suits no comparator. */
const operandsOf: {
  readonly [Kind in FieldKind]: (value: JsonValue, all: readonly unknown[]) => Operands | undefined;
} = {
  // In every collation, digits are before letters, and `zzzzzz` is behind other names.
  string: (value) =>
    typeof value === 'string' && /^[a-y][^%_\\]{2,59}$/i.test(value)
      ? { absent: ABSENT_TEXT, low: '0', high: 'zzzzzz', part: value.slice(1, -1) }
      : undefined,
  uuid(value) {
    const part = String(value).slice(1, -1);
    return { absent: ABSENT_ID, low: LOWEST_ID, high: HIGHEST_ID, part };
  },
  decimal(value) {
    const integer = BigInt(/^-?\d+/.exec(String(value))?.[0] ?? '0');
    const [low, high] = [`${integer - 2n}`, `${integer + 2n}`];
    return { low, high, absent: high, part: value };
  },
  number: numbers,
  integer: numbers,
  boolean: (value) => ({ absent: value !== true }),
  date(value) {
    const text = String(value);
    if (!/^[12]/.test(text)) return undefined; // such as 9999-12-31, which has no next year
    const moved = (by: number) =>
      new Date(Date.parse(text) + by).toISOString().slice(0, text.length < 11 ? 10 : 24);
    return { low: moved(-DAYS), high: moved(DAYS), absent: moved(DAYS) };
  },
  enumeration: (value, all) => ({
    absent: `${all.find((item) => item !== value) ?? ABSENT_TEXT}`,
  }),
  json(value) {
    if (!isPlainObject(value)) return undefined;
    const absent = { [ABSENT_KEY]: true };
    const [key, text] =
      Object.entries(value).find(
        ([name, member]) => /^[a-z]\w*$/i.test(name) && typeof member === 'string',
      ) ?? [];
    if (key === undefined) return { absent };
    return { absent, key, part: { [key]: String(text) }, noPart: absent };
  },
};

interface Sample {
  readonly column: Column;
  readonly row: JsonRow;
  readonly pairs: readonly FilterPair[];
}

/** A comparator that is not right on a field may be right on another: so many are asked. */
const MOST_SAMPLES = 2;

/** The row whose value suits the most comparators: JSON with a text in it, or without. */
function sampleOf(column: Column): Sample | undefined {
  const { field, rows, evidence } = column;
  let best: Sample | undefined;
  for (const row of rows) {
    const value = column.valueIn(row);
    if (value === null || !areOfKind(field, [value])) continue;
    if (typeof value === 'number' && Math.abs(value) >= 2 ** 53) continue; // no filter has it
    const operands = operandsOf[field.kind](value, evidence.values);
    if (!operands) continue;
    const pairs = comparators[field.kind].flatMap((label): FilterPair[] => {
      const [right, wrong] = sides[label]({ ...operands, value });
      if (right === undefined || wrong === undefined) return [];
      return [{ label, right: { [label]: right }, wrong: { [label]: wrong } }];
    });
    if (pairs.length > (best?.pairs.length ?? 0)) best = { column, row, pairs };
  }
  return best;
}

export async function askComparators(columns: readonly Column[]): Promise<Claims> {
  const kinds = Object.keys(comparators) as FieldKind[]; // the keys of the table
  const claims = kinds.map((kind) => {
    const ofKind = columns.filter(({ field }) => field.kind === kind).map(sampleOf);
    const samples = ofKind.filter((sample) => sample !== undefined).slice(0, MOST_SAMPLES);
    return askKind(kind, samples);
  });
  return new Map((await Promise.all(claims)).flat());
}

async function askKind(
  kind: FieldKind,
  samples: readonly Sample[],
): Promise<(readonly [topic: string, claim: Claim])[]> {
  const rights = new Set<string>();
  const wrongs: (readonly [comparator: string, outcome: string, topic: string])[] = [];
  let failure = '';
  for (const { column, row, pairs } of samples) {
    const open = pairs.filter(({ label }) => !rights.has(label));
    const wrong = await column.askPairs(row, open).catch((error: unknown): undefined => {
      failure = outcomeOf(error);
    });
    for (const { label } of open) {
      const outcome = wrong?.get(label);
      if (outcome !== undefined) wrongs.push([label, outcome, column.topic]);
      else if (wrong) rights.add(label);
    }
  }
  return comparators[kind].map((comparator) => {
    const topic = `${kind} ${comparator}`;
    const proven = rights.has(comparator) ? ['right'] : [];
    if (failure === '' || rights.has(comparator)) {
      const came = wrongs.filter(([label]) => label === comparator);
      const byOutcome = grouped(came.map(([, outcome, field]) => [outcome, field]));
      return [topic, { proven, doubts: describeGroups(byOutcome) }];
    }
    samples[0]?.column.service.undetermined.push({ topic, text: `not determined: ${failure}` });
    return [topic, { proven, doubts: [] }];
  });
}
