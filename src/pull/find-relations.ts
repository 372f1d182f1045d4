import { type Resources, resourceOf } from '../schema/resources.js';
import { own } from '../values/plain-object.js';
import { checkRelation, inferRelation, type RelationFinding } from './infer-relation.js';
import type { KnownRows } from './known-rows.js';
import type { ResourceReading } from './read-resource.js';
import { collectRelatedRows, type RelatedRows } from './related-rows.js';

/** A relation of a resource, with what its related rows say. */
export interface FoundRelation extends RelationFinding {
  readonly resource: string;
  readonly name: string;
}

/**
 * Finds the relations of all resources, and adds the related rows to the known ones.
 *
 * @returns The relations whose name is no field: declared, to be declared, or without a declaration.
 */
export function findRelations(
  base: Resources,
  readings: readonly ResourceReading[],
  known: KnownRows,
): FoundRelation[] {
  const found: FoundRelation[] = [];
  // The relations of the schema go first: their rows show where the other relations lead.
  for (const reading of readings) {
    const relations = own(base, reading.name)?.relations ?? {};
    for (const [name, relation] of Object.entries(relations)) {
      const related = collectRelatedRows(reading, name);
      const finding = related
        ? checkRelation(reading.name, name, relation, related, known)
        : reading.probes.get(name) === 'returned' && { undeclared: 'values other than related rows' };
      found.push({ resource: reading.name, name, ...finding });
    }
  }
  const others = readings.flatMap((reading) => undeclaredRelations(base, reading));
  const isOne = ({ related }: { related: RelatedRows }) => related.isMany !== true;
  for (const { resource, name, related } of [...others.filter(isOne), ...others.filter((one) => !isOne(one))])
    found.push({ resource, name, ...inferRelation(resource, name, related, known) });
  return found;
}

/** The names that are no fields and whose values look like related rows. */
function undeclaredRelations(base: Resources, reading: ResourceReading) {
  const declared = own(base, reading.name) && resourceOf(base, reading.name);
  const names = new Set<string>();
  for (const [name, probe] of reading.probes) if (probe === 'returned') names.add(name);
  return [...names].sort().flatMap((name) => {
    if (declared && (Object.hasOwn(declared.fields, name) || Object.hasOwn(declared.relations, name)))
      return [];
    const related = collectRelatedRows(reading, name);
    if (!related) return [];
    // A property that is returned by default may be null or an empty array without being a relation.
    const isDefault = [...reading.rows.values()].some((row) => Object.hasOwn(row, name));
    return related.pairs.length === 0 && isDefault ? [] : [{ resource: reading.name, name, related }];
  });
}
