import type { Dialect } from 'payments-data-client';
import { columns, type pools, type Row, type Rows } from './sample-rows.js';
import type { Where } from './wheres.js';

/** Mistakes that an engine could make. A test plants each of them to see that it is detected. */
export const faults = {
  floats: 'decimals are compared as floats',
  everyOfNothing: 'every is false where there are no children',
  neqNull: 'neq is false for null',
  codeUnits: 'text is ordered by UTF-16 unit',
  notInNull: 'a null inside not_in matches nothing',
  undecided: 'not_contains is the plain opposite of contains',
  missingRow: 'a missing related row matches an opposite',
  milliseconds: 'digits of a date finer than a millisecond are cut off',
} as const;

export type Fault = keyof typeof faults;

/** The dialect of a service, and a planted fault. */
export interface Reading {
  readonly dialect?: Pick<Dialect, 'nulls' | 'text' | 'like'>;
  readonly fault?: Fault;
}

/** Between false and true: a comparison with null in SQL, which is neither. */
const UNKNOWN = 0.5;
type Truth = 0 | typeof UNKNOWN | 1;

const truth = (holds: boolean): Truth => (holds ? 1 : 0);
const least = (results: readonly Truth[]) => Math.min(1, ...results) as Truth; // of the same values
const most = (results: readonly Truth[]) => Math.max(0, ...results) as Truth; // of the same values

/** What a relation leads to, and the column that it is found by. */
const relations = {
  box: ['boxes', 'box_id'],
  things: ['things', 'box_id'],
  parts: ['boxes', 'parent_id'],
} as const;

const isRelation = (key: string): key is keyof typeof relations => Object.hasOwn(relations, key);

type Pool = keyof typeof pools;

/**
 * A slow and direct reading of the rules and of the members of a dialect that concern rows, without
 * a schema, a map or anything else of the package.
 *
 * @returns The ids of the rows that match a filter, in the order of the rows.
 */
export const interpret = (
  where: Where,
  resource: keyof Rows,
  rows: Rows,
  reading: Reading = {},
): string[] =>
  rows[resource]
    .filter((row) => new Interpreter(rows, reading).decide(where, row, resource) === 1)
    .map(({ id }) => id);

class Interpreter {
  readonly #isSql: boolean;
  readonly #foldsText: boolean;
  readonly #foldsLike: boolean;
  readonly #fault: Fault | undefined;

  constructor(
    readonly rows: Rows,
    { dialect = {}, fault }: Reading,
  ) {
    this.#isSql = dialect.nulls === 'sql';
    this.#foldsText = dialect.text === 'insensitive';
    this.#foldsLike = (dialect.like ?? dialect.text) === 'insensitive';
    this.#fault = fault;
  }

  decide(where: Where, row: Row, resource: keyof Rows): Truth {
    return least(
      Object.entries(where).map(([key, value]) => {
        if (key === 'AND' || key === 'OR') {
          const results = (value as Where[]).map((filter) => this.decide(filter, row, resource));
          return key === 'AND' ? least(results) : most(results);
        }
        if (key === 'box') return this.#decideBox(value as Where, row);
        if (isRelation(key)) return this.#quantify(value as { [word: string]: Where }, key, row);
        const pool = key === 'label' ? 'text' : columns[key as keyof typeof columns];
        const comparisons = isObject(value) ? value : { eq: value };
        return least(
          Object.entries(comparisons).map(([word, operand]) =>
            this.#compare(word, row[key] ?? null, operand, pool),
          ),
        );
      }),
    );
  }

  #decideBox(filter: Where, row: Row): Truth {
    if (Object.keys(filter).length === 0) return 1;
    const box = this.rows.boxes.find(({ id }) => id === row.box_id);
    if (box) return truth(this.decide(filter, box, 'boxes') === 1);
    if (this.#fault !== 'missingRow') return 0;
    return this.decide(filter, { id: '', label: null }, 'boxes');
  }

