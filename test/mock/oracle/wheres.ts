import fc from 'fast-check';
import { columns, pools } from './sample-rows.js';

/** A filter as JSON has it. */
export type Where = { readonly [key: string]: unknown };

type Pool = keyof typeof pools;

const equality = ['eq', 'neq'];
const order = [...equality, 'in', 'not_in', 'gt', 'lt', 'gte', 'lte'];
const text = [...order, 'like', 'contains', 'not_contains'];

/** A second copy of the table of comparators, to test that of the package. */
const comparators: Record<Pool, readonly string[]> = {
  text,
  uuid: text,
  decimal: text,
  number: order,
  integer: order,
  boolean: equality,
  enumeration: [...equality, 'in', 'not_in'],
  date: order,
  json: [...equality, 'contains', 'not_contains', 'exists', 'not_exists'],
};

const paths = ['a', 'b', 'a.b', 'a.c', 'a.0', 'b.a.b', 'c', 'toString', '.'];

/** UUIDs and values of enumerations in the other case, and text that is none. */
const operands: { readonly [Name in Pool]?: readonly unknown[] } = {
  uuid: ['BBBBBBBB-0000-4000-8000-000000000000', 'bbbbbbbb'],
  enumeration: ['OPEN', 'Shut'],
};

const parts = [
  ...pools.json,
  ...[{ a: { c: [2] } }, { a: [{}] }, { a: [{ b: {} }] }, { a: { b: {} } }, { a: [2, 1] }],
  ...[{ a: { b: {}, c: [] } }, { b: {} }, { b: { a: {} } }, { a: {}, b: {} }],
];

const drawFrom = (pool: Pool): fc.Arbitrary<unknown> =>
  pool === 'decimal'
    ? fc.constantFrom<unknown>(...pools.decimal, 0, 1, 0.1, -1.5)
    : pool === 'date'
      ? fc.constantFrom<unknown>(...pools.date, ...finerDates)
      : fc.constantFrom<unknown>(...pools[pool], ...(operands[pool] ?? []));

/** Rows keep milliseconds, operands may be finer; PostgreSQL keeps microseconds. */
const finerDates = [
  '2026-01-01T00:00:00.0005Z',
  '2026-01-01T00:00:00.001001Z',
  '2025-12-31T23:59:59.999999Z',
  '2026-01-01T01:00:00.000001+01:00',
];

function operandOf(pool: Pool, comparator: string, nullable: boolean): fc.Arbitrary<unknown> {
  const value = nullable ? fc.option(drawFrom(pool), { freq: 4 }) : drawFrom(pool);
  if (comparator === 'eq' || comparator === 'neq') return value;
  if (comparator === 'in' || comparator === 'not_in') return fc.array(value, { maxLength: 4 });
  if (comparator.endsWith('exists')) return fc.constantFrom(...paths);
  if (pool === 'json') return fc.constantFrom<unknown>(...parts);
  if (comparator === 'like' || comparator.endsWith('contains'))
    return fc.constantFrom(
      ...['', 'a', 'A', 'AB', '%', '_', 'a%', 'a_b', 'A%B', '\\%', 'a\\', '.', '0', '\\'],
      ...['b ', '-', '😀'],
    );
  return drawFrom(pool);
}

function comparison(pool: Pool, nullable: boolean): fc.Arbitrary<unknown> {
  const one = fc
    .constantFrom(...comparators[pool])
    .chain((comparator) =>
      operandOf(pool, comparator, nullable).map((operand) => [comparator, operand] as const),
    );
  const some = fc
    .array(one, { minLength: 1, maxLength: 2 })
    .map((pairs) => Object.fromEntries(pairs));
  return pool === 'json'
    ? some
    : fc.oneof({ weight: 4, arbitrary: some }, operandOf(pool, 'eq', nullable));
}

const fieldOf = (fields: Readonly<Record<string, Pool>>): fc.Arbitrary<Where> =>
  fc.constantFrom(...Object.entries(fields)).chain(([name, pool]) =>
    comparison(pool, name !== 'name' && name !== 'label').map((asked) => ({
      [name]: asked,
    })),
  );

const merged = (filters: readonly Where[]): Where => Object.assign({}, ...filters);

/** Filters that are valid for a resource, up to a few levels deep. */
export function wheresOf(resource: 'things' | 'boxes', depth = 3): fc.Arbitrary<Where> {
  const field = fieldOf(resource === 'things' ? columns : { label: 'text' });
  if (depth === 0) return field;
  const inner = wheresOf(resource, depth - 1);
  const group = fc
    .record({ word: fc.constantFrom('AND', 'OR'), filters: fc.array(inner, { maxLength: 3 }) })
    .map(({ word, filters }) => ({ [word]: filters }));
  const level = fc
    .array(fc.oneof({ weight: 3, arbitrary: field }, group), { maxLength: 3 })
    .map(merged);
  if (resource === 'things') {
    const box = wheresOf('boxes', depth - 1).map((filter) => ({ box: filter }));
    return fc.oneof({ weight: 6, arbitrary: field }, level, group, box);
  }
  const quantified = (relation: string, target: 'things' | 'boxes') =>
    fc
      .record({
        word: fc.constantFrom('some', 'none', 'every'),
        filter: wheresOf(target, depth - 1),
      })
      .map(({ word, filter }) => ({ [relation]: { [word]: filter } }));
  const links = fc.oneof(
    { weight: 3, arbitrary: quantified('things', 'things') },
    quantified('parts', 'boxes'),
  );
  return fc.oneof(field, level, group, { weight: 4, arbitrary: links });
}

const questionsOn = <Name extends 'things' | 'boxes'>(resource: Name) =>
  wheresOf(resource).map((where) => ({ resource, where }));

/** A resource and a filter on its rows. */
export const questions = fc.oneof(
  { weight: 3, arbitrary: questionsOn('things') },
  { weight: 2, arbitrary: questionsOn('boxes') },
);
