import type { Dialect } from 'payments-data-client';
import type { ResolvedDialect } from '../../../src/dialect/dialect.js';
import { resolveDialect } from '../../../src/dialect/resolve-dialect.js';
import type { Collation } from '../../../src/dialect/setting-values.js';
import { columns, type pools, type Row, type Rows } from './sample-rows.js';
import { jsonPaths, type Where } from './wheres.js';

/** Mistakes that an engine could make. A test plants each of them to see that it is detected. */
export const faults = {
  floats: 'decimals are compared as floats',
  decimalText: 'decimals inside a list are compared as text',
  wildcards: 'like takes % and _ for wildcards',
  everyOfNothing: 'every is false where there are no children',
  neqNull: 'neq is false for null',
  nullHasOrder: 'null matches an ordered comparator',
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

/** The dialect of a service, and a planted fault. */
export interface Reading {
  readonly dialect?: Dialect;
  readonly fault?: Fault;
}

/** Between false and true: a comparison with null that is neither. */
const UNKNOWN = 0.5;
type Truth = 0 | typeof UNKNOWN | 1;

const truth = (holds: boolean): Truth => (holds ? 1 : 0);
const least = (results: readonly Truth[]) => Math.min(1, ...results) as Truth; // of the same values
const most = (results: readonly Truth[]) => Math.max(0, ...results) as Truth; // of the same values

/**
 * A slow and direct reading of the rules and of every setting that concerns rows, without a schema,
 * a table, an index or anything else of the package.
 *
 * @returns The ids of the rows that match a filter; `rejected` if the service rejects the filter.
 */
export function interpret(
  where: Where,
  resource: keyof Rows,
  rows: Rows,
  { dialect: given, fault }: Reading = {},
): string[] | 'rejected' {
  const dialect = resolveDialect('interpret', given);
  if (isRejected(where, resource, dialect)) return 'rejected';
  const reader = new Interpreter(rows, dialect, fault);
  return rows[resource]
    .filter((row) => reader.decide(where, row, resource) === 1)
    .map(({ id }) => id);
}

/** What a relation leads to, and the column that it is found by. */
const relations = {
  box: ['boxes', 'box_id'],
  things: ['things', 'box_id'],
  parts: ['boxes', 'parent_id'],
} as const;

const isRelation = (key: string): key is keyof typeof relations => Object.hasOwn(relations, key);

const isNothing = (filter: Where): boolean => ['{}', '{"AND":[]}'].includes(JSON.stringify(filter));

function isRejected(where: Where, resource: keyof Rows, dialect: ResolvedDialect): boolean {
  const { empty, json, nulls, uuids } = dialect;
  return Object.entries(where).some(([key, asked]) => {
    if (key === 'AND' || key === 'OR') {
      const filters = asked as Where[];
      return (
        (filters.length === 0 && empty.or === 'rejected') ||
        filters.some((filter) => isRejected(filter, resource, dialect))
      );
    }
    if (key === 'box') return isRejected(asked as Where, 'boxes', dialect);
    if (isRelation(key))
      return Object.entries(asked as { [word: string]: Where }).some(
        ([word, filter]) =>
          (word !== 'every' && isNothing(filter) && empty.quantifier === 'rejected') ||
          isRejected(filter, relations[key][0], dialect),
      );
    const comparisons = isObject(asked) ? asked : { eq: asked };
    return Object.entries(comparisons).some(([word, operand]) => {
      const items = [operand].flat();
      if (items.includes(null) && word === 'in' && nulls.insideIn === 'rejected') return true;
      if (items.includes(null) && word === 'not_in' && nulls.insideNotIn === 'rejected')
        return true;
      if (items.length === 0 && word === 'in') return empty.in === 'rejected';
      if (items.length === 0 && word === 'not_in') return empty.notIn === 'rejected';
      if (word.endsWith('exists'))
        return String(operand).startsWith('$') && json.paths === 'dotted';
      if (key !== 'code' || uuids !== 'uuid' || /like|contains/.test(word)) return false;
      return items.some((item) => item !== null && String(item).split('-').length !== 5);
    });
  });
}

class Interpreter {
  constructor(
    readonly rows: Rows,
    readonly dialect: ResolvedDialect,
    readonly fault: Fault | undefined,
  ) {}

  decide(where: Where, row: Row, resource: keyof Rows): Truth {
    const { rows, dialect, fault } = this;
    return least(
      Object.entries(where).map(([key, asked]) => {
        if (key === 'AND')
          return least((asked as Where[]).map((filter) => this.decide(filter, row, resource)));
        if (key === 'OR') {
          const filters = asked as Where[];
          if (filters.length === 0)
            return truth(dialect.empty.or === 'everything' || fault === 'orOfNothing');
          return most(filters.map((filter) => this.decide(filter, row, resource)));
        }
        if (key === 'box') {
          const box = rows.boxes.find(({ id }) => id === row.box_id);
          if (Object.keys(asked as Where).length === 0) return 1;
          if (!box && fault === 'missingRow')
            return this.decide(asked as Where, { id: '', label: null }, 'boxes');
          return truth(box !== undefined && this.decide(asked as Where, box, 'boxes') === 1);
        }
        if (isRelation(key)) return this.#quantify(asked as { [word: string]: Where }, key, row);
        const pool = key === 'label' ? 'text' : columns[key as keyof typeof columns];
        const comparisons = isObject(asked) ? asked : { eq: asked };
        return least(
          Object.entries(comparisons).map(([word, operand]) =>
            this.#compare(word, row[key] ?? null, operand, pool),
          ),
        );
      }),
    );
  }

  #quantify(
    asked: { readonly [word: string]: Where },
    key: keyof typeof relations,
    row: Row,
  ): Truth {
    const [target, foreignKey] = relations[key];
    const children = this.rows[target].filter((child) => child[foreignKey] === row.id);
    const holds = Object.entries(asked).every(([word, filter]) => {
      if (word !== 'every' && isNothing(filter) && this.dialect.empty.quantifier === 'everything')
        return true;
      const results = children.map((child) => this.decide(filter, child, target));
      if (word === 'some') return results.includes(1);
      if (word === 'none') return !results.includes(1);
      return !results.includes(0) && !(this.fault === 'everyOfNothing' && results.length === 0);
    });
    return truth(holds);
  }

  #compare(word: string, value: unknown, operand: unknown, pool: Pool): Truth {
    const { empty, nulls } = this.dialect;
    const items = Array.isArray(operand) ? operand : [];
    if (word === 'in' && items.length === 0) return truth(empty.in === 'everything');
    if (word === 'not_in' && items.length === 0) return truth(empty.notIn === 'everything');
    // `eq: null` and `neq: null` ask for null, everything else compares with it.
    const asksForNull = (word === 'eq' || word === 'neq') && operand === null;
    if (asksForNull) return truth((value === null) === (word === 'eq'));
    const open = nulls.every === 'unknown' ? UNKNOWN : 0;
    if (value === null) return truth(this.#matchesNull(word, items, pool)) || open;
    const known = items.filter((item) => item !== null);
    const isListed = known.some((item) =>
      this.fault === 'decimalText' && pool === 'decimal' && word === 'in'
        ? String(item) === value
        : this.#isSame(value, item, pool),
    );
    if (word === 'in')
      return (
        truth(isListed) || (items.length > known.length && nulls.insideIn === 'ignored' ? open : 0)
      );
    if (word === 'not_in') {
      if (this.fault === 'notInNull' && items.length > known.length) return 0;
      const isOpen = items.length > known.length && nulls.insideNotIn === 'nothing';
      return isListed ? 0 : isOpen ? open : 1;
    }
    return truth(this.#holds(word, value, operand, pool));
  }

  /** Whether null matches a comparison with something else. */
  #matchesNull(word: string, items: readonly unknown[], pool: Pool): boolean {
    const { nulls } = this.dialect;
    const { fault } = this;
    const isJson = pool === 'json';
    switch (word) {
      case 'neq':
        return (isJson ? nulls.jsonNeq : nulls.neq) === 'matched' && fault !== 'neqNull';
      case 'in':
        return items.includes(null) && nulls.insideIn === 'compared';
      case 'not_in':
        if (items.includes(null) && (nulls.insideNotIn !== 'ignored' || fault === 'notInNull'))
          return false;
        return nulls.notIn === 'matched';
      case 'not_contains':
        return (isJson ? nulls.jsonNotContains : nulls.notContains) === 'matched';
      case 'not_exists':
        return nulls.jsonNotExists === 'matched';
      default:
        return fault === 'nullHasOrder' && /^[gl]te?$/.test(word);
    }
  }

  /** Whether a value other than null matches a comparison with an operand that is no list. */
  #holds(word: string, value: unknown, operand: unknown, pool: Pool): boolean {
    if (word === 'eq') return this.#isSame(value, operand, pool);
    if (word === 'neq') return !this.#isSame(value, operand, pool);
    if (word.endsWith('exists'))
      return this.#exists(value, operand as string) === (word === 'exists');
    if (pool === 'json') {
      const result = this.#contains(value, operand, 0);
      const isOpposite = this.fault === 'undecided';
      return word === 'contains' ? result === 1 : result === 0 || (isOpposite && result !== 1);
    }
    if (word === 'like' || word.endsWith('contains'))
      return this.#isInside(String(operand), String(value)) === (word !== 'not_contains');
    const sign = this.#order(value, operand, pool);
    if (word === 'gt') return sign > 0;
    if (word === 'gte') return sign >= 0;
    return word === 'lt' ? sign < 0 : sign <= 0;
  }

  #isSame(left: unknown, right: unknown, pool: Pool): boolean {
    const { text, uuids } = this.dialect;
    if (pool === 'json') return sorted(left) === sorted(right);
    if (pool === 'uuid') return uuids !== 'text' ? lower(left) === lower(right) : left === right;
    if (pool === 'text' || pool === 'enumeration')
      return text.equality === 'collation'
        ? collated(left, text.collation) === collated(right, text.collation)
        : left === right;
    return this.#order(left, right, pool) === 0;
  }

  /** @param left - Of a row. */
  #order(left: unknown, right: unknown, pool: Pool): number {
    const { fault } = this;
    const { dates, text, uuids } = this.dialect;
    if (pool === 'decimal') {
      if (fault === 'floats') return Math.sign(Number(left) - Number(right));
      return Number(scaled(String(left)) - scaled(String(right)));
    }
    if (pool === 'date' && fault !== 'dateText') {
      if (dates === 'text') return byCodePoint(storedDate(left), String(right));
      if (dates === 'shown') return Number(nanoseconds(left, fault) - nanoseconds(right, fault));
      if (dates === 'milliseconds') {
        const given = nanoseconds(right);
        const dropped = ((given % 1_000_000n) + 1_000_000n) % 1_000_000n;
        return Number(nanoseconds(left) - (given - dropped));
      }
      return Number(nanoseconds(left) - toMicroseconds(nanoseconds(right)));
    }
    if (typeof right !== 'string') return Math.sign(Number(left) - Number(right));
    const value = String(left);
    if (fault === 'codeUnits' || fault === 'dateText')
      return value === right ? 0 : value < right ? -1 : 1;
    if (pool === 'uuid' && uuids !== 'text') return byCodePoint(lower(value), lower(right));
    if (pool !== 'text') return byCodePoint(value, right);
    return (
      byCollation(value, right, text.collation) ||
      (text.equality === 'exact' ? byCodePoint(value, right) : 0)
    );
  }

  #isInside(part: string, whole: string): boolean {
    const { like, wildcards } = this.dialect.text;
    const { collation } = this.dialect.text;
    const folds = {
      exact: (one: string) => one,
      insensitive: lower,
      asciiInsensitive: (one: string) => collated(one, { ignores: ['asciiCase'] }),
      collation: (one: string) => collated(one, collation, ['trailingSpaces']),
    };
    const [given, text] = [folds[like](part), folds[like](whole)];
    const usesWildcards = wildcards !== 'none' || this.fault === 'wildcards';
    if (!usesWildcards) return text.split(given).length > 1 || given === '';
    // The service looks for `%part%`, so that a backslash at the end escapes the last wildcard.
    const token = wildcards === 'sql' ? /\\(.)|./gsu : /($^)|./gsu;
    const pattern = `%${given}%`.replace(token, (one, escaped?: string) => {
      if (escaped !== undefined) return quoted(escaped);
      return one === '%' ? '.*' : one === '_' ? '.' : quoted(one);
    });
    return new RegExp(`^${pattern}$`, 'su').test(text);
  }

  #exists(value: unknown, path: string): boolean {
    const { json } = this.dialect;
    const counts = (found: unknown) =>
      found !== null || (json.exists === 'key' && this.fault !== 'existsNull');
    if (path.startsWith('$') && json.paths === 'jsonpath')
      return at(value, jsonPaths[path] ?? []).some(counts);
    if (!isObject(value)) return false;
    const isKey = Object.keys(value).includes(path);
    if (!isKey && json.paths === 'literal') return false;
    const found = at(value, isKey ? [path] : path.split('.'), isObject);
    return found.some(counts);
  }

  /** `UNKNOWN` if an empty object is compared with a scalar. */
  #contains(value: unknown, given: unknown, depth: number): Truth {
    const { json } = this.dialect;
    const isEmpty = isObject(given) && Object.keys(given).length === 0;
    if (json.contains === 'shallow' && depth > 0 && !isEmpty)
      return truth(sorted(value) === sorted(given));
    if (Array.isArray(given)) {
      if (!Array.isArray(value)) return 0;
      if (json.arrays === 'whole') return truth(sorted(value) === sorted(given));
      const inner = (item: unknown, wanted: unknown) => this.#contains(item, wanted, depth + 1);
      if (json.arrays === 'positions' || this.fault === 'arrayOrder')
        return least(
          given.map((wanted, index) => (index in value ? inner(value[index], wanted) : 0)),
        );
      return least(given.map((wanted) => most(value.map((item) => inner(item, wanted)))));
    }
    if (!isObject(given)) return truth(value === given);
    const isMember = depth > 0; // `contains: {}` itself asks for any object
    if (isEmpty && isMember && json.emptyObject === 'anything') return 1;
    if (!isObject(value)) {
      const isScalar = value !== null && !Array.isArray(value);
      return isScalar && isEmpty && isMember && json.notContains === 'undecided' ? UNKNOWN : 0;
    }
    if (isEmpty && isMember && json.emptyObject === 'equal')
      return truth(Object.keys(value).length === 0);
    return least(
      Object.entries(given).map(([key, wanted]) =>
        Object.keys(value).includes(key) ? this.#contains(value[key], wanted, depth + 1) : 0,
      ),
    );
  }
}

