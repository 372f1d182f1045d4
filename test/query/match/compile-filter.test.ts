import fc from 'fast-check';
import { type Dialect, date, decimal, type JsonValue } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../../src/dialect/resolve-dialect.js';
import type { FilterNode } from '../../../src/query/filter-node.js';
import { compileFilter, type RowReader } from '../../../src/query/match/compile-filter.js';
import { valueKeys } from '../../../src/query/match/keys.js';
import { QueryNode } from '../../../src/query/query-node.js';
import { parseWhere } from '../../../src/query/where.js';
import { mockEngine } from '../../mock/oracle/mock-engine.js';
import { columns, type Row, sampleRows } from '../../mock/oracle/sample-rows.js';
import { questions, type Where } from '../../mock/oracle/wheres.js';
import { things } from '../../mock/things.js';

type AnyRow = Readonly<Record<string, unknown>>;

const rows = sampleRows();
const filterOf = (resource: 'things' | 'boxes', where: Where): FilterNode =>
  parseWhere(things, resource, new QueryNode('where', where)).filter;

/** Whether a filter looks at related rows anywhere. */
const hasRelation = (filter: FilterNode): boolean =>
  filter.kind === 'relation' || ('filters' in filter && filter.filters.some(hasRelation));

/** Reads rows as a response has them. Filters on related rows have one and the same result. */
const readerWith = (related: boolean): RowReader<AnyRow> => ({
  field: (name, keyOf, holds) => (row) => holds(keyOf((row[name] ?? null) as JsonValue)),
  relation: () => () => related,
});

const compile = (filter: FilterNode, related = true, given?: Dialect) =>
  compileFilter(filter, readerWith(related), resolveDialect('test', given));

const sampleOf = (seed: number, numRuns = 3000) =>
  fc
    .sample(questions, { seed, numRuns })
    .map((question) => ({ ...question, filter: filterOf(question.resource, question.where) }));

describe('matching the rows of a response', { timeout: 60_000 }, () => {
  test.each<Dialect>([
    {},
    {
      nulls: 'sql',
      text: { like: 'insensitive', collation: { ignores: ['case'] }, equality: 'collation' },
    },
  ])(
    'decides like the mock for every filter without relations, in the dialect %j',
    async (dialect) => {
      const list = mockEngine(rows, dialect);
      let compared = 0;
      let matching = 0;
      for (const { resource, where, filter } of sampleOf(13)) {
        if (hasRelation(filter)) continue;
        const listed = new Set(await list(resource, where));
        const matches = compile(filter, true, dialect);
        const wrong = rows[resource].find((row) => matches(row) !== listed.has(row.id));
        expect({ where, wrong }).toEqual({ where, wrong: undefined });
        compared++;
        if (listed.size > 0 && listed.size < rows[resource].length) matching++;
      }
      expect(compared).toBeGreaterThan(1500);
      expect(matching).toBeGreaterThan(compared / 2); // most filters separate the rows
    },
  );

  test('is open only if related rows decide, and decides like the mock otherwise', async () => {
    const list = mockEngine(rows);
    const results = { true: 0, false: 0, open: 0 };
    for (const { resource, where, filter } of sampleOf(14, 4000)) {
      if (!hasRelation(filter)) continue;
      const listed = new Set(await list(resource, where));
      const [withRelated, withoutRelated] = [compile(filter, true), compile(filter, false)];
      for (const row of rows[resource]) {
        const result = withRelated(row) === withoutRelated(row) ? withRelated(row) : 'open';
        results[`${result}`]++;
        // Open: the row matches with one result of the relations, and does not match with the
        // other.
        const isRight =
          result === 'open'
            ? decide(filter, row, true) && !decide(filter, row, false)
            : result === listed.has(row.id);
        if (!isRight) expect.fail(JSON.stringify({ where, row, result }));
      }
    }
    expect(Math.min(...Object.values(results))).toBeGreaterThan(500);
  });

  test('reads the fields of the filter, and nothing else', () => {
    for (const { filter } of sampleOf(15, 500)) {
      const read = new Set<string>();
      const reader: RowReader<AnyRow> = {
        field: (name) => {
          read.add(name);
          return () => true;
        },
        relation: () => () => true,
      };
      compileFilter(filter, reader, resolveDialect('test'));
      expect([...read].sort()).toEqual([...new Set(namesIn(filter))].sort());
      for (const name of read) expect([...Object.keys(columns), 'label']).toContain(name);
    }
  });

  test.each<[Where, AnyRow, boolean | 'open']>([
    [{ amount: { gt: '5' } }, { amount: '5.10' }, true],
    [{ amount: '5.1' }, { amount: '5.10' }, true],
    [{ at: '2026-01-01' }, { at: '2026-01-01T01:00:00+01:00' }, true],
    [{ name: { neq: 'a' } }, { name: null }, true],
    [{ name: { gte: 'a' } }, { name: null }, false],
    [{ name: { like: 'a' } }, {}, false],
    [{ data: { exists: 'length' } }, { data: ['not an object'] }, false],
    [{ data: { not_exists: 'length' } }, { data: ['not an object'] }, true],
    [{ AND: [] }, {}, true],
    [{ OR: [] }, {}, false],
    [{ box: { label: 'x' } }, {}, 'open'],
    [{ box: { label: 'x' }, name: 'a' }, { name: 'b' }, false],
    [{ OR: [{ box: { label: 'x' } }, { name: 'a' }] }, { name: 'a' }, true],
    [{ OR: [{ box: { label: 'x' } }, { name: 'a' }] }, { name: 'b' }, 'open'],
  ])('%j on %j is %s', (where, row, expected) => {
    const filter = filterOf('things', where);
    const [withRelated, withoutRelated] = [compile(filter, true)(row), compile(filter, false)(row)];
    expect(withRelated === withoutRelated ? withRelated : 'open').toBe(expected);
  });
});

