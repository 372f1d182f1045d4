import { compareText } from '../../query/compare-values.js';
import type { Reading } from '../divide-rows.js';
import { type Candidate, filterProbe, planComparison, withoutNulls } from '../filter-probe.js';
import { MADE_UP } from '../mask.js';
import type { AppliesTo, Probe, ProbeContext } from '../probe.js';
import { fieldValue, hasField, type ListedField } from '../workspace.js';

const hasText: AppliesTo = ({ schema }) => hasField(schema, 'string');

/** The text fields without rows in which they are null. */
const textFields = ({ workspace }: ProbeContext) => withoutNulls(workspace.fields('string'));

const planText = (context: ProbeContext, propose: (value: string, field: string) => readonly Candidate[]) =>
  planComparison(context, textFields(context), (value, { field }: ListedField) =>
    propose(String(value), field),
  );

const reading =
  (field: string, matches: (value: string) => boolean): Reading =>
  (row) =>
    matches(String(fieldValue(row, field)));

const ignoringCase = (field: string, operand: string): Reading =>
  reading(field, (value) => value.toLowerCase().includes(operand.toLowerCase()));

/** Parts of three ASCII letters inside a text, neither at its start nor at its end. */
function innerParts(text: string): string[] {
  const parts = new Set<string>();
  for (let index = 1; index + 3 < text.length; index++) {
    const part = text.slice(index, index + 3);
    if (/^[a-z]+$/i.test(part)) parts.add(part);
  }
  return [...parts];
}

/** Both cases of each single ASCII letter and each pair of letters in a text. */
const lettersOf = (text: string): string[] => [
  ...new Set(
    [/[a-z]/gi, /[a-z]{2}/gi]
      .flatMap((pattern) => text.match(pattern) ?? [])
      .flatMap((letters) => [letters.toLowerCase(), letters.toUpperCase()]),
  ),
];

const likePlan = (comparator: string) => (context: ProbeContext) =>
  planText(context, (value, field) =>
    innerParts(value).map((part) => ({
      comparison: { [comparator]: part },
      same: [
        comparator === 'not_contains' ? (row) => !ignoringCase(field, part)(row) : ignoringCase(field, part),
      ],
      other:
        comparator === 'not_contains'
          ? []
          : [reading(field, (text) => text.startsWith(part)), reading(field, (text) => text.endsWith(part))],
    })),
  );

/** Plans a pattern with a wildcard that matches the text in SQL or in a regular expression. */
const wildcardPlan = (wildcard: '%' | '_' | '.', gap: string) => (context: ProbeContext) =>
  planText(context, (value, field) => {
    const [start, end] = [value.slice(0, 2), value.slice(3, 5)];
    if (!/^[a-z0-9]{4}$/i.test(start + end)) return [];
    const operand = `${start}${wildcard}${end}`;
    const pattern = new RegExp(`${start}${gap}${end}`, 'i');
    return [
      {
        comparison: { like: operand },
        other: [reading(field, (text) => pattern.test(text))],
        isOneSided: true,
      },
    ];
  });

/** Comparisons with a letter in the other case, whose result depends on the order of letters. */
function orderCandidates(value: string, field: string): Candidate[] {
  const [first = ''] = value;
  const operand = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  if (!/^[a-z]$/i.test(first)) return [];
  return (['gt', 'lt'] as const).flatMap((comparator) => {
    const sign = comparator === 'gt' ? 1 : -1;
    const by = (order: (text: string) => number): Reading => reading(field, (text) => order(text) * sign > 0);
    const other = [
      by((text) => compareText(text.toLowerCase(), operand.toLowerCase())),
      by((text) => text.localeCompare(operand, 'en')),
    ];
    return [false, true].map((isOneSided) => ({ comparison: { [comparator]: operand }, other, isOneSided }));
  });
}

