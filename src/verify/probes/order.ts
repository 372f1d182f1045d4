import { among, assertUnchanged } from '../filter-probe.js';
import { MADE_UP } from '../mask.js';
import {
  asText,
  byDecimal,
  byNumber,
  groupsOf,
  isSame,
  type Ordered,
  rowsToOrder,
  rowsWithNumbers,
  rowsWithTies,
  sorted,
} from '../ordered-rows.js';
import {
  compare,
  differs,
  holds,
  needs,
  type Probe,
  type ProbeContext,
  type RuleId,
  type Verdict,
} from '../probe.js';
import { rejectionProbe } from '../rejection-probe.js';
import { idOf, type Row } from '../rows-in-body.js';
import { fieldValue, hasField, listedResources } from '../workspace.js';

const rules: readonly RuleId[] = ['decision 2'];

/** Requests rows in an order. */
const listInOrder = (
  { rows }: ProbeContext,
  ordered: Ordered,
  order: string,
  more: Record<string, string> = {},
): Promise<readonly Row[]> =>
  rows({ path: ordered.path, where: among(ordered.rows), parameters: { order_by: order, ...more } });

/** Compares the order of rows. Other probes check whether rows are missing. */
const compareOrder = (found: readonly Row[], expected: readonly Row[]): Verdict => {
  const returned = new Set(found.map(idOf));
  const wanted = expected.filter((row) => returned.has(idOf(row)));
  return compare(isSame(found, wanted) && wanted.length > 1 ? undefined : 'in another order');
};

/** A probe of the order of some rows. */
const orderProbe = (
  id: string,
  expected: string,
  run: (context: ProbeContext) => Promise<Verdict>,
  dependsOn: string[] = [],
): Probe => ({ id, rules, expected, dependsOn: ['where.in', ...dependsOn], run });

const nullsProbe = (id: string, expected: string, direction: 'asc' | 'desc'): Probe => ({
  ...orderProbe(
    id,
    expected,
    async (context) => {
      const kinds = ['date', 'string', 'uuid', 'decimal', 'number', 'integer', 'enumeration'] as const;
      for (const { path, rows, field } of context.workspace.fields(...kinds)) {
        const isNull = (row: Row) => fieldValue(row, field) === null;
        const nulls = rows.filter(isNull).slice(0, 4);
        const others = rows.filter((row) => !isNull(row)).slice(0, 4);
        if (nulls.length === 0 || others.length === 0) continue;
        const chosen = rows.filter((row) => nulls.includes(row) || others.includes(row));
        const found = await listInOrder(context, { path, field, rows: chosen }, `${field}:${direction}`);
        const places = found.map((row) => nulls.some((one) => idOf(one) === idOf(row)));
        const isLast = places.lastIndexOf(false) < places.indexOf(true);
        const isFirst = places.lastIndexOf(true) < places.indexOf(false);
        if (isLast === (direction === 'asc') && isFirst === (direction === 'desc')) return holds();
        return differs(isFirst ? 'nulls first' : isLast ? 'nulls last' : 'nulls in between');
      }
      return needs('a row in which a property is null, and one in which it is not');
    },
    ['paging.order-by', 'paging.order-by-descending'],
  ),
  appliesTo: ({ schema }) =>
    listedResources(schema).some(({ name }) =>
      Object.values(schema[name]?.fields ?? {}).some(({ nullable, kind }) => nullable && kind !== 'json'),
    ),
});

/** A probe of `after` or `before`. */
const positionProbe = (
  id: string,
  side: 'after' | 'before',
  expected: string,
  write: (row: Row, field: string) => string,
): Probe =>
  orderProbe(
    id,
    expected,
    async (context) => {
      const ordered = rowsToOrder(context);
      const all = sorted(ordered, asText, 'asc');
      const middle = Math.floor(all.length / 2);
      const position = write(all[middle] ?? {}, ordered.field);
      const found = await listInOrder(context, ordered, `${ordered.field}:asc`, { [side]: position });
      const wanted = side === 'after' ? all.slice(middle + 1) : all.slice(0, middle);
      const isRight =
        found.length === wanted.length && wanted.every((row) => found.some((one) => one.id === row.id));
      return compare(
        isRight ? undefined : `${found.length} of ${all.length} rows instead of ${wanted.length}`,
      );
    },
    ['paging.order-by'],
  );

const cursorOf = (row: Row, field: string): string =>
  btoa(
    Array.from(new TextEncoder().encode(JSON.stringify({ [field]: row[field], id: row.id })), (byte) =>
      String.fromCharCode(byte),
    ).join(''),
  );

