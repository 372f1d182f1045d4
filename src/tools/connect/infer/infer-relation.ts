import { isUuid } from '../../../schema/kinds.js';
import { many, one, type Relation } from '../../../schema/relation.js';
import { counted } from '../../../values/describe.js';
import { own } from '../../../values/plain-object.js';
import { foreignKeysTo, isNamedAfter, resourceNameOf } from '../sample/conventional-names.js';
import type { Reading } from '../sample/read-resources.js';
import { isRow, type JsonRow } from '../service/response.js';
import { describeEvidence, type Evidence, evidenceOf, type Finding } from './infer-field.js';

/** Confirms a relation of the schema, or finds that it is nullable or has another target. */
export function confirmRelation(
  relation: Relation,
  related: RelatedRows,
  known: KnownRows,
): Finding<Relation> {
  const { target, cardinality, foreignKey, nullable, filterable } = relation;
  const { isMany = cardinality === 'many', nulls, pairs } = related;
  // A field is there, and not the id of the related row.
  const hasOtherId = pairs.some(
    (pair) =>
      Object.hasOwn(pair.parent, foreignKey) && own(pair.parent, foreignKey) !== pair.related.id,
  );
  if (isMany !== (cardinality === 'many') || (!isMany && hasOtherId))
    return inferRelation(related, known);
  known.addRelated(
    target,
    pairs.map((pair) => pair.related),
  );
  if (isMany || nullable || nulls === 0) return { declaration: relation };
  return declareOne(related, target, foreignKey, filterable);
}

export function inferRelation(related: RelatedRows, known: KnownRows): Finding<Relation> {
  const { resource, name, rows: total, seen, isMany = false, pairs } = related;
  if (seen < total) return { undeclared: `a relation only in ${describeEvidence(related)}` };
  if (pairs.length === 0)
    return { undeclared: isMany ? 'an empty array in every row' : 'null in every row' };
  const rows = pairs.map((pair) => pair.related);
  const existing = known.targetOf(name, rows);
  const key = isMany ? keyOfMany(related, existing, known) : keyOfOne(related, existing);
  if (typeof key === 'object') return key;
  const target = existing ?? known.newNameFor(resource, name, isMany);
  known.addRelated(target, rows);
  if (!isMany) return declareOne(related, target, key);
  return {
    declaration: many(target, { foreignKey: key }),
    comment: `${describeEvidence(related)}; ${counted(rows.length, 'related row')}.`,
  };
}

function keyOfOne({ name, pairs }: RelatedRows, existing: string | undefined) {
  const conventional = `${name}_id`;
  const keys = keysOf(pairs[0]?.parent);
  const foreignKey = [conventional, ...keys].find((key) =>
    pairs.every(({ parent, related }) => own(parent, key) === related.id),
  );
  if (foreignKey !== undefined) return foreignKey;
  // Without a foreign key it may be an object that only looks like a row.
  return keys.includes(conventional) || existing === undefined
    ? { undeclared: `an object whose \`id\` is not the value of \`${conventional}\`` }
    : conventional;
}

function keyOfMany(related: RelatedRows, existing: string | undefined, known: KnownRows) {
  const parents = new Map<string, string>();
  for (const { parent, related: row } of related.pairs) {
    if ((parents.get(row.id) ?? parent.id) !== parent.id)
      return {
        undeclared: 'an array whose rows belong to several parents, so no foreign key is possible',
      };
    parents.set(row.id, parent.id);
  }
  const listed = existing === undefined ? undefined : known.rowsOf(existing);
  // The rows of a list may have fields that an include leaves out.
  const pairs = related.pairs.map(({ parent, related: row }) => ({
    parent,
    row: { ...row, ...listed?.get(row.id) },
  }));
  const keys = keysOf(pairs[0]?.row);
  const conventional = foreignKeysTo(related.resource);
  const foreignKey = [...conventional, ...keys].find((key) =>
    pairs.every(({ parent, row }) => own(row, key) === parent.id),
  );
  const isHidden = !conventional.some((key) => keys.includes(key));
  const key = foreignKey ?? (isHidden ? conventional[0] : undefined);
  return key ?? { undeclared: `an array without a foreign key to ${related.resource}` };
}

const keysOf = (row: object = {}): string[] =>
  Object.keys(row)
    .filter((key) => key !== 'id')
    .sort();

const declareOne = (
  related: RelatedRows,
  target: string,
  foreignKey: string,
  filterable = false,
) => ({
  declaration: one(target, { foreignKey, nullable: related.nulls > 0, filterable }),
  comment: `${describeEvidence(related)}.`,
});