type Pool = keyof typeof pools;

const isObject = (value: unknown): value is Where =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lower = (text: unknown): string =>
  Array.from(String(text), (one) => one.toLowerCase()).join('');

const bases: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l' };

/** A text without what a collation ignores, character by character. */
function collated(text: unknown, collation: Collation, except: readonly string[] = []): string {
  const { locale = 'codePoint', ignores = [] } =
    typeof collation === 'string' ? { locale: collation } : collation;
  const isIgnored = (what: (typeof ignores)[number]) =>
    ignores.includes(what) && !except.includes(what);
  let characters = Array.from(String(text));
  if (isIgnored('trailingSpaces'))
    while (characters.at(-1) === ' ') characters = characters.slice(0, -1);
  return characters
    .map((character) => {
      if (isIgnored('asciiCase') && character >= 'A' && character <= 'Z')
        return character.toLowerCase();
      let one = character;
      if (isIgnored('accents')) {
        if (locale === 'codePoint' && one > '\uFFFF') return '\uFFFD';
        if (locale !== 'codePoint')
          one = bases[one] ?? one.normalize('NFKD').replace(/\p{M}/gu, '');
        else if (one === 'ß') one = 'S';
        else if (one < '\u2000') one = Array.from(one.normalize('NFD'))[0] ?? one;
      }
      if (!isIgnored('case')) return one;
      return locale === 'codePoint' && isIgnored('accents') ? one.toUpperCase() : lower(one);
    })
    .join('');
}

