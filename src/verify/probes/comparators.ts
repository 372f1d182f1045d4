import { compareDecimals, compareText } from '../../query/compare-values.js';
import type { FieldKind, JsonValue } from '../../schema/field.js';
import type { Reading } from '../divide-rows.js';
import {
  among,
  type Candidate,
  differenceOfRows,
  filterProbe,
  planComparison,
  withoutNulls,
} from '../filter-probe.js';
import { compare, needs, type Probe, type RuleId } from '../probe.js';
import { fieldValue, fieldValues, hasField, type ListedField } from '../workspace.js';

/** Kinds of fields by their name in the ids of probes. */
const groups: Readonly<Record<string, readonly FieldKind[]>> = {
  text: ['string'],
  decimal: ['decimal'],
  number: ['number', 'integer'],
  date: ['date'],
  enumeration: ['enumeration'],
  boolean: ['boolean'],
};

const equality = ['eq', 'neq'];
const membership = [...equality, 'in', 'not_in'];
const all = [...membership, 'gt', 'gte', 'lt', 'lte'];

const comparatorsOf: Readonly<Record<string, readonly string[]>> = {
  text: all,
  decimal: all,
  number: all,
  date: all,
  enumeration: membership,
  boolean: equality,
};

const meanings: Readonly<Record<string, string>> = {
  eq: 'equal the operand',
  neq: 'differ from the operand',
  in: 'are in the list',
  not_in: 'are not in the list',
  gt: 'are greater than the operand',
  gte: 'are greater than or equal to the operand',
  lt: 'are less than the operand',
  lte: 'are less than or equal to the operand',
};

/** The comparator that differs only in whether equal values match. */
const inclusive: Readonly<Record<string, string>> = { gt: 'gte', gte: 'gt', lt: 'lte', lte: 'lt' };

/** A probe of each comparator for each kind. */
function comparatorProbes(): Probe[] {
  return Object.entries(groups).flatMap(([group, kinds]) =>
    (comparatorsOf[group] ?? []).map((comparator) =>
      filterProbe({
        id: `where.${comparator.replace('_', '-')}-${group}`,
        rules: rulesOf(group),
        expected: `\`${comparator}\` on a property of type ${kinds.join(' or ')} matches values that ${meanings[comparator]}.`,
        appliesTo: ({ schema }) => hasField(schema, ...kinds),
        needed: `two rows with different values of a property of type ${kinds.join(' or ')}`,
        plan: (context) =>
          planComparison(context, withoutNulls(context.workspace.fields(...kinds)), (value, field) =>
            candidateOf(comparator, value, field),
          ),
      }),
    ),
  );
}

const rulesOf = (group: string): RuleId[] => [
  'general 5',
  'where 6',
  ...(group === 'boolean' ? ['decision 16' as const] : []),
];

function candidateOf(comparator: string, value: JsonValue, field: ListedField): Candidate {
  const reading = (order: Order, of = comparator): Reading => orderedReading(of, field.field, value, order);
  if (comparator === 'in' || comparator === 'not_in') {
    const others = fieldValues(field).filter((other) => other !== value && !isNear(other, value));
    return {
      comparison: { [comparator]: [value, ...others.slice(0, 1)] },
      same: [ignoringCase(field, comparator, [value, ...others.slice(0, 1)])],
    };
  }
  if (!inclusive[comparator])
    return { comparison: { [comparator]: value }, same: [ignoringCase(field, comparator, [value])] };
  const orders = field.kind === 'string' ? textOrders : [byKind(field.kind), asText];
  return {
    comparison: { [comparator]: value },
    same: orders.map((order) => reading(order)),
    other: [reading(byKind(field.kind), inclusive[comparator])],
  };
}

/** Whether a service that ignores letter case would treat two values as equal. */
const isNear = (left: JsonValue, right: JsonValue): boolean =>
  String(left).toLowerCase() === String(right).toLowerCase();

const ignoringCase =
  ({ field }: ListedField, comparator: string, values: readonly JsonValue[]): Reading =>
  (row) =>
    values.some((value) => isNear(fieldValue(row, field), value)) ===
    (comparator === 'eq' || comparator === 'in');

type Order = (left: JsonValue, right: JsonValue) => number;

const asText: Order = (left, right) => compareText(String(left), String(right));

const textOrders: readonly Order[] = [
  asText,
  (left, right) => compareText(String(left).toLowerCase(), String(right).toLowerCase()),
  (left, right) => String(left).localeCompare(String(right), 'en'),
];

const byKind =
  (kind: FieldKind): Order =>
  (left, right) => {
    if (kind === 'decimal') return compareDecimals(String(left), String(right));
    return kind === 'number' || kind === 'integer' ? Number(left) - Number(right) : asText(left, right);
  };

function orderedReading(comparator: string, field: string, operand: JsonValue, order: Order): Reading {
  return (row) => {
    const result = order(fieldValue(row, field), operand);
    if (result === 0) return comparator.endsWith('e');
    return comparator.startsWith('gt') ? result > 0 : result < 0;
  };
}

/** The comparators that most other probes depend on, and those of each type. */
export const comparators: readonly Probe[] = [
  {
    id: 'where.in',
    rules: ['where 6'],
    expected: '`in` on the id returns exactly the rows with these ids.',
    run: async ({ workspace, rows, show }) => {
      const [resource] = workspace.resources;
      if (!resource || resource.rows.length < 2) needs('two rows of one resource');
      const wanted = resource.rows.slice(0, -1).slice(0, 8);
      const found = await rows({ path: resource.path, where: among(wanted) });
      return compare(differenceOfRows(found, wanted, () => true, show));
    },
  },
  {
    id: 'where.and',
    rules: ['where 3'],
    expected: '`AND` matches rows that match every filter of the list.',
    dependsOn: ['where.in'],
    run: async ({ workspace, rows, show }) => {
      const resource = workspace.resources.find((one) => one.rows.length > 2) ?? needs('three rows');
      const universe = resource.rows.slice(0, 3);
      const where = { AND: [among(universe.slice(0, 2)), among(universe.slice(1))] };
      const found = await rows({ path: resource.path, where });
      return compare(differenceOfRows(found, universe, (row) => row === universe[1], show));
    },
  },
  ...comparatorProbes(),
];
