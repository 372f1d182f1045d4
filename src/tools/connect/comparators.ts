import type { FieldKind, JsonObject, JsonValue } from '../../schema/field.js';
import { type Comparator, comparators } from '../../schema/kinds.js';
import { isPlainObject } from '../../values/plain-object.js';
import { areOfKind } from './fields.js';
import { type Claim, type Claims, describeGroups, grouped } from './notes.js';
import type { Column, FilterPair } from './rows.js';
import { type JsonRow, outcomeOf } from './service.js';

/** The operand of a comparator with which it holds for a value, and one with which it does not. */
type Operands<Name extends Comparator> = {
  readonly [Key in Name]: readonly [right: JsonValue, wrong: JsonValue];
};

/** Text that no row contains, and an id that no row has. */
export const ABSENT_TEXT = 'zqxjkv-absent';
export const ABSENT_ID = '00000000-0000-4000-8000-00000000dead';

const LOWEST_ID = '00000000-0000-4000-8000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const DAYS = 2 * 86_400_000;

const equalOperands = (value: JsonValue, absent: JsonValue): Operands<'eq' | 'neq'> => ({
  eq: [value, absent],
  neq: [absent, value],
});
const listOperands = (
  value: JsonValue,
  absent: JsonValue,
): Operands<'eq' | 'neq' | 'in' | 'not_in'> => ({
  ...equalOperands(value, absent),
  in: [[absent, value], [absent]],
  not_in: [[absent], [absent, value]],
});
const orderedOperands = (
  value: JsonValue,
  low: JsonValue,
  high: JsonValue,
  absent = high,
): Operands<Comparator<'number'>> => ({
  ...listOperands(value, absent),
  gt: [low, high],
  gte: [value, high],
  lt: [high, low],
  lte: [value, low],
});
const partOperands = (part: string): Operands<'like' | 'contains' | 'not_contains'> => ({
  like: [part, ABSENT_TEXT],
  contains: [part, ABSENT_TEXT],
  not_contains: [ABSENT_TEXT, part],
});
const numbers = (value: JsonValue) => orderedOperands(value, Number(value) - 2, Number(value) + 2);

/** The operands for a value, which mean the same in every dialect; `undefined` if it suits none. */
const operandsOf: {
  readonly [Kind in FieldKind]: (
    value: JsonValue,
    all: readonly unknown[],
  ) => Operands<Kind extends 'json' ? 'eq' | 'neq' : Comparator<Kind>> | undefined;
} = {
  // In every collation, digits are before letters, and `zzzzzz` is behind other names.
  string: (value) =>
    typeof value === 'string' && /^[a-y][^%_\\]{2,59}$/i.test(value)
      ? {
          ...orderedOperands(value, '0', 'zzzzzz', ABSENT_TEXT),
          ...partOperands(value.slice(1, -1)),
        }
      : undefined,
  uuid: (value) => ({
    ...orderedOperands(value, LOWEST_ID, HIGHEST_ID, ABSENT_ID),
    ...partOperands(String(value).slice(1, -1)),
  }),
  decimal(value) {
    const integer = BigInt(/^-?\d+/.exec(String(value))?.[0] ?? '0');
    return {
      ...orderedOperands(value, `${integer - 2n}`, `${integer + 2n}`),
      ...partOperands(String(value)),
    };
  },
  number: numbers,
  integer: numbers,
  boolean: (value) => equalOperands(value, value !== true),
  date(value) {
    const text = String(value);
    if (!/^[12]/.test(text)) return undefined; // such as 9999-12-31, which has no next year
    const moved = (by: number) =>
      new Date(Date.parse(text) + by).toISOString().slice(0, text.length < 11 ? 10 : 24);
    return orderedOperands(value, moved(-DAYS), moved(DAYS));
  },
  enumeration: (value, all) =>
    listOperands(value, `${all.find((item) => item !== value) ?? ABSENT_TEXT}`),
  json(value) {
    if (!isPlainObject(value)) return undefined;
    const absent = { zq_absent: true };
    const [key, text] =
      Object.entries(value).find(
        ([name, member]) => /^[a-z]\w*$/i.test(name) && typeof member === 'string',
      ) ?? [];
    if (key === undefined) return equalOperands(value as JsonObject, absent);
    return {
      ...equalOperands(value as JsonObject, absent), // of a row
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
    const operands = operandsOf[field.kind](value, evidence.values) ?? {};
    const pairs = Object.entries<readonly [JsonValue, JsonValue]>(operands).map(
      ([label, [right, wrong]]): FilterPair => ({
        label,
        right: { [label]: right },
        wrong: { [label]: wrong },
      }),
    );
    if (pairs.length > (best?.pairs.length ?? 0)) best = { column, row, pairs };
  }
  return best;
}

/** Asks with each comparator of each kind for a row that it must find, and must not find. */
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
