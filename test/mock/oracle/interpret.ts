import { columns, type pools, type Row, type Rows } from './sample-rows.js';
import type { Where } from './wheres.js';

/** Mistakes that an engine could make. A test plants each of them to see that it is detected. */
export const faults = {
  floats: 'decimals are compared as floats',
  decimalText: 'decimals inside a list are compared as text',
  wildcards: 'like takes % and _ for wildcards',
  everyOfNothing: 'every is false where there are no children',
  neqNull: 'neq is false for null',
  nullIsZero: 'null is ordered as zero',
  codeUnits: 'text is ordered by UTF-16 unit',
  notInNull: 'a null inside not_in matches nothing',
  dateText: 'dates are compared as text',
  arrayOrder: 'arrays contain one another by position',
  existsNull: 'a key that holds null does not exist',
  undecided: 'not_contains is the plain opposite of contains',
  orOfNothing: 'OR of nothing is true',
  missingRow: 'a missing related row matches an opposite',
  milliseconds: 'digits of a date finer than a millisecond are cut off',
} as const;

export type Fault = keyof typeof faults;

/** The options of a mock that change what a filter means, and a planted fault. */
export interface Reading {
  readonly nulls?: 'value' | 'sql';
  readonly like?: 'sensitive' | 'insensitive';
  readonly fault?: Fault;
}

/**
 * Whether a row matches a filter: a slow and direct reading of the rules, without a schema, a table or an index.
 */
export function interpret(
  where: Where,
  row: Row,
  resource: keyof Rows,
  rows: Rows,
  reading: Reading = {},
): boolean {
  const { fault } = reading;
  const again = (filter: Where, other = row, of = resource) => interpret(filter, other, of, rows, reading);
  return Object.entries(where).every(([key, asked]) => {
    if (key === 'AND') return (asked as Where[]).every((filter) => again(filter));
    if (key === 'OR') {
      const filters = asked as Where[];
      return filters.some((filter) => again(filter)) || (fault === 'orOfNothing' && filters.length === 0);
    }
    if (key === 'box') {
      const box = rows.boxes.find(({ id }) => id === row.box_id);
      if (!box && fault === 'missingRow') return again(asked as Where, { id: '', label: null }, 'boxes');
      return (
        Object.keys(asked as Where).length === 0 || (box !== undefined && again(asked as Where, box, 'boxes'))
      );
    }
    if (key === 'things' || key === 'parts') {
      const [target, foreignKey] =
        key === 'things' ? (['things', 'box_id'] as const) : (['boxes', 'parent_id'] as const);
      const children = rows[target].filter((child) => child[foreignKey] === row.id);
      return Object.entries(asked as Where).every(([word, filter]) => {
        const matching = children.filter((child) => again(filter as Where, child, target)).length;
        if (word === 'some') return matching > 0;
        if (word === 'none') return matching === 0;
        return matching === children.length && !(fault === 'everyOfNothing' && matching === 0);
      });
    }
    const pool = key === 'label' ? 'text' : columns[key as keyof typeof columns];
    const comparisons = isObject(asked) ? asked : { eq: asked };
    return Object.entries(comparisons).every(([word, operand]) =>
      compare(word, row[key] ?? null, operand, pool, reading),
    );
  });
}

const isObject = (value: unknown): value is Where =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function compare(
  word: string,
  value: unknown,
  operand: unknown,
  pool: keyof typeof pools,
  { nulls, like, fault }: Reading,
): boolean {
  const isNull = value === null && nulls === 'sql' && pool !== 'json';
  const equal = (other: unknown) => isSame(value, other, pool, fault);
  switch (word) {
    case 'eq':
      return equal(operand);
    case 'neq':
      return !isNull && !equal(operand) && !(fault === 'neqNull' && value === null);
    case 'in':
      return (operand as unknown[]).some((item) =>
        fault === 'decimalText' && pool === 'decimal' ? String(item) === value : equal(item),
      );
    case 'not_in':
      if (fault === 'notInNull' && (operand as unknown[]).includes(null)) return false;
      return !(isNull && (operand as unknown[]).length > 0) && !(operand as unknown[]).some(equal);
    case 'exists':
    case 'not_exists':
      return exists(value, operand as string, fault) === (word === 'exists');
  }
  if (pool === 'json') {
    const result = contains(value, operand, fault);
    return word === 'contains'
      ? result === true
      : result === false || (fault === 'undecided' && result !== true);
  }
  if (word === 'like' || word === 'contains' || word === 'not_contains') {
    const fold = (text: unknown) => (like === 'insensitive' ? String(text).toUpperCase() : String(text));
    const holds = value !== null && isInside(fold(operand), fold(value), fault);
    return word === 'not_contains' ? !isNull && !holds : holds;
  }
  if (value === null && fault !== 'nullIsZero') return false;
  const sign = orderOf(value, operand, pool, fault);
  if (word === 'gt') return sign > 0;
  if (word === 'gte') return sign >= 0;
  return word === 'lt' ? sign < 0 : sign <= 0;
}

