import { ConfigurationError } from '../errors.js';
import { describe, memberPath } from '../messages/describe.js';
import { didYouMean } from '../messages/did-you-mean.js';
import { own, withoutUndefined } from '../values/plain-object.js';
import { checkDefinitions, checkSchema, type Definitions } from './check-schema.js';
import { isSchema, type Resources } from './lookup.js';
import type {
  DefinedResource,
  ExtendedResource,
  Resource,
  ResourceDefinition,
  ResourceExtension,
  SchemaShape,
} from './resource.js';

/**
 * The resources of a schema as written in `defineSchema`; relations name resources of the same
 * schema.
 */
type SchemaDefinition<Names extends string> = {
  readonly [Name in Names]: ResourceDefinition<Names>;
};

/** A schema created by {@link defineSchema}. */
export type DefinedSchema<Definition extends SchemaDefinition<keyof Definition & string>> = {
  readonly [Name in keyof Definition]: DefinedResource<Definition[Name]>;
};

/** A schema created by {@link extendSchema}. */
export type ExtendedSchema<Base extends SchemaShape<Base>, Extension> = {
  readonly [Name in keyof Base | keyof Extension]: Name extends keyof Base
    ? Name extends keyof Extension
      ? ExtendedResource<Base[Name], Extension[Name]>
      : Base[Name]
    : DefinedResource<Extension[Name & keyof Extension]>;
};

const defaults = { path: undefined, operations: [], relations: {} };

/**
 * Fills in the defaults without a check. The payments schema uses it, so that a bundle without own
 * schemas has no checks.
 */
export const buildSchema = <const Definition extends SchemaDefinition<keyof Definition & string>>(
  definition: Definition,
) =>
  Object.fromEntries(
    Object.entries<object>(definition).map(([name, resource]) => [
      name,
      { ...defaults, ...resource },
    ]),
  ) as DefinedSchema<Definition>; // the names are those of the definition

/**
 * Creates a schema from resources by name.
 *
 * @throws ConfigurationError that names the resource and the invalid member.
 * @example
 * const schema = defineSchema({
 *   wallets: { path: '/wallets', operations: ['list'], fields: { id: uuid(), label: string() } },
 * });
 */
export const defineSchema = <const Definition extends SchemaDefinition<keyof Definition & string>>(
  definition: Definition,
) => addResources('defineSchema', {}, definition) as DefinedSchema<Definition>; // it is complete

/**
 * Adds resources to a copy of a schema, and adds, replaces or removes fields and relations of its
 * resources.
 *
 * @throws ConfigurationError as {@link defineSchema} does.
 * @example
 * const schema = extendSchema(paymentsSchema, {
 *   balances: { fields: { description: nullable(string()), amount: null } }, // without `amount`
 *   entities: {
 *     path: '/entities',
 *     operations: ['get', 'list'],
 *     fields: { id: uuid(), name: string() },
 *   },
 * });
 */
export function extendSchema<
  Base extends SchemaShape<Base>,
  const Extension extends {
    readonly [Name in keyof Extension]: Name extends keyof Base
      ? ResourceExtension<(keyof Base | keyof Extension) & string>
      : ResourceDefinition<(keyof Base | keyof Extension) & string>;
  },
>(base: Base, extension: Extension): ExtendedSchema<Base, Extension> {
  const source = 'extendSchema';
  if (!isSchema(base))
    throw new ConfigurationError(`expected a schema, got ${describe(base)}.`, source);
  return addResources(source, base, extension) as ExtendedSchema<Base, Extension>; // checked
}

/** Checks definitions, and adds their resources, fields and relations to a copy of a schema. */
export function addResources(source: string, base: Resources, definitions: Definitions): Resources {
  checkDefinitions(source, definitions);
  const schema: Record<string, Resource> = { ...base };
  for (const [name, added] of Object.entries(definitions)) {
    const old = own(base, name);
    const hint =
      old || Object.hasOwn(added.fields ?? {}, 'id') ? '' : didYouMean(name, Object.keys(base));
    if (hint)
      throw new ConfigurationError(
        `\`${name}\` is not a resource of the schema.${hint} ` +
          'A new resource needs the field `id`.',
        source,
      );
    schema[name] = {
      ...defaults,
      ...old,
      ...withoutUndefined(added),
      fields: mergeMembers(`${source}: ${name}.fields`, old?.fields, added.fields),
      relations: mergeMembers(`${source}: ${name}.relations`, old?.relations, added.relations),
    } as Resource; // `~types` exists for the compiler only
  }
  checkSchema(source, schema, definitions);
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
        `there is nothing to remove.${didYouMean(name, Object.keys(old))}`,
        memberPath(path, name),
      );
  return Object.fromEntries(merged);
}