/** Sorting. */
export const order: readonly Probe[] = [
  orderProbe('paging.order-by', '`order_by` with `asc` sorts rows in ascending order.', async (context) => {
    const ordered = rowsToOrder(context);
    const found = await listInOrder(context, ordered, `${ordered.field}:asc`);
    return compareOrder(found, sorted(ordered, asText, 'asc'));
  }),
  orderProbe(
    'paging.order-by-descending',
    '`order_by` with `desc` sorts rows in descending order.',
    async (context) => {
      const ordered = rowsToOrder(context);
      const found = await listInOrder(context, ordered, `${ordered.field}:desc`);
      return compareOrder(found, sorted(ordered, asText, 'desc'));
    },
  ),
  orderProbe(
    'paging.order-by-direction',
    '`order_by` without a direction is ascending.',
    async (context) => {
      const ordered = rowsToOrder(context);
      const found = await listInOrder(context, ordered, ordered.field);
      return compareOrder(found, sorted(ordered, asText, 'asc'));
    },
    ['paging.order-by'],
  ),
  orderProbe(
    'paging.order-by-second',
    'A second property in `order_by` sorts rows with equal values of the first.',
    async (context) => {
      const ordered = rowsWithTies(context);
      const found = await listInOrder(context, ordered, `${ordered.field}:asc,id:desc`);
      const groups = groupsOf(found, ordered.field);
      const isRight = groups.every((group) =>
        isSame(group, sorted({ ...ordered, field: 'id', rows: group }, asText, 'desc')),
      );
      return compare(isRight ? undefined : 'rows with equal values are in another order');
    },
    ['paging.order-by', 'paging.order-by-descending'],
  ),
  {
    ...orderProbe(
      'paging.order-by-decimal',
      '`order_by` sorts decimals by value.',
      async (context) => {
        const ordered = rowsWithNumbers(context, ['decimal'], byDecimal);
        const found = await listInOrder(context, ordered, `${ordered.field}:asc`);
        const verdict = compareOrder(found, sorted(ordered, byDecimal, 'asc'));
        if (verdict.result === 'differs') await assertUnchanged(context, ordered.path, ordered.rows);
        return verdict;
      },
      ['paging.order-by'],
    ),
    rules: ['decision 2', 'decision 22'],
    appliesTo: ({ schema }) => hasField(schema, 'decimal'),
  },
  {
    ...orderProbe(
      'paging.order-by-number',
      '`order_by` sorts numbers by value.',
      async (context) => {
        const ordered = rowsWithNumbers(context, ['number', 'integer'], byNumber);
        const found = await listInOrder(context, ordered, `${ordered.field}:asc`);
        const verdict = compareOrder(found, sorted(ordered, byNumber, 'asc'));
        if (verdict.result === 'differs') await assertUnchanged(context, ordered.path, ordered.rows);
        return verdict;
      },
      ['paging.order-by'],
    ),
    appliesTo: ({ schema }) => hasField(schema, 'number', 'integer'),
  },
  nullsProbe('paging.nulls-asc', 'In ascending order, nulls are last.', 'asc'),
  nullsProbe('paging.nulls-desc', 'In descending order, nulls are first.', 'desc'),
  orderProbe(
    'paging.ties',
    'Rows with equal values keep the order of the list without `order_by`.',
    async (context) => {
      const ordered = rowsWithTies(context);
      const found = await listInOrder(context, ordered, `${ordered.field}:asc`);
      const unordered = await context.rows({ path: ordered.path, where: among(ordered.rows) });
      const expected = groupsOf(unordered, ordered.field);
      const isRight = expected.every((group) =>
        isSame(
          group,
          found.filter((row) => group.some((one) => idOf(one) === idOf(row))),
        ),
      );
      return compare(isRight ? undefined : 'rows with equal values are in another order');
    },
    ['paging.order-by'],
  ),
  rejectionProbe({
    id: 'paging.unknown-order-by',
    rules,
    expected: 'An unknown property in `order_by` is rejected.',
    dependsOn: ['where.in'],
    request: ({ workspace: { resources } }) => {
      const [resource] = resources;
      return (
        resource && {
          path: resource.path,
          where: among(resource.rows.slice(0, 2)),
          parameters: { order_by: `${MADE_UP}_property:asc` },
        }
      );
    },
  }),
  rejectionProbe({
    id: 'paging.order-by-json',
    rules,
    expected: 'A JSON property in `order_by` is rejected.',
    dependsOn: ['where.in', 'paging.unknown-order-by'],
    appliesTo: ({ schema }) => hasField(schema, 'json'),
    needed: 'a row with a JSON property',
    request: ({ workspace }) => {
      const [listed] = workspace.fields('json');
      return (
        listed && {
          path: listed.path,
          where: among(listed.rows.slice(0, 2)),
          parameters: { order_by: `${listed.field}:asc` },
        }
      );
    },
  }),
  positionProbe(
    'paging.after',
    'after',
    '`after` with a value of the first property in `order_by` returns the rows after it.',
    (row, field) => String(row[field]),
  ),
  positionProbe(
    'paging.before',
    'before',
    '`before` with a value of the first property in `order_by` returns the rows before it.',
    (row, field) => String(row[field]),
  ),
  positionProbe(
    'paging.after-cursor',
    'after',
    '`after` with a cursor, base64 of the properties in `order_by` and the id, returns the rows after it.',
    cursorOf,
  ),
];