function isSame(left: unknown, right: unknown, pool: keyof typeof pools, fault?: Fault): boolean {
  if (left === null || right === null) return left === right;
  if (pool === 'json') return sorted(left) === sorted(right);
  return orderOf(left, right, pool, fault) === 0;
}

/** JSON with its keys in order, to be compared as text. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

function orderOf(left: unknown, right: unknown, pool: keyof typeof pools, fault?: Fault): number {
  if (pool === 'decimal') {
    if (fault === 'floats') return Math.sign(Number(left ?? 0) - Number(right));
    return Number(scaled(String(left ?? 0)) - scaled(String(right)));
  }
  if (pool === 'date' && fault !== 'dateText')
    return Number(nanoseconds(left ?? '1970-01-01T00:00:00Z', fault) - nanoseconds(right, fault));
  if (typeof right !== 'string') return Math.sign(Number(left) - Number(right));
  const text = String(left ?? '');
  if (fault === 'codeUnits' || fault === 'dateText') return text === right ? 0 : text < right ? -1 : 1;
  const [a, b] = [codePoints(text), codePoints(right)];
  return a === b ? 0 : a < b ? -1 : 1;
}

/** An instant in nanoseconds since 1970, of a date-time with a zone. */
function nanoseconds(date: unknown, fault?: Fault): bigint {
  const [, seconds = '', fraction = '', zone = ''] =
    /^(.*?:\d\d:\d\d)(?:\.(\d+))?(.*)$/.exec(String(date)) ?? [];
  const digits = fault === 'milliseconds' ? fraction.slice(0, 3) : fraction;
  return BigInt(Date.parse(seconds + zone)) * 1_000_000n + BigInt(digits.padEnd(9, '0'));
}

/** Each code point in six digits, so that the text of them has their order. */
const codePoints = (text: string): string =>
  [...text].map((one) => (one.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('');

/** As a whole number of 10^-30. */
function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.padEnd(30, '0'));
  return decimal.startsWith('-') ? -digits : digits;
}

function isInside(part: string, whole: string, fault?: Fault): boolean {
  if (fault !== 'wildcards') return whole.split(part).length > 1 || part === '';
  const pattern = part
    .replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return new RegExp(pattern, 's').test(whole);
}

function exists(value: unknown, path: string, fault?: Fault): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value).includes(path) ? [path] : path.split('.');
  let inside: unknown = value;
  for (const key of keys) {
    if (!isObject(inside) || !Object.keys(inside).includes(key)) return false;
    inside = inside[key];
  }
  return fault !== 'existsNull' || inside !== null;
}

/** `undefined` for undecided, which lies between `false` and `true`. */
function contains(value: unknown, given: unknown, fault?: Fault): boolean | undefined {
  if (Array.isArray(given)) {
    if (!Array.isArray(value)) return false;
    if (fault === 'arrayOrder') return least(given.map((item, index) => contains(value[index], item, fault)));
    return least(given.map((wanted) => most(value.map((item) => contains(item, wanted, fault)))));
  }
  if (!isObject(given)) return value === given;
  if (!isObject(value)) {
    const scalar = value !== null && value !== undefined && !Array.isArray(value);
    return scalar && Object.keys(given).length === 0 ? undefined : false;
  }
  return least(
    Object.entries(given).map(([key, wanted]) =>
      Object.keys(value).includes(key) ? contains(value[key], wanted, fault) : false,
    ),
  );
}

const rank = (result: boolean | undefined): number => (result === undefined ? 1 : result ? 2 : 0);
const unrank = (result: number): boolean | undefined => (result === 1 ? undefined : result === 2);
const least = (results: readonly (boolean | undefined)[]) => unrank(Math.min(2, ...results.map(rank)));
const most = (results: readonly (boolean | undefined)[]) => unrank(Math.max(0, ...results.map(rank)));
