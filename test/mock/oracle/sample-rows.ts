import fc from 'fast-check';

/** Values that lie close to each other in every way that a comparison could get wrong. */
export const pools = {
  text: [
    ...['', 'a', 'A', 'ab', 'a%', 'a_b', 'axb', '%', '_', 'a\\b', "o'b", 'b', 'b ', 'é'],
    ...['e\u0301', '😀', '\uFFFD', 'zz'],
  ],
  uuid: [
    'aaaaaaaa-0000-4000-8000-000000000000',
    'AAAAAAAA-0000-4000-8000-000000000000',
    'bbbbbbbb-0000-4000-8000-000000000000',
  ],
  decimal: [
    ...['0', '-0.00', '1', '1.0', '-1', '-1.5', '007', '0.1', '0.10000000000000000001'],
    ...['9007199254740992', '9007199254740993'],
    ...['123456789012345678901234567890.5', '123456789012345678901234567890.25'],
  ],
  number: [0, 1, -1, 0.5, 1e-7, 1.5, 100],
  integer: [0, 1, -1, 2, 100],
  boolean: [true, false],
  enumeration: ['open', 'shut', 'ajar'],
  date: [
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T01:00:00+01:00',
    '2025-12-31T23:30:00-00:30',
    '2026-01-01T00:00:00.001Z',
    '2026-06-30T12:00:00Z',
    '0999-01-01T00:00:00Z',
  ],
  json: [
    ...[{}, { a: 1 }, { a: '1' }, { a: null }, { a: {} }, { a: { b: 1, c: [1, 2] } }, { a: [] }],
    ...[{ a: [1, 2, 2] }, { a: [2, 1] }, { a: [{ b: 1 }, { c: true }] }, { a: [[1], 'b'] }],
    ...[
      { 'a.b': 1, a: { c: null } },
      { a: true, b: { a: { b: 'x' } } },
    ],
  ],
} as const;

/** The columns of things, and the pool of each. */
export const columns = {
  ...{ name: 'text', text: 'text', code: 'uuid', amount: 'decimal', score: 'number' },
  ...{ rank: 'integer', active: 'boolean', state: 'enumeration', at: 'date', data: 'json' },
} as const satisfies Record<string, keyof typeof pools>;

/** A row as PostgreSQL sees it: every column is there. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Rows {
  readonly boxes: readonly Row[];
  readonly things: readonly Row[];
}

const idOf = (kind: number, index: number) =>
  `0000000${kind}-0000-4000-8000-${String(index).padStart(12, '0')}`;

/**
 * Ten boxes, some empty and some inside others, and sixty things, some in no box: the same on each
 * run.
 */
export function sampleRows(): Rows {
  const value = (pool: keyof typeof pools) =>
    fc.option(fc.constantFrom<unknown>(...pools[pool]), { freq: 5 });
  const thing = fc.record(
    Object.fromEntries(
      Object.entries(columns).map(([name, pool]) => [
        name,
        name === 'name' ? fc.constantFrom<unknown>(...pools.text) : value(pool),
      ]),
    ),
  );
  const [drawn = []] = fc.sample(fc.array(thing, { minLength: 60, maxLength: 60 }), {
    seed: 7,
    numRuns: 1,
  });
  return {
    boxes: Array.from({ length: 10 }, (_, index) => ({
      id: idOf(1, index),
      label: pools.text[index % pools.text.length],
      parent_id: index % 3 === 0 ? null : idOf(1, Math.floor(index / 3)),
    })),
    things: drawn.map((row, index) => ({
      ...row,
      id: idOf(2, index),
      box_id: index % 7 === 0 ? null : idOf(1, (index * index) % 8),
    })),
  };
}