export interface RelatedRows extends Evidence {
  readonly resource: string;
  readonly name: string;
  /** Whether the values are arrays; `undefined` if all of them are null. */
  readonly isMany: boolean | undefined;
  readonly pairs: readonly { readonly parent: JsonRow; readonly related: JsonRow }[];
}

/**
 * Collects the related rows under a name; `undefined` if no row has the name, or a value is no
 * related row.
 */
export function collectRelatedRows(reading: Reading, name: string): RelatedRows | undefined {
  const source = reading.treatments.get(name) === 'returned' ? reading.included : reading.rows;
  const rows = [...source.values()];
  const { values, ...evidence } = evidenceOf(rows, name);
  const forms = new Set(values.map(Array.isArray));
  if (evidence.seen === 0 || forms.size > 1 || !values.flat().every(isRow)) return undefined;
  const pairs = rows.flatMap((row) => {
    const related = [own(row, name) ?? []].flat() as JsonRow[]; // checked above
    // An include may leave out other fields of the row.
    return related.map((one) => ({
      parent: { ...row, ...reading.rows.get(row.id) },
      related: one,
    }));
  });
  return { resource: reading.name, name, ...evidence, isMany: [...forms][0], pairs };
}

interface KnownResource {
  readonly rows: Map<string, JsonRow>;
  readonly isComplete: boolean;
  /** Whether its list was read. Otherwise related rows are added. */
  readonly isListed: boolean;
}

/** The rows of all resources, to find the target of a relation. */
export class KnownRows {
  readonly #resources = new Map<string, KnownResource>();

  /** @param resources - The names of further resources. */
  constructor(resources: readonly string[], readings: readonly Reading[]) {
    for (const name of resources) this.#add(name);
    for (const { name, rows, isComplete } of readings)
      if (rows.size > 0)
        this.#resources.set(name, { rows: new Map(rows), isComplete, isListed: true });
      else this.#add(name);
  }

  #add(resource: string): KnownResource {
    const added = { rows: new Map(), isComplete: false, isListed: false };
    this.#resources.set(resource, added);
    return added;
  }

  get names(): string[] {
    return [...this.#resources.keys()];
  }

  rowsOf(resource: string): ReadonlyMap<string, JsonRow> {
    return this.#resources.get(resource)?.rows ?? new Map();
  }

  /** Adds related rows to a resource whose list was not read. */
  addRelated(resource: string, related: readonly JsonRow[]): void {
    const known = this.#resources.get(resource) ?? this.#add(resource);
    if (known.isListed) return;
    for (const row of related) if (!known.rows.has(row.id)) known.rows.set(row.id, row);
  }

  /**
   * The resource that related rows belong to: the one whose rows have their ids, else the one that
   * the relation is named after, unless all its rows are known.
   */
  targetOf(relation: string, related: readonly JsonRow[]): string | undefined {
    const ids = new Set(related.map(({ id }) => id));
    const areUuids = [...ids].every(isUuid);
    let best: string | undefined;
    let mostHits = 0;
    for (const [resource, { rows, isComplete }] of this.#resources) {
      const hits = [...ids].filter((id) => rows.has(id)).length;
      // Ids such as 1 and 2 occur in several resources.
      const isPossible =
        areUuids || isNamedAfter(relation, resource) || hasSameKeys(rows, related[0]);
      const isContradicted = isComplete && hits < ids.size;
      if (hits <= mostHits || !isPossible || isContradicted) continue;
      best = resource;
      mostHits = hits;
    }
    if (best !== undefined) return best;
    const named = [...this.#resources].find(
      ([name, { isComplete }]) => isNamedAfter(relation, name) && !isComplete,
    );
    return named?.[0];
  }

  newNameFor(owner: string, relation: string, isMany: boolean): string {
    const plural = resourceNameOf(relation, isMany);
    const withOwner = `${owner}${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
    for (const name of [plural, withOwner]) if (!this.#resources.has(name)) return name;
    let number = 2;
    while (this.#resources.has(`${withOwner}${number}`)) number++;
    return `${withOwner}${number}`;
  }
}

function hasSameKeys(rows: ReadonlyMap<string, JsonRow>, row: JsonRow | undefined): boolean {
  const [known] = rows.values();
  return known !== undefined && row !== undefined && memberNames(known) === memberNames(row);
}

const memberNames = (row: JsonRow): string => JSON.stringify(Object.keys(row).sort());