describe('whether a filter fails', () => {
  const both = (dialect: Dialect) => (where: Where) => {
    const filter = filterOf('things', where);
    const [holds, fails] = (['holds', 'fails'] as const).map((outcome) =>
      compileFilter(filter, readerWith(true), resolveDialect('test', dialect), outcome),
    );
    return (row: AnyRow) => ({ holds: holds?.(row), fails: fails?.(row) });
  };

  test('is the opposite of whether it holds, by default', () => {
    const of = both({});
    for (const { where, filter } of sampleOf(16, 1000).filter(
      ({ resource }) => resource === 'things',
    )) {
      const outcomes = of(where);
      for (const row of rows.things) {
        const { holds, fails } = outcomes(row);
        if (fails !== !holds) expect.fail(JSON.stringify({ filter, row, holds, fails }));
      }
    }
  });

  test.each<[Where, boolean | undefined]>([
    [{ text: { neq: 'a' } }, undefined],
    [{ text: { gt: 'a' } }, undefined],
    [{ text: { in: ['a'] } }, undefined],
    [{ text: { not_in: ['a'] } }, undefined],
    [{ text: { not_contains: 'a' } }, undefined],
    [{ code: { in: ['a', null] } }, undefined],
    [{ code: { in: ['b', null] } }, true],
    [{ code: { not_in: ['a', null] } }, undefined],
    [{ code: { not_in: ['b', null] } }, false],
    [{ text: { in: [] } }, false],
    [{ OR: [] }, false],
    [{ AND: [] }, true],
    [{ text: { not_in: [] } }, true],
    [{ text: null }, true],
    [{ text: { neq: null } }, false],
    [{ AND: [{ text: 'a' }, { name: 'b' }] }, undefined],
    [{ AND: [{ text: 'a' }, { name: 'a' }] }, false],
    [{ OR: [{ text: 'a' }, { name: 'a' }] }, undefined],
    [{ OR: [{ text: 'a' }, { name: 'b' }] }, true],
    [{ data: { contains: {} } }, undefined],
    [{ data: { not_exists: 'a' } }, undefined],
  ])(
    '%j on { name: "b", code: "b", text: null, data: null } is %s with the logic of SQL',
    (where, expected) => {
      const { holds, fails } = both({ nulls: 'sql' })(where)({
        name: 'b',
        code: 'b',
        text: null,
        data: null,
      });
      expect({ holds, fails }).toEqual({ holds: expected === true, fails: expected === false });
    },
  );
});

test('equal values have equal keys, and others have other keys [decision 22] [decision 23]', () => {
  const dialect = resolveDialect('test');
  const sameKeys: [kind: typeof decimal | typeof date, equal: JsonValue[][]][] = [
    [
      decimal,
      [
        ['100.00', 100, '100', '0100.0'],
        ['-0.5', -0.5, '-00.50'],
        ['0', '-0.00', 0],
        ['0.0000001', 1e-7],
        ['0.000000123456789012345', 1.23456789012345e-7],
        ['9007199254740991', 9007199254740991],
        ['9007199254740992'],
        ['9007199254740993', '9007199254740993.0'],
        ['-1000000000000000000000000000000'],
        ['123456789012345678901234567890.5'],
      ],
    ],
    [
      date,
      [
        ['2026-01-31T12:00:00.000Z', '2026-01-31T13:00:00+01:00', '2026-01-31T12:00Z'],
        ['1970-01-01T00:00:00.000Z', '1970-01-01'],
        ['2026-01-31', '2026-01-31T00:00:00Z'],
        ['2026-01-31T11:00Z', '2026-01-31T12:00+0100'],
        ['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00.123456000Z'],
      ],
    ],
  ];
  for (const [kind, groups] of sameKeys) {
    const { ofOperand, ofRow } = valueKeys(kind(), dialect);
    for (const group of groups) {
      const keys = group.flatMap((value) => [ofOperand(value), ofRow(value)]);
      expect(new Set(keys).size).toBe(1);
    }
    expect(new Set(groups.map(([value = null]) => ofOperand(value))).size).toBe(groups.length);
  }
});

/** The names of the fields that a filter compares, not on related rows. */
function namesIn(filter: FilterNode): string[] {
  if ('filters' in filter) return filter.filters.flatMap(namesIn);
  return filter.kind === 'relation' ? [] : [filter.name];
}

/** The result if every filter on related rows has the same one. */
function decide(filter: FilterNode, row: Row, related: boolean): boolean {
  if (filter.kind === 'relation') return related;
  if (!('filters' in filter)) return compile(filter)(row);
  const matches = (inner: FilterNode) => decide(inner, row, related);
  return filter.kind === 'and' ? filter.filters.every(matches) : filter.filters.some(matches);
}
