import type { Dialect } from 'payments-data-client';
import { columns, type pools, type Rows } from './sample-rows.js';
import type { Where } from './wheres.js';

type Pool = keyof typeof pools;

/**
 * The types of the columns: exact numbers, instants, and text in the order of its bytes, which is
 * that of code points.
 */
const types: Record<Pool, string> = {
  text: 'text collate "C"',
  uuid: 'text collate "C"', // compared as text: decision 28
  decimal: 'numeric',
  number: 'numeric',
  integer: 'numeric',
  boolean: 'boolean',
  enumeration: 'text collate "C"',
  date: 'timestamptz',
  json: 'jsonb',
};

/**
 * Tables for the rows. Decimals stand there a second time as text, on which `like` works (decision
 * 22).
 */
export const tables = [
  'create table boxes (id text primary key, label text collate "C", parent_id text)',
  `create table things (id text primary key, box_id text, amount_text text, ${Object.entries(
    columns,
  )
    .map(([name, pool]) => `${name} ${types[pool]}`)
    .join(', ')})`,
  // Whether containment is possible where an empty object counts as held by a scalar (decision 25).
  `create function may_contain(v jsonb, g jsonb) returns boolean language plpgsql immutable as $$
   begin
     if v is null then return false; end if;
     if g = '{}' then return jsonb_typeof(v) in ('object', 'string', 'number', 'boolean'); end if;
     if jsonb_typeof(g) = 'object' then
       return jsonb_typeof(v) = 'object'
         and (select bool_and(may_contain(v -> key, g -> key)) from jsonb_object_keys(g) key);
     end if;
     if jsonb_typeof(g) = 'array' then
       return jsonb_typeof(v) = 'array' and not exists (
         select from jsonb_array_elements(g) wanted where not exists (
           select from jsonb_array_elements(v) held where may_contain(held.value, wanted.value)));
     end if;
     return v = g;
   end $$`,
];

/** The statements that fill the tables. */
export function inserts(rows: Rows): string[] {
  const insert = (table: string, values: Record<string, string>) =>
    `insert into ${table} (${Object.keys(values)}) values (${Object.values(values)})`;
  return [
    ...rows.boxes.map(({ id, label, parent_id }) =>
      insert('boxes', { id: literal(id), label: literal(label), parent_id: literal(parent_id) }),
    ),
    ...rows.things.map(({ id, box_id, ...row }) => {
      const fields = Object.entries(columns).map(([name, pool]) => [
        name,
        literal(row[name], pool),
      ]);
      const others = { id: literal(id), box_id: literal(box_id), amount_text: literal(row.amount) };
      return insert('things', { ...others, ...Object.fromEntries(fields) });
    }),
  ];
}

function literal(value: unknown, pool: Pool = 'text'): string {
  if (value === null || value === undefined) return 'null';
  const text = pool === 'json' ? JSON.stringify(value) : String(value);
  return `('${text.replaceAll("'", "''")}'::${types[pool]})`;
}

/** The members of a dialect that a query follows. */
type SqlDialect = Pick<Dialect, 'nulls' | 'text' | 'like'>;

let aliases = 0;

/** A query for the ids of the rows that match. */
export function toSql(resource: keyof Rows, where: Where, dialect: SqlDialect = {}): string {
  aliases = 0;
  return `select id from ${resource} t0 where ${condition(where, resource, 't0', dialect)} order by id collate "C"`;
}

/**
 * By default, a condition that is never null: each comparison is decided on the spot, as the
 * decisions on null have it. With `nulls: 'sql'`, the logic is that of the database.
 */
function condition(where: Where, resource: keyof Rows, table: string, dialect: SqlDialect): string {
  const again = (filter: Where) => condition(filter, resource, table, dialect);
  return all(
    Object.entries(where).map(([key, asked]) => {
      if (key === 'AND') return all((asked as Where[]).map(again));
      if (key === 'OR') return any((asked as Where[]).map(again));
      if (key === 'box') return related(asked as Where, table, dialect);
      if (key === 'things') return quantified(asked as Where, 'things', 'box_id', table, dialect);
      if (key === 'parts') return quantified(asked as Where, 'boxes', 'parent_id', table, dialect);
      const pool = key === 'label' ? 'text' : columns[key as keyof typeof columns];
      const comparisons = typeof asked === 'object' && asked !== null ? asked : { eq: asked };
      return all(
        Object.entries(comparisons).map(([word, operand]) =>
          comparison(`${table}.${key}`, pool, word, operand, dialect),
        ),
      );
    }),
  );
}

