import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildFilter, type FilterNode } from '../../src/query/filter-node.js';
import { comparedFields, matchRow } from '../../src/query/match-row.js';
import { QueryNode } from '../../src/query/query-node.js';
import { checkWhere } from '../../src/query/where.js';
import { mockEngine } from '../mock/oracle/mock-engine.js';
import { columns, type Row, sampleRows } from '../mock/oracle/sample-rows.js';
import { type Where, wheresOf } from '../mock/oracle/wheres.js';
import { things } from '../mock/things.js';

const rows = sampleRows();
const filterOf = (resource: 'things' | 'boxes', where: Where): FilterNode =>
  buildFilter(things, resource, checkWhere(things, resource, new QueryNode('where', where)));
/** Whether a filter looks at related rows anywhere. */
const hasRelation = (filter: FilterNode): boolean =>
  'relation' in filter || ('filters' in filter && filter.filters.some(hasRelation));

const questions = fc.oneof(
  { weight: 3, arbitrary: wheresOf('things').map((where) => ({ resource: 'things' as const, where })) },
  wheresOf('boxes').map((where) => ({ resource: 'boxes' as const, where })),
);

describe('matching a single row', { timeout: 60_000 }, () => {
  test('decides like the mock for every filter without relations', async () => {
    const list = mockEngine(rows);
    let compared = 0;
    let matching = 0;
    for (const { resource, where } of fc.sample(questions, { seed: 13, numRuns: 3000 })) {
      const filter = filterOf(resource, where);
      if (hasRelation(filter)) continue;
      const listed = new Set(await list(resource, where));
      const wrong = rows[resource].find(
        (row) => matchRow(filter, row, things[resource].fields) !== listed.has(row.id),
      );
      expect({ where, wrong }).toEqual({ where, wrong: undefined });
      compared++;
      if (listed.size > 0 && listed.size < rows[resource].length) matching++;
    }
    expect(compared).toBeGreaterThan(1500);
    expect(matching).toBeGreaterThan(compared / 2); // most filters separate the rows
  });

  test('is undecided only if related rows decide, and decides like the mock otherwise', async () => {
    const list = mockEngine(rows);
    const results = { true: 0, false: 0, undefined: 0 };
    for (const { resource, where } of fc.sample(questions, { seed: 14, numRuns: 3000 })) {
      const filter = filterOf(resource, where);
      if (!hasRelation(filter)) continue;
      const listed = new Set(await list(resource, where));
      for (const row of rows[resource]) {
        const result = matchRow(filter, row, things[resource].fields);
        results[`${result}`]++;
        // Undecided: the row matches with one answer of the relations, and does not match with the other.
        const isRight =
          result === undefined
            ? decide(filter, row, resource, true) && !decide(filter, row, resource, false)
            : result === listed.has(row.id);
        if (!isRight) expect.fail(JSON.stringify({ where, row, result }));
      }
    }
    expect(Math.min(...Object.values(results))).toBeGreaterThan(500);
  });

  test('names the fields that it reads', () => {
    for (const { resource, where } of fc.sample(questions, { seed: 15, numRuns: 500 })) {
      const filter = filterOf(resource, where);
      const names = comparedFields(filter);
      const read = new Set<string>();
      const row = new Proxy<Record<string, unknown>>(
        {},
        {
          getOwnPropertyDescriptor: (_, name) => {
            read.add(String(name));
            return undefined;
          },
        },
      );
      matchRow(filter, row, things[resource].fields);
      expect(names).toEqual(expect.arrayContaining([...read]));
      for (const name of names) expect([...Object.keys(columns), 'label']).toContain(name);
    }
  });

  test.each<[Where, Record<string, unknown>, boolean | undefined]>([
    [{ amount: { gt: '5' } }, { amount: '5.10' }, true],
    [{ amount: '5.1' }, { amount: '5.10' }, true],
    [{ at: '2026-01-01' }, { at: '2026-01-01T01:00:00+01:00' }, true],
    [{ name: { neq: 'a' } }, { name: null }, true],
    [{ name: { gte: 'a' } }, { name: null }, false],
    [{ name: { like: 'a' } }, {}, false],
    [{ AND: [] }, {}, true],
    [{ OR: [] }, {}, false],
    [{ box: { label: 'x' } }, {}, undefined],
    [{ box: { label: 'x' }, name: 'a' }, { name: 'b' }, false],
    [{ OR: [{ box: { label: 'x' } }, { name: 'a' }] }, { name: 'a' }, true],
    [{ OR: [{ box: { label: 'x' } }, { name: 'a' }] }, { name: 'b' }, undefined],
  ])('%j on %j is %s', (where, row, expected) => {
    expect(matchRow(filterOf('things', where), row, things.things.fields)).toBe(expected);
  });
});

/** The result if every filter on related rows has the same one. */
function decide(filter: FilterNode, row: Row, resource: 'things' | 'boxes', related: boolean): boolean {
  if ('relation' in filter) return related;
  if (!('filters' in filter)) return matchRow(filter, row, things[resource].fields) === true;
  const matches = (inner: FilterNode) => decide(inner, row, resource, related);
  return filter.op === 'and' ? filter.filters.every(matches) : filter.filters.some(matches);
}
