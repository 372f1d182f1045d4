import type { Reading } from './interpret.js';
import { columns, type pools, type Rows } from './sample-rows.js';
import type { Where } from './wheres.js';

type Pool = keyof typeof pools;

/** The types of the columns: exact numbers, instants, and text in the order of its bytes, which is that of code points. */
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

/** Tables for the rows. Decimals stand there a second time as text, on which `like` works (decision 22). */
export const tables = [
  'create table boxes (place serial, id text primary key, label text collate "C", parent_id text)',
  `create table things (place serial, id text primary key, box_id text, amount_text text, ${Object.entries(
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
  const insert = (table: string, values: readonly (readonly [string, string])[]) =>
    `insert into ${table} (${values.map(([name]) => name).join()}) values (${values.map(([, value]) => value).join()})`;
  return [
    ...rows.boxes.map(({ id, label, parent_id }) =>
      insert('boxes', [
        ['id', literal(id)],
        ['label', literal(label)],
        ['parent_id', literal(parent_id)],
      ]),
    ),
    ...rows.things.map((row) =>
      insert('things', [
        ['id', literal(row.id)],
        ['box_id', literal(row.box_id)],
        ['amount_text', literal(row.amount)],
        ...Object.entries(columns).map(([name, pool]) => [name, literal(row[name], pool)] as const),
      ]),
    ),
  ];
}

function literal(value: unknown, pool: Pool = 'text'): string {
  if (value === null || value === undefined) return 'null';
  const text = pool === 'json' ? JSON.stringify(value) : String(value);
  return `('${text.replaceAll("'", "''")}'::${types[pool]})`;
}

let aliases = 0;

/** A query for the ids of the rows that match. */
export function toSql(resource: keyof Rows, where: Where, reading: Reading = {}): string {
  aliases = 0;
  return `select id from ${resource} t0 where ${condition(where, resource, 't0', reading)} order by place`;
}

/** A condition that is never null: each comparison is decided on the spot, as the decisions on null have it. */
function condition(where: Where, resource: keyof Rows, table: string, reading: Reading): string {
  const again = (filter: Where) => condition(filter, resource, table, reading);
  return all(
    Object.entries(where).map(([key, asked]) => {
      if (key === 'AND') return all((asked as Where[]).map(again));
      if (key === 'OR') return any((asked as Where[]).map(again));
      if (key === 'box') return related(asked as Where, table, reading);
      if (key === 'things') return quantified(asked as Where, 'things', 'box_id', table, reading);
      if (key === 'parts') return quantified(asked as Where, 'boxes', 'parent_id', table, reading);
      const pool = key === 'label' ? 'text' : columns[key as keyof typeof columns];
      const comparisons = typeof asked === 'object' && asked !== null ? asked : { eq: asked };
      return all(
        Object.entries(comparisons).map(([word, operand]) =>
          comparison(`${table}.${key}`, pool, word, operand, reading),
        ),
      );
    }),
  );
}

const all = (conditions: readonly string[]) => `(${['true', ...conditions].join(' and ')})`; // decision 18
const any = (conditions: readonly string[]) => `(${['false', ...conditions].join(' or ')})`;

/** The row of a to-one relation; no constraint for an empty filter (decision 10). */
function related(asked: Where, table: string, reading: Reading): string {
  if (Object.keys(asked).length === 0) return 'true';
  const box = `t${++aliases}`;
  const holds = condition(asked, 'boxes', box, reading);
  return `exists (select from boxes ${box} where ${box}.id = ${table}.box_id and ${holds})`;
}

function quantified(
  asked: Where,
  target: keyof Rows,
  foreignKey: string,
  parent: string,
  reading: Reading,
): string {
  return all(
    Object.entries(asked).map(([word, filter]) => {
      const child = `t${++aliases}`;
      const holds = condition(filter as Where, target, child, reading);
      const exists = (what: string) =>
        `exists (select from ${target} ${child} where ${child}.${foreignKey} = ${parent}.id and ${what})`;
      if (word === 'some') return exists(holds);
      return word === 'none' ? `not ${exists(holds)}` : `not ${exists(`not ${holds}`)}`;
    }),
  );
}

const orders: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

function comparison(
  column: string,
  pool: Pool,
  word: string,
  operand: unknown,
  { nulls, like }: Reading,
): string {
  const isSql = nulls === 'sql' && pool !== 'json';
  const value = () => literal(operand, pool);
  switch (word) {
    case 'eq':
      return `${column} is not distinct from ${value()}`;
    case 'neq':
      if (isSql && operand !== null) return `coalesce(${column} <> ${value()}, false)`;
      return `${column} is distinct from ${value()}`; // true for null: decision 17
    case 'in':
      return isIn(column, pool, operand as unknown[]);
    case 'not_in':
      if (isSql && (operand as unknown[]).length > 0)
        return `(${column} is not null and not ${isIn(column, pool, operand as unknown[])})`;
      return `not ${isIn(column, pool, operand as unknown[])}`; // true for null: decision 17
    case 'exists':
      return exists(column, String(operand));
    case 'not_exists':
      return `not ${exists(column, String(operand))}`; // true for null: decision 27
    case 'not_contains':
      if (pool !== 'json') break;
      return `not coalesce(may_contain(${column}, ${value()}), false)`; // decisions 25 and 27
  }
  if (word === 'contains' && pool === 'json') return `coalesce(${column} @> ${value()}, false)`;
  if (word === 'contains' || word === 'like' || word === 'not_contains') {
    const text = pool === 'decimal' ? column.replace(/amount$/, 'amount_text') : column;
    const fold = (what: string) => (like === 'insensitive' ? `lower(${what})` : what);
    const holds = `position(${fold(literal(operand))} in ${fold(text)}) > 0`; // no wildcards: decision 20
    if (word !== 'not_contains') return `coalesce(${holds}, false)`;
    return `not coalesce(${holds}, ${isSql})`; // true for null, or false with `nulls: sql`: decisions 12 and 17
  }
  return `coalesce(${column} ${orders[word]} ${value()}, false)`;
}

function isIn(column: string, pool: Pool, operands: readonly unknown[]): string {
  const nulls = operands.includes(null) ? [`${column} is null`] : []; // a null in the list matches null: decision 17
  const given = operands.filter((operand) => operand !== null).map((operand) => literal(operand, pool));
  return any([...nulls, ...given.map((one) => `coalesce(${column} = ${one}, false)`)]);
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
