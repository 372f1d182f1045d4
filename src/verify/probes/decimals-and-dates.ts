import { compareText } from '../../query/compare-values.js';
import { parseDate } from '../../values/date.js';
import type { Reading } from '../divide-rows.js';
import { type Candidate, filterProbe, planComparison, withoutNulls } from '../filter-probe.js';
import { MADE_UP } from '../mask.js';
import type { AppliesTo, Probe, ProbeContext } from '../probe.js';
import { filterRejectionProbe, onFirst } from '../rejection-probe.js';
import { fieldValue, hasField } from '../workspace.js';

const hasDecimal: AppliesTo = ({ schema }) => hasField(schema, 'decimal');
const hasNumber: AppliesTo = ({ schema }) => hasField(schema, 'number', 'integer');
const hasDate: AppliesTo = ({ schema }) => hasField(schema, 'date');

const decimals = ({ workspace }: ProbeContext) => withoutNulls(workspace.fields('decimal'));
const numbers = ({ workspace }: ProbeContext) => withoutNulls(workspace.fields('number', 'integer'));
const dates = ({ workspace }: ProbeContext) => withoutNulls(workspace.fields('date'));

/** A reading that compares values with a number. */
const by =
  (field: string, matches: (value: string) => boolean): Reading =>
  (row) =>
    matches(String(fieldValue(row, field)));

/** Comparisons whose result differs if the service compares numbers as text. */
const orderCandidates = (operand: string | number, field: string): Candidate[] => [
  {
    comparison: { gt: operand },
    other: [by(field, (value) => compareText(value, String(operand)) > 0)],
  },
  {
    comparison: { lt: operand },
    other: [by(field, (value) => compareText(value, String(operand)) < 0)],
  },
];

const withFraction = (decimal: string, digits: string): string =>
  decimal.includes('.') ? decimal + digits : `${decimal}.${digits}`;

