import { many, one, type Relation } from '../../schema/relation.js';
import { counted } from '../../values/describe.js';
import { own } from '../../values/plain-object.js';
import { foreignKeysTo } from '../sample/conventional-names.js';
import { describeEvidence, type Finding } from './field-evidence.js';
import type { KnownRows } from './known-rows.js';
import type { RelatedRows } from './related-rows.js';

/** Checks a relation of the schema. It may be nullable, or have another target. */
export function checkRelation(relation: Relation, related: RelatedRows, known: KnownRows): Finding<Relation> {
  const { target, cardinality, foreignKey, nullable, filterable } = relation;
  const { isMany = cardinality === 'many', nulls, pairs } = related;
  // A field is there, and not the id of the related row.
  const hasOtherId = pairs.some(
    (pair) => Object.hasOwn(pair.parent, foreignKey) && own(pair.parent, foreignKey) !== pair.related.id,
  );
  if (isMany !== (cardinality === 'many') || (!isMany && hasOtherId)) return inferRelation(related, known);
  known.addRelated(
    target,
    pairs.map((pair) => pair.related),
  );
  if (isMany || nullable || nulls === 0) return { declaration: relation };
  return declareOne(related, target, foreignKey, filterable);
}

/** Finds the declaration of a relation that the schema lacks. */
export function inferRelation(related: RelatedRows, known: KnownRows): Finding<Relation> {
  const { resource, name, rows: total, seen, isMany = false, pairs } = related;
  if (seen < total) return { undeclared: `a relation only in ${describeEvidence(related)}` };
  if (pairs.length === 0) return { undeclared: isMany ? 'an empty array in every row' : 'null in every row' };
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

/** The foreign key in the parents, or why there is none. */
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

/** The foreign key in the related rows, or why there is none. */
function keyOfMany(related: RelatedRows, existing: string | undefined, known: KnownRows) {
  const parents = new Map<string, string>();
  for (const { parent, related: row } of related.pairs) {
    if ((parents.get(row.id) ?? parent.id) !== parent.id)
      return { undeclared: 'an array whose rows belong to several parents, so no foreign key is possible' };
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

const declareOne = (related: RelatedRows, target: string, foreignKey: string, filterable = false) => ({
  declaration: one(target, { foreignKey, nullable: related.nulls > 0, filterable }),
  comment: `${describeEvidence(related)}.`,
});