function byCollation(left: string, right: string, collation: Collation): number {
  const locale = typeof collation === 'string' ? collation : (collation.locale ?? 'codePoint');
  const [one, other] = [collated(left, collation), collated(right, collation)];
  return locale === 'codePoint'
    ? byCodePoint(one, other)
    : one.localeCompare(other, locale) || byCodePoint(one, other);
}

const quoted = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');

/** The values that steps lead to: names, indexes and `*`. */
function at(value: unknown, steps: readonly string[], canEnter = isContainer): unknown[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [value];
  if (!canEnter(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === step || step === '*' ? at(member, rest, canEnter) : [],
  );
}

const isContainer = (value: unknown): value is Where => typeof value === 'object' && value !== null;

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

/** Rounds nanoseconds, as a type with microseconds does. */
function toMicroseconds(nanoseconds: bigint): bigint {
  const rest = ((nanoseconds % 1000n) + 1000n) % 1000n;
  return nanoseconds - rest + (rest < 500n ? 0n : 1000n);
}

/** A date of a row as the service stores it. */
const storedDate = (date: unknown): string =>
  /\.\d{4}/.test(String(date)) ? String(date) : new Date(String(date)).toISOString();

function byCodePoint(left: string, right: string): number {
  const [a, b] = [codePoints(left), codePoints(right)];
  return a === b ? 0 : a < b ? -1 : 1;
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
