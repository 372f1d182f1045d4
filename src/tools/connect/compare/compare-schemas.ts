import { writeRelaxedJson } from '../../../query/relaxed-json.js';
import type { Resource } from '../../../schema/resource.js';
import type { Resources } from '../../../schema/resources.js';
import { own } from '../../../values/plain-object.js';
import { flat, printPath } from '../../print-code.js';
import { isCode } from '../infer/infer-field.js';
import { schemaChanges } from '../infer/infer-schema.js';
import type { ReadSchema } from '../infer/read-schema.js';
import { type Note, storeOf } from '../sample/mock-data.js';
import { type Difference, wordOf } from './difference.js';

/**
 * Where the rows of a service differ from a schema: a field or a relation is not returned, or has
 * another kind, another target, or null where the schema says that it has none. A field that the
 * schema lacks is a cosmetic difference.
 *
 * @param inferred - Inferred from the rows as an extension of the schema.
 * @param undeclared - What is returned, but with values that no declaration fits.
 */
export const compareSchemas = (
  schema: Resources,
  inferred: Resources,
  undeclared: readonly Note[],
): Difference[] => {
  const store = storeOf(schema);
  return schemaChanges(schema, inferred, 'kinds').flatMap(
    ({ resource, name, before, after }): Difference[] => {
      const path = printPath([resource, name]);
      if (!before && (!own(schema, resource) || store.foreignKeys(resource).has(name))) return [];
      const observed = after
        ? flat(after)
        : undeclared.find((note) => printPath(note.path) === path)?.text;
      return [
        {
          topic: wordOf(`fields ${path}`),
          details: [],
          compared: [],
          kind: before && observed !== undefined ? 'rows' : before ? 'rejected' : 'cosmetic',
          request: `GET ${own(schema, resource)?.path ?? own(inferred, resource)?.path}`,
          expected: before ? flat(before) : 'no such field',
          observed: observed ?? 'not returned',
          count: 1,
        },
      ];
    },
  );
};

/** Stands for the values that a schema lacks, where none may be named. No value has spaces. */
export const HIDDEN_NEW_VALUES = 'new hidden values';

/**
 * Where the rows of a service have other values of an enumeration than a schema declares: `new
 * blocked`, or `no blocked` if no row has a declared one.
 *
 * @param showsAdded - Whether the new values are named.
 */
export const compareValues = (
  schema: Resources,
  { readings, unseenValues }: Pick<ReadSchema, 'readings' | 'unseenValues'>,
  showsAdded: boolean,
): Difference[] =>
  readings.flatMap(({ name, path, rows }) =>
    Object.entries(own(schema, name)?.fields ?? {}).flatMap(([key, { kind, values, computed }]) => {
      if (kind !== 'enumeration' || values.length === 0 || computed) return [];
      const isAdded = (value: unknown): value is string =>
        typeof value === 'string' && isCode(value) && !values.includes(value);
      const added = [...new Set([...rows.values()].map((row) => own(row, key)))].filter(isAdded);
      const shown =
        added.length > 0 && !showsAdded ? [HIDDEN_NEW_VALUES] : added.map((one) => `new ${one}`);
      const absent = values.filter((value) => unseenValues.get(`${name}.${key}`)?.has(value));
      const details = [...shown, ...absent.map((value) => `no ${value}`)];
      const asked = writeRelaxedJson({ [key]: [...added, ...absent][0] ?? '' });
      return details.length === 0
        ? []
        : [
            {
              topic: wordOf(`values-${name}.${key}`),
              details,
              compared: [],
              kind: 'rejected' as const,
              request: `GET ${path}${showsAdded ? ` where=${asked}` : ''}`,
              expected: 'those of the schema',
              observed: 'other values',
              count: 1,
            },
          ];
    }),
  );

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
