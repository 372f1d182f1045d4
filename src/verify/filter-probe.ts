import { resolveDialect } from '../dialect/resolve-dialect.js';
import { compileFilter } from '../query/match/compile-filter.js';
import type { KeyOf } from '../query/match/keys.js';
import { jsonEquals } from '../query/match/match-json.js';
import { QueryNode } from '../query/query-node.js';
import { checkWhere } from '../query/where.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import type { Resources } from '../schema/resources.js';
import { divideRows, type Reading, type Readings } from './divide-rows.js';
import { compare, InconclusiveError, needs, type Probe, type ProbeContext } from './probe.js';
import { idOf, type Row, rowsInBody } from './rows-in-body.js';
import { fieldValue, fieldValues, type ListedField, type ListedResource } from './workspace.js';

/** A filter, and the rows that it is applied to. */
export interface FilterPlan {
  readonly path: string;
  readonly rows: readonly Row[];
  readonly where: JsonObject;
  /** Which of the rows match. */
  readonly matches: Reading;
}

type Head = Pick<Probe, 'id' | 'rules' | 'expected' | 'dependsOn' | 'appliesTo'>;

/** A probe that compares the rows that a filter selects. */
interface FilterProbe extends Head {
  /** The data that the probe needs, for the report if there is no plan: "a balance whose name has letters". */
  readonly needed: string;
  readonly plan: (context: ProbeContext) => FilterPlan | undefined | Promise<FilterPlan | undefined>;
}

/**
 * Creates the probe of a filter on rows with known ids. It compares the response as a set of ids, so that
 * neither the order of rows nor the size of a page matters.
 */
export const filterProbe = ({ needed, plan, dependsOn = [], ...head }: FilterProbe): Probe => ({
  ...head,
  dependsOn: ['where.in', 'where.and', ...dependsOn],
  run: async (context) => {
    const { path, rows, where, matches } = (await plan(context)) ?? needs(needed);
    const found = await context.rows({ path, where: { AND: [among(rows), where] } });
    const difference = differenceOfRows(found, rows, matches, context.show);
    if (difference !== undefined) await assertUnchanged(context, path, rows);
    return compare(difference);
  },
});

/**
 * Reads rows again, without the filter: people may work in the workspace in the meantime.
 *
 * @throws InconclusiveError if the rows have changed.
 */
export async function assertUnchanged(
  { session, record }: ProbeContext,
  path: string,
  rows: readonly Row[],
): Promise<void> {
  const request = { path, where: among(rows) };
  record(request);
  const { body } = await session.sendAgain(request);
  const now = new Map((rowsInBody(body)?.rows ?? []).map((row) => [idOf(row), row]));
  const isSame = (row: Row): boolean => {
    const current = now.get(idOf(row));
    if (!current) return false;
    const shared = Object.keys(row).filter((name) => name in current);
    return shared.every((name) => jsonEquals(fieldValue(row, name), fieldValue(current, name)));
  };
  if (!rows.every(isSame)) throw new InconclusiveError('the rows changed while the probe ran');
}

/** A filter on the ids of rows. */
export const among = (rows: readonly Row[]): JsonObject => ({ id: { in: rows.map(idOf) } });

/** How the rows of a response differ from those that match; `undefined` if they are the same. */
export function differenceOfRows(
  found: readonly Row[],
  rows: readonly Row[],
  matches: Reading,
  show: ProbeContext['show'],
): string | undefined {
  const expected = new Set(rows.filter(matches).map(idOf));
  const returned = new Set(found.map(idOf));
  const missing = [...expected].filter((id) => !returned.has(id));
  const unexpected = [...returned].filter((id) => !expected.has(id));
  if (missing.length + unexpected.length === 0) return undefined;
  const part = (name: string, ids: readonly string[]) =>
    ids.length > 0 ? [`${name} ${ids.slice(0, 3).map(show).join(', ')}${ids.length > 3 ? ' …' : ''}`] : [];
  const parts = [...part('missing', missing), ...part('unexpected', unexpected)].join('; ');
  return `${returned.size} of ${rows.length} rows instead of ${expected.size}: ${parts}`;
}

/** Which rows a filter matches in this package. Does not support filters on relations. */
export function readingOf(schema: Resources, resource: string, where: JsonObject): Reading {
  const { filter } = checkWhere(schema, resource, new QueryNode('where', where));
  const reader = {
    field: (name: string, keyOf: KeyOf, test: (key: JsonValue) => boolean) => (row: Row) =>
      test(keyOf(fieldValue(row, name))),
    relation: () => () => false,
  };
  return compileFilter<Row>(filter, reader, resolveDialect('verify'));
}

/** A comparison that a probe could send. */
export interface Candidate extends Partial<Readings> {
  /** The filter on the property: `{ gt: '5' }`. */
  readonly comparison: JsonValue;
}

/** How many values of a property are tried. */
const MOST_VALUES = 60;

/**
 * Finds a property and a value for a comparison.
 *
 * @param propose - The comparison with a value, which may be any value of the property but null.
 */
export function planComparison(
  { workspace: { schema } }: Pick<ProbeContext, 'workspace'>,
  fields: readonly ListedField[],
  propose: (value: JsonValue, field: ListedField) => Candidate | readonly Candidate[] | undefined,
): FilterPlan | undefined {
  for (const field of fields) {
    for (const value of fieldValues(field).slice(0, MOST_VALUES)) {
      for (const { comparison, ...readings } of [propose(value, field) ?? []].flat()) {
        const where = { [field.field]: comparison };
        const matches = readings.matches ?? readingOf(schema, field.name, where);
        const rows = divideRows(field.rows, { ...readings, matches });
        if (rows) return { path: field.path, rows, where, matches };
      }
    }
  }
  return undefined;
}

/** The same fields without the rows in which they are null. */
export const withoutNulls = (fields: readonly ListedField[]): ListedField[] =>
  fields.map((field) => ({
    ...field,
    rows: field.rows.filter((row) => fieldValue(row, field.field) !== null),
  }));

/** A plan for a filter on some rows of a resource. */
export function planFilter(
  { path }: ListedResource,
  rows: readonly Row[],
  where: JsonObject,
  readings: Readings,
): FilterPlan | undefined {
  const chosen = divideRows(rows, readings);
  return chosen && { path, rows: chosen, where, matches: readings.matches };
}
