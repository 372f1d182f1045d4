import { nameProblem } from '../../schema/check-schema.js';
import { buildSchema } from '../../schema/define-schema.js';
import { type Field, uuid } from '../../schema/field.js';
import type { Resources } from '../../schema/lookup.js';
import type { Relation } from '../../schema/relation.js';
import type { Resource, ResourceDefinition } from '../../schema/resource.js';
import { own } from '../../values/plain-object.js';
import { describeEvidence, evidenceOf, inferField } from './fields.js';
import type { Note } from './notes.js';
import { type FoundRelation, findRelations, type KnownRows, type ReadList } from './relations.js';
import type { JsonRow } from './service.js';

interface Draft {
  /** What was seen, by path such as `accounts.tags`. */
  readonly seen: Map<string, string>;
  readonly undeclared: Note[];
  /** What the extended schema declares and was not returned. */
  readonly removed: Note[];
}

/** What rows show, before the service is asked about it. */
export interface InferredSchema extends Draft {
  readonly schema: Resources;
  readonly relations: readonly FoundRelation[];
}

interface Found {
  readonly resource: string;
  readonly declared: Resource | undefined;
  /** `undefined` for a resource without a list. */
  readonly reading: ReadList | undefined;
  readonly rows: readonly JsonRow[];
  readonly relations: readonly FoundRelation[];
}

/** The same order on each machine. */
export const idFirst = (left: string, right: string): number =>
  left === 'id' ? -1 : right === 'id' ? 1 : left < right ? -1 : Number(left > right);

/**
 * @param base - The schema that is extended.
 * @param missing - The resources whose list does not exist.
 */
export function inferSchema(
  base: Resources,
  readings: readonly ReadList[],
  missing: readonly string[],
): InferredSchema {
  const known: KnownRows = new Map([
    ...Object.keys(base).map((name) => [name, new Map()] as const),
    ...readings.map(({ name, rows }) => [name, new Map(rows)] as const),
  ]);
  const relations = findRelations(base, readings, known);
  const draft: Draft = { seen: new Map(), undeclared: [], removed: [] };
  const resources = [...known].map(([resource, byId]): [string, ResourceDefinition] => {
    const reading = readings.find(({ name }) => name === resource);
    const declared = own(base, resource);
    const ofResource = relations.filter((found) => found.resource === resource);
    const rows = [...byId.values()];
    const found: Found = { resource, declared, reading, rows, relations: ofResource };
    const { path, operations = [] } = reading ?? declared ?? {};
    const isRead = rows.length > 0;
    const definition = {
      ...(path !== undefined && { path }),
      operations: missing.includes(resource) ? [] : operations,
      fields: isRead ? fieldsOf(found, draft) : (declared?.fields ?? { id: uuid() }),
      relations: isRead ? relationsOf(found, draft) : (declared?.relations ?? {}),
      incomplete: declared?.incomplete ?? false,
    };
    return [resource, definition];
  });
  return { schema: buildSchema(Object.fromEntries(resources)), relations, ...draft };
}

function fieldsOf(found: Found, draft: Draft) {
  const { resource, declared, reading, rows, relations } = found;
  const fields: Record<string, Field> = {};
  const included = [...(reading?.included.values() ?? [])];
  const returned = [...rows, ...included].flatMap(Object.keys).sort(idFirst);
  for (const name of new Set([...Object.keys(declared?.fields ?? {}), ...returned])) {
    const field = own(declared?.fields ?? {}, name);
    const topic = `${resource}.${name}`;
    const stored = evidenceOf(rows, name);
    const isStored = stored.seen > 0;
    const isRelation =
      own(declared?.relations ?? {}, name) ||
      relations.some((each) => each.name === name && (each.relation || !isStored));
    if (isRelation) continue;
    const { field: inferred, reason } = inferField(name, stored, field);
    const problem = nameProblem(name) ? 'this name cannot be used in a query' : reason;
    // Without a list, no include was tried. Some rows may have a computed field by default.
    const isKept = isStored
      ? stored.seen < stored.rows
      : isUnknown(reading, name) || reading?.treatments.get(name) === 'returned';
    if (field?.computed && isKept) fields[name] = field;
    else if (!isStored)
      draft[field ? 'removed' : 'undeclared'].push({ topic, text: describeMissing(reading, name) });
    else if (!inferred || nameProblem(name)) draft.undeclared.push({ topic, text: problem ?? '' });
    else {
      // A computed field that is returned by default is a stored one.
      fields[name] = inferred.computed ? { ...inferred, computed: false } : inferred;
      draft.seen.set(
        topic,
        [describeEvidence(stored, reading?.isWhole), problem].filter(Boolean).join('; '),
      );
    }
  }
  return fields;
}

function relationsOf(found: Found, draft: Draft) {
  const { resource, declared, reading } = found;
  const result: Record<string, Relation> = {};
  // Values that the rows have by default are JSON, if no key says otherwise.
  const relations = new Map(
    found.relations
      .filter(({ relation, isStored }) => relation || !isStored)
      .map((relation) => [relation.name, relation]),
  );
  for (const name of new Set([...relations.keys(), ...Object.keys(declared?.relations ?? {})])) {
    const topic = `${resource}.${name}`;
    const before = own(declared?.relations ?? {}, name);
    const { relation, evidence, reason } = relations.get(name) ?? {};
    if (relation) {
      result[name] = relation;
      draft.seen.set(topic, [evidence, reason].filter(Boolean).join('; '));
    } else if (before && isUnknown(reading, name)) result[name] = before;
    else {
      const text = reason ?? describeMissing(reading, name);
      draft[before ? 'removed' : 'undeclared'].push({ topic, text });
    }
  }
  return result;
}

/** Whether no include was answered that names a computed field or a relation. */
const isUnknown = (reading: ReadList | undefined, name: string): boolean =>
  !reading?.treatments.has(name);

/** How the service treats an include of a name that it did not return. */
function describeMissing(reading: ReadList | undefined, name: string): string {
  const treatment = reading?.treatments.get(name);
  if (treatment === 'rejected') return 'an include of it is rejected';
  if (treatment === 'returned') return 'only returned if an include names it';
  return `not in the rows that were read${treatment ? ', even if an include names it' : ''}`;
}
