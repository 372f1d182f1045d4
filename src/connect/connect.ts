import type { Dialect } from '../dialect/dialect.js';
import type { Resources } from '../schema/resources.js';
import { compareService, type ServiceComparison } from './compare/compare.js';
import { type ReadSchema, readSchema, type SchemaOptions } from './infer/read-schema.js';
import { type Measured, measure } from './measure/measure.js';
import { fitRows, type RowsByResource } from './sample/fit-rows.js';
import { type Sample, sampleRows } from './sample/sample.js';
import { SampledRows } from './sample/sampled-rows.js';
import type { Service } from './service/service.js';

/** What is known about a service before it is asked: the schema that is extended, and the dialect. */
export interface KnownService {
  readonly schema: Resources;
  readonly dialect?: Dialect | undefined;
}

/** What all comparisons have in common. */
interface Options {
  readonly showValues?: boolean | undefined;
  /** Called with what is happening. */
  readonly onPhase?: ((phase: string) => void) | undefined;
}

/** A comparison of a service with a mock. */
interface Verified {
  readonly measured: Measured;
  readonly sample: Sample;
  readonly comparison: ServiceComparison;
}

/** A service whose schema was inferred. */
export interface Connected extends Verified {
  readonly read: ReadSchema;
}

/** Measures a service, infers its schema and finds its dialect. */
export async function connectService(
  service: Service,
  { schema, dialect }: KnownService,
  options: Options & SchemaOptions,
): Promise<Connected> {
  const { onPhase = () => {} } = options;
  onPhase('measuring');
  const measured = await measure(service, schema, dialect);
  onPhase('reading rows');
  const read = await readSchema(service, schema, options);
  return { ...(await compareWith(service, read.schema, measured, options)), read };
}

/** Compares a service with a schema and a dialect. */
export async function verifyService(
  service: Service,
  { schema, dialect }: KnownService,
  options: Options,
): Promise<Verified> {
  options.onPhase?.('measuring');
  const measured = await measure(service, schema, dialect);
  return compareWith(service, schema, measured, options);
}

async function compareWith(
  service: Service,
  schema: Resources,
  measured: Measured,
  { showValues, onPhase = () => {} }: Options,
): Promise<Verified> {
  onPhase('sampling rows');
  const sample = await sampleRows(service, schema, measured.unreadable);
  const onProgress = (done: number, of: number, what: string) => onPhase(`${what} ${done} of ${of}`);
  const comparison = await compareService(service, sample, measured.dialect, {
    fit: true,
    showValues,
    onProgress,
  });
  return { measured, sample, comparison };
}

/** All rows that were read, as the data of a mock. */
export function allRows({ read, sample }: Connected): RowsByResource {
  const all = new SampledRows(read.schema);
  for (const [name, rows] of Object.entries(sample.rows)) for (const row of rows) all.add(name, row);
  for (const { name, rows, included } of read.readings)
    for (const row of [...rows.values(), ...included.values()]) all.add(name, row);
  return fitRows(read.schema, all.rows()).rows;
}

/** Such as `5 resources, 1 new: counterparties`. @param base - The schema that was extended. */
export function resourcesIn(schema: Resources, base: Resources = schema): string {
  const names = Object.keys(schema);
  const added = names.filter((name) => !Object.hasOwn(base, name));
  return `${names.length} resources${added.length > 0 ? `, ${added.length} new: ${added.join(', ')}` : ''}`;
}
