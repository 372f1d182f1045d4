import JSON5 from 'json5';
import type { JsonObject, JsonValue } from '../../../src/schema/field.js';

/** How a field is compared. Each field of a service may be compared in another way. */
export interface Rules {
  readonly nulls: 'value' | 'sql';
  readonly text: 'exact' | 'insensitive';
  readonly like: 'exact' | 'insensitive';
  readonly nullOrder: 'largest' | 'smallest' | 'last' | 'first';
}

export type Kind =
  | 'text'
  | 'enum'
  | 'uuid'
  | 'decimal'
  | 'number'
  | 'boolean'
  | 'date'
  | 'json'
  | 'tags';

export interface Table {
  readonly fields: { readonly [name: string]: Kind };
  /** Such as `{ balances: ['balances', 'account_id'] }` for many, `{ account: 'account_id' }` for a single row. */
  readonly many?: { readonly [name: string]: readonly [table: string, key: string] };
  readonly one?: { readonly [name: string]: readonly [table: string, key: string] };
  rows: JsonObject[];
}

/** What a test may change at any time. */
export interface TinyOptions {
  tables: { [path: string]: Table };
  rules: Rules;
  /** By field, such as `accounts.name`. */
  exceptions: { [field: string]: Partial<Rules> };
  envelope: string | null;
  parameters: { where: string; include: string; take: string; skip: string; orderBy: string };
  pageSize: { default: number; max: number };
  /** Comparators and relations that every row matches, such as `decimal gte`, `relation balances`. */
  ignored: readonly string[];
  /** Comparators that are answered with 400. */
  rejected: readonly string[];
  hidden: readonly string[];
  /** The values that enumerations know. Default: any. */
  known?: readonly string[];
  /** Called before each answer: others write meanwhile. */
  onRequest?: () => void;
}

const text = [
  'eq',
  'neq',
  'in',
  'not_in',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'contains',
  'not_contains',
];
const comparators: { readonly [kind in Kind]: readonly string[] } = {
  text,
  uuid: text,
  decimal: text,
  enum: text.slice(0, 4),
  number: text.slice(0, 8),
  date: text.slice(0, 8),
  boolean: ['eq', 'neq'],
  json: ['eq', 'neq', 'contains', 'not_contains', 'exists', 'not_exists'],
  tags: ['some', 'none', 'every', 'eq', 'neq'],
};

const NO_TABLE: Table = { fields: {}, rows: [] };

class Rejection extends Error {}
type Match = boolean | undefined;

