import type { JsonObject } from '../../schema/field.js';
import type { Reading } from '../divide-rows.js';
import {
  among,
  differenceOfRows,
  type FilterPlan,
  filterProbe,
  planComparison,
  withoutNulls,
} from '../filter-probe.js';
import { MADE_UP } from '../mask.js';
import { compare, needs, type Probe, type ProbeContext, type RuleId } from '../probe.js';
import type { Row } from '../rows-in-body.js';
import { fieldValue, hasField } from '../workspace.js';

/** Creates a filter on four rows of one resource, which it names by their index. */
type OnFourRows = (
  among: (...indexes: number[]) => JsonObject,
  rows: readonly Row[],
) => { readonly where: JsonObject; readonly expected: readonly number[] };

/** A probe whose filter only compares ids, so that it depends on nothing but the logic. */
const logicProbe = (
  id: string,
  rules: RuleId[],
  expected: string,
  propose: OnFourRows,
  dependsOn: string[] = [],
) =>
  filterProbe({
    id,
    rules,
    expected,
    dependsOn,
    needed: 'four rows of one resource',
    plan: ({ workspace }): FilterPlan | undefined => {
      const resource = workspace.resources.find(({ rows }) => rows.length >= 4);
      if (!resource) return undefined;
      const rows = resource.rows.slice(0, 4);
      const planned = propose(
        (...indexes) => among(rows.filter((_, index) => indexes.includes(index))),
        rows,
      );
      const matches: Reading = (row) => planned.expected.includes(rows.indexOf(row));
      return { path: resource.path, rows, where: planned.where, matches };
    },
  });

/** A filter on a property and the ids, on one level. */
function planMembers({ workspace }: ProbeContext): FilterPlan | undefined {
  for (const { path, rows, field } of withoutNulls(workspace.fields('string', 'uuid', 'enumeration'))) {
    for (const first of rows) {
      const value = fieldValue(first, field);
      const twin = rows.find((row) => row !== first && fieldValue(row, field) === value);
      const other = rows.find((row) => fieldValue(row, field) !== value);
      if (!twin || !other) continue;
      const where = { ...among([first, other]), [field]: { in: [value] } };
      return { path, rows: [first, twin, other], where, matches: (row) => row === first };
    }
  }
  return undefined;
}

/** How filters are combined. */
export const logic: readonly Probe[] = [
  filterProbe({
    id: 'where.bare',
    rules: ['where 1'],
    expected: 'A bare value on a property means equality.',
    needed: 'two rows with different texts',
    plan: (context) =>
      planComparison(
        context,
        withoutNulls(context.workspace.fields('uuid', 'string')),
        (value, { field }) => ({
          comparison: value,
          same: [(row) => String(fieldValue(row, field)).toLowerCase() === String(value).toLowerCase()],
        }),
      ),
  }),
  filterProbe({
    id: 'where.members',
    rules: ['where 2', 'decision 19'],
    expected: 'Several properties on one level are combined by AND.',
    needed: 'two rows with the same value of a property, and one with another value',
    plan: planMembers,
  }),
  filterProbe({
    id: 'where.several-comparators',
    rules: ['decision 19'],
    expected: 'Several comparators of one property are combined by AND.',
    dependsOn: ['where.gte-date', 'where.lte-date'],
    appliesTo: ({ schema }) => hasField(schema, 'date'),
    needed: 'three rows with different dates',
    plan: (context) =>
      planComparison(context, withoutNulls(context.workspace.fields('date')), (value, { field, rows }) =>
        rows.slice(0, 20).map((row) => {
          const last = fieldValue(row, field);
          return {
            comparison: { gte: value, lte: last },
            other: [
              (one: Row) => String(fieldValue(one, field)) >= String(value),
              (one: Row) => String(fieldValue(one, field)) <= String(last),
            ],
          };
        }),
      ),
  }),
  {
    id: 'where.or',
    rules: ['where 3'],
    expected: '`OR` matches rows that match a filter of the list.',
    dependsOn: ['where.in'],
    // Not inside `AND` like the other filters: the next probe tests that.
    run: async ({ workspace, rows, show }) => {
      const resource = workspace.resources.find((one) => one.rows.length > 3) ?? needs('four rows');
      const chosen = resource.rows.slice(0, 3);
      const where = { OR: [among(chosen.slice(0, 2)), among(chosen.slice(1))] };
      return compare(differenceOfRows(await rows({ path: resource.path, where }), chosen, () => true, show));
    },
  },
  logicProbe(
    'where.nested-groups',
    ['where 3'],
    '`AND` and `OR` can be nested.',
    (rows) => ({
      where: { OR: [{ AND: [rows(0, 1), { OR: [rows(1), rows(2)] }] }, rows(3)] },
      expected: [1, 3],
    }),
    ['where.or'],
  ),
  logicProbe(
    'where.or-beside',
    ['where 2', 'decision 19'],
    '`OR` and a property on one level are combined by AND.',
    (rows) => ({ where: { OR: [rows(0), rows(1)], ...rows(1, 2) }, expected: [1] }),
    ['where.nested-groups'],
  ),
  logicProbe('where.and-empty', ['decision 18'], 'An empty `AND` matches every row.', () => ({
    where: { AND: [] },
    expected: [0, 1, 2, 3],
  })),
  logicProbe(
    'where.or-empty',
    ['decision 18'],
    'An empty `OR` matches no row.',
    (rows) => ({ where: { OR: [rows(0), { OR: [] }] }, expected: [0] }),
    ['where.nested-groups'],
  ),
  logicProbe(
    'where.in-empty',
    ['decision 18'],
    'An empty `in` matches no row.',
    (rows) => ({ where: { OR: [rows(0), { id: { in: [] } }] }, expected: [0] }),
    ['where.nested-groups'],
  ),
  logicProbe('where.not-in-empty', ['decision 18'], 'An empty `not_in` matches every row.', () => ({
    where: { id: { not_in: [] } },
    expected: [0, 1, 2, 3],
  })),
  logicProbe('where.empty', ['decision 18'], 'An empty filter matches every row.', () => ({
    where: {},
    expected: [0, 1, 2, 3],
  })),
  logicProbe(
    'where.empty-comparators',
    ['decision 18'],
    'An object without comparators matches every row.',
    () => ({ where: { id: {} }, expected: [0, 1, 2, 3] }),
  ),
  filterProbe({
    id: 'where.enum-open',
    rules: ['decision 15'],
    expected: 'An unknown value of an enumeration matches no row, and is not rejected.',
    dependsOn: ['where.nested-groups'],
    appliesTo: ({ schema }) => hasField(schema, 'enumeration'),
    needed: 'two rows with an enumeration',
    plan: ({ workspace }) => {
      const listed = workspace.fields('enumeration').find(({ rows }) => rows.length > 1);
      if (!listed) return undefined;
      const { path, field } = listed;
      const rows = listed.rows.slice(0, 4);
      const where = { OR: [among(rows.slice(0, 1)), { [field]: { in: [MADE_UP] } }] };
      return { path, rows, where, matches: (row) => row === rows[0] };
    },
  }),
];
