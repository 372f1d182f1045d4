import { ConfigurationError } from '../errors/usage-errors.js';
import { own } from '../values/plain-object.js';
import { assertDefinitions, assertSchema } from './assert-schema.js';
import { type DefinedSchema, type Definitions, fillSchema } from './fill-schema.js';
import {
  type Defined,
  type Extended,
  type Resource,
  type ResourceDefinition,
  resourceFrom,
} from './resource.js';

/** A schema made by {@link extendSchema}. */
export type ExtendedSchema<Base, Extension> = {
  readonly [Name in keyof Base | keyof Extension]: Name extends keyof Base
    ? Name extends keyof Extension
      ? Base[Name] extends infer Whole extends Resource
        ? Extended<Whole, Extension[Name]>
        : never
      : Base[Name]
    : Name extends keyof Extension
      ? Extension[Name] extends infer Added extends ResourceDefinition
        ? Defined<Added>
        : never
      : never;
};

/** Changes to a resource that a schema already has. */
export type ResourceExtension<Target extends string = string> = Partial<ResourceDefinition<Target>>;

/**
 * Makes a schema of resources by name: the one source of the client's types, of the check of a query, of the shape of
 * an answer, and of the mock's tables.
 *
 * @throws ConfigurationError where a definition can't be right: no `id`, a relation to a resource that isn't there or
 * without a foreign key, two things of one name or path, a member that no resource has.
 * @example
 * const schema = defineSchema({
 *   wallets: { path: '/wallets', operations: ['list'], fields: { id: uuid(), label: string() } },
 * });
 */
export function defineSchema<const Definition extends Definitions<keyof Definition & string>>(
  definition: Definition,
): DefinedSchema<Definition> {
  assertDefinitions(definition);
  const schema = fillSchema(definition);
  assertSchema(schema);
  return schema;
}

/**
 * Adds resources to a schema, and fields and relations to the resources that it has. The schema given stays as it is.
 *
 * @throws ConfigurationError as {@link defineSchema} does, and where an extension renames what is there already.
 * @example
 * const schema = extendSchema(paymentsSchema, {
 *   transactions: { fields: { reference: nullable(string()) } },
 *   entities: { path: '/entities', operations: ['get', 'list'], fields: { id: uuid(), name: string() } },
 * });
 */
export function extendSchema<
  Base extends { readonly [Name in keyof Base]: Resource },
  const Extension extends {
    readonly [Name in keyof Extension]: Name extends keyof Base
      ? ResourceExtension<(keyof Base | keyof Extension) & string>
      : ResourceDefinition<(keyof Base | keyof Extension) & string>;
  },
>(base: Base, extension: Extension): ExtendedSchema<Base, Extension> {
  assertDefinitions(extension);
  const schema: Record<string, Resource> = { ...base };
  for (const [name, added] of Object.entries<ResourceExtension>(extension)) {
    const old = own(schema, name);
    for (const part of ['fields', 'relations'] as const) {
      const again = Object.keys(added[part] ?? {}).find((key) => old && Object.hasOwn(old[part], key));
      if (again) throw new ConfigurationError(`${name}.${part}.${again} is in the schema already.`);
    }
    schema[name] = resourceFrom({
      path: added.path ?? old?.path,
      operations: added.operations ?? old?.operations ?? [],
      fields: { ...old?.fields, ...added.fields },
      relations: { ...old?.relations, ...added.relations },
    });
  }
  assertSchema(schema);
  return schema as ExtendedSchema<Base, Extension>; // the loop above is what the type says
}
