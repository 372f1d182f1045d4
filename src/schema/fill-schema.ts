import { type Defined, type Resource, type ResourceDefinition, resourceFrom } from './resource.js';

/** Resources by name, as one writes them down; relations lead to each other's names. */
export type Definitions<Names extends string> = { readonly [Name in Names]: ResourceDefinition<Names> };

/** A schema made by {@link defineSchema}. */
export type DefinedSchema<Definition extends Definitions<keyof Definition & string>> = {
  readonly [Name in keyof Definition]: Defined<Definition[Name]>;
};

/**
 * Fills the defaults in, and checks nothing: for a schema that is known to be right, so that a bundle without schemas of
 * its own does not carry the checks.
 */
export function fillSchema<const Definition extends Definitions<keyof Definition & string>>(
  definition: Definition,
): DefinedSchema<Definition> {
  const schema: Record<string, Resource> = {};
  for (const [name, given] of Object.entries<ResourceDefinition>(definition)) {
    const { path, operations = [], fields, relations = {} } = given;
    schema[name] = resourceFrom({ path, operations, fields, relations });
  }
  return schema as DefinedSchema<Definition>; // the loop above is what the type says
}
