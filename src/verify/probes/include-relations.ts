import type { JsonObject } from '../../schema/field.js';
import { isPlainObject } from '../../values/plain-object.js';
import { among, assertUnchanged, differenceOfRows } from '../filter-probe.js';
import {
  type AppliesTo,
  compare,
  differs,
  needs,
  type Probe,
  type ProbeContext,
  type RuleId,
  type Verdict,
} from '../probe.js';
import { rejectionProbe } from '../rejection-probe.js';
import { idOf, type Row, rowsInBody } from '../rows-in-body.js';
import { type ListedRelation, listedResources } from '../workspace.js';
import { compareKeys, compareMissing, includedRow, storedFields } from './include.js';

/** Whether any listed resource has a relation of one of the cardinalities. */
export const hasCardinality =
  (...cardinalities: readonly string[]): AppliesTo =>
  ({ schema }) =>
    listedResources(schema).some(({ name }) =>
      Object.values(schema[name]?.relations ?? {}).some(({ cardinality }) =>
        cardinalities.includes(cardinality),
      ),
    );

const isRow = (value: unknown): value is Row => isPlainObject(value);

/** The related rows of a row: none for null. */
export const relatedOf = (row: Row, relation: string): Row[] => [row[relation]].flat().filter(isRow);

/** A row with a related row, preferably of a to-one relation. */
interface IncludedRelation extends ListedRelation {
  readonly row: Row;
  readonly related: Row;
}

async function chooseRelation(context: ProbeContext): Promise<IncludedRelation> {
  const { workspace, session } = context;
  for (const relation of [...workspace.relations('one'), ...workspace.relations('many')]) {
    const row = relation.rows[0] ?? {};
    const found = await session.send({
      path: relation.path,
      where: among([row]),
      include: { [relation.relation]: true },
    });
    const [first] = rowsInBody(found.body)?.rows ?? [];
    const [related] = first ? relatedOf(first, relation.relation) : [];
    if (related) return { ...relation, row, related };
  }
  return needs('a row with a related row');
}

/** The first stored property of the related rows. */
export const targetField = ({ workspace }: ProbeContext, { target }: ListedRelation): string =>
  storedFields(workspace, target)[0] ?? 'id';

/** A probe of one row with a related row. */
const relationProbe = (
  id: string,
  rules: RuleId[],
  expected: string,
  includeOf: (chosen: IncludedRelation, field: string) => JsonObject,
  judge: (row: Row, chosen: IncludedRelation, context: ProbeContext, field: string) => Verdict,
  dependsOn: string[] = [],
): Probe => ({
  id,
  rules,
  expected,
  dependsOn: ['where.in', 'include.relation', ...dependsOn],
  appliesTo: hasCardinality('one', 'many'),
  run: async (context) => {
    const chosen = await chooseRelation(context);
    const field = targetField(context, chosen);
    const row = await includedRow(context, chosen, chosen.row, includeOf(chosen, field));
    return judge(row, chosen, context, field);
  },
});

/** Applies a judge to the related row. */
const ofRelated =
  (judge: (related: Row, chosen: IncludedRelation, context: ProbeContext, field: string) => Verdict) =>
  (row: Row, chosen: IncludedRelation, context: ProbeContext, field: string): Verdict => {
    const [related] = relatedOf(row, chosen.relation);
    return related ? judge(related, chosen, context, field) : differs('returned no related row');
  };

const storedOf = ({ workspace }: ProbeContext, { name, row }: IncludedRelation): string[] =>
  storedFields(workspace, name).filter((field) => field in row);

