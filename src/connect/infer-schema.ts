import type { AnyRow } from '../client/parse-rows.js';
import { extendSchema } from '../schema/define-schema.js';
import { type Field, uuid } from '../schema/field.js';
import type { Relation } from '../schema/relation.js';
import type { Resource, ResourceDefinition } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import { own, setMember } from '../values/plain-object.js';
import { isUsableName } from './conventional-names.js';
import { collectEvidence, describeEvidence, type FieldEvidence, noEvidence } from './field-evidence.js';
import { inferField } from './infer-field.js';
import { checkRelation, inferRelation, type RelationFinding } from './infer-relation.js';
import { KnownRows } from './known-rows.js';
import { idFirst } from './print-schema.js';
import type { Reading } from './read-resource.js';
import { collectRelatedRows, type RelatedRows } from './related-rows.js';

/** A remark about a member of a resource, for a comment or the report. */
export interface Note {
  /** Such as `accounts` and `tags`. */
  readonly path: readonly string[];
  readonly text: string;
}

/** The schema that rows show. */
export interface InferredSchema {
  readonly schema: Resources;
  /** The evidence for what the extended schema declares in another way, such as `accounts.tags`. */
  readonly comments: ReadonlyMap<string, string>;
  /** What is returned and has no declaration. */
  readonly undeclared: readonly Note[];
  /** What the extended schema declares and was not returned, so that it is removed. */
  readonly removed: readonly Note[];
  /** The rows of each resource: from its list, otherwise from relations. */
  readonly known: KnownRows;
}

/** What else is known about a service. */
interface InferOptions {
  /** Whether the members of enumerations may be written. */
  readonly values: boolean;
  /** Declared members of enumerations that the service rejects, by resource and field: `transactions.status`. */
  readonly rejectedValues: ReadonlyMap<string, readonly string[]>;
}

/** The changes of one resource. */
interface Extension {
  readonly fields: Record<string, Field | null>;
  readonly relations: Record<string, Relation | null>;
}

/** A relation of a resource, or a name that looks like one. */
interface FoundRelation extends RelationFinding {
  readonly resource: string;
  readonly name: string;
}

/**
 * Finds the schema that describes the rows of a service.
 *
 * @param base - The schema that is extended.
 */
export function inferSchema(
  base: Resources,
  readings: readonly Reading[],
  options: InferOptions,
): InferredSchema {
  const byName = new Map(readings.map((reading) => [reading.name, reading]));
  const known = new KnownRows([...new Set([...Object.keys(base), ...byName.keys()])]);
  for (const { name, rows, isComplete } of readings)
    if (rows.size > 0) known.setListed(name, rows, isComplete);
  const relations = findRelations(
    base,
    readings.filter(({ rows }) => rows.size > 0),
    known,
  );
  const comments = new Map<string, string>();
  const undeclared: Note[] = [];
  const removed: Note[] = [];
  const extension: Record<string, Partial<ResourceDefinition>> = {};
  for (const name of known.names) {
    const reading = byName.get(name);
    const rows = [...known.rowsOf(name).values()];
    const declared = own(base, name);
    if (reading?.failure !== undefined && declared) continue;
    const finder: Finder = { name, declared, reading, comments, undeclared, removed, ...options };
    const found = relations.filter(({ resource }) => resource === name);
    const changes: Extension = { fields: {}, relations: {} };
    if (rows.length > 0) findFields(rows, found, changes, finder);
    else if (!declared) changes.fields.id = uuid();
    if (rows.length > 0) addRelations(found, changes, finder);
    if (rows.length > 0 || !declared)
      extension[name] = { ...pathOf(reading, declared), ...(changes as Partial<ResourceDefinition>) };
  }
  const schema = extendSchema(base, extension) as Resources;
  return { schema, comments, undeclared, removed, known };
}

interface Finder extends InferOptions, Omit<InferredSchema, 'schema' | 'known' | 'comments'> {
  readonly name: string;
  readonly declared: Resource | undefined;
  /** `undefined` for a resource without a path. */
  readonly reading: Reading | undefined;
  readonly comments: Map<string, string>;
  readonly undeclared: Note[];
  readonly removed: Note[];
}

/** `path` and `operations`, for a path that the schema lacks. */
const pathOf = (reading: Reading | undefined, declared: Resource | undefined) =>
  reading && reading.path !== declared?.path
    ? { path: reading.path, operations: [...(reading.hasGet ? (['get'] as const) : []), 'list' as const] }
    : {};