const all = (conditions: readonly string[]) => `(${['true', ...conditions].join(' and ')})`; // decision 18
const any = (conditions: readonly string[]) => `(${['false', ...conditions].join(' or ')})`;

/** The row of a to-one relation; no constraint for an empty filter (decision 10). */
function related(asked: Where, table: string, dialect: SqlDialect): string {
  if (Object.keys(asked).length === 0) return 'true';
  const box = `t${++aliases}`;
  const holds = condition(asked, 'boxes', box, dialect);
  return `exists (select from boxes ${box} where ${box}.id = ${table}.box_id and ${holds})`;
}

function quantified(
  asked: Where,
  target: keyof Rows,
  foreignKey: string,
  parent: string,
  dialect: SqlDialect,
): string {
  return all(
    Object.entries(asked).map(([word, filter]) => {
      const child = `t${++aliases}`;
      const holds = condition(filter as Where, target, child, dialect);
      const exists = (what: string) =>
        `exists (select from ${target} ${child} where ${child}.${foreignKey} = ${parent}.id and ${what})`;
      if (word === 'some') return exists(holds);
      return word === 'none' ? `not ${exists(holds)}` : `not ${exists(`not ${holds}`)}`;
    }),
  );
}

const orders: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

function comparison(
  plainColumn: string,
  pool: Pool,
  word: string,
  operand: unknown,
  { nulls, text, like = text }: SqlDialect,
): string {
  const isSql = nulls === 'sql';
  const isText = pool === 'text' || pool === 'enumeration';
  const isFolded = isText && text === 'insensitive' && !/like|contains/.test(word);
  const column = isFolded ? folded(plainColumn) : plainColumn;
  const literalOf = (item: unknown) =>
    isFolded && item !== null ? folded(literal(item, pool)) : literal(item, pool);
  const value = () => literalOf(operand);
  /** A condition that is null for null, or else decided. */
  const decided = (condition: string, ofNull = false) =>
    isSql ? `(${condition})` : `coalesce(${condition}, ${ofNull})`;
  switch (word) {
    case 'eq':
      return `${column} ${isSql && operand !== null ? '=' : 'is not distinct from'} ${value()}`;
    case 'neq': // true for null by default: decision 17
      return `${column} ${isSql && operand !== null ? '<>' : 'is distinct from'} ${value()}`;
    case 'in':
      return isIn(column, (operand as unknown[]).map(literalOf), isSql);
    case 'not_in':
      return `not ${isIn(column, (operand as unknown[]).map(literalOf), isSql)}`; // true for null by default: decision 17
    case 'exists':
    case 'not_exists': {
      const holds = `${word === 'exists' ? '' : 'not '}${exists(column, String(operand))}`;
      return isSql ? `(${column} is not null or null) and ${holds}` : holds; // true for null: decision 27
    }
    case 'not_contains':
      if (pool !== 'json') break;
      return isSql
        ? `(${column} is not null or null) and not may_contain(${column}, ${value()})`
        : `not coalesce(may_contain(${column}, ${value()}), false)`; // decisions 25 and 27
  }
  if (word === 'contains' && pool === 'json') return decided(`${column} @> ${value()}`);
  if (word === 'contains' || word === 'like' || word === 'not_contains') {
    const stored = pool === 'decimal' ? column.replace(/amount$/, 'amount_text') : column;
    const fold = (what: string) => (like === 'insensitive' ? folded(what) : what);
    const holds = `position(${fold(literal(operand))} in ${fold(stored)}) > 0`; // no wildcards: decision 20
    return word === 'not_contains' ? `not ${decided(holds)}` : decided(holds); // true for null: decision 12
  }
  return decided(`${column} ${orders[word]} ${value()}`);
}

/** The sample has capital letters of ASCII only. */
const folded = (text: string): string => `lower(${text})`;

function isIn(column: string, literals: readonly string[], isSql: boolean): string {
  if (isSql) return any(literals.map((item) => `${column} = ${item}`));
  const nulls = literals.includes('null') ? [`${column} is null`] : []; // decision 17
  const others = literals.filter((item) => item !== 'null');
  return any([...nulls, ...others.map((item) => `coalesce(${column} = ${item}, false)`)]);
}

/** The literal key first, then a path through objects; arrays are not entered (decision 26). */
function exists(column: string, path: string): string {
  const has = (value: string, key: string) =>
    `coalesce(jsonb_typeof(${value}) = 'object' and ${value} ? ${literal(key)}, false)`;
  const keys = path.split('.');
  const steps = keys.map((key, index) => {
    const inside = keys.slice(0, index).map((step) => ` -> ${literal(step)}`);
    return has(`(${column}${inside.join('')})`, key);
  });
  return any([has(column, path), all(steps)]);
}
