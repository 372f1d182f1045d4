import type { ResourceName } from '../../schema/names.js';
import type { PaymentsSchema } from '../../schema/payments-schema.js';
import type { SchemaShape } from '../../schema/resource.js';
import type { Where } from '../where.js';
import type { IncludeCheck } from './include-check.js';
import type { ResourceView } from './resource-view.js';

/**
 * Checks the type of an include, with a message at each invalid key. Use it for a function that
 * passes an include on. A constraint of `Include<'balances'>` accepts unknown keys, which are
 * rejected at run time.
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
> = Names<Name, Schema> & IncludeCheck<ResourceView<Name, Schema>, Chosen>;

/**
 * The constraint of an include that a method infers from its query, if it has one.
 *
 * @example
 * NonNullable<InferredInclude<'units', { name: true }>>['name'] // => boolean | string | undefined
 */
export type InferredInclude<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = ValidInclude<Name, Chosen, Schema> | undefined;

/**
 * The names of an include and what they can lead to, for completions. A flag may be a string here:
 * the messages for invalid flags are strings, and a field that excluded strings would hide them.
 * The boolean keeps the compiler from widening `true` in a conditional expression.
 *
 * @example
 * Names<'balances', PaymentsSchema>['name'] // => boolean | string | undefined
 */
type Names<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
  readonly [Key in keyof Schema[Name]['~types']['properties']]?: Key extends keyof Schema[Name]['relations']
    ?
        | boolean
        | string
        | RelationNames<Schema[Name]['relations'][Key]['target'] & ResourceName<Schema>, Schema>
        | undefined
    : boolean | string | undefined;
};

/**
 * The names inside a relation: those of an include, or `where` and `include` (rule 11). A field
 * that is called `where` or `include` is only reached by the latter (decision 9).
 *
 * @example
 * keyof RelationNames<'units', PaymentsSchema> // => keyof Unit | 'where' | 'include'
 */
type RelationNames<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = object &
  FilteredNames<Name, Schema> &
  (Extract<keyof Names<Name, Schema>, keyof FilteredNames<Name, Schema>> extends never
    ? Names<Name, Schema>
    : Omit<Names<Name, Schema>, keyof FilteredNames<Name, Schema>>);

interface FilteredNames<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> {
  /** Which related rows are returned. It does not filter the rows of the list itself. */
  readonly where?: Where<Name, Schema>;
  /** What is returned of each related row. Default: its default fields. */
  readonly include?: string | (object & Names<Name, Schema>) | undefined;
}
