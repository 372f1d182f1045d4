import type { JsonObject } from '../../schema/field.js';
import type { Reading, Readings } from '../divide-rows.js';
import { type FilterPlan, filterProbe, planFilter } from '../filter-probe.js';
import { MADE_UP } from '../mask.js';
import {
  type AppliesTo,
  differs,
  holds,
  needs,
  type Probe,
  type ProbeContext,
  type RuleId,
} from '../probe.js';
import { filterRejectionProbe } from '../rejection-probe.js';
import { idOf, type Row, rowsInBody } from '../rows-in-body.js';
import { KEPT_ROWS, type ListedRelation, listedResources } from '../workspace.js';

const hasMany: AppliesTo = ({ schema }) =>
  listedResources(schema).some(({ name }) =>
    Object.values(schema[name]?.relations ?? {}).some(({ cardinality }) => cardinality === 'many'),
  );

const hasOne: AppliesTo = ({ schema }) =>
  listedResources(schema).some(({ name }) =>
    Object.values(schema[name]?.relations ?? {}).some(({ cardinality }) => cardinality === 'one'),
  );

/** A to-many relation, with the ids of the related rows of each row. */
interface Related extends ListedRelation {
  readonly idsOf: (row: Row) => readonly string[];
}

/** The rows of each to-many relation. The request is the one of the probe `include.relation`. */
async function relatedRows({ workspace, session }: ProbeContext): Promise<Related[]> {
  const all: Related[] = [];
  for (const relation of workspace.relations('many')) {
    const { body } = await session.send({ path: relation.path, include: { [relation.relation]: true } });
    const found = rowsInBody(body)?.rows.slice(0, KEPT_ROWS) ?? [];
    const rows = found.filter((row) => idOf(row) !== '');
    const idsOf = (row: Row): string[] => {
      const related = row[relation.relation];
      return Array.isArray(related) ? related.map((one: Row) => idOf(one)) : [];
    };
    all.push({ ...relation, rows, idsOf });
  }
  return all;
}

/** A filter on a relation with what it means, for related rows by their ids. */
interface Proposal extends Readings {
  readonly filter: JsonObject;
}

type Propose = (related: Related, parent: Row) => Proposal | undefined;

const relationProbe = (
  id: string,
  rules: RuleId[],
  expected: string,
  needed: string,
  propose: Propose,
  dependsOn: string[] = [],
): Probe =>
  filterProbe({
    id,
    rules,
    expected,
    needed,
    dependsOn: ['include.relation', ...dependsOn],
    appliesTo: hasMany,
    plan: async (context): Promise<FilterPlan | undefined> => {
      for (const related of await relatedRows(context)) {
        for (const parent of related.rows) {
          const proposal = propose(related, parent);
          const plan = proposal && planFilter(related, related.rows, proposal.filter, proposal);
          if (plan) return plan;
        }
      }
      return undefined;
    },
  });

const some =
  ({ idsOf }: Related, ids: readonly string[]): Reading =>
  (row) =>
    idsOf(row).some((id) => ids.includes(id));

const every =
  ({ idsOf }: Related, ids: readonly string[]): Reading =>
  (row) =>
    idsOf(row).every((id) => ids.includes(id));

const not =
  (reading: Reading): Reading =>
  (row) =>
    !reading(row);

const hasRelated =
  ({ idsOf }: Related): Reading =>
  (row) =>
    idsOf(row).length > 0;

const both =
  (left: Reading, right: Reading): Reading =>
  (row) =>
    left(row) && right(row);

const idIn = (ids: readonly string[]): JsonObject => ({ id: { in: [...ids] } });

const twoParents = 'two rows with related rows, one of them with several';