/** The meaning of `like`, and the order of text. */
export const text: readonly Probe[] = [
  filterProbe({
    id: 'where.like',
    rules: ['where 6', 'decision 20'],
    expected: '`like` matches text that contains the operand, at any position.',
    appliesTo: hasText,
    needed: 'a row whose text contains three letters that another text does not contain',
    plan: likePlan('like'),
  }),
  filterProbe({
    id: 'where.like-case',
    rules: ['decision 20'],
    expected: '`like` is case-sensitive.',
    dependsOn: ['where.like'],
    appliesTo: hasText,
    needed: 'a row whose text has letters',
    plan: (context) => {
      const plan = (isOneSided: boolean) =>
        planText(context, (value, field) =>
          lettersOf(value).map((letters) => ({
            comparison: { like: letters },
            other: [ignoringCase(field, letters)],
            isOneSided,
          })),
        );
      return plan(false) ?? plan(true);
    },
  }),
  filterProbe({
    id: 'where.like-percent',
    rules: ['decision 20'],
    expected: '`%` has no special meaning in `like`.',
    dependsOn: ['where.like'],
    appliesTo: hasText,
    needed: 'a row whose text begins with letters or digits',
    plan: wildcardPlan('%', '.*'),
  }),
  filterProbe({
    id: 'where.like-underscore',
    rules: ['decision 20'],
    expected: '`_` has no special meaning in `like`.',
    dependsOn: ['where.like'],
    appliesTo: hasText,
    needed: 'a row whose text begins with letters or digits',
    plan: wildcardPlan('_', '.'),
  }),
  filterProbe({
    id: 'where.like-pattern',
    rules: ['decision 20'],
    expected: 'The operand of `like` is not a regular expression: `.` has no special meaning.',
    dependsOn: ['where.like'],
    appliesTo: hasText,
    needed: 'a row whose text begins with letters or digits',
    plan: wildcardPlan('.', '.'),
  }),
  filterProbe({
    id: 'where.like-empty',
    rules: ['decision 20'],
    expected: '`like` with an empty string matches every text that is not null.',
    dependsOn: ['where.like'],
    appliesTo: hasText,
    needed: 'a row with text',
    plan: (context) => planText(context, () => [{ comparison: { like: '' }, isOneSided: true }]),
  }),
  filterProbe({
    id: 'where.contains-text',
    rules: ['decision 12'],
    expected: '`contains` on text means the same as `like`.',
    dependsOn: ['where.like'],
    appliesTo: hasText,
    needed: 'a row whose text contains three letters that another text does not contain',
    plan: likePlan('contains'),
  }),
  filterProbe({
    id: 'where.not-contains-text',
    rules: ['decision 12'],
    expected: '`not_contains` on text is the opposite of `contains`.',
    dependsOn: ['where.like'],
    appliesTo: hasText,
    needed: 'a row whose text contains three letters that another text does not contain',
    plan: likePlan('not_contains'),
  }),
  filterProbe({
    id: 'where.eq-case',
    rules: ['where 1'],
    expected: '`eq` on text is case-sensitive.',
    dependsOn: ['where.eq-text'],
    appliesTo: hasText,
    needed: 'a row whose text has lowercase letters',
    plan: (context) =>
      planText(context, (value, field) => [
        {
          comparison: { eq: value.toUpperCase() },
          other: [reading(field, (text) => text.toUpperCase() === value.toUpperCase())],
          isOneSided: true,
        },
      ]),
  }),
  filterProbe({
    id: 'where.text-order',
    rules: ['decision 21'],
    expected: 'Text is compared by code point: uppercase letters come before lowercase letters.',
    dependsOn: ['where.gt-text', 'where.lt-text'],
    appliesTo: hasText,
    needed: 'a row whose text begins with a letter',
    plan: (context) => planText(context, orderCandidates),
  }),
  filterProbe({
    id: 'where.id-text',
    rules: ['decision 28', 'decision 32'],
    expected: 'An id that is not a UUID matches no row, and is not rejected.',
    dependsOn: ['where.nested-groups'],
    needed: 'two rows of one resource',
    plan: ({ workspace }) => {
      const resource = workspace.resources.find(({ rows }) => rows.length > 1);
      if (!resource) return undefined;
      const [first] = resource.rows;
      return {
        path: resource.path,
        rows: resource.rows.slice(0, 4),
        where: { OR: [{ id: { in: [String(first?.id)] } }, { id: { in: [MADE_UP] } }] },
        matches: (row) => row === first,
      };
    },
  }),
];