/** An instant, written in a time zone that is `minutes` ahead of UTC. */
function inZone(instant: number, minutes: number): string {
  const local = new Date(instant + minutes * 60_000).toISOString().slice(0, -1);
  const two = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** A probe of dates in a form that the service may not read. */
const dateForm = (
  id: string,
  expected: string,
  write: (iso: string) => string,
  dependsOn: readonly string[] = [],
): Probe =>
  filterProbe({
    id,
    rules: ['decision 23'],
    expected,
    dependsOn: ['where.gte-date', ...dependsOn],
    appliesTo: hasDate,
    needed: 'two rows with dates that are a day apart',
    plan: (context) =>
      planComparison(context, dates(context), (value, { field }) => {
        const operand = write(isoOf(value));
        return { comparison: { gte: operand }, same: [by(field, (date) => compareText(date, operand) >= 0)] };
      }),
  });

const isoOf = (value: unknown): string => new Date(parseDate(String(value)) ?? 0).toISOString();

/** How decimals, numbers and dates are compared, and which forms they may have. */
export const decimalsAndDates: readonly Probe[] = [
  filterProbe({
    id: 'where.decimal-order',
    rules: ['decision 22'],
    expected: 'Decimals are compared by value: 9.5 is less than 10.',
    dependsOn: ['where.gt-decimal', 'where.lt-decimal'],
    appliesTo: hasDecimal,
    needed: 'two rows with decimals that sort differently as text',
    plan: (context) =>
      planComparison(context, decimals(context), (value, { field }) => orderCandidates(String(value), field)),
  }),
  filterProbe({
    id: 'where.decimal-equality',
    rules: ['decision 22'],
    expected: 'Decimals are equal by value: 1.0 equals 1.',
    dependsOn: ['where.eq-decimal'],
    appliesTo: hasDecimal,
    needed: 'two rows with different decimals',
    plan: (context) =>
      planComparison(context, decimals(context), (value) => ({
        comparison: { eq: withFraction(String(value), '0') },
      })),
  }),
  filterProbe({
    id: 'where.decimal-exact',
    rules: ['decision 22'],
    expected: 'Decimals are compared exactly, even after the 20th digit.',
    dependsOn: ['where.lt-decimal'],
    appliesTo: hasDecimal,
    needed: 'two rows with different positive decimals',
    plan: (context) =>
      planComparison(context, decimals(context), (value, { field }) => {
        const operand = withFraction(String(value), `${'0'.repeat(24)}1`);
        return {
          comparison: { lt: operand },
          same: [by(field, (text) => compareText(text, operand) < 0)],
          other: [by(field, (text) => Number(text) < Number(operand))],
        };
      }),
  }),
  filterProbe({
    id: 'where.decimal-number',
    rules: ['decision 22'],
    expected: 'A decimal can be compared with a JSON number.',
    dependsOn: ['where.gt-decimal'],
    appliesTo: hasDecimal,
    needed: 'two rows with different decimals',
    plan: (context) =>
      planComparison(context, decimals(context), (value, { field }) => {
        const operand = Math.trunc(Number(value));
        if (!Number.isSafeInteger(operand)) return undefined; // it would have to be text
        const asText = by(field, (text) => compareText(text, String(operand)) > 0);
        return { comparison: { gt: operand }, same: [asText] };
      }),
  }),
  filterProbe({
    id: 'where.decimal-like',
    rules: ['decision 22'],
    expected: '`like` on a decimal searches its text as the service returns it.',
    dependsOn: ['where.like'],
    appliesTo: hasDecimal,
    needed: 'two rows with different decimals',
    plan: (context) =>
      planComparison(context, decimals(context), (value) => ({
        comparison: { like: String(value).slice(1) },
      })),
  }),
  filterRejectionProbe({
    id: 'where.decimal-invalid',
    rules: ['decision 22'],
    expected: 'Comparing a decimal with text that is not a decimal is rejected.',
    appliesTo: hasDecimal,
    needed: 'a row with a decimal',
    where: ({ workspace }) => onFirst(workspace.fields('decimal'), { eq: MADE_UP }),
  }),
  filterRejectionProbe({
    id: 'where.decimal-exponent',
    rules: ['decision 22'],
    expected: 'A decimal with an exponent, such as 1e3, is rejected as an operand.',
    dependsOn: ['where.decimal-invalid'],
    appliesTo: hasDecimal,
    needed: 'a row with a decimal',
    where: ({ workspace }) => onFirst(workspace.fields('decimal'), { eq: '1e3' }),
  }),
  filterProbe({
    id: 'where.number-order',
    rules: ['where 6'],
    expected: 'Numbers are compared by value: 9 is less than 10.',
    dependsOn: ['where.gt-number', 'where.lt-number'],
    appliesTo: hasNumber,
    needed: 'two rows with numbers that sort differently as text',
    plan: (context) =>
      planComparison(context, numbers(context), (value, { field }) => orderCandidates(Number(value), field)),
  }),
  filterRejectionProbe({
    id: 'where.number-unsafe',
    rules: ['decision 22', 'decision 28'],
    expected: 'An integer beyond 2^53, which JSON readers round, is rejected.',
    appliesTo: hasNumber,
    needed: 'a row with a number',
    where: ({ workspace }) => onFirst(workspace.fields('number', 'integer'), { eq: 2 ** 53 }),
  }),
  filterProbe({
    id: 'where.date-offset',
    rules: ['decision 23'],
    expected: 'A date with an offset from UTC is compared as an instant.',
    dependsOn: ['where.gte-date', 'where.lte-date'],
    appliesTo: hasDate,
    needed: 'two rows with dates that are less than a day apart',
    plan: (context) =>
      planComparison(context, dates(context), (value, { field }) =>
        [-11 * 60, 13 * 60 + 45].flatMap((minutes) => {
          const operand = inZone(parseDate(String(value)) ?? 0, minutes);
          return [
            {
              comparison: { gte: operand },
              other: [by(field, (date) => compareText(date, operand) >= 0)],
            },
            {
              comparison: { lte: operand },
              other: [by(field, (date) => compareText(date, operand) <= 0)],
            },
          ];
        }),
      ),
  }),
  dateForm('where.date-only', 'A date without a time means midnight in UTC.', (iso) => iso.slice(0, 10)),
  dateForm('where.date-lower-case', 'A date may have a lowercase `t` and `z`.', (iso) => iso.toLowerCase()),
  dateForm('where.date-short-time', 'A date may leave out the seconds.', (iso) => `${iso.slice(0, 16)}Z`),
  dateForm(
    'where.date-short-offset',
    'The offset of a date may leave out the colon.',
    (iso) => `${iso.slice(0, -1)}+0000`,
    ['where.date-offset'],
  ),
  filterProbe({
    id: 'where.date-fraction',
    rules: ['decision 23'],
    expected: 'A date may have nine fractional digits, which are compared exactly.',
    dependsOn: ['where.lt-date', 'where.date-offset'],
    appliesTo: hasDate,
    needed: 'two rows with different dates',
    plan: (context) =>
      planComparison(context, dates(context), (value, { field }) => {
        const instant = parseDate(String(value)) ?? 0;
        return {
          comparison: { lt: `${isoOf(value).slice(0, -1)}000001Z` },
          other: [by(field, (date) => (parseDate(date) ?? 0) < instant)],
        };
      }),
  }),
  filterRejectionProbe({
    id: 'where.date-without-zone',
    rules: ['decision 23'],
    expected: 'A date with a time but no time zone is rejected.',
    appliesTo: hasDate,
    needed: 'a row with a date',
    where: ({ workspace }) => onFirst(workspace.fields('date'), { eq: '2026-01-31T12:00:00' }),
  }),
  filterRejectionProbe({
    id: 'where.date-impossible',
    rules: ['decision 23'],
    expected: 'A date that does not exist, such as 2026-02-30, is rejected.',
    appliesTo: hasDate,
    needed: 'a row with a date',
    where: ({ workspace }) => onFirst(workspace.fields('date'), { eq: '2026-02-30' }),
  }),
];
