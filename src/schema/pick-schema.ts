import { ConfigurationError } from '../errors.js';
import { describe } from '../messages/describe.js';
import { didYouMean } from '../messages/did-you-mean.js';
import { isPlainObject, own } from '../values/plain-object.js';
import { isSchema, memberNames, notInSchema, type Resources } from './lookup.js';
import type { Resource, ResourceTypes, SchemaShape } from './resource.js';

/** The fields and relations to keep, by resource. `id` is always kept. */
type Picks<Schema extends SchemaShape<Schema>> = {
  readonly [Name in keyof Schema]?: readonly ((
    | keyof Schema[Name]['fields']
    | keyof Schema[Name]['relations']
  ) &
    string)[];
};

/**
 * A message at each pick that is invalid although its name exists; at the others, what was picked.
 */
type ValidPicks<Schema extends SchemaShape<Schema>, Picked> = {
  readonly [Name in keyof Picked]: Name extends keyof Schema
    ? Picked[Name] extends readonly []
      ? Message<'pick at least one field'>
      : {
          readonly [Index in keyof Picked[Name]]: ValidPick<
            Schema[Name],
            Picked[Name][Index],
            keyof Picked
          >;
        }
    : Message<`'${Name & string}' is not a resource of the schema`>;
};

/**
 * The name that was picked, or a message if it is a relation to a resource that was not picked.
 *
 * @example
 * ValidPick<PaymentsSchema['balances'], 'name', 'balances'> // => 'name'
 * ValidPick<PaymentsSchema['balances'], 'unit', 'balances'>
 * // => Message<'pick a field of units too'>
 */
type ValidPick<Model extends Resource, Name, PickedResource> = Name extends keyof Model['relations']
  ? Model['relations'][Name]['target'] extends PickedResource
    ? Name
    : Message<`pick a field of ${Model['relations'][Name]['target']} too`>
  : Name;

/** A type that nothing has, so that the compiler prints its text in an error. */
type Message<Text extends string> = { readonly [Name in Text]: never };

/** A schema made by {@link pickSchema}. */
export type PickedSchema<Schema extends SchemaShape<Schema>, Picked> = {
  readonly [Name in keyof Schema & keyof Picked]: PickedResource<
    Schema[Name],
    'id' | (Picked[Name] & readonly unknown[])[number]
  >;
};

type PickedResource<Model extends Resource, Name> = Resource<
  Model['operations'],
  PickedMembers<Model['fields'], Name>,
  PickedMembers<Model['relations'], Name>,
  ResourceTypes<
    PickedMembers<Model['~types']['row'], Name>,
    PickedMembers<Model['~types']['properties'], Name>
  >
>;

/**
 * @example
 * PickedMembers<{ id: string; name: string; symbol: string }, 'id' | 'name'>
 * // => { id: string; name: string }
 */
type PickedMembers<Members, Name> = Pick<Members, Name & keyof Members>;

/**
 * Makes a schema with some of the fields and relations of another: what a browser may ask for.
 * Other names do not compile in a query, and are rejected at run time. `id` is always picked.
 *
 * @param picks - Names of fields and relations by resource. Resources that are not named are left
 * out. The target of a relation must be picked too.
 * @throws ConfigurationError for an unknown name, a resource without names, and a relation without
 * its target.
 * @example
 * const pageSchema = pickSchema(paymentsSchema, {
 *   balances: ['name', 'available_balance', 'unit'],
 *   units: ['name', 'symbol'],
 * });
 */
export function pickSchema<Schema extends SchemaShape<Schema>, const Picked extends Picks<Schema>>(
  schema: Schema,
  picks: Picked & ValidPicks<Schema, Picked>,
): PickedSchema<Schema, Picked> {
  const resources = schema as Resources; // a schema is resources by name
  if (!isSchema(schema)) throw invalidPick(`expected a schema, got ${describe(schema)}.`);
  if (!isPlainObject(picks))
    throw invalidPick(`expected an object of names by resource, got ${describe(picks)}.`);
  const picked: Record<string, Resource> = {};
  for (const [name, names] of Object.entries(picks)) {
    const resource = own(resources, name);
    if (!resource) throw invalidPick(notInSchema(name, resources));
    picked[name] = pickResource(name, resource, names, picks);
  }
  return picked as object as PickedSchema<Schema, Picked>; // the loop above does what the type says
}

const invalidPick = (problem: string) => new ConfigurationError(problem, 'pickSchema');

function pickResource(name: string, resource: Resource, names: unknown, picks: object): Resource {
  const { path, operations, fields, relations } = resource;
  if (!Array.isArray(names) || names.length === 0)
    throw invalidPick(
      `${name}: expected an array of at least one name, ` +
        `got ${Array.isArray(names) ? '[]' : describe(names)}.`,
    );
  for (const key of names) {
    if (typeof key !== 'string')
      throw invalidPick(`${name}: expected names in the array, got ${describe(key)}.`);
    const relation = own(relations, key);
    if (!relation && !own(fields, key)) {
      const hint = didYouMean(key, memberNames(resource));
      throw invalidPick(`${name}: \`${key}\` is not a field or relation of ${name}.${hint}`);
    }
    if (relation && !Object.hasOwn(picks, relation.target))
      throw invalidPick(
        `${name}: \`${key}\` is a relation to ${relation.target}. ` +
          `Pick a field of ${relation.target} too.`,
      );
  }
  const pick = <Member>(members: { readonly [name: string]: Member }) =>
    Object.fromEntries(
      Object.entries(members).filter(([key]) => key === 'id' || names.includes(key)),
    );
  // `~types` exists only for the compiler.
  return { path, operations, fields: pick(fields), relations: pick(relations) } as Resource;
}
