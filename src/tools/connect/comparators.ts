import type { Field, FieldKind, JsonObject, JsonValue } from '../../schema/field.js';
import { comparators } from '../../schema/kinds.js';
import type { Resources } from '../../schema/resources.js';
import { isPlainObject, own } from '../../values/plain-object.js';
import { ABSENT_ID } from './claims.js';
import type { Reading } from './rows.js';
import { forRow, holds, type JsonRow, type Service } from './service.js';

/** The operand of a comparator with which it holds for a value, and one with which it does not. */
type Operands = { readonly [comparator: string]: readonly [right: JsonValue, wrong: JsonValue] };

const ABSENT = 'zqxjkv-absent';
const LOWEST_ID = '00000000-0000-4000-8000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const DAYS = 2 * 86_400_000;

const equality = (value: JsonValue, absent: JsonValue): Operands => ({
  eq: [value, absent],
  neq: [absent, value],
});
const membership = (value: JsonValue, absent: JsonValue): Operands => ({
  ...equality(value, absent),
  in: [[absent, value], [absent]],
  not_in: [[absent], [absent, value]],
});
const order = (value: JsonValue, low: JsonValue, high: JsonValue, absent = high): Operands => ({
  ...membership(value, absent),
  gt: [low, high],
  gte: [value, high],
  lt: [high, low],
  lte: [value, low],
});
const parts = (part: string): Operands => ({
  like: [part, ABSENT],
  contains: [part, ABSENT],
  not_contains: [ABSENT, part],
});

/** The operands for a value, which are the same in every dialect; `undefined` if it suits none. */
const operandsOf: {
  readonly [Kind in FieldKind]: (
    value: JsonValue,
    others: readonly JsonValue[],
  ) => Operands | undefined;
} = {
  // In every collation, digits are before letters, and `zzzzzz` is behind a name that begins with another one.
  string: (value) =>
    typeof value === 'string' && /^[a-y][^%_]{2,59}$/i.test(value)
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
  number: (value) => order(value, Number(value) - 2, Number(value) + 2),
  integer: (value) => order(value, Number(value) - 2, Number(value) + 2),
  boolean: (value) => equality(value, value !== true),
  date(value) {
    const text = String(value);
    const moved = (by: number) =>
      new Date(Date.parse(text) + by).toISOString().slice(0, text.length < 11 ? 10 : 24);
    return order(value, moved(-DAYS), moved(DAYS));
  },
  enumeration: (value, others) =>
    membership(value, others.find((other) => other !== value) ?? ABSENT),
  json(value) {
    if (!isPlainObject(value)) return undefined;
    const found = Object.entries(value as JsonObject).find(
      ([key, member]) => /^[a-z]\w*$/i.test(key) && typeof member === 'string',
    );
    const absent = { zq_absent: true };
    return {
      ...equality(value, absent),
      ...(found && {
        contains: [{ [found[0]]: found[1] }, absent],
        not_contains: [absent, { [found[0]]: found[1] }],
        exists: [found[0], 'zq_absent'],
        not_exists: ['zq_absent', found[0]],
      }),
    };
  },
};

/** A field with a row whose value suits the questions. */
interface Sample {
  readonly path: string;
  /** Such as `accounts.name`. */
  readonly topic: string;
  readonly name: string;
  readonly row: JsonRow;
  readonly operands: Operands;
}

/** A comparator that is not right on one field may be right on another: so many are asked. */
const MOST_FIELDS = 2;

function samplesOf(schema: Resources, readings: readonly Reading[], kind: FieldKind): Sample[] {
  const samples = readings.flatMap((reading) =>
    Object.entries(own(schema, reading.name)?.fields ?? {}).flatMap(([name, field]) => {
      const sample = field.kind === kind && !field.computed && sampleOf(reading, name, field);
      return sample ? [sample] : [];
    }),
  );
  // The ids of rows are in every question.
  return samples
    .sort((left, right) => Number(left.name === 'id') - Number(right.name === 'id'))
    .slice(0, MOST_FIELDS);
}

function sampleOf(reading: Reading, name: string, { kind }: Field): Sample | undefined {
  const rows = [...reading.rows.values()];
  const values = rows.map((row) => own(row, name) ?? null).filter((value) => value !== null);
  for (const row of rows) {
    const value = own(row, name) ?? null;
    const operands = value === null ? undefined : operandsOf[kind](value, values);
    if (operands)
      return { path: reading.path, topic: `${reading.name}.${name}`, name, row, operands };
  }
  return undefined;
}

/** What was found out about a comparator of a kind. */
export interface ComparatorTruth {
  readonly kind: FieldKind;
  readonly comparator: string;
  /** The fields on which both questions were answered right. */
  readonly right: readonly string[];
  /** What came for other fields. */
  readonly wrong: readonly { readonly topic: string; readonly outcome: string }[];
}

/** Asks for each comparator of each kind: a row that it must find, and a row that it must not find. */
export async function askComparators(
  service: Service,
  schema: Resources,
  readings: readonly Reading[],
): Promise<ComparatorTruth[]> {
  const truths = await Promise.all(
    Object.entries(comparators).map(async ([name, names]) => {
      const kind = name as FieldKind; // a key of the table
      const samples = samplesOf(schema, readings, kind);
      const [first] = samples;
      const isCombined = first ? await findsCombined(service, first) : false;
      return Promise.all(
        names.map(async (comparator): Promise<ComparatorTruth> => {
          const wrong: { topic: string; outcome: string }[] = [];
          for (const sample of samples) {
            const outcome = await askBoth(
              service,
              sample,
              comparator,
              isCombined && sample === first,
            );
            if (outcome === undefined) continue;
            if (outcome === true) return { kind, comparator, right: [sample.topic], wrong };
            wrong.push({ topic: sample.topic, outcome });
          }
          return { kind, comparator, right: [], wrong };
        }),
      );
    }),
  );
  return truths.flat();
}

/** Whether every comparator holds, in one question. */
async function findsCombined(
  service: Service,
  { path, name, row, operands }: Sample,
): Promise<boolean> {
  const right = Object.entries(operands).map(([comparator, [operand]]) => [comparator, operand]);
  const filter = forRow(row.id, { [name]: Object.fromEntries(right) });
  return holds(await service.ask({ path, where: filter }), row.id) === true;
}

/** @returns Whether both questions are answered right, or what came; `undefined` if the row changed. */
async function askBoth(
  service: Service,
  { path, name, row, operands }: Sample,
  comparator: string,
  isFound: boolean,
): Promise<string | true | undefined> {
  const pair = own(operands, comparator);
  if (!pair) return undefined;
  for (const [index, operand] of pair.entries()) {
    const isExpected = index === 0;
    if (isExpected && isFound) continue;
    const where = forRow(row.id, { [name]: { [comparator]: operand } });
    const answer = await service.ask({ path, where });
    if (holds(answer, row.id) === isExpected) continue;
    const [present] = (await service.ask({ path, where: { id: row.id } })).rows ?? [];
    if (JSON.stringify(own(present ?? {}, name)) !== JSON.stringify(own(row, name)))
      return undefined;
    const outcome = answer.rows?.length === 1 ? 'the row' : answer.outcome;
    return `${outcome} instead of ${isExpected ? 'the row' : 'no row'}`;
  }
  return true;
}
