import { ConfigurationError } from '../errors.js';
import { describe, memberPath } from '../values/describe.js';
import { didYouMean } from '../values/did-you-mean.js';
import { own } from '../values/plain-object.js';
import { assertDefinitions, assertReferences, assertSchema } from './assert-schema.js';
import type {
  DefinedResource,
  ExtendedResource,
  Resource,
  ResourceDefinition,
  ResourceExtension,
} from './resource.js';
import { isSchema, type Resources } from './resources.js';

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
  readonly [Name in keyof Base | keyof Extension]: Name extends keyof Base
    ? Name extends keyof Extension
      ? Base[Name] extends infer Extended extends Resource
        ? ExtendedResource<Extended, Extension[Name]>
        : never
      : Base[Name]
    : Name extends keyof Extension
      ? DefinedResource<Extension[Name]>
      : never;
};

/**
 * Fills in the defaults without a check. The payments schema uses it, so that a bundle without own
 * schemas has no checks.
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

/**
 * Creates a schema from resources by name.
 *
 * @throws ConfigurationError that names the resource and the invalid member.
 * @example
 * const schema = defineSchema({
 *   wallets: { path: '/wallets', operations: ['list'], fields: { id: uuid(), label: string() } },
 * });
 */
export function defineSchema<const Definition extends SchemaDefinition<keyof Definition & string>>(
  definition: Definition,
): DefinedSchema<Definition> {
  assertDefinitions('defineSchema', definition);
  const schema = buildSchema(definition);
  assertSchema('defineSchema', schema);
  assertReferences('defineSchema', schema, definition);
  return schema;
}

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
export function extendSchema<
  Base extends { readonly [Name in keyof Base]: Resource },
  const Extension extends {
    readonly [Name in keyof Extension]: Name extends keyof Base
      ? ResourceExtension<(keyof Base | keyof Extension) & string>
      : ResourceDefinition<(keyof Base | keyof Extension) & string>;
  },
>(base: Base, extension: Extension): ExtendedSchema<Base, Extension> {
  return merge(base, extension) as ExtendedSchema<Base, Extension>; // it does what the type says
}

function merge(
  base: Resources,
  extension: { readonly [name: string]: ResourceExtension },
): Resources {
  if (!isSchema(base))
    throw new ConfigurationError(`expected a schema, got ${describe(base)}.`, 'extendSchema');
  assertDefinitions('extendSchema', extension);
  const changed: Record<string, ResourceDefinition> = {};
  for (const [name, added] of Object.entries(extension)) {
    const old = own(base, name);
    const hint =
      old || Object.hasOwn(added.fields ?? {}, 'id') ? '' : didYouMean(name, Object.keys(base));
    if (hint)
      throw new ConfigurationError(
        `\`${name}\` is not a resource of the schema.${hint} A new resource needs the field \`id\`.`,
        'extendSchema',
      );
    const path = added.path ?? old?.path;
    changed[name] = {
      ...(path !== undefined && { path }),
      operations: added.operations ?? old?.operations ?? [],
      fields: mergeMembers(`${name}.fields`, old?.fields, added.fields),
      relations: mergeMembers(`${name}.relations`, old?.relations, added.relations),
      incomplete: added.incomplete ?? old?.incomplete ?? false,
    };
  }
  const schema = { ...base, ...buildSchema(changed) };
  assertSchema('extendSchema', schema);
  assertReferences('extendSchema', schema, extension);
  return schema;
}

/** Adds members to those of a resource, and removes those that are `null`. */
function mergeMembers<Member>(
  path: string,
  old: { readonly [name: string]: Member } = {},
  added: { readonly [name: string]: Member | null } = {},
): { readonly [name: string]: Member } {
  const merged = new Map(Object.entries(old));
  for (const [name, member] of Object.entries(added))
    if (member !== null) merged.set(name, member);
    else if (!merged.delete(name))
      throw new ConfigurationError(
        `${memberPath(`extendSchema: ${path}`, name)}: there is nothing to remove.${didYouMean(name, Object.keys(old))}`,
      );
  return Object.fromEntries(merged);
}
