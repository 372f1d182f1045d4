import type { DefinedResource, ExtendedResource, Resource, ResourceDefinition, ResourceExtension } from './resource.js';
/**
 * The resources of a schema as written in `defineSchema`; relations name resources of the same
 * schema.
 */
export type SchemaDefinition<Names extends string> = {
    readonly [Name in Names]: ResourceDefinition<Names>;
};
/** A schema created by {@link defineSchema}. */
export type DefinedSchema<Definition extends SchemaDefinition<keyof Definition & string>> = {
    readonly [Name in keyof Definition]: DefinedResource<Definition[Name]>;
};
/** A schema created by {@link extendSchema}. */
export type ExtendedSchema<Base, Extension> = {
    readonly [Name in keyof Base | keyof Extension]: Name extends keyof Base ? Name extends keyof Extension ? Base[Name] extends infer Extended extends Resource ? ExtendedResource<Extended, Extension[Name]> : never : Base[Name] : Name extends keyof Extension ? DefinedResource<Extension[Name]> : never;
};
/**
 * Fills in the defaults without a check. The payments schema uses it, so that a bundle without own
 * schemas has no checks.
 */
export declare function buildSchema<const Definition extends SchemaDefinition<keyof Definition & string>>(definition: Definition): DefinedSchema<Definition>;
/**
 * Creates a schema from resources by name.
 *
 * @throws ConfigurationError that names the resource and the invalid member.
 * @example
 * const schema = defineSchema({
 *   wallets: { path: '/wallets', operations: ['list'], fields: { id: uuid(), label: string() } },
 * });
 */
export declare function defineSchema<const Definition extends SchemaDefinition<keyof Definition & string>>(definition: Definition): DefinedSchema<Definition>;
/**
 * Adds resources to a copy of a schema, and adds, replaces or removes fields and relations of its
 * resources.
 *
 * @throws ConfigurationError as {@link defineSchema} does.
 * @example
 * const schema = extendSchema(paymentsSchema, {
 *   balances: { fields: { description: nullable(string()), amount: null } }, // there is no `amount`
 *   entities: { path: '/entities', operations: ['get', 'list'], fields: { id: uuid(), name: string() } },
 * });
 */
export declare function extendSchema<Base extends {
    readonly [Name in keyof Base]: Resource;
}, const Extension extends {
    readonly [Name in keyof Extension]: Name extends keyof Base ? ResourceExtension<(keyof Base | keyof Extension) & string> : ResourceDefinition<(keyof Base | keyof Extension) & string>;
}>(base: Base, extension: Extension): ExtendedSchema<Base, Extension>;