/** A service of few tables that shares no code with the package. */
export function tinyService(options: TinyOptions) {
  const rulesOf = (table: string, name: string): Rules => ({
    ...options.rules,
    ...options.exceptions[`${table}.${name}`],
  });

  function matches(table: string, where: JsonObject, row: JsonObject): Match {
    const parts = Object.entries(where).map(([name, value]) => (): Match => {
      if (name === 'AND' || name === 'OR')
        return combine(
          (value as JsonObject[]).map((part) => () => matches(table, part, row)),
          name === 'OR',
        );
      const { fields, many = {}, one = {} } = options.tables[table] ?? NO_TABLE;
      const filters = isObject(value) ? value : { eq: value };
      if (options.ignored.includes(`relation ${name}`)) return true;
      if (many[name]) {
        const [target, key] = many[name];
        const children =
          options.tables[target]?.rows.filter((child) => child[key] === row.id) ?? [];
        return Object.entries(filters).every(([quantifier, filter]) => {
          const found = children.map(
            (child) => matches(target, filter as JsonObject, child) === true,
          );
          if (quantifier === 'every') return found.every(Boolean);
          return found.includes(true) === (quantifier === 'some');
        });
      }
      if (one[name]) throw new Rejection(`${name} cannot be filtered`);
      const kind = fields[name];
      if (!kind || options.hidden.includes(`${table}.${name}`))
        throw new Rejection(`no field ${name}`);
      return combine(
        Object.entries(filters).map(
          ([comparator, operand]) =>
            () =>
              compareField(table, name, kind, comparator, operand, row[name] ?? null),
        ),
        false,
      );
    });
    return combine(parts, false);
  }

  function compareField(
    table: string,
    name: string,
    kind: Kind,
    comparator: string,
    operand: JsonValue,
    value: JsonValue,
  ): Match {
    const { nulls, text: letters, like } = rulesOf(table, name);
    if (options.ignored.includes(`${kind} ${comparator}`)) return true;
    if (
      !comparators[kind].includes(comparator) ||
      options.rejected.includes(`${kind} ${comparator}`)
    )
      throw new Rejection(`${name} has no ${comparator}`);
    const isOpposite = /^(neq|not_)/.test(comparator);
    if (kind === 'enum' && options.known)
      for (const item of [operand].flat())
        if (item !== null && !options.known.includes(String(item)))
          throw new Rejection(`unknown ${item}`);
    const key = (item: JsonValue): JsonValue => {
      if (item === null || typeof item === 'object') return JSON.stringify(item);
      if (kind === 'decimal') return Number(item);
      if (kind === 'date') return Date.parse(String(item));
      return letters === 'insensitive' && kind === 'text' ? String(item).toLowerCase() : item;
    };
    if ((comparator === 'eq' || comparator === 'neq') && operand === null)
      return (value === null) !== isOpposite;
    if (value === null) return nulls === 'sql' ? undefined : isOpposite;
    const fold = (item: JsonValue) =>
      like === 'insensitive' ? String(item).toLowerCase() : String(item);
    const [left, right] = [key(value), Array.isArray(operand) ? null : key(operand)];
    switch (comparator) {
      case 'eq':
      case 'neq':
        return (left === key(operand)) !== isOpposite;
      case 'in':
      case 'not_in':
        return (operand as JsonValue[]).map(key).includes(left) !== isOpposite;
      case 'like':
      case 'contains':
      case 'not_contains': {
        if (kind !== 'json') return fold(value).includes(fold(operand)) !== isOpposite;
        const found = Object.entries(operand as JsonObject).every(
          ([inner, item]) => (value as JsonObject)[inner] === item,
        );
        return found !== isOpposite;
      }
      case 'exists':
      case 'not_exists':
        return Object.hasOwn(value as object, String(operand)) !== isOpposite;
      case 'some':
      case 'none':
      case 'every': {
        const found = (value as JsonValue[]).map((item) => item === (operand as JsonObject).eq);
        if (comparator === 'every') return found.every(Boolean);
        return found.includes(true) === (comparator === 'some');
      }
    }
    const order = compare(left, right);
    if (comparator === 'gt') return order > 0;
    if (comparator === 'gte') return order >= 0;
    return comparator === 'lt' ? order < 0 : order <= 0;
  }

  function show(table: string, row: JsonObject, include: JsonObject): JsonObject {
    const { fields, many = {}, one = {} } = options.tables[table] ?? NO_TABLE;
    const names = Object.keys(fields).filter(
      (name) => !options.hidden.includes(`${table}.${name}`),
    );
    const shown: JsonObject = {};
    const chosen = Object.keys(include).filter((name) => fields[name]);
    for (const name of Object.keys(include))
      if (!names.includes(name) && !many[name] && !one[name])
        throw new Rejection(`no field ${name}`);
    for (const name of names)
      if (name === 'id' || chosen.length === 0 || chosen.includes(name))
        shown[name] = row[name] ?? null;
    for (const name of Object.keys(include)) {
      const [target = '', key = ''] = many[name] ?? one[name] ?? [];
      const rows = options.tables[target]?.rows ?? [];
      if (many[name])
        shown[name] = rows
          .filter((child) => child[key] === row.id)
          .map((child) => show(target, child, {}));
      const parent = rows.find(({ id }) => id === row[key]);
      if (one[name]) shown[name] = parent ? show(target, parent, {}) : null;
    }
    return shown;
  }

  function answer(url: URL): unknown {
    options.onRequest?.();
    const { parameters, pageSize, envelope } = options;
    for (const name of url.searchParams.keys())
      if (!Object.values(parameters).includes(name))
        throw new Rejection(`unknown parameter ${name}`);
    const read = (name: string): JsonObject => JSON5.parse(`{${url.searchParams.get(name) ?? ''}}`);
    const path = url.pathname.replace(/^\/v1\//, '');
    const table = options.tables[path] ? path : path.replace(/\/[^/]*$/, '');
    const rows = options.tables[table]?.rows;
    if (!rows) throw new Rejection('not found');
    const wrap = (data: unknown) =>
      envelope === null ? data : { [envelope]: data, meta: { page: 1 } };
    if (table !== path) {
      const row = rows.find(({ id }) => id === path.slice(table.length + 1));
      if (!row) throw new Rejection('not found');
      return wrap(show(table, row, read(parameters.include)));
    }
    const where = read(parameters.where);
    const include = read(parameters.include);
    const [field = 'id', direction = 'asc'] = (
      url.searchParams.get(parameters.orderBy) || 'id:asc'
    ).split(':');
    if (!options.tables[table]?.fields[field]) throw new Rejection(`no field ${field}`);
    const sign = direction === 'asc' ? 1 : -1;
    const { nullOrder } = rulesOf(table, field);
    const nullSign = { largest: sign, smallest: -sign, last: 1, first: -1 }[nullOrder];
    const [{ id }] = [where.AND ?? where].flat() as [JsonObject]; // most questions name a row
    const asked = typeof id === 'string' ? rows.filter((row) => row.id === id) : rows;
    const found = asked.filter((row) => matches(table, where, row) === true);
    const kind = options.tables[table]?.fields[field];
    const key = (row: JsonObject) =>
      kind === 'decimal' ? Number(row[field]) : (row[field] ?? null);
    found.sort((left, right) => {
      const [a, b] = [row(left), row(right)];
      if (a === null || b === null)
        return a === b ? compare(left.id ?? '', right.id ?? '') : a === null ? nullSign : -nullSign;
      return sign * compare(a, b) || compare(left.id ?? '', right.id ?? '');
      function row(item: JsonObject) {
        return item[field] === null ? null : key(item);
      }
    });
    const skip = Number(url.searchParams.get(parameters.skip) ?? 0);
    const take = Math.min(
      Number(url.searchParams.get(parameters.take) ?? pageSize.default),
      pageSize.max,
    );
    return wrap(found.slice(skip, skip + take).map((row) => show(table, row, include)));
  }

  return async (address: string): Promise<Response> => {
    try {
      return Response.json(answer(new URL(address)));
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      return Response.json(
        { message: error.message },
        { status: error.message === 'not found' ? 404 : 400 },
      );
    }
  };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function compare(left: JsonValue, right: JsonValue): number {
  if (left === right) return 0;
  const [a, b] = [left, right] as [number, number]; // or text
  return a > b ? 1 : -1;
}

/** The parts are not evaluated behind one that decides. */
function combine(parts: Iterable<() => Match>, decisive: boolean): Match {
  let result: Match = !decisive;
  for (const part of parts) {
    const match = part();
    if (match === decisive) return match;
    if (match === undefined) result = undefined;
  }
  return result;
}
