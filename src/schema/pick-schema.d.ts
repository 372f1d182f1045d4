import type { Resource, SchemaShape } from './resource.js';
/** The fields and relations to keep, by resource. `id` is always kept. */
type Picks<Schema> = {
    readonly [Name in keyof Schema]?: readonly MemberName<Schema[Name]>[];
};
type MemberName<Model> = Model extends Resource ? (keyof Model['fields'] | keyof Model['relations']) & string : never;
/**
 * A message at each pick that is invalid although its name exists; at the others, what was picked.
 */
type ValidPicks<Schema extends SchemaShape<Schema>, Picked> = {
    readonly [Name in keyof Picked]: Name extends keyof Schema ? Picked[Name] extends readonly [] ? Message<'pick at least one field'> : {
        readonly [Index in keyof Picked[Name]]: ValidPick<Schema[Name], Picked[Name][Index], keyof Picked>;
    } : Message<`'${Name & string}' is not a resource of the schema`>;
};
/**
 * The name that was picked, or a message if it is a relation to a resource that was not picked.
 *
 * @example
 * ValidPick<PaymentsSchema['balances'], 'name', 'balances'> // => 'name'
 * ValidPick<PaymentsSchema['balances'], 'unit', 'balances'> // => Message<'pick a field of units too'>
 */
type ValidPick<Model extends Resource, Name, PickedResource> = Name extends keyof Model['relations'] ? Model['relations'][Name]['target'] extends PickedResource ? Name : Message<`pick a field of ${Model['relations'][Name]['target']} too`> : Name;
/** A type that nothing has, so that the compiler prints its text in an error. */
type Message<Text extends string> = {
    readonly [Name in Text]: never;
};
/** A schema made by {@link pickSchema}. */
export type PickedSchema<Schema extends SchemaShape<Schema>, Picked> = {
    readonly [Name in keyof Schema & keyof Picked]: PickedResource<Schema[Name], 'id' | (Picked[Name] & readonly unknown[])[number]>;
};
/**
 * A resource with some of its fields and relations. The mapped types keep the documentation of each
 * field.
 */
interface PickedResource<Model extends Resource, Name> {
    readonly path: string | undefined;
    readonly operations: Model['operations'];
    readonly fields: PickedMembers<Model['fields'], Name>;
    readonly relations: PickedMembers<Model['relations'], Name>;
    readonly '~types': {
        readonly row: PickedMembers<Model['~types']['row'], Name>;
        readonly properties: PickedMembers<Model['~types']['properties'], Name>;
    };
}
/**
 * @example
 * PickedMembers<{ id: string; name: string; symbol: string }, 'id' | 'name'>
 * // => { id: string; name: string }
 */
type PickedMembers<Members, Name> = {
    [Key in keyof Members as Key extends Name ? Key : never]: Members[Key];
};
/**
 * Makes a schema with some of the fields and relations of another: what a browser page may ask for.
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
export declare function pickSchema<Schema extends SchemaShape<Schema>, const Picked extends Picks<Schema>>(schema: Schema, picks: Picked & ValidPicks<Schema, Picked>): PickedSchema<Schema, Picked>;
export {};
