import { nameProblem } from '../../schema/assert-schema.js';
import { extendSchema } from '../../schema/define-schema.js';
import { type Field, uuid } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { Resource, ResourceExtension } from '../../schema/resource.js';
import type { Resources } from '../../schema/resources.js';
import { own, setMember } from '../../values/plain-object.js';
import { asStored, describeEvidence, evidenceOf, inferField } from './fields.js';
import { type FoundRelation, findRelations, type KnownRows } from './relations.js';
import type { Reading } from './rows.js';
import type { JsonRow, Note } from './service.js';

/** What rows show, before the service is asked about it. */
export interface InferredSchema {
  readonly schema: Resources;
  readonly relations: readonly FoundRelation[];
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

/** A resource as it is declared, and what was read of it. */
interface Found {
  readonly resource: string;
  readonly declared: Resource | undefined;
  /** `undefined` for a resource without a list. */
  readonly reading: Reading | undefined;
  readonly rows: readonly JsonRow[];
  readonly relations: readonly FoundRelation[];
}

/** The same order on each machine. */
export const idFirst = (left: string, right: string): number =>
  left === 'id' ? -1 : right === 'id' ? 1 : left < right ? -1 : Number(left > right);

/** The rows that were read, and no rows of all other resources. */
export const knownRows = (base: Resources, readings: readonly Reading[]): KnownRows =>
  new Map([
    ...Object.keys(base).map((name) => [name, new Map()] as const),
    ...readings.map(({ name, rows }) => [name, new Map(rows)] as const),
  ]);

/**
 * @param base - The schema that is extended.
 * @param missing - The resources whose list does not exist.
 */
export function inferSchema(
  base: Resources,
  readings: readonly Reading[],
  missing: readonly string[],
): InferredSchema {
  const known = knownRows(base, readings);
  const relations = findRelations(base, readings, known);
  const draft: Draft = { seen: new Map(), undeclared: [], removed: [] };
  const extension: Record<string, ResourceExtension> = {};
  for (const [resource, byId] of known) {
    const reading = readings.find(({ name }) => name === resource);
    const declared = own(base, resource);
    const rows = [...byId.values()];
    const ofResource = relations.filter((found) => found.resource === resource);
    const found: Found = { resource, declared, reading, rows, relations: ofResource };
    const isMoved =
      reading?.path !== declared?.path ||
      String(reading?.operations) !== String([...(declared?.operations ?? [])].sort());
    extension[resource] = {
      ...(rows.length > 0 && { fields: fieldsOf(found, draft) }),
      ...(rows.length > 0 && { relations: relationsOf(found, draft) }),
      ...(rows.length === 0 && !declared && { fields: { id: uuid() } }),
      ...(reading && isMoved && { path: reading.path, operations: reading.operations }),
      ...(missing.includes(resource) && declared && { operations: [] }),
    } as ResourceExtension; // null removes a field
  }
  return { schema: extendSchema(base, extension) as Resources, relations, ...draft };
}

/** The fields that differ from the declared ones; `null` for those that are removed. */
function fieldsOf({ resource, declared, reading, rows, relations }: Found, draft: Draft) {
  const fields: Record<string, Field | null> = {};
  const included = [...(reading?.included.values() ?? [])];
  const names = new Set([...rows, ...included, declared?.fields ?? {}].flatMap(Object.keys));
  for (const name of [...names].sort(idFirst)) {
    const field = own(declared?.fields ?? {}, name);
    const topic = `${resource}.${name}`;
    const stored = evidenceOf(rows, name);
    const isStored = stored.seen > 0;
    const isRelation =
      own(declared?.relations ?? {}, name) ||
      relations.some((found) => found.name === name && (found.relation || !isStored));
    if (isRelation) continue;
    const isIncluded = !isStored && reading?.treatments.get(name) === 'returned';
    // Without a list, no include was tried. Some rows may have a computed field by default.
    if (field?.computed && (isStored ? stored.seen < stored.rows : isIncluded || !reading))
      continue;
    if (!isStored && field) {
      setMember(fields, name, null);
      draft.removed.push({ topic, text: describeMissing(reading, name) });
    }
    const { field: inferred, reason } = inferField(name, stored, field);
    const problem = nameProblem(name) ? 'this name cannot be used in a query' : reason;
    if (isStored && inferred && !nameProblem(name)) {
      const found = inferred.computed ? asStored(inferred) : inferred;
      if (found !== field) setMember(fields, name, found);
      draft.seen.set(topic, [describeEvidence(stored), problem].filter(Boolean).join('; '));
    } else if (isStored) draft.undeclared.push({ topic, text: problem ?? '' });
    else if (!field) draft.undeclared.push({ topic, text: 'only returned if an include names it' });
  }
  return fields;
}

function relationsOf({ resource, declared, reading, relations }: Found, draft: Draft) {
  const changed: Record<string, Relation | null> = {};
  const names = new Set([
    ...relations.map(({ name }) => name),
    ...Object.keys(declared?.relations ?? {}),
  ]);
  for (const name of names) {
    const topic = `${resource}.${name}`;
    const found = relations.find((relation) => relation.name === name);
    const before = own(declared?.relations ?? {}, name);
    if (found?.relation) {
      if (found.relation !== before) setMember(changed, name, found.relation);
      draft.seen.set(topic, [found.evidence, found.reason].filter(Boolean).join('; '));
    } else if (!before) draft.undeclared.push({ topic, text: found?.reason ?? '' });
    else if (found || reading?.treatments.has(name)) {
      setMember(changed, name, null);
      draft.removed.push({ topic, text: found?.reason ?? describeMissing(reading, name) });
    }
  }
  return changed;
}

/** How the service treats an include of a name that it did not return. */
function describeMissing(reading: Reading | undefined, name: string): string {
  const treatment = reading?.treatments.get(name);
  if (treatment === 'rejected') return 'an include of it is rejected';
  if (treatment === 'returned') return 'only returned if an include names it';
  return `not in the rows that were read${treatment ? ', even if an include names it' : ''}`;
}