/** Filters on relations. */
export const relations: readonly Probe[] = [
  relationProbe(
    'where.some',
    ['where 4'],
    '`some` matches rows with at least one related row that matches.',
    twoParents,
    (related, parent) => {
      const ids = related.idsOf(parent).slice(0, 1);
      if (related.idsOf(parent).length < 2) return undefined;
      const matches = some(related, ids);
      return {
        filter: { [related.relation]: { some: idIn(ids) } },
        matches,
        same: [both(matches, hasRelated(related))],
        other: [both(every(related, ids), hasRelated(related)), hasRelated(related)],
      };
    },
  ),
  relationProbe(
    'where.none',
    ['where 4'],
    '`none` matches rows without a related row that matches.',
    twoParents,
    (related, parent) => {
      const ids = related.idsOf(parent).slice(0, 1);
      if (related.idsOf(parent).length < 2) return undefined;
      const matches = not(some(related, ids));
      return {
        filter: { [related.relation]: { none: idIn(ids) } },
        matches,
        same: [both(matches, hasRelated(related))],
        other: [not(every(related, ids))],
      };
    },
  ),
  relationProbe(
    'where.every',
    ['where 4'],
    '`every` matches rows whose related rows all match.',
    twoParents,
    (related, parent) => {
      const partly = related.rows.find((row) => row !== parent && related.idsOf(row).length > 1);
      if (!partly || related.idsOf(parent).length < 1) return undefined;
      const ids = [...related.idsOf(parent), ...related.idsOf(partly).slice(0, 1)];
      const matches = every(related, ids);
      return {
        filter: { [related.relation]: { every: idIn(ids) } },
        matches,
        same: [both(matches, hasRelated(related))],
        other: [some(related, ids)],
      };
    },
  ),
  relationProbe(
    'where.some-empty',
    ['decision 18'],
    '`some` with an empty filter matches rows that have related rows.',
    'a row with and a row without related rows',
    (related) => ({ filter: { [related.relation]: { some: {} } }, matches: hasRelated(related) }),
    ['where.some'],
  ),
  relationProbe(
    'where.none-empty',
    ['decision 18'],
    '`none` with an empty filter matches rows without related rows.',
    'a row with and a row without related rows',
    (related) => ({ filter: { [related.relation]: { none: {} } }, matches: not(hasRelated(related)) }),
    ['where.none'],
  ),
  relationProbe(
    'where.every-empty',
    ['decision 18'],
    '`every` matches rows without related rows.',
    'a row with and a row without related rows',
    (related, parent) => {
      const ids = related.idsOf(parent).slice(0, 1);
      const matches = every(related, ids);
      return {
        filter: { [related.relation]: { every: idIn(ids) } },
        matches,
        other: [both(matches, hasRelated(related))],
      };
    },
    ['where.every'],
  ),
  relationProbe(
    'where.property-and-relation',
    ['where 5'],
    'A property and a relation on one level are combined by AND.',
    twoParents,
    (related, parent) => {
      const other = related.rows.find((row) => row !== parent && hasRelated(related)(row));
      const [first, second] = [related.idsOf(parent)[0], other && related.idsOf(other)[0]];
      if (!other || first === undefined || second === undefined) return undefined;
      return {
        filter: { ...idIn([idOf(parent)]), [related.relation]: { some: idIn([first, second]) } },
        matches: (row) => row === parent,
        other: [some(related, [first, second])],
      };
    },
    ['where.some', 'where.members'],
  ),
  relationProbe(
    'where.quantifiers-and',
    ['where 4', 'decision 19'],
    'Several quantifiers of one relation are combined by AND.',
    twoParents,
    (related, parent) => {
      const [first, second] = related.idsOf(parent);
      const other = related.rows.find((row) => row !== parent && hasRelated(related)(row));
      const third = other && related.idsOf(other)[0];
      if (first === undefined || second === undefined || third === undefined) return undefined;
      const matches = both(some(related, [first, third]), not(some(related, [second])));
      return {
        filter: { [related.relation]: { some: idIn([first, third]), none: idIn([second]) } },
        matches,
        other: [some(related, [first, third]), not(some(related, [second]))],
      };
    },
    ['where.some', 'where.none', 'where.several-comparators'],
  ),
  filterRejectionProbe({
    id: 'where.relation-without-quantifier',
    rules: ['decision 18'],
    expected: 'A to-many relation without `some`, `none` or `every` is rejected.',
    dependsOn: ['where.unknown-comparator'],
    appliesTo: hasMany,
    needed: 'a row of a resource with a to-many relation',
    where: ({ workspace }) => {
      const [of] = workspace.relations('many');
      return of && { of, filter: { [of.relation]: idIn([MADE_UP]) } };
    },
  }),
  {
    id: 'where.to-one',
    rules: ['decision 10'],
    expected: 'A filter on a to-one relation is rejected, unless the schema declares it as filterable.',
    dependsOn: ['where.in', 'where.and'],
    appliesTo: hasOne,
    run: async ({ workspace, send }) => {
      const [relation] = workspace.relations('one');
      if (!relation) needs('a row of a resource with a to-one relation');
      const { filterable } = workspace.schema[relation.name]?.relations[relation.relation] ?? {};
      const ids = relation.rows.slice(0, 3).map(idOf);
      const where = { AND: [idIn(ids), { [relation.relation]: idIn([UNKNOWN_ID]) }] };
      const { body, isRejection, status } = await send({ path: relation.path, where });
      if (isRejection)
        return filterable
          ? differs(`rejected with status ${status}`)
          : holds(`rejected with status ${status}`);
      const count = rowsInBody(body)?.rows.length;
      if (count === 0)
        return filterable
          ? holds('applied')
          : differs('accepted and applied', {
              filterable: { [relation.name]: [relation.relation] },
            });
      return { ...differs(`accepted and ignored: ${count} rows`), isDangerous: true };
    },
  },
];

/** A UUID that no row has. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
