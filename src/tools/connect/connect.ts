import type { Dialect } from '../../dialect/dialect.js';
import { requestDialect } from '../../dialect/request-dialect.js';
import type { Resources } from '../../schema/resources.js';
import { counted } from '../../values/describe.js';
import { withoutUndefined } from '../../values/plain-object.js';
import { printPath } from '../print-code.js';
import { asDeclared, compareSchemas, compareValues } from './compare/compare-schemas.js';
import { compareService, type ServiceComparison } from './compare/compare-service.js';
import { type Difference, wordOf } from './compare/difference.js';
import {
  orderValues,
  type ReadSchema,
  readSchema,
  type SchemaOptions,
} from './infer/read-schema.js';
import { measure, measureOrders } from './measure/measure-service.js';
import type { Gap } from './report/write-report.js';
import { findHiddenDigits, withShownDigits } from './sample/hidden-digits.js';
import { type Note, type RowsByResource, readRowsOnly } from './sample/mock-data.js';
import { type Sample, SampledRows, sampleRows } from './sample/sample-rows.js';
import { type Service, unlessStopped } from './service/live-service.js';
import { isRow, type JsonRow } from './service/response.js';

/**
 * What is known about a service before it is asked: the schema that is extended, and the dialect.
 */
export interface Baseline {
  readonly schema: Resources;
  readonly dialect?: Dialect | undefined;
  /** Differences that a module lists. */
  readonly knownDifferences?: readonly string[] | undefined;
}

interface ConnectOptions extends Pick<SchemaOptions, 'rowsPerResource'> {
  readonly showValues?: boolean | undefined;
  readonly onPhase?: ((phase: string) => void) | undefined;
}

/** A service whose schema was inferred, and that was compared with a mock. */
export interface Connected {
  readonly read: ReadSchema;
  readonly sample: Sample;
  readonly comparison: ServiceComparison;
  /**
   * Where its rows differ from the schema: from the known one in a check, else from the values of
   * the inferred one.
   */
  readonly schemaDifferences: readonly Difference[];
  readonly gaps: readonly Gap[];
  readonly notes: readonly string[];
}

/** Measures a service, infers its schema and finds its dialect. */
export async function inferService(
  service: Service,
  known: Baseline,
  options: ConnectOptions & SchemaOptions,
): Promise<Connected> {
  const { measured, read } = await readService(service, known, { ...options, asksForUnseen: true });
  const { roots, ...rows } = await sampleRows(service, read.schema, read.readings);
  const hasOrder = requestDialect(service.dialect).parameters.orderBy !== null;
  const schema = hasOrder ? await orderValues(service, read.schema, roots) : read.schema;
  const connected = await compareRead(
    service,
    { ...rows, roots, schema },
    { measured, read },
    options,
  );
  const hidesDigits = connected.comparison.dialect.dates === 'microseconds';
  return {
    ...connected,
    read: { ...read, schema: hidesDigits ? withShownDigits(schema, rows.rows) : schema },
    schemaDifferences: compareValues(read.schema, read, options.values),
  };
}

/**
 * Measures a service, and compares it with the known schema, as far as its rows do not contradict
 * it.
 */
export async function compareWithBaseline(
  service: Service,
  known: Baseline,
  options: ConnectOptions,
): Promise<Connected> {
  const { schema, knownDifferences } = known;
  const reading = { ...options, paths: new Map(), values: true, onlyDeclared: true };
  const asksForUnseen = knownDifferences !== undefined;
  const { measured, read } = await readService(service, known, { ...reading, asksForUnseen });
  const sample = await sampleRows(service, asDeclared(schema, read.schema), read.readings);
  return {
    ...(await compareRead(service, sample, { measured, read }, options)),
    schemaDifferences: [
      ...compareSchemas(schema, read.schema, read.undeclared),
      // A schema that was written by hand may declare values that no row has.
      ...(asksForUnseen ? compareValues(schema, read, true) : []),
    ],
  };
}

async function readService(
  service: Service,
  { schema, dialect }: Baseline,
  { onPhase = () => {}, ...options }: ConnectOptions & SchemaOptions,
) {
  onPhase('measuring');
  const measured = await measure(service, schema, dialect);
  onPhase('reading rows');
  return { measured, read: await readSchema(service, schema, options) };
}

/**
 * Compares a service with what was read of it, after all that needs few requests: it sends most of
 * those that are left.
 */