function findFields(
  rows: readonly AnyRow[],
  relations: readonly FoundRelation[],
  { fields }: Extension,
  finder: Finder,
): void {
  const { name: resource, declared, reading, comments, undeclared, removed } = finder;
  const evidence = collectEvidence(rows);
  const included = collectEvidence([...(reading?.included.values() ?? [])]);
  const declaredFields = declared?.fields ?? {};
  const names = new Set([...evidence.keys(), ...included.keys(), ...Object.keys(declaredFields)]);
  for (const name of [...names].sort(idFirst)) {
    const field = own(declaredFields, name);
    const stored = evidence.get(name);
    // An object that is returned by default and is no relation is JSON. A declared relation cannot be a field.
    const isRelation = relations.some(
      (one) =>
        one.name === name &&
        (one.undeclared === undefined || !stored || Object.hasOwn(declared?.relations ?? {}, name)),
    );
    if (isRelation) continue;
    const path = [resource, name];
    if (!isUsableName(name)) {
      undeclared.push({ path, text: 'this name cannot be used in a query' });
      continue;
    }
    const seen = stored ?? returnedOf(included.get(name), reading, name);
    if (!seen) {
      if (field) {
        setMember(fields, name, null);
        removed.push({ path, text: describeTreatment(reading, rows.length, name) });
      }
      continue;
    }
    if (stored && field?.computed && stored.seen < stored.rows) continue; // returned by default in some rows
    const key = path.join('.');
    const rejected = finder.rejectedValues.get(key) ?? [];
    const { values } = finder;
    const finding = inferField(seen, { name, declared: field, isComputed: !stored, values, rejected });
    if (finding.field && finding.field !== field) setMember(fields, name, finding.field);
    if (finding.comment !== undefined) comments.set(key, finding.comment);
    if (finding.undeclared !== undefined) {
      undeclared.push({ path, text: finding.undeclared });
      if (field) setMember(fields, name, null);
    }
  }
}

/** The evidence of a field that an include names. The rows of an include may have other fields, too. */
const returnedOf = (evidence: FieldEvidence | undefined, reading: Reading | undefined, name: string) =>
  reading?.treatments.get(name) === 'returned' ? (evidence ?? noEvidence(reading.included.size)) : undefined;

function addRelations(found: readonly FoundRelation[], { relations }: Extension, finder: Finder): void {
  const { name: resource, declared, reading, comments, undeclared, removed } = finder;
  for (const { name, relation, comment, undeclared: problem } of found) {
    const path = [resource, name];
    const declaredRelation = own(declared?.relations ?? {}, name);
    const isDefault = [...(reading?.rows.values() ?? [])].some((row) => Object.hasOwn(row, name));
    if (relation) {
      if (relation !== declaredRelation) setMember(relations, name, relation);
      if (comment !== undefined) comments.set(path.join('.'), comment);
    } else if (declaredRelation) {
      // Empty and null values show no other target.
      setMember(relations, name, null);
      removed.push({
        path,
        text: problem ?? describeTreatment(reading, reading?.rows.size ?? 0, name),
      });
    } else if (problem !== undefined && !isDefault) undeclared.push({ path, text: problem });
  }
}

/** How the service treats an include of a name that it did not return. */
function describeTreatment(reading: Reading | undefined, rows: number, name: string): string {
  const treatment = reading?.treatments.get(name);
  if (treatment === 'rejected') return 'an include of it is rejected';
  const evidence = reading ? describeEvidence(noEvidence(rows)) : 'no related row has it';
  return treatment === 'ignored' ? `${evidence}, even if an include names it` : evidence;
}

/**
 * Finds the relations of all resources, and adds the related rows to the known ones.
 *
 * @returns What is declared as a relation, and what looks like one.
 */
function findRelations(base: Resources, readings: readonly Reading[], known: KnownRows): FoundRelation[] {
  const found: FoundRelation[] = [];
  // The relations of the schema go first: their rows show where the other relations lead.
  for (const reading of readings) {
    for (const [name, relation] of Object.entries(own(base, reading.name)?.relations ?? {})) {
      const related = collectRelatedRows(reading, name);
      const finding = related
        ? checkRelation(reading.name, name, relation, related, known)
        : reading.treatments.get(name) === 'returned' && { undeclared: 'values other than related rows' };
      found.push({ resource: reading.name, name, ...finding });
    }
  }
  const others = readings.flatMap((reading) => undeclaredRelations(base, reading));
  const isOne = ({ related }: { related: RelatedRows }) => related.isMany !== true;
  for (const { resource, name, related } of [...others.filter(isOne), ...others.filter((one) => !isOne(one))])
    found.push({ resource, name, ...inferRelation(resource, name, related, known) });
  return found.sort((left, right) => idFirst(left.name, right.name));
}

/** The names that are no fields and whose values look like related rows. */
function undeclaredRelations(base: Resources, reading: Reading) {
  const declared = own(base, reading.name);
  const returned = [...reading.treatments].flatMap(([name, how]) => (how === 'returned' ? [name] : []));
  return returned.sort().flatMap((name) => {
    if (declared && (Object.hasOwn(declared.fields, name) || Object.hasOwn(declared.relations, name)))
      return [];
    const related = collectRelatedRows(reading, name);
    if (!related) return [];
    // A field that is returned by default may be null or an empty array without being a relation.
    const isDefault = [...reading.rows.values()].some((row) => Object.hasOwn(row, name));
    return related.pairs.length === 0 && isDefault ? [] : [{ resource: reading.name, name, related }];
  });
}
