import type { Resource } from '../../schema/resource.js';
import type { Resources } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { flat, printPath } from '../../values/print-code.js';
import { type Difference, idOf } from '../compare/difference.js';
import { foreignKeysOf, type Note } from '../sample/fit-rows.js';
import { schemaChanges } from './print-schema.js';

/**
 * Where the rows of a service differ from a schema: a field or a relation is not returned, or has another kind, another
 * target, or null where the schema says that it has none. A field that the schema lacks is a cosmetic difference.
 *
 * @param inferred - Inferred from the rows as an extension of the schema.
 * @param undeclared - What is returned, but with values that no declaration fits.
 */
export const compareSchemas = (
  schema: Resources,
  inferred: Resources,
  undeclared: readonly Note[],
): Difference[] =>
  schemaChanges(schema, inferred, 'kinds').flatMap(({ resource, name, before, after }): Difference[] => {
    const path = printPath([resource, name]);
    const isKnown = own(schema, resource) && !foreignKeysOf(schema, resource).has(name);
    if (!before && !isKnown) return [];
    const observed = after ? flat(after) : undeclared.find((note) => printPath(note.path) === path)?.text;
    return [
      {
        id: idOf(`fields ${path}`),
        about: `fields: ${path}`,
        kind: before && observed !== undefined ? 'rows' : before ? 'rejected' : 'cosmetic',
        request: `rows of ${resource}`,
        expected: before ? flat(before) : 'no such field',
        observed: observed ?? 'not returned',
        count: 1,
      },
    ];
  });

/** A schema as the rows show it, without what they have in addition. */
export function asDeclared(schema: Resources, inferred: Resources): Resources {
  const kept = <Member>(old: object, now: { readonly [name: string]: Member } = {}) =>
    Object.fromEntries(Object.entries(now).filter(([name]) => Object.hasOwn(old, name)));
  const resources = Object.entries(schema).map(([name, resource]): [string, Resource] => {
    const now = own(inferred, name);
    const relations = Object.entries(kept(resource.relations, now?.relations));
    return [
      name,
      {
        ...resource,
        fields: kept(resource.fields, now?.fields),
        relations: Object.fromEntries(relations.filter(([, { target }]) => own(schema, target))),
      },
    ];
  });
  return Object.fromEntries(resources);
}
