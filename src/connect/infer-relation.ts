import { many, one, type Relation } from '../schema/relation.js';
import { own } from '../values/plain-object.js';
import { foreignKeysTo } from './conventional-names.js';
import { describeEvidence } from './field-evidence.js';
import type { KnownRows } from './known-rows.js';
import type { RelatedRows } from './related-rows.js';

/** What the related rows of a relation show. */
export interface RelationFinding {
  /** The relation, as declared or as its related rows require; `undefined` if there is none. */
  readonly relation?: Relation;
  /** The evidence, if the relation is declared in another way. */
  readonly comment?: string;
  /** Why there is no relation. */
  readonly undeclared?: string;
}

/** Checks a relation of the schema. It may be nullable, or have another target. */
export function checkRelation(
  resource: string,
  name: string,
  relation: Relation,
  related: RelatedRows,
  known: KnownRows,
): RelationFinding {
  const { target, cardinality, foreignKey, nullable, filterable } = relation;
  const isMany = cardinality === 'many';
  if (related.isMany !== undefined && related.isMany !== isMany)
    return inferRelation(resource, name, related, known);
  if (!isMany && isOtherId(related, foreignKey)) return inferRelation(resource, name, related, known);
  known.addRelated(
    target,
    related.pairs.map((pair) => pair.related),
  );
  if (isMany || nullable || related.nulls === 0) return { relation };
  return declareOne(target, foreignKey, related, filterable);
}

/** Finds the declaration of a relation that the schema lacks. */
export function inferRelation(
  resource: string,
  name: string,
  related: RelatedRows,
  known: KnownRows,
): RelationFinding {
  if (related.seen < related.total)
    return { undeclared: `a relation only in ${describeEvidence(evidence(related))}` };
  if (related.pairs.length === 0)
    return { undeclared: related.isMany ? 'an empty array in every row' : 'null in every row' };
  return related.isMany
    ? inferMany(resource, name, related, known)
    : inferOne(resource, name, related, known);
}

function inferOne(resource: string, name: string, related: RelatedRows, known: KnownRows): RelationFinding {
  const rows = related.pairs.map((pair) => pair.related);
  const [first] = related.pairs;
  const conventional = `${name}_id`;
  const keys = Object.keys(first?.parent ?? {})
    .filter((key) => key !== 'id')
    .sort();
  const foreignKey = [conventional, ...keys].find((key) => isForeignKey(related, key));
  const existing = known.targetOf(name, rows);
  // Without a foreign key it may be an object that only looks like a row.
  if (foreignKey === undefined && (keys.includes(conventional) || existing === undefined))
    return { undeclared: `an object whose \`id\` is not the value of \`${conventional}\`` };
  const target = existing ?? known.newNameFor(resource, name, false);
  known.addRelated(target, rows);
  return declareOne(target, foreignKey ?? conventional, related, false);
}

function inferMany(resource: string, name: string, related: RelatedRows, known: KnownRows): RelationFinding {
  const rows = related.pairs.map((pair) => pair.related);
  const parents = new Map<string, string>();
  for (const { parent, related: row } of related.pairs) {
    if ((parents.get(row.id) ?? parent.id) !== parent.id)
      return { undeclared: 'an array whose rows belong to several parents, so no foreign key is possible' };
    parents.set(row.id, parent.id);
  }
  const existing = known.targetOf(name, rows);
  const listed = existing === undefined ? new Map() : known.rowsOf(existing);
  // The rows of a list may have fields that an include leaves out.
  const pairs = related.pairs.map(({ parent, related: row }) => ({
    parent,
    row: { ...row, ...listed.get(row.id) },
  }));
  const keys = Object.keys(pairs[0]?.row ?? {})
    .filter((key) => key !== 'id')
    .sort();
  const conventional = foreignKeysTo(resource);
  const foreignKey = [...conventional, ...keys].find((key) =>
    pairs.every(({ parent, row }) => own(row, key) === parent.id),
  );
  const isHidden = !conventional.some((key) => keys.includes(key));
  const key = foreignKey ?? (isHidden ? conventional[0] : undefined);
  if (key === undefined) return { undeclared: `an array without a foreign key to ${resource}` };
  const target = existing ?? known.newNameFor(resource, name, true);
  known.addRelated(target, rows);
  const count = `${rows.length} related ${rows.length === 1 ? 'row' : 'rows'}`;
  return {
    relation: many(target, { foreignKey: key }),
    comment: `${describeEvidence(evidence(related))}; ${count}.`,
  };
}

const declareOne = (
  target: string,
  foreignKey: string,
  related: RelatedRows,
  filterable: boolean,
): RelationFinding => ({
  relation: one(target, { foreignKey, nullable: related.nulls > 0, filterable }),
  comment: `${describeEvidence(evidence(related))}.`,
});

/** Whether a field is the id of the related row, in each row that has one. */
const isForeignKey = ({ pairs }: RelatedRows, key: string): boolean =>
  pairs.every(({ parent, related }) => own(parent, key) === related.id);

/** Whether a field is there, and not the id of the related row. */
const isOtherId = ({ pairs }: RelatedRows, key: string): boolean =>
  pairs.some(({ parent, related }) => Object.hasOwn(parent, key) && own(parent, key) !== related.id);

const evidence = ({ total, seen, nulls }: RelatedRows) => ({ rows: total, seen, nulls });
