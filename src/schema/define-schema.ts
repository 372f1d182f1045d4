import { ConfigurationError } from '../errors/configuration-error.js';
import type { Defined, Extended, Resource, ResourceDefinition } from './resource.js';
import { own } from './resources.js';

type Definitions<Names extends string> = { readonly [Name in Names]: ResourceDefinition<Names> };

/** A schema made by {@link defineSchema}. */
export type DefinedSchema<Definition extends Definitions<keyof Definition & string>> = {
  readonly [Name in keyof Definition]: Defined<Definition[Name]>;
};

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
 * without a foreign key, two things of one name or path.
 * @example
 * const schema = defineSchema({
 *   wallets: { path: '/wallets', operations: ['list'], fields: { id: uuid(), label: string() } },
 * });
 */
export function defineSchema<const Definition extends Definitions<keyof Definition & string>>(
  definition: Definition,
): DefinedSchema<Definition> {
  const schema: Record<string, Resource> = {};
  for (const [name, given] of Object.entries<ResourceDefinition>(definition)) {
    const { path, operations = [], fields, relations = {} } = given;
    schema[name] = { path, operations, fields, relations } as Resource; // `'~types'` is a phantom
  }
  assertSchema(schema);
  return schema as DefinedSchema<Definition>; // the loop above is what the type says
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
  const schema: Record<string, Resource> = { ...base };
  for (const [name, added] of Object.entries<ResourceExtension>(extension)) {
    const old = own(schema, name);
    for (const part of ['fields', 'relations'] as const) {
      const again = Object.keys(added[part] ?? {}).find((key) => old && Object.hasOwn(old[part], key));
      if (again) throw new ConfigurationError(`${name}.${part}.${again} is in the schema already.`);
    }
    schema[name] = {
      path: added.path ?? old?.path,
      operations: added.operations ?? old?.operations ?? [],
      fields: { ...old?.fields, ...added.fields },
      relations: { ...old?.relations, ...added.relations },
    } as Resource; // `'~types'` is a phantom
  }
  assertSchema(schema);
  return schema as ExtendedSchema<Base, Extension>; // the loop above is what the type says
}

/** Segments that need no encoding and that no URL parser resolves, as it does `..`. */
const PATH = /^(?:\/[\w~-][\w.~-]*)+$/;

function assertSchema(schema: Record<string, Resource>): void {
  const paths = new Map<string, string>();
  for (const [name, { path, operations, fields, relations }] of Object.entries(schema)) {
    const refuse = (where: string, why: string) => {
      throw new ConfigurationError(`schema.${name}${where} ${why}`);
    };
    if (!fields || !Object.hasOwn(fields, 'id')) refuse('.fields', 'has no `id`. Add `id: uuid()`.');
    for (const [field, made] of Object.entries(fields)) {
      if (typeof made?.kind !== 'string')
        refuse(`.fields.${field}`, 'is not a field. Make it with `string()`, `decimal()` and the like.');
    }
    if (fields.id?.nullable || fields.id?.computed) refuse('.fields.id', 'cannot be nullable or computed.');
    if (path !== undefined && !PATH.test(path))
      refuse(
        '.path',
        `must be made like \`/payment-plans\`, of slashes, letters, digits and \`-._~\`, not \`${path}\`.`,
      );
    const unknown = operations.find((operation) => operation !== 'get' && operation !== 'list');
    if (unknown !== undefined) refuse('.operations', `can hold 'get' and 'list', not '${unknown}'.`);
    if (path === undefined && operations.length > 0) refuse('', 'has operations but no `path`.');
    const twin = path === undefined ? undefined : paths.get(path);
    if (twin !== undefined) refuse('.path', `is that of \`${twin}\` too: \`${path}\`.`);
    if (path !== undefined) paths.set(path, name);
    for (const reserved of ['AND', 'OR']) {
      if (Object.hasOwn(fields, reserved) || Object.hasOwn(relations, reserved))
        refuse(`.${reserved}`, 'is a word of the query language. Choose another name.');
    }
    for (const [relation, { target, via }] of Object.entries(relations)) {
      if (Object.hasOwn(fields, relation))
        refuse(`.relations.${relation}`, 'has the name of a field. Choose another name.');
      if (!Object.hasOwn(schema, target))
        refuse(`.relations.${relation}`, `leads to \`${target}\`, which is not a resource of the schema.`);
      if (typeof via !== 'string' || via === '')
        refuse(`.relations.${relation}`, 'names no foreign key. Add `via`.');
    }
  }
}
