import type { DefinedResource, Resource, ResourceDefinition } from './resource.js';

/** The resources of a schema as written in `defineSchema`; relations name resources of the same schema. */
export type SchemaDefinition<Names extends string> = { readonly [Name in Names]: ResourceDefinition<Names> };

/** A schema created by {@link defineSchema}. */
export type DefinedSchema<Definition extends SchemaDefinition<keyof Definition & string>> = {
  readonly [Name in keyof Definition]: DefinedResource<Definition[Name]>;
};

/**
 * Fills in the defaults without a check. The payments schema uses it, so that a bundle without own schemas
 * has no checks.
 */
export function buildSchema<const Definition extends SchemaDefinition<keyof Definition & string>>(
  definition: Definition,
): DefinedSchema<Definition> {
  const schema: Record<string, Omit<Resource, '~types'>> = {};
  for (const [name, resource] of Object.entries<ResourceDefinition>(definition)) {
    schema[name] = { path: undefined, operations: [], relations: {}, ...resource };
  }
  return schema as DefinedSchema<Definition>; // `~types` exists for the compiler only
}
