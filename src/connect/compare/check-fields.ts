import type { Field, JsonObject } from '../../schema/field.js';
import type { Resource } from '../../schema/resource.js';
import type { Resources } from '../../schema/resources.js';
import { valuesOf } from '../queries/compared-rows.js';
import type { Sample } from '../sample/sample.js';
import { type Service, ServiceError } from '../service/service.js';
import { type Difference, idOf } from './difference.js';

interface CheckedFields {
  /** Without the fields that the service does not have: queries on them would say nothing about it. */
  readonly schema: Resources;
  readonly differences: readonly Difference[];
  readonly unknown: readonly string[];
}

/** Finds the fields of a schema that no row has, and those of the rows that the schema does not have. */
export async function checkFields(
  service: Service,
  { schema, rows }: Pick<Sample, 'schema' | 'rows'>,
): Promise<CheckedFields> {
  const differences: Difference[] = [];
  const unknown: string[] = [];
  const checked = await Promise.all(
    Object.entries(schema).map(async ([name, resource]): Promise<[string, Resource]> => {
      const found = rows[name] ?? [];
      if (found.length === 0) {
        unknown.push(`${name}: the service returned no row, so nothing is known about it.`);
        return [name, resource];
      }
      const seen = new Set(found.flatMap((row) => Object.keys(row)));
      const keys = keysOfParents(schema, name);
      for (const key of seen)
        if (!resource.fields[key] && !resource.relations[key] && !keys.includes(key))
          differences.push({
            ...ofField(name, key),
            kind: 'cosmetic',
            observed: 'a field that the schema does not have',
          });
      const fields: Record<string, Field> = {};
      for (const [key, field] of Object.entries(resource.fields)) {
        const isThere = seen.has(key) || (field.computed && (await hasComputed(service, resource, key)));
        if (isThere) fields[key] = withSeenValues(field, key, found);
        else differences.push({ ...ofField(name, key), kind: 'rejected', observed: 'no such field' });
      }
      return [name, { ...resource, fields }];
    }),
  );
  return { schema: Object.fromEntries(checked), differences, unknown };
}

/** An enumeration has every value that a row has. */
function withSeenValues(field: Field, name: string, rows: readonly JsonObject[]): Field {
  if (field.kind !== 'enumeration') return field;
  return { ...field, values: [...new Set([...field.values, ...valuesOf(rows, name, field).map(String)])] };
}

const ofField = (resource: string, field: string) => ({
  id: idOf(`fields ${resource}.${field}`),
  about: `fields: ${resource}.${field}`,
  request: `rows of ${resource}`,
  expected: 'the fields of the schema',
  count: 1,
});

/** Foreign keys that to-many relations name. */
const keysOfParents = (schema: Resources, name: string): string[] =>
  Object.values(schema)
    .flatMap(({ relations }) => Object.values(relations))
    .filter(({ target, cardinality }) => cardinality === 'many' && target === name)
    .map(({ foreignKey }) => foreignKey);

/** Whether rows have a computed field if an include names it. Related rows are not asked. */
async function hasComputed(
  service: Service,
  { path, operations }: Resource,
  field: string,
): Promise<boolean> {
  if (path === undefined || !operations.includes('list')) return true;
  try {
    const { rows } = await service.ask({ path, query: { include: { [field]: true } } });
    return rows?.some((row) => Object.hasOwn(row, field)) ?? false;
  } catch (error) {
    if (error instanceof ServiceError && error.reason !== 'aborted') return true;
    throw error;
  }
}
