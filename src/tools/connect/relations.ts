import { many, one, type Relation } from '../../schema/relation.js';
import type { Resources } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { describeEvidence, evidenceOf } from './fields.js';
import { foreignKeysTo, isNamedAfter, resourceNameOf } from './resource-names.js';
import type { Reading } from './rows.js';
import { isRow, type JsonRow } from './service.js';

/** A row with a row of one of its relations. */
export interface Pair {
  readonly parent: JsonRow;
  readonly related: JsonRow;
}

export interface FoundRelation {
  readonly resource: string;
  readonly name: string;
  readonly pairs: readonly Pair[];
  readonly isMany: boolean;
  /** In how many rows it is null. */
  readonly nulls: number;
  readonly evidence: string;
  /** `undefined` if the related rows show no target or no foreign key. */
  readonly relation?: Relation;
  /** Why there is none, or why it is not as it was declared. */
  readonly reason?: string;
}

/** The rows of all resources, to find the target of a relation. */
export class KnownRows {
  readonly #rows: ReadonlyMap<string, Map<string, JsonRow>>;
  readonly #listed: ReadonlySet<string>;
  readonly #added = new Map<string, Map<string, JsonRow>>();

  constructor(base: Resources, readings: readonly Reading[]) {
    this.#listed = new Set(readings.filter(({ rows }) => rows.size > 0).map(({ name }) => name));
    const names = [...Object.keys(base), ...readings.map(({ name }) => name)];
    const rowsOf = (name: string) => readings.find((reading) => reading.name === name)?.rows ?? [];
    this.#rows = new Map(names.map((name) => [name, new Map(rowsOf(name))]));
  }