  #quantify(
    filters: { readonly [word: string]: Where },
    key: keyof typeof relations,
    row: Row,
  ): Truth {
    const [target, foreignKey] = relations[key];
    const children = this.rows[target].filter((child) => child[foreignKey] === row.id);
    const holds = Object.entries(filters).every(([word, filter]) => {
      const results = children.map((child) => this.decide(filter, child, target));
      if (word === 'some') return results.includes(1);
      if (word === 'none') return !results.includes(1);
      return !results.includes(0) && !(this.#fault === 'everyOfNothing' && results.length === 0);
    });
    return truth(holds);
  }

  #compare(word: string, value: unknown, operand: unknown, pool: Pool): Truth {
    // These ask for null, everything else compares with it.
    if ((word === 'eq' || word === 'neq') && operand === null)
      return truth((value === null) === (word === 'eq'));
    const items = Array.isArray(operand) ? operand : [operand];
    const isOpposite = word === 'neq' || word.startsWith('not_');
    if (items.length === 0) return truth(isOpposite);
    if (value === null) return this.#isSql ? UNKNOWN : truth(this.#matchesNull(word, items));
    if (word !== 'in' && word !== 'not_in') return truth(this.#holds(word, value, operand, pool));
    const hasNull = items.includes(null);
    const isListed = items.some((item) => item !== null && this.#isSame(value, item, pool));
    if (!isListed && hasNull && this.#isSql) return UNKNOWN;
    if (hasNull && this.#fault === 'notInNull' && isOpposite) return 0;
    return truth(isListed !== isOpposite);
  }

  /** Whether null matches a comparison with something else. */
  #matchesNull(word: string, items: readonly unknown[]): boolean {
    if (word === 'in') return items.includes(null);
    if (word === 'not_in') return !items.includes(null);
    if (word === 'neq') return this.#fault !== 'neqNull';
    return word.startsWith('not_');
  }

  /** Whether a value other than null matches a comparison with an operand that is no list. */
  #holds(word: string, value: unknown, operand: unknown, pool: Pool): boolean {
    if (word === 'eq') return this.#isSame(value, operand, pool);
    if (word === 'neq') return !this.#isSame(value, operand, pool);
    if (word.endsWith('exists'))
      return this.#exists(value, String(operand)) === (word === 'exists');
    if (pool === 'json') {
      const result = this.#contains(value, operand, 0);
      if (word === 'contains') return result === 1;
      return result === 0 || (this.#fault === 'undecided' && result !== 1);
    }
    if (word === 'like' || word.endsWith('contains'))
      return this.#isInside(String(operand), String(value)) === (word !== 'not_contains');
    const sign = this.#order(value, operand, pool);
    if (word === 'gt') return sign > 0;
    if (word === 'gte') return sign >= 0;
    return word === 'lt' ? sign < 0 : sign <= 0;
  }

  #isSame = (left: unknown, right: unknown, pool: Pool): boolean =>
    pool === 'json'
      ? sorted(left) === sorted(right)
      : pool === 'uuid'
        ? left === right
        : this.#order(left, right, pool) === 0;

  /** @param left - Of a row. */
  #order(left: unknown, right: unknown, pool: Pool): number {
    const fault = this.#fault;
    if (pool === 'decimal')
      return fault === 'floats'
        ? Number(left) - Number(right)
        : Number(scaled(String(left)) - scaled(String(right)));
    if (pool === 'date') return Number(nanoseconds(left, fault) - nanoseconds(right, fault));
    if (typeof right !== 'string') return Number(left) - Number(right);
    const isFolded = this.#foldsText && (pool === 'text' || pool === 'enumeration');
    const [value, operand] = isFolded ? [lower(left), lower(right)] : [String(left), right];
    if (fault === 'codeUnits') return value === operand ? 0 : value < operand ? -1 : 1;
    return byCodePoint(value, operand);
  }

  #isInside(part: string, whole: string): boolean {
    const [given, text] = this.#foldsLike ? [lower(part), lower(whole)] : [part, whole];
    return text.split(given).length > 1 || given === '';
  }

  #exists(value: unknown, path: string): boolean {
    if (!isObject(value)) return false;
    const keys = Object.keys(value).includes(path) ? [path] : path.split('.');
    let inside: unknown = value;
    for (const key of keys) {
      if (!isObject(inside) || !Object.keys(inside).includes(key)) return false;
      inside = inside[key];
    }
    return true;
  }

  /** `UNKNOWN` if an empty object is compared with a scalar. */
  #contains(value: unknown, wanted: unknown, depth: number): Truth {
    if (Array.isArray(wanted)) {
      if (!Array.isArray(value)) return 0;
      const inner = (item: unknown, part: unknown) => this.#contains(item, part, depth + 1);
      return least(wanted.map((part) => most(value.map((item) => inner(item, part)))));
    }
    if (!isObject(wanted)) return truth(value === wanted);
    if (!isObject(value)) {
      const isScalar = value !== null && !Array.isArray(value);
      // `contains: {}` itself asks for any object.
      return isScalar && Object.keys(wanted).length === 0 && depth > 0 ? UNKNOWN : 0;
    }
    return least(
      Object.entries(wanted).map(([key, part]) =>
        Object.keys(value).includes(key) ? this.#contains(value[key], part, depth + 1) : 0,
      ),
    );
  }
}

const isObject = (value: unknown): value is Where =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lower = (text: unknown): string =>
  Array.from(String(text), (character) => character.toLowerCase()).join('');

/** JSON with its keys in order, to be compared as text. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

/** An instant in nanoseconds since 1970, of a date-time with a zone. */
function nanoseconds(date: unknown, fault?: Fault): bigint {
  const [, seconds = '', fraction = '', zone = ''] =
    /^(.*?:\d\d:\d\d)(?:\.(\d+))?(.*)$/.exec(String(date)) ?? [];
  const digits = fault === 'milliseconds' ? fraction.slice(0, 3) : fraction;
  return BigInt(Date.parse(seconds + zone)) * 1_000_000n + BigInt(digits.padEnd(9, '0'));
}

function byCodePoint(left: string, right: string): number {
  const [a, b] = [codePoints(left), codePoints(right)];
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Each code point in six digits, so that the text of them has their order. */
const codePoints = (text: string): string =>
  [...text].map((point) => (point.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('');

/** As a whole number of 10^-30. */
function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.padEnd(30, '0'));
  return decimal.startsWith('-') ? -digits : digits;
}
