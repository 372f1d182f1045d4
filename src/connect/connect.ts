import type { Dialect } from '../dialect/dialect.js';
import type { Resources } from '../schema/resources.js';
import { printPath } from '../values/print-code.js';
import { compareService, type ServiceComparison } from './compare/compare.js';
import { type Difference, idOf } from './compare/difference.js';
import { type ReadSchema, readSchema, type SchemaOptions } from './infer/read-schema.js';
import { measure } from './measure/measure.js';
import { asDeclared, compareSchemas } from './report/compare-schemas.js';
import type { Gap } from './report/report.js';
import { fitRows, type Note, type RowsByResource } from './sample/fit-rows.js';
import { type Sample, sampleRows } from './sample/sample.js';
import { SampledRows } from './sample/sampled-rows.js';
import type { Service } from './service/service.js';

/** What is known about a service before it is asked: the schema that is extended, and the dialect. */
export interface KnownService {
  readonly schema: Resources;
  readonly dialect?: Dialect | undefined;
}

interface ConnectOptions extends SchemaOptions {
  readonly showValues?: boolean | undefined;
  /** Called with what is happening. */
  readonly onPhase?: ((phase: string) => void) | undefined;
}

/** A service whose schema was inferred, and that was compared with a mock. */
export interface Connected {
  readonly read: ReadSchema;
  readonly sample: Sample;
  readonly comparison: ServiceComparison;
  /** Where its rows differ from the known schema. */
  readonly contradictions: readonly Difference[];
  /** What could not be compared. */
  readonly gaps: readonly Gap[];
  /** What people should know. */
  readonly notes: readonly string[];
}

/**
 * Measures a service, infers its schema and finds its dialect. With `onlyDeclared`, it is compared with the known
 * schema, as far as its rows do not contradict it.
 */
export async function connectService(
  service: Service,
  { schema, dialect }: KnownService,
  options: ConnectOptions,
): Promise<Connected> {
  const { showValues, onlyDeclared, onPhase = () => {} } = options;
  onPhase('measuring');
  const measured = await measure(service, schema, dialect);
  onPhase('reading rows');
  const read = await readSchema(service, schema, options);
  const compared = onlyDeclared ? asDeclared(schema, read.schema) : read.schema;
  const sample = await sampleRows(service, compared, read.readings);
  const onProgress = (done: number, of: number, what: string) => onPhase(`${what} ${done} of ${of}`);
  const comparison = await compareService(service, sample, measured.dialect, { showValues, onProgress });
  return {
    read,
    sample,
    comparison: { ...comparison, unknown: [...measured.unknown, ...comparison.unknown] },
    contradictions: compareSchemas(schema, read.schema, read.undeclared),
    gaps: [...findEmpty(compared, read), ...sample.notCompared.map(describeRelation)],
    notes: measured.notes,
  };
}

/** The related rows of a resource do not show how its list behaves. */
function findEmpty(schema: Resources, { known, readings }: ReadSchema): Gap[] {
  return Object.keys(schema).flatMap((name) => {
    const reading = readings.find((one) => one.name === name);
    const related = known.rowsOf(name);
    if ((reading?.rows ?? related).size > 0) return [];
    const reason = reading?.failure ?? 'the service returned no row';
    const result = related.size > 0 ? 'it was not compared' : 'nothing is known about it';
    return [{ id: idOf(`no-rows ${name}`), text: `${name}: ${reason}, so ${result}.` }];
  });
}

const describeRelation = ({ path, text }: Note): Gap => ({
  id: idOf(`not-compared ${path.join('.')}`),
  text: `${printPath(path)}: ${text}, so the relation was not compared.`,
});

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