async function compareRead(
  service: Service,
  sample: Sample,
  { measured, read }: Awaited<ReturnType<typeof readService>>,
  { showValues, onPhase = () => {} }: ConnectOptions,
): Promise<Omit<Connected, 'schemaDifferences'>> {
  const onProgress = (done: number, of: number, what: string) =>
    onPhase(`${what} ${done} of ${of}`);
  const { dialect, lists } = measured;
  const start = withOrders(dialect, measureOrders(lists, relatedRows(read), dialect.order));
  const comparison = await compareService(service, sample, start, { showValues, onProgress });
  return {
    read,
    sample,
    comparison: {
      ...comparison,
      notDetermined: [...measured.notMeasured, ...comparison.notDetermined],
    },
    gaps: [...findEmpty(sample.schema, read), ...sample.notCompared.map(describeRelation)],
    notes: measured.notes,
  };
}

/**
 * A dialect with the orders that were measured. That of the insertion is the default, and not
 * written.
 */
function withOrders(dialect: Dialect, measured: Dialect['order']): Dialect {
  const order = Object.fromEntries(
    Object.entries({ ...dialect.order, ...measured }).filter(([, value]) => value !== 'insertion'),
  );
  return withoutUndefined({
    ...dialect,
    order: Object.keys(order).length === 0 ? undefined : order,
  });
}

/** The arrays of related rows that includes returned. */
const relatedRows = ({ readings }: ReadSchema): JsonRow[][] =>
  readings.flatMap(({ included }) =>
    [...included.values()].flatMap((row) =>
      Object.values(row).flatMap((value) =>
        Array.isArray(value) && value.every(isRow) ? [value] : [],
      ),
    ),
  );

/** The related rows of a resource do not show how its list behaves. */
function findEmpty(schema: Resources, { known, readings }: ReadSchema): Gap[] {
  return Object.keys(schema).flatMap((name) => {
    const reading = readings.find((one) => one.name === name);
    const related = known.rowsOf(name);
    if ((reading?.rows ?? related).size > 0) return [];
    const reason = reading?.failure ?? 'the service returned no row';
    const result = related.size > 0 ? 'it was not compared' : 'nothing is known about it';
    return [{ topic: wordOf(`no-rows ${name}`), text: `${name}: ${reason}, so ${result}.` }];
  });
}

const describeRelation = ({ path, text }: Note): Gap => ({
  topic: wordOf(`not-compared ${path.join('.')}`),
  text: `${printPath(path)}: ${text}, so the relation was not compared.`,
});

/**
 * The rows that were read, as the data of a mock: without rows that refer to others which were not
 * read.
 */
export function allRows({ read, sample }: Pick<Connected, 'read' | 'sample'>): RowsByResource {
  const all = new SampledRows(read.schema);
  for (const [name, rows] of Object.entries(sample.rowsAsRead))
    for (const row of rows) all.add(name, row);
  for (const { name, rows, included } of read.readings)
    for (const row of [...rows.values(), ...included.values()]) all.add(name, row);
  return readRowsOnly(read.schema, all.rows());
}

/**
 * Which rows of the lists that were read the data of a mock lacks: such as `3 of 200 rows of
 * transactionLines`.
 */
export const leftOutRows = (
  { readings }: Pick<ReadSchema, 'readings'>,
  data: RowsByResource,
): string[] =>
  readings.flatMap(({ name, rows }) => {
    const kept = new Set(data[name]?.map(({ id }) => id));
    const count = [...rows.keys()].filter((id) => !kept.has(id)).length;
    return count === 0 ? [] : [`${count} of ${counted(rows.size, 'row')} of ${name}`];
  });

/**
 * {@link allRows} as the service stores them: dates with hidden digits have some (decision 51),
 * unless `lacksDigits` says that no more requests were sent to find these dates.
 */
export async function storedRows(
  service: Service,
  { read, sample, comparison }: Pick<Connected, 'read' | 'sample' | 'comparison'>,
): Promise<{ readonly rows: RowsByResource; readonly lacksDigits: boolean }> {
  const rows = allRows({ read, sample });
  const stored =
    comparison.dialect.dates === 'microseconds'
      ? await unlessStopped(
          async () => (await findHiddenDigits(service, read.schema, rows)) ?? rows,
        )
      : rows;
  return { rows: stored ?? rows, lacksDigits: stored === undefined };
}

/** Such as `5 resources, 1 new: counterparties`. @param base - The schema that was extended. */
export function resourcesIn(schema: Resources, base: Resources = schema): string {
  const names = Object.keys(schema);
  const added = names.filter((name) => !Object.hasOwn(base, name));
  return `${names.length} resources${added.length > 0 ? `, ${added.length} new: ${added.join(', ')}` : ''}`;
}