/** Which properties related rows have. */
export const includeRelations: readonly Probe[] = [
  {
    id: 'include.relation',
    rules: ['include 5'],
    expected: 'A relation set to `true` is returned: an object or null, or an array of objects.',
    appliesTo: hasCardinality('one', 'many'),
    run: async ({ workspace, rows }) => {
      const wrong: string[] = [];
      const all = [...workspace.relations('one'), ...workspace.relations('many')];
      if (all.length === 0) needs('a row of a resource with a relation');
      for (const { name, path, relation } of all) {
        const isMany = workspace.schema[name]?.relations[relation]?.cardinality === 'many';
        const found = await rows({ path, include: { [relation]: true } });
        const fits = (value: unknown) =>
          isMany ? Array.isArray(value) && value.every(isRow) : value === null || isRow(value);
        if (!found.every((row) => fits(row[relation]))) wrong.push(`${name}.${relation}`);
      }
      return compare(wrong.length > 0 ? `missing or in another form: ${wrong.join(', ')}` : undefined);
    },
  },
  {
    id: 'include.relation-rows',
    rules: ['include 5', 'decision 9'],
    expected: 'A relation set to `true` does not remove rows without related rows.',
    dependsOn: ['where.in', 'include.relation'],
    appliesTo: hasCardinality('one', 'many'),
    run: async (context) => {
      const { workspace, rows, show } = context;
      const found: string[] = [];
      let isConclusive = false;
      for (const listed of [...workspace.relations('one'), ...workspace.relations('many')]) {
        const { name, path, relation } = listed;
        const include = { [relation]: true };
        const all = await rows({ path, include });
        const related = new Set(all.filter((row) => relatedOf(row, relation).length > 0).map(idOf));
        const chosen = listed.rows.filter((row) => !related.has(idOf(row))).slice(0, 8);
        if (chosen.length === 0) continue;
        isConclusive = true;
        const returned = await rows({ path, where: among(chosen), include });
        const difference = differenceOfRows(returned, chosen, () => true, show);
        if (difference === undefined) continue;
        await assertUnchanged(context, path, chosen);
        found.push(`${name} with ${relation}: ${difference}`);
      }
      if (!isConclusive) needs('a row without related rows');
      return compare(found.length > 0 ? found.join('; ') : undefined);
    },
  },
  relationProbe(
    'include.relation-properties',
    ['include 5'],
    'A relation set to `true` is returned with all its stored properties.',
    ({ relation }) => ({ [relation]: true }),
    ofRelated((related, { target }, { workspace }) =>
      compareMissing(related, storedFields(workspace, target)),
    ),
  ),
  relationProbe(
    'include.relation-adds',
    ['include 5', 'decision 8'],
    'An include that names only relations also returns the default properties.',
    ({ relation }) => ({ [relation]: true }),
    (row, chosen, context) => compareMissing(row, storedOf(context, chosen)),
  ),
  relationProbe(
    'include.relation-false',
    ['decision 8'],
    'A relation set to `false` is not returned.',
    ({ relation }) => ({ [relation]: false }),
    (row, { relation }) => compare(relation in row ? `returned ${relation}` : undefined),
    ['include.default-relations'],
  ),
  relationProbe(
    'include.relation-empty',
    ['decision 8'],
    'A relation set to an empty object is returned with its default properties.',
    ({ relation }) => ({ [relation]: {} }),
    ofRelated((related, chosen) => compareMissing(related, Object.keys(chosen.related))),
  ),
  relationProbe(
    'include.nested-inclusion',
    ['include 6'],
    'The inclusion form selects the properties of a related row.',
    ({ relation }, field) => ({ [relation]: { [field]: true } }),
    ofRelated((related, _, __, field) => compareKeys(related, [field])),
    ['include.inclusion'],
  ),
  relationProbe(
    'include.nested-id',
    ['include 4', 'include 6'],
    '`id` of a related row is returned although the include does not name it.',
    ({ relation }, field) => ({ [relation]: { [field]: true } }),
    ofRelated((related) => compare(idOf(related) === '' ? 'no `id`' : undefined)),
    ['include.id'],
  ),
  relationProbe(
    'include.nested-exclusion',
    ['include 6'],
    'The exclusion form selects the properties of a related row.',
    ({ relation }, field) => ({ [relation]: { [field]: false } }),
    ofRelated((related, chosen, _, field) => {
      const others = Object.keys(chosen.related).filter((name) => name !== field);
      const verdict = compareMissing(related, others);
      return verdict.result === 'holds' && field in related ? differs(`returned ${field} too`) : verdict;
    }),
    ['include.exclusion'],
  ),
  relationProbe(
    'include.exclusion-relation',
    ['include 7'],
    'The exclusion form can be combined with a relation.',
    ({ relation, ...chosen }) => ({ [firstField(chosen.row)]: false, [relation]: true }),
    (row, chosen, context) => {
      const excluded = firstField(chosen.row);
      if (excluded in row) return differs(`returned ${excluded} too`);
      return compareMissing(row, [
        ...storedOf(context, chosen).filter((field) => field !== excluded),
        chosen.relation,
      ]);
    },
    ['include.exclusion'],
  ),
  relationProbe(
    'include.mixed-levels',
    ['include 8'],
    '`true` and `false` can be mixed on different levels.',
    ({ relation, row }, field) => ({ [firstField(row)]: true, [relation]: { [field]: false } }),
    (row, chosen) => compareKeys(row, [firstField(chosen.row), chosen.relation]),
    ['include.inclusion', 'include.nested-exclusion'],
  ),
  relationProbe(
    'include.filter-to-one',
    ['include 11', 'decision 9'],
    'A filtered to-one relation is null if the related row does not match.',
    ({ relation }) => ({ [relation]: { where: { id: { in: [UNKNOWN_ID] } } } }),
    (row, { relation }) => {
      if (relatedOf(row, relation).length > 0) return differs('returned a related row that does not match');
      const value = row[relation];
      return compare(value === null || Array.isArray(value) ? undefined : `left ${relation} out`);
    },
  ),
  rejectionProbe({
    id: 'include.without-where',
    rules: ['decision 9'],
    expected: 'A relation set to `{ include }` without `where` is rejected.',
    dependsOn: ['where.in', 'include.unknown-name'],
    appliesTo: hasCardinality('one', 'many'),
    needed: 'a row of a resource with a relation',
    request: (context) => {
      const { workspace } = context;
      const [relation] = [...workspace.relations('many'), ...workspace.relations('one')];
      if (!relation) return undefined;
      const { path, rows } = relation;
      const inner = { include: { [targetField(context, relation)]: true } };
      return { path, where: among(rows.slice(0, 1)), include: { [relation.relation]: inner } };
    },
  }),
];

const firstField = (row: Row): string => Object.keys(row).find((name) => name !== 'id') ?? 'id';

/** A UUID that no row has. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