  get names(): string[] {
    return [...this.#rows.keys(), ...this.#added.keys()];
  }

  rowsOf(resource: string): ReadonlyMap<string, JsonRow> {
    return this.#rows.get(resource) ?? this.#added.get(resource) ?? new Map();
  }

  /** Adds related rows to a resource that has no list. */
  add(resource: string, rows: readonly JsonRow[]): void {
    if (this.#listed.has(resource)) return;
    const known = this.#rows.get(resource) ?? this.#added.get(resource) ?? new Map();
    if (!this.#rows.has(resource)) this.#added.set(resource, known);
    for (const row of rows) known.set(row.id, { ...row, ...known.get(row.id) });
  }

  /**
   * The resource that related rows belong to: the one whose rows have their ids, else the one that
   * the relation is named after and whose rows have the same members.
   */
  targetOf(name: string, rows: readonly JsonRow[]): string | undefined {
    const counts = this.names.map((resource) => {
      const known = this.rowsOf(resource);
      return { resource, count: rows.filter(({ id }) => known.has(id)).length };
    });
    const [best] = counts.sort((left, right) => right.count - left.count);
    if (best && best.count > 0) return best.resource;
    return this.names.find((resource) => {
      const [first] = this.rowsOf(resource).values();
      return isNamedAfter(name, resource) && (!first || haveSameMembers(first, rows[0]));
    });
  }

  newNameFor(owner: string, relation: string, isMany: boolean): string {
    const plural = resourceNameOf(relation, isMany);
    const withOwner = `${owner}${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
    const free = [plural, withOwner].find((name) => !this.names.includes(name));
    for (let number = 2; ; number++) {
      if (free !== undefined) return free;
      const numbered = `${withOwner}${number}`;
      if (!this.names.includes(numbered)) return numbered;
    }
  }
}

const membersOf = (row: object): string => Object.keys(row).sort().join('\n');
const haveSameMembers = (left: JsonRow, right: JsonRow | undefined): boolean =>
  right !== undefined && membersOf(left) === membersOf(right);

/**
 * Finds the relations of all resources, the declared ones first: their rows show where the other
 * relations lead.
 */
export function findRelations(
  base: Resources,
  readings: readonly Reading[],
  known: KnownRows,
): FoundRelation[] {
  const found = readings.flatMap((reading) => collectRelations(base, reading));
  const isDeclared = ({ resource, name }: FoundRelation) =>
    own(own(base, resource)?.relations ?? {}, name) !== undefined;
  const rank = (relation: FoundRelation) =>
    (isDeclared(relation) ? 0 : 2) + (relation.isMany ? 1 : 0);
  return found
    .sort((left, right) => rank(left) - rank(right))
    .map((relation) => {
      const declared = own(own(base, relation.resource)?.relations ?? {}, relation.name);
      return {
        ...relation,
        ...(declared ? confirm(declared, relation, known) : infer(relation, known)),
      };
    });
}

/** The names that are no fields and whose values look like related rows. */
function collectRelations(
  base: Resources,
  { name: resource, rows, included, treatments }: Reading,
) {
  const declared = own(base, resource);
  return [...treatments].flatMap(([name, treatment]): FoundRelation[] => {
    if (treatment !== 'returned' || own(declared?.fields ?? {}, name)) return [];
    const evidence = evidenceOf([...included.values()], name);
    const isMany = evidence.values.every(Array.isArray) && evidence.values.length > 0;
    const isOne = evidence.values.every((value) => !Array.isArray(value));
    if (!(isMany || isOne) || !evidence.values.flat().every(isRow)) return [];
    const pairs = [...included.values()].flatMap(
      (parent) =>
        ([own(parent, name) ?? []].flat() as JsonRow[]).map((related) => ({ parent, related })), // checked above
    );
    const isStored = [...rows.values()].some((row) => Object.hasOwn(row, name));
    // A field that is returned by default may be null or an empty array without being a relation.
    if (pairs.length === 0 && (isStored || !own(declared?.relations ?? {}, name))) return [];
    return [
      {
        resource,
        name,
        pairs,
        isMany,
        nulls: evidence.nulls,
        evidence: describeEvidence(evidence),
      },
    ];
  });
}

type Result = Pick<FoundRelation, 'relation' | 'reason'>;

/** Confirms a declared relation, or finds that it has another target. */
function confirm(declared: Relation, found: FoundRelation, known: KnownRows): Result {
  const { target, cardinality, foreignKey, nullable, filterable } = declared;
  if (found.pairs.length === 0 && found.nulls === 0) return { relation: declared };
  const isOne = cardinality === 'one';
  // A field is there, and not the id of the related row.
  const hasOtherId = found.pairs.some(({ parent, related }) => {
    const id = own(parent, foreignKey);
    return id !== undefined && id !== related.id;
  });
  if ((found.pairs.length > 0 && found.isMany === isOne) || (isOne && hasOtherId)) {
    const reason = `it was declared as ${cardinality}('${target}')`;
    return { reason, ...infer(found, known) };
  }
  known.add(
    target,
    found.pairs.map(({ related }) => related),
  );
  if (!isOne || nullable || found.nulls === 0) return { relation: declared };
  return { relation: one(target, { foreignKey, nullable: true, filterable }) };
}

function infer(found: FoundRelation, known: KnownRows): Result {
  const { resource, name, isMany, pairs, nulls } = found;
  if (pairs.length === 0)
    return { reason: isMany ? 'an empty array in every row' : 'null in every row' };
  const rows = pairs.map(({ related }) => related);
  const existing = known.targetOf(name, rows);
  const foreignKey = isMany ? keyOfMany(found, existing, known) : keyOfOne(found, existing);
  if (foreignKey === undefined)
    return {
      reason: `related rows without a foreign key, such as \`${isMany ? foreignKeysTo(resource)[0] : `${name}_id`}\``,
    };
  const target = existing ?? known.newNameFor(resource, name, isMany);
  known.add(target, rows);
  const relation = isMany
    ? many(target, { foreignKey })
    : one(target, { foreignKey, nullable: nulls > 0 });
  return { relation };
}

function keyOfOne({ name, pairs }: FoundRelation, existing: string | undefined) {
  const conventional = `${name}_id`;
  const keys = keysOf(pairs[0]?.parent);
  const foreignKey = [conventional, ...keys].find((key) =>
    pairs.every(({ parent, related }) => own(parent, key) === related.id),
  );
  // Without a foreign key it may be an object that only looks like a row.
  const isHidden = existing !== undefined && !keys.includes(conventional);
  return foreignKey ?? (isHidden ? conventional : undefined);
}

function keyOfMany(
  { resource, pairs }: FoundRelation,
  existing: string | undefined,
  known: KnownRows,
) {
  const parents = new Map<string, string>();
  for (const { parent, related } of pairs) {
    if ((parents.get(related.id) ?? parent.id) !== parent.id) return undefined; // of several parents
    parents.set(related.id, parent.id);
  }
  // The rows of a list may have fields that an include leaves out.
  const listed = existing === undefined ? undefined : known.rowsOf(existing);
  const rows = pairs.map(({ parent, related }) => ({
    parent,
    row: { ...related, ...listed?.get(related.id) },
  }));
  const keys = keysOf(rows[0]?.row);
  const conventional = foreignKeysTo(resource);
  const foreignKey = [...conventional, ...keys].find((key) =>
    rows.every(({ parent, row }) => own(row, key) === parent.id),
  );
  const isHidden = !conventional.some((key) => keys.includes(key));
  return foreignKey ?? (isHidden ? conventional[0] : undefined);
}

const keysOf = (row: object = {}): string[] =>
  Object.keys(row)
    .filter((key) => key !== 'id')
    .sort();
