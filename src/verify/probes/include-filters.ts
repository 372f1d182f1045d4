import { among } from '../filter-probe.js';
import { compare, differs, holds, needs, type Probe, type RuleId, type Verdict } from '../probe.js';
import { idOf, type Row } from '../rows-in-body.js';
import { compareKeys } from './include.js';
import { hasCardinality, relatedOf, targetField } from './include-relations.js';

/** Two rows of a to-many relation, and a related row of the first of them. */
interface Filtered {
  readonly relation: string;
  readonly parent: Row;
  readonly child: string;
  readonly other: Row;
  readonly field: string;
}

/** A probe of a filter inside an included relation. */
function filteredProbe(
  id: string,
  rules: RuleId[],
  expected: string,
  judge: (found: readonly Row[], filtered: Filtered) => Verdict,
  dependsOn: string[] = [],
  hasInclude = false,
): Probe {
  return {
    id,
    rules,
    expected,
    dependsOn: ['where.in', 'include.relation', ...dependsOn],
    appliesTo: hasCardinality('many'),
    run: async (context) => {
      for (const listed of context.workspace.relations('many')) {
        const { path, relation } = listed;
        const rows = await context.rows({ path, include: { [relation]: true } });
        const parent = rows.find((row) => relatedOf(row, relation).length > 1);
        const other = rows.find((row) => row !== parent && relatedOf(row, relation).length > 0);
        const child = parent && relatedOf(parent, relation).map(idOf)[0];
        if (!parent || !other || child === undefined) continue;
        const field = targetField(context, listed);
        const where = { id: { in: [child] } };
        const include = { [relation]: hasInclude ? { where, include: { [field]: true } } : { where } };
        const found = await context.rows({ path, where: among([parent, other]), include });
        return judge(found, { relation, parent, child, other, field });
      }
      return needs('two rows with related rows, one of them with several');
    },
  };
}

/** Filters inside included to-many relations. */
export const includeFilters: readonly Probe[] = [
  filteredProbe(
    'include.filter-to-many',
    ['include 11'],
    'A filter inside an included relation selects the related rows.',
    (found, { relation, parent, child }) => {
      const row = found.find((one) => one.id === parent.id);
      if (!row) return holds('the row itself is missing; another probe checks that');
      const ids = relatedOf(row, relation).map(idOf);
      return compare(
        ids.length === 1 && ids[0] === child ? undefined : `returned ${ids.length} related rows instead of 1`,
      );
    },
  ),
  filteredProbe(
    'include.filter-parents',
    ['include 11', 'decision 9'],
    'A filter inside an included relation does not filter the rows themselves.',
    (found, { other }) =>
      compare(found.some((row) => row.id === other.id) ? undefined : 'the row without a match is missing'),
  ),
  filteredProbe(
    'include.filter-without-match',
    ['include 11'],
    'A relation without a matching row is an empty array.',
    (found, { relation, other }) => {
      const value = found.find((row) => row.id === other.id)?.[relation];
      return compare(Array.isArray(value) && value.length === 0 ? undefined : 'not an empty array');
    },
    ['include.filter-to-many', 'include.filter-parents'],
  ),
  filteredProbe(
    'include.filter-and-include',
    ['include 11'],
    'An include next to the filter of a relation selects the properties of the related rows.',
    (found, { relation, parent, field }) => {
      const row = found.find((one) => one.id === parent.id);
      const [related] = row ? relatedOf(row, relation) : [];
      return related ? compareKeys(related, [field]) : differs('returned no related row');
    },
    ['include.filter-to-many', 'include.nested-inclusion'],
    true,
  ),
];
