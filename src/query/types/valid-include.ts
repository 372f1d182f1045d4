import type { ResourceName } from '../../schema/names.js';
import type { PaymentsSchema } from '../../schema/payments-schema.js';
import type { SchemaShape } from '../../schema/resource.js';
import type { Where } from '../where.js';
import type { InvalidKey } from './invalid-include.js';
import type { KeyMessage } from './messages.js';
import type { ResourceView } from './resource-view.js';

/**
 * The constraint of an include that the compiler infers. It names what can be asked, for the editor, and has words for
 * each key that cannot stand where it is: the type of an include does not fit them, and the compiler shows them.
 *
 * @example
 * async function load<const Chosen extends ValidInclude<'balances', Chosen>>(include: Chosen) {
 *   return client.balances.list({ include });
 * }
 */
export type ValidInclude<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = object &
  Names<Name, Schema> &
  NoList & {
    readonly [Key in InvalidKey<ResourceView<Name, Schema>, Chosen>]?: KeyMessage<
      ResourceView<Name, Schema>,
      Key,
      Chosen
    >;
  };

declare const none: unique symbol;

/** What lists, texts and functions have and an include has not. The mark tells the constraint from any include. */
export interface NoList {
  readonly [Symbol.iterator]?: 'an include is an object, not a list or text';
  readonly [Symbol.hasInstance]?: 'an include is an object, not a function';
  readonly [none]?: unknown;
}

/**
 * The names on a level and what they lead to. A flag may be text here: words are text, and a member of an intersection
 * that refused them would hide them. Without the flags, the compiler would widen `true` inside a condition.
 *
 * @example
 * Names<'balances', PaymentsSchema>['name'] // => boolean | string | undefined
 */
export type Names<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
  readonly [Key in keyof Schema[Name]['~types']['properties']]?: Key extends keyof Schema[Name]['relations']
    ?
        | boolean
        | NamesInside<Schema[Name]['relations'][Key]['target'] & ResourceName<Schema>, Schema>
        | undefined
    : NamedFlag<Key>;
};

/**
 * A flag. A field of a relation that is called `where` is hidden by what stands for a filter (decision 9).
 *
 * @example
 * NamedFlag<'name'> // => boolean | string | undefined
 * NamedFlag<'where'> // => unknown
 */
export type NamedFlag<Key> = Key extends 'where' | 'include' ? unknown : boolean | string | undefined;

/**
 * The names inside a relation, which may also have a filter.
 *
 * @example
 * keyof NamesInside<'accounts', PaymentsSchema> // => 'status' | 'balances' | … | 'where' | 'include'
 */
export type NamesInside<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
> = NamesBesideFilter<Name, Schema> & Filters<Name, Schema>;

/**
 * The names that a filter does not hide: a relation of a relation that is called `where` is out of reach (decision 9). As an
 * intersection, the two would let `true` stand for a filter.
 *
 * @example
 * NamesBesideFilter<'units', PaymentsSchema> // => Names<'units', PaymentsSchema>
 */
export type NamesBesideFilter<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
> = keyof Schema[Name]['relations'] & keyof Filters<Name, Schema> extends never
  ? Names<Name, Schema>
  : Omit<Names<Name, Schema>, keyof Filters<Name, Schema>>;

/** What a relation takes in the place of properties (rule 11). */
interface Filters<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> {
  /** Which rows of the relation come back. The parents are not filtered by it. */
  readonly where?: Where<Name, Schema>;
  /** What comes back of each; the default set by default. */
  readonly include?: Names<Name, Schema> | undefined;
}
