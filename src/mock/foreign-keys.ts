import { type Resources, resourceOf } from '../schema/lookup.js';
import { own } from '../values/plain-object.js';
import { referenceOf } from './payments-fields.js';

/** A column whose values are ids of another resource. */
export interface ForeignKey {
  readonly target: string;
  /** The to-one relation that declares it, if any. */
  readonly relation?: string;
  readonly nullable: boolean;
}

/**
 * The foreign keys of the resources: of their to-one relations, which say whether a key is
 * nullable, of the to-many relations of other resources, and those that the mock knows of.
 */
export function* foreignKeysOf(
  schema: Resources,
): Generator<readonly [resource: string, column: string, key: ForeignKey]> {
  const resources = Object.entries(schema);
  const all = resources.flatMap(([owner, { relations }]) =>
    Object.entries(relations).map(([name, relation]) => ({ owner, name, ...relation })),
  );
  for (const { owner, name, cardinality, target, foreignKey, ...relation } of all) {
    if (cardinality !== 'one') continue;
    const field = own(resourceOf(schema, owner).fields, foreignKey);
    const nullable = relation.nullable || field?.nullable === true;
    yield [owner, foreignKey, { target, relation: name, nullable }];
  }
  for (const { owner, cardinality, target, foreignKey } of all)
    if (cardinality === 'many') {
      const { nullable = true } = own(resourceOf(schema, target).fields, foreignKey) ?? {};
      yield [target, foreignKey, { target: owner, nullable }];
    }
  for (const [owner, { fields }] of resources)
    for (const [column, { nullable }] of Object.entries(fields)) {
      const target = referenceOf(schema, owner, column);
      if (target !== undefined) yield [owner, column, { target, nullable }];
    }
}
