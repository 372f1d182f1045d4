import { combinators, quantifiers } from '../query/comparators.js';
import { comparators } from '../schema/kinds.js';
import type { Resources } from '../schema/resources.js';

/** The names in queries that are not values: properties, comparators and parameters. */
export function schemaNames(schema: Resources): ReadonlySet<string> {
  const names = new Set<string>([
    ...Object.values<readonly string[]>(comparators).flat(),
    ...quantifiers,
    ...combinators,
    'where',
    'include',
  ]);
  for (const { fields, relations, path } of Object.values(schema))
    for (const name of [...Object.keys(fields), ...Object.keys(relations), ...(path ?? '').split('/')])
      names.add(name);
  return names;
}
