import type { AnyRow } from '../client/parse-rows.js';
import type { Resource } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import { own } from '../values/plain-object.js';
import { call, constant, type Expression, type Member } from './expression.js';
import { collectEvidence, describeEvidence, type FieldEvidence, noEvidence } from './field-evidence.js';
import { type FoundRelation, findRelations } from './find-relations.js';
import { inferField } from './infer-field.js';
import { KnownRows } from './known-rows.js';
import { isUsableName } from './names.js';
import type { ResourceReading } from './read-resource.js';

/** The changes of one resource to the schema that is extended. */
export interface ResourceChanges {
  readonly name: string;
  /** How many rows the changes are based on. */
  readonly rows: number;
  /** `path` and `operations`, for a path that the schema lacks. */
  readonly members: readonly Member[];
  readonly fields: readonly Member[];
  readonly relations: readonly Member[];
}

/** A remark about a property or a resource, for a comment or the report. */
export interface Note {
  /** Such as `accounts` and `tags`. */
  readonly path: readonly string[];
  readonly text: string;
}

/** The difference between a schema and the rows of a service. */
export interface Changes {
  /** All resources with rows, and those of `--resource`. Most have no changes. */
  readonly resources: readonly ResourceChanges[];
  /** Properties that are returned and have no declaration. */
  readonly undeclared: readonly Note[];
  /** Properties that are declared and were not returned. */
  readonly notReturned: readonly Note[];
  /** The rows of each resource: from its list, otherwise from relations. */
  readonly known: KnownRows;
}

/**
 * Finds what a schema lacks to describe the rows that were read.
 *
 * @param base - The schema that is extended.
 * @param values - Whether the members of enumerations may be written.
 */
export function findChanges(base: Resources, readings: readonly ResourceReading[], values: boolean): Changes {
  const byName = new Map(readings.map((reading) => [reading.name, reading]));
  const known = new KnownRows([...new Set([...Object.keys(base), ...byName.keys()])]);
  for (const { name, rows, isComplete } of readings)
    if (rows.size > 0) known.setListed(name, rows, isComplete);
  const relations = findRelations(
    base,
    readings.filter(({ rows }) => rows.size > 0),
    known,
  );
  const undeclared: Note[] = [];
  const notReturned: Note[] = [];
  const resources: ResourceChanges[] = [];
  for (const name of known.names) {
    const reading = byName.get(name);
    if (reading?.failure !== undefined) continue;
    const rows = [...known.rowsOf(name).values()];
    const declared = own(base, name);
    const ownRelations = relations.filter(({ resource }) => resource === name);
    const finder = { name, declared, reading, values, undeclared, notReturned };
    const fields = rows.length === 0 ? [] : findFields(rows, ownRelations, finder);
    if (reading && rows.length > 0) noteRelations(ownRelations, finder);
    if (rows.length === 0 && !declared && reading)
      fields.push({ name: 'id', value: call('uuid'), comment: 'No rows.' });
    if (rows.length === 0 && !(reading && reading.path !== declared?.path)) continue;
    resources.push({
      name,
      rows: rows.length,
      members: reading && reading.path !== declared?.path ? pathOf(reading) : [],
      fields,
      relations: ownRelations.flatMap(toMember).sort(byMemberName),
    });
  }
  return { resources, undeclared, notReturned, known };
}

interface Finder {
  readonly name: string;
  readonly declared: Resource | undefined;
  /** `undefined` for a resource without a path. */
  readonly reading: ResourceReading | undefined;
  readonly values: boolean;
  readonly undeclared: Note[];
  readonly notReturned: Note[];
}

function findFields(rows: readonly AnyRow[], relations: readonly FoundRelation[], finder: Finder): Member[] {
  const { name: resource, declared, reading, values, undeclared, notReturned } = finder;
  const evidence = collectEvidence(rows);
  const included = collectEvidence([...(reading?.included.values() ?? [])]);
  const declaredFields = declared?.fields ?? {};
  const members: Member[] = [];
  const names = [...new Set([...evidence.keys(), ...included.keys(), ...Object.keys(declaredFields)])];
  for (const name of names.sort(idFirst)) {
    const field = own(declaredFields, name);
    const stored = evidence.get(name);
    // An object that is returned by default and is no relation is JSON. A declared relation cannot be a field.
    const isRelation = relations.some(
      (one) =>
        one.name === name &&
        (one.undeclared === undefined || !stored || Object.hasOwn(declared?.relations ?? {}, name)),
    );
    if (isRelation) continue;
    if (!isUsableName(name)) {
      undeclared.push({ path: [resource, name], text: 'this name cannot be used in a query' });
      continue;
    }
    const seen = stored ?? returnedOf(included.get(name), reading, name);
    if (!seen) {
      if (field) notReturned.push({ path: [resource, name], text: describeProbe(reading, name) });
      continue;
    }
    if (stored && field?.computed && stored.seen < stored.rows) continue; // returned by default in some rows
    const finding = inferField(seen, { name, declared: field, isComputed: !stored, values });
    if (finding.undeclared !== undefined)
      undeclared.push({ path: [resource, name], text: finding.undeclared });
    else if (finding.declaration)
      members.push({ name, value: finding.declaration, comment: finding.comment });
  }
  return members;
}

/** The evidence of a property that an include names. The rows of an include may have other properties, too. */
const returnedOf = (
  evidence: FieldEvidence | undefined,
  reading: ResourceReading | undefined,
  name: string,
) => (reading?.probes.get(name) === 'returned' ? (evidence ?? noEvidence(reading.included.size)) : undefined);

function noteRelations(relations: readonly FoundRelation[], finder: Finder): void {
  const { name: resource, declared, reading, undeclared, notReturned } = finder;
  for (const relation of relations) {
    const { name } = relation;
    const path = [resource, name];
    const isDefault = [...(reading?.rows.values() ?? [])].some((row) => Object.hasOwn(row, name));
    const isReturned = isDefault || reading?.probes.get(name) === 'returned';
    const isDeclared = Object.hasOwn(declared?.relations ?? {}, name);
    if (isDeclared && !isReturned) notReturned.push({ path, text: describeProbe(reading, name) });
    else if (relation.undeclared !== undefined && isDeclared)
      notReturned.push({ path, text: relation.undeclared });
    else if (relation.undeclared !== undefined && !isDefault)
      undeclared.push({ path, text: relation.undeclared });
  }
}

/** How the service treats an include of a property that it did not return. */
function describeProbe(reading: ResourceReading | undefined, name: string): string {
  const probe = reading?.probes.get(name);
  if (probe === 'failed') return 'requests with an include of it fail';
  const { size } = reading?.rows ?? { size: 0 };
  const evidence = size > 0 ? `${describeEvidence(noEvidence(size))}` : 'no related row has it';
  return probe === 'ignored' ? `${evidence}, even if an include names it` : evidence;
}

function pathOf({ path, hasGet }: ResourceReading): Member[] {
  const operations = [...(hasGet ? ['get'] : []), 'list'].map(constant);
  const items: Expression = { type: 'array', items: operations };
  return [
    { name: 'path', value: constant(path) },
    { name: 'operations', value: items },
  ];
}

const toMember = ({ name, declaration, comment }: FoundRelation): Member[] =>
  declaration ? [{ name, value: declaration, comment }] : [];

const idFirst = (left: string, right: string): number =>
  left === 'id' ? -1 : right === 'id' ? 1 : compareNames(left, right);

const byMemberName = (left: Member, right: Member): number => compareNames(left.name, right.name);

/** The same order on each machine. */
const compareNames = (left: string, right: string): number => (left < right ? -1 : Number(left > right));
