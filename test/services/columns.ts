/** A value as a service stores it: dates in microseconds, decimals in millionths. */
export type Stored = string | number | bigint | boolean | object | null;

export class Rejected extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/** How a service reads, compares and shows the values of a field, which are never null here. */
export interface Column {
  readonly comparators: readonly string[];
  /** The stored value of JSON: of a new row, or of an operand. */
  readonly read: (json: unknown) => Stored;
  /** What an operand becomes, if the service cuts it. */
  readonly cut?: (operand: Stored) => Stored;
  readonly show?: (stored: Stored) => unknown;
  /** What filters compare, and what an order compares. Default: the stored value; what filters compare. */
  readonly key?: (stored: Stored) => Stored;
  readonly orderKey?: (stored: Stored) => Stored;
}

const equality = ['eq', 'neq'];
const membership = [...equality, 'in', 'not_in'];
const order = [...membership, 'gt', 'gte', 'lt', 'lte'];
const texts = [...order, 'like', 'contains', 'not_contains'];

function expect(isValid: boolean, what: string, json: unknown): void {
  if (!isValid) throw new Rejected(`${JSON.stringify(json)} is not ${what}`);
}

const readText = (json: unknown): string => {
  expect(typeof json === 'string', 'text', json);
  return String(json);
};
const readNumber = (json: unknown): number => {
  expect(typeof json === 'number', 'a number', json);
  return Number(json);
};

/** Text; `fold` makes what filters compare, and the order compares the text as it is if `isFiner`. */
export const text = (fold?: (value: string) => string, isFiner = false): Column => ({
  comparators: texts,
  read: readText,
  ...(fold && { key: (stored) => fold(String(stored)) }),
  ...(isFiner && { orderKey: (stored) => stored }),
});

/** @param accepts - The values; others are rejected. Default: any text. */
export const enumeration = (
  accepts?: readonly string[],
  fold?: (value: string) => string,
): Column => ({
  ...text(fold),
  comparators: membership,
  read(json) {
    const value = readText(json);
    if (accepts && !accepts.includes(value)) throw new Rejected(`unknown value ${value}`);
    return value;
  },
});

const boolean: Column = {
  comparators: equality,
  read(json) {
    expect(typeof json === 'boolean', 'a boolean', json);
    return json === true;
  },
};

const json: Column = {
  comparators: [...equality, 'contains', 'not_contains', 'exists', 'not_exists'],
  read: (value) => value as object, // any JSON
};

/** A decimal with six digits, of which the service shows some. */
export const decimal = (shown: number): Column => ({
  comparators: texts,
  read(json) {
    const [, sign, whole = '', fraction = ''] =
      /^(-?)(\d+)(?:\.(\d{1,6})\d*)?$/.exec(String(json)) ?? [];
    expect(whole !== '', 'a decimal', json);
    return BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`);
  },
  show(stored) {
    const digits = `${stored}`.replace('-', '').padStart(7, '0');
    const [whole, fraction] = [digits.slice(0, -6), digits.slice(-6).slice(0, shown)];
    const isZero = /^0*$/.test(whole + fraction);
    return `${Number(stored) < 0 && !isZero ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
  },
});

const DAY = 86_400_000_000;

/** A date with microseconds, of which the service shows some digits; -1 for the date alone. */
export const date = (shown: number, cut?: (micros: number) => number): Column => ({
  comparators: order,
  read(json) {
    const [, day, time = 'T00:00:00', fraction = '', zone = 'Z'] =
      /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d)?(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/i.exec(
        String(json),
      ) ?? [];
    const millis = Date.parse(`${day}${time}${zone}`);
    expect(!Number.isNaN(millis), 'a date', json);
    return millis * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
  },
  ...(cut && { cut: (operand) => cut(Number(operand)) }),
  show(stored) {
    const micros = Number(stored);
    const seconds = new Date(Math.floor(micros / 1e6) * 1000).toISOString().slice(0, 19);
    const fraction = `${((micros % 1e6) + 1e6) % 1e6}`
      .padStart(6, '0')
      .slice(0, Math.max(0, shown));
    return shown < 0 ? seconds.slice(0, 10) : `${seconds}${fraction && `.${fraction}`}Z`;
  },
});

/** To the milliseconds, or to the day. */
export const cutTo = (unit: 'millisecond' | 'day') => (micros: number) => {
  const size = unit === 'day' ? DAY : 1000;
  return Math.floor(micros / size) * size;
};

/** A UUID, which SQL Server orders by its last six bytes, and by groups from right to left. */
export const sqlServerUuid: Column = {
  comparators: texts,
  read(json) {
    expect(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(readText(json)), 'a UUID', json);
    return readText(json);
  },
  key(stored) {
    const [a = '', b = '', c = '', d = '', e = ''] = String(stored).toLowerCase().split('-');
    const reversed = (group: string) => group.match(/../g)?.reverse().join('') ?? '';
    return e + d + reversed(c) + reversed(b) + reversed(a);
  },
};

/** The columns by kind, as they are unless a service says otherwise; `fold` is that of its text. */
export const columnsOf = (fold?: (value: string) => string) => ({
  ...{ uuid: text(fold), text: text(fold), code: text(fold), name: text(fold) },
  ...{ status: enumeration(undefined, fold), decimal: decimal(6), boolean, json },
  number: { comparators: order, read: readNumber } satisfies Column,
  ...{ created: date(3), updated: date(3), day: date(3) },
});
export type Kind = keyof ReturnType<typeof columnsOf>;
export const lower = (value: string): string => value.toLowerCase();
