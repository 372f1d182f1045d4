import type { FieldName, Properties, RelationName, ResourceName, Target } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Combinator, Comparator, Quantifier } from './comparators.js';
import type { Where } from './where.js';

/**
 * A filter inside an include. The compiler infers it together with the include, and so does not look for excess keys
 * by itself: this does.
 */
export type ValidWhere<Name extends ResourceName<Schema>, Filter, Schema extends SchemaShape<Schema>> = [
  Filter,
] extends [Where<Name, Schema>]
  ? WithoutExcess<Name, Filter, Schema>
  : Where<Name, Schema>;

type WithoutExcess<Name extends ResourceName<Schema>, Filter, Schema extends SchemaShape<Schema>> = {
  readonly [Key in keyof Filter]: Key extends FieldName<Name, Schema>
    ? KnownKeys<Filter[Key], Comparator<Schema[Name]['fields'][Key]['kind']>>
    : Key extends RelationName<Name, Schema>
      ? EachKnown<Target<Name, Key, Schema>, Filter[Key], Schema>
      : Key extends Combinator
        ? { readonly [Index in keyof Filter[Key]]: WithoutExcess<Name, Filter[Key][Index], Schema> }
        : `'${Key & string}' is not a property or to-many relation of ${Name}`;
};
type KnownKeys<Value, Known> = Value extends readonly unknown[] | string | number | bigint | boolean | null
  ? Value
  : Value extends { readonly [Symbol.toPrimitive]: unknown }
    ? Value
    : {
        readonly [Key in keyof Value]: Key extends Known
          ? Value[Key]
          : `'${Key & string}' is not a comparator of this property`;
      };
type EachKnown<Name extends ResourceName<Schema>, Value, Schema extends SchemaShape<Schema>> = {
  readonly [Key in keyof Value]: Key extends Quantifier
    ? WithoutExcess<Name, Value[Key], Schema>
    : `'${Key & string}' is not one of some, none and every`;
};

export type { Properties };
