import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import type { KeyOf, ValueAt } from './arms.js';
import type { Combinator, Comparator, Quantifier } from './comparators.js';
import type { Instant, Text } from './field-filter.js';

/**
 * Words for the excess keys of a filter inside an include. The compiler infers it together with the include, and so
 * does not look for excess keys by itself. That the rest fits `Where`, it checks as always.
 *
 * @example
 * FilterRefusals<'units', { name: 'x', nmae: 'x' }> // => { name?: 'x'; nmae?: "'nmae' is not a property or …" }
 */
export type FilterRefusals<Name extends ResourceName<Schema>, Filter, Schema extends SchemaShape<Schema>> = {
  readonly [Key in KeyOf<Filter>]?: Key extends keyof Schema[Name]['fields']
    ? ComparatorRefusals<ValueAt<Filter, Key>, Comparator<Schema[Name]['fields'][Key]['kind']>>
    : OtherRefusals<Name, Key, ValueAt<Filter, Key>, Schema>;
};

type OtherRefusals<
  Name extends ResourceName<Schema>,
  Key,
  Value,
  Schema extends SchemaShape<Schema>,
> = Key extends Combinator
  ? readonly FilterRefusals<Name, ItemOf<Value>, Schema>[]
  : Key extends keyof Schema[Name]['relations'] & Schema[Name]['~types']['many']
    ? QuantifierRefusals<Schema[Name]['relations'][Key]['target'] & ResourceName<Schema>, Value, Schema>
    : `'${Key & string}' is not a property or to-many relation of ${Name}`;

type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : never;

type QuantifierRefusals<Name extends ResourceName<Schema>, Value, Schema extends SchemaShape<Schema>> = {
  readonly [Key in KeyOf<Value>]?: Key extends Quantifier
    ? FilterRefusals<Name, ValueAt<Value, Key>, Schema>
    : `'${Key & string}' is not one of some, none and every`;
};

/**
 * A bare value as it is, words for what is no comparator. `object`, so that an editor does not take a member of a text
 * for a comparator.
 */
type ComparatorRefusals<Value, Known, Any = Value> = Value extends Plain
  ? Value
  : object & {
      readonly [Key in Exclude<
        KeyOf<Exclude<Any, Plain>>,
        Known
      >]?: `'${Key & string}' is not a comparator of this property`;
    };

type Plain = string | number | bigint | boolean | null | undefined | Instant | Text;
