import { nameProblem } from '../../schema/assert-schema.js';
import { extendSchema } from '../../schema/define-schema.js';
import { type Field, uuid } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { Resource, ResourceExtension } from '../../schema/resource.js';
import type { Resources } from '../../schema/resources.js';
import { own, setMember } from '../../values/plain-object.js';
import { asComputed, describeEvidence, evidenceOf, inferField } from './fields.js';
import type { Note } from './notes.js';
import { type FoundRelation, findRelations, KnownRows } from './relations.js';
import type { Reading } from './rows.js';
import type { JsonRow } from './service.js';

/** What rows show, before the service is asked about it. */
export interface InferredSchema {
  readonly schema: Resources;
  readonly relations: readonly FoundRelation[];
  readonly known: KnownRows;
  /** What was seen, by path such as `accounts.tags`. */
  readonly seen: ReadonlyMap<string, string>;
  readonly undeclared: readonly Note[];
  /** What the extended schema declares and was not returned, so that it is removed. */
  readonly removed: readonly Note[];
}

interface Draft {
  readonly seen: Map<string, string>;
  readonly undeclared: Note[];
  readonly removed: Note[];
}

/** The same order on each machine. */
export const idFirst = (left: string, right: string): number =>
  left === 'id' ? -1 : right === 'id' ? 1 : left < right ? -1 : Number(left > right);

/** @param base - The schema that is extended. */
export function inferSchema(base: Resources, readings: readonly Reading[]): InferredSchema {
  const known = new KnownRows(base, readings);
  const relations = findRelations(
    base,
    readings.filter(({ rows }) => rows.size > 0),
    known,
  );
  const draft: Draft = { seen: new Map(), undeclared: [], removed: [] };
  const extension: Record<string, ResourceExtension> = {};
  for (const name of known.names) {
    const reading = readings.find((candidate) => candidate.name === name);
    const declared = own(base, name);
    const rows = [...known.rowsOf(name).values()];
    const found = relations.filter(({ resource }) => resource === name);
    const changes =
      rows.length > 0
        ? {
            fields: fieldsOf(name, declared, reading, rows, found, draft),
            relations: relationsOf(name, declared, reading, found, draft),
          }
        : declared
          ? {}
          : { fields: { id: uuid() } };
    const isMoved =
      reading &&
      (reading.path !== declared?.path || !isSame(reading.operations, declared.operations));
    const moved = isMoved && { path: reading.path, operations: reading.operations };
    extension[name] = { ...changes, ...moved } as ResourceExtension; // null removes a field
  }
  return { schema: extendSchema(base, extension) as Resources, relations, known, ...draft };
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  [...left].sort().join() === [...right].sort().join();

/** The fields that differ from the declared ones; `null` for those that are removed. */
function fieldsOf(
  resource: string,
  declared: Resource | undefined,
  reading: Reading | undefined,
  rows: readonly JsonRow[],
  relations: readonly FoundRelation[],
  { seen, undeclared, removed }: Draft,
): Record<string, Field | null> {
  const fields: Record<string, Field | null> = {};
  const included = [...(reading?.included.values() ?? [])];
  const names = new Set([...rows, ...included, declared?.fields ?? {}].flatMap(Object.keys));
  for (const name of [...names].sort(idFirst)) {
    const field = own(declared?.fields ?? {}, name);
    const topic = `${resource}.${name}`;
    const stored = evidenceOf(rows, name);
    const isStored = stored.seen > 0;
    const isRelation =
      own(declared?.relations ?? {}, name) !== undefined ||
      relations.some((found) => found.name === name && (found.relation || !isStored));
    if (isRelation) continue;
    if (nameProblem(name) !== undefined) {
      undeclared.push({ topic, text: 'this name cannot be used in a query' });
      continue;
    }
    if (!isStored && reading?.treatments.get(name) !== 'returned') {
      // Without rows of its own, no include was tried.
      if (!field || (field.computed && !reading)) continue;
      setMember(fields, name, null);
      removed.push({ topic, text: describeMissing(reading, rows, name) });
      continue;
    }
    if (isStored && field?.computed && stored.seen < stored.rows) continue; // by default in some rows only
    const evidence = isStored ? stored : evidenceOf(included, name);
    const inferred = inferField(name, evidence, field);
    if (!inferred.field) {
      undeclared.push({ topic, text: inferred.reason ?? '' });
      continue;
    }
    const found = isStored ? withoutCompute(inferred.field) : asComputed(inferred.field);
    if (found !== field) setMember(fields, name, found);
    const reason = inferred.reason === undefined ? '' : `; ${inferred.reason}`;
    const include = isStored ? '' : ' with an include of it';
    const placeholder =
      found.computed && !field?.computed
        ? '. The function is a placeholder for the mock: replace it with extendSchema()'
        : '';
    seen.set(topic, `${describeEvidence(evidence)}${include}${reason}${placeholder}`);
  }
  return fields;
}

/** A computed field that is returned by default is a stored one. */
function withoutCompute(field: Field): Field {
  if (!field.computed) return field;
  const { compute: _, ...stored } = field;
  return { ...stored, computed: false };
}

function relationsOf(
  resource: string,
  declared: Resource | undefined,
  reading: Reading | undefined,
  relations: readonly FoundRelation[],
  { seen, undeclared, removed }: Draft,
): Record<string, Relation | null> {
  const changed: Record<string, Relation | null> = {};
  for (const { name, relation, reason, evidence } of relations) {
    const topic = `${resource}.${name}`;
    const before = own(declared?.relations ?? {}, name);
    if (relation) {
      if (relation !== before) setMember(changed, name, relation);
      seen.set(topic, `${evidence}${reason === undefined ? '' : `; ${reason}`}`);
    } else if (before) {
      setMember(changed, name, null);
      removed.push({ topic, text: reason ?? '' });
    } else undeclared.push({ topic, text: reason ?? '' });
  }
  for (const name of Object.keys(declared?.relations ?? {})) {
    const isFound = relations.some((found) => found.name === name);
    if (isFound || !reading || reading.treatments.get(name) === undefined) continue;
    setMember(changed, name, null);
    removed.push({
      topic: `${resource}.${name}`,
      text: describeMissing(reading, [...reading.rows.values()], name),
    });
  }
  return changed;
}

/** How the service treats an include of a name that it did not return. */
function describeMissing(
  reading: Reading | undefined,
  { length }: readonly JsonRow[],
  name: string,
): string {
  const treatment = reading?.treatments.get(name);
  if (treatment === 'rejected') return 'an include of it is rejected';
  if (treatment === 'returned') return 'an include of it returns other values than related rows';
  const rows = `not in ${length} rows`;
  return treatment === 'ignored' ? `${rows}, even if an include names it` : rows;
}
