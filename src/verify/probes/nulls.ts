import type { JsonValue } from '../../schema/field.js';
import type { Reading } from '../divide-rows.js';
import { type Candidate, filterProbe, planComparison } from '../filter-probe.js';
import type { AppliesTo, Probe, ProbeContext } from '../probe.js';
import { filterRejectionProbe, onFirst } from '../rejection-probe.js';
import { fieldValue, type ListedField, listedResources } from '../workspace.js';

const scalars = ['string', 'uuid', 'decimal', 'number', 'integer', 'boolean', 'enumeration', 'date'] as const;
const ordered = ['date', 'decimal', 'number', 'integer', 'string'] as const;

const hasNullable: AppliesTo = ({ schema }) =>
  listedResources(schema).some(({ name }) =>
    Object.values(schema[name]?.fields ?? {}).some(
      ({ nullable, kind, computed }) => nullable && !computed && kind !== 'json',
    ),
  );

/** The nullable fields that are null in some rows and not in others. */
const sometimesNull = (fields: readonly ListedField[]) =>
  fields.filter(
    ({ nullable, rows, field }) => nullable && rows.some((row) => fieldValue(row, field) === null),
  );

const isNull =
  (field: string): Reading =>
  (row) =>
    fieldValue(row, field) === null;

type Propose = (value: JsonValue, field: string) => Candidate | readonly Candidate[];

const nullProbe = (
  id: string,
  expected: string,
  propose: Propose,
  { dependsOn = [], kinds = scalars }: { dependsOn?: string[]; kinds?: readonly ListedField['kind'][] } = {},
): Probe =>
  filterProbe({
    id,
    rules: ['decision 17'],
    expected,
    dependsOn,
    appliesTo: hasNullable,
    needed: 'a row in which a property is null, and one in which it is not',
    plan: (context: ProbeContext) =>
      planComparison(context, sometimesNull(context.workspace.fields(...kinds)), (value, { field }) =>
        propose(value, field),
      ),
  });

/** Without rows in which the property is null. */
const withoutNull =
  (reading: Reading, field: string): Reading =>
  (row) =>
    !isNull(field)(row) && reading(row);

/** How null is filtered. */
export const nulls: readonly Probe[] = [
  nullProbe('where.eq-null', '`eq: null` matches null.', () => ({ comparison: { eq: null } })),
  nullProbe('where.bare-null', 'A bare `null` matches null.', () => ({ comparison: null }), {
    dependsOn: ['where.bare', 'where.eq-null'],
  }),
  nullProbe('where.neq-null-operand', '`neq: null` matches everything but null.', () => ({
    comparison: { neq: null },
  })),
  nullProbe('where.in-null', 'A null inside `in` matches null.', (value, field) => ({
    comparison: { in: [null, value] },
    other: [(row) => fieldValue(row, field) === value],
  })),
  nullProbe('where.neq-null', '`neq` with a value matches null.', (value, field) => ({
    comparison: { neq: value },
    other: [withoutNull((row) => fieldValue(row, field) !== value, field)],
  })),
  nullProbe('where.not-in-null', '`not_in` with values matches null.', (value, field) => ({
    comparison: { not_in: [value] },
    other: [withoutNull((row) => fieldValue(row, field) !== value, field)],
  })),
  nullProbe(
    'where.not-contains-null',
    '`not_contains` on text matches null.',
    (value, field) => ({
      comparison: { not_contains: String(value) },
      other: [withoutNull((row) => !String(fieldValue(row, field)).includes(String(value)), field)],
    }),
    { kinds: ['string'], dependsOn: ['where.not-contains-text'] },
  ),
  nullProbe(
    'where.like-null',
    '`like` does not match null.',
    (value, field) => ({
      comparison: { like: String(value).slice(0, 2) },
      other: [
        (row) => isNull(field)(row) || String(fieldValue(row, field)).includes(String(value).slice(0, 2)),
      ],
    }),
    { kinds: ['string'], dependsOn: ['where.like-case'] },
  ),
  filterProbe({
    id: 'where.order-null',
    rules: ['decision 17'],
    expected: '`gt`, `gte`, `lt` and `lte` do not match null.',
    dependsOn: ['where.nested-groups'],
    appliesTo: hasNullable,
    needed: 'a row in which a property is null, and one in which it is not',
    plan: ({ workspace }) => {
      for (const { rows, field, path } of sometimesNull(workspace.fields(...ordered))) {
        const filled = rows.filter((row) => !isNull(field)(row));
        const value = filled[0] && fieldValue(filled[0], field);
        if (value === undefined) continue;
        return {
          path,
          rows: [...filled.slice(0, 4), ...rows.filter(isNull(field)).slice(0, 4)],
          where: { OR: [{ [field]: { gt: value } }, { [field]: { lte: value } }] },
          matches: (row) => !isNull(field)(row),
        };
      }
      return undefined;
    },
  }),
  filterRejectionProbe({
    id: 'where.order-null-operand',
    rules: ['decision 17'],
    expected: '`gt`, `gte`, `lt` and `lte` with null are rejected.',
    appliesTo: hasNullable,
    needed: 'a row with a property that may be null',
    where: ({ workspace }) =>
      onFirst(
        workspace.fields(...ordered).filter(({ nullable }) => nullable),
        { gt: null },
      ),
  }),
  filterRejectionProbe({
    id: 'where.not-nullable',
    rules: ['decision 17'],
    expected: 'Comparing a property that is not nullable with null is rejected.',
    needed: 'a row with a property that is not nullable',
    where: ({ workspace }) =>
      onFirst(
        workspace.fields(...scalars).filter(({ nullable }) => !nullable),
        { eq: null },
      ),
  }),
];
