import { writeRelaxedJson } from '../../../query/relaxed-json.js';
import type { Resource } from '../../../schema/resource.js';
import type { Resources } from '../../../schema/resources.js';
import { own } from '../../../values/plain-object.js';
import { flat, printPath } from '../../print-code.js';
import { isCode } from '../infer/infer-field.js';
import { schemaChanges } from '../infer/infer-schema.js';
import { foreignKeysOf, type Note } from '../sample/mock-data.js';
import type { Reading } from '../sample/read-resources.js';
import type { Service } from '../service/live-service.js';
import { takeUpTo } from '../service/read-pages.js';
import { isFailure } from '../service/response.js';
import { type Difference, wordOf } from './difference.js';

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
  });

/** Stands for the values that a schema lacks, where none may be named. No value has spaces. */
export const HIDDEN_NEW_VALUES = 'new hidden values';

/**
 * Where the rows of a service have other values of an enumeration than a schema declares: `new blocked`, or `no blocked`
 * if no row has a declared one.
 *
 * @param showsAdded - Whether the new values are named.
 */
export async function compareValues(
  service: Service,
  schema: Resources,
  readings: readonly Reading[],
  showsAdded: boolean,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { name, path, rows } of readings)
    for (const [key, { kind, values, computed }] of Object.entries(own(schema, name)?.fields ?? {})) {
      if (kind !== 'enumeration' || values.length === 0 || computed) continue;
      const seen = [...new Set([...rows.values()].map((row) => own(row, key)))];
      const isAdded = (value: unknown): value is string =>
        typeof value === 'string' && isCode(value) && !values.includes(value);
      const added = seen.filter(isAdded);
      const details = showsAdded
        ? added.map((value) => `new ${value}`)
        : added.length > 0
          ? [HIDDEN_NEW_VALUES]
          : [];
      for (const value of values.filter((one) => !seen.includes(one))) {
        const query = { where: { [key]: { eq: value } }, ...takeUpTo(service, 1) };
        const { status, rows: some = [] } = await service.getPatiently({ path, query });
        if (some.length === 0 && !isFailure(status)) details.push(`no ${value}`);
      }
      if (details.length === 0) continue;
      found.push({
        topic: wordOf(`values-${name}.${key}`),
        details,
        compared: [],
        kind: 'rejected',
        request: `GET ${path}${showsAdded ? ` where=${writeRelaxedJson({ [key]: details[0]?.replace(/^\w+ /, '') ?? '' })}` : ''}`,
        expected: 'those of the schema',
        observed: 'other values',
        count: 1,
      });
    }
  return found;
}

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
