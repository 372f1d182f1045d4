import type { ResponseIssue } from '../errors.js';
import type { JsonObject } from '../schema/field.js';
import type { Properties, RelationName, ResourceName, Target } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Relation } from '../schema/relation.js';
import type { SchemaShape } from '../schema/resource.js';
import { type Resources } from '../schema/resources.js';
import type { FilterNode } from './filter-node.js';
import { QueryNode } from './query-node.js';
import { type Where } from './where.js';
/**
 * Which fields and relations are returned. At one level, the fields are all `true` or all `false`.
 * Write `satisfies Include<…>` or `as const` instead of a type annotation to get a precise row
 * type. In a generic function, use {@link ValidInclude}.
 *
 * @example
 * const include = { name: true, unit: { symbol: true } } satisfies Include<'balances'>;
 */
export type Include<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> = Flagged<true, Name, Schema> | Flagged<false, Name, Schema>;
/**
 * One level of an include in the inclusion form (rule 2) or in the exclusion form (rule 3).
 *
 * @example
 * Flagged<true, 'units', PaymentsSchema>['name'] // => true | undefined
 */
type Flagged<Flag extends boolean, Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
    [Key in keyof Properties<Name, Schema>]?: (Key extends RelationName<Name, Schema> ? RelationInclude<Target<Name, Key, Schema>, Schema> : Flag) | undefined;
};
/**
 * The value of a relation in an include: a flag, an include of the related rows, or an object with
 * a filter (rules 5, 6 and 11).
 *
 * @example
 * RelationInclude<'units'> // => boolean | Include<'units'> | FilteredInclude<'units', Include<'units'>>
 */
export type RelationInclude<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> = boolean | Include<Name, Schema> | FilteredInclude<Name, Include<Name, Schema>, Schema>;
/** A relation with a filter (rule 11). */
interface FilteredInclude<Name extends ResourceName<Schema>, Inner, Schema extends SchemaShape<Schema> = PaymentsSchema> {
    /** Which related rows are returned. It does not filter the rows of the list itself. */
    where: Where<Name, Schema>;
    /** What is returned of each related row. Default: its default fields. */
    include?: Inner | undefined;
}
/** What an include selects of each row of a resource. */
export interface SelectionNode {
    readonly resource: string;
    /** The selected fields with `id`, in the order of the schema. */
    readonly fields: readonly string[];
    /** The selected relations, in the order of the include. */
    readonly relations: readonly SelectedRelation[];
}
/** A relation that is returned with each row. */
export interface SelectedRelation {
    readonly name: string;
    readonly relation: Relation;
    readonly selection: SelectionNode;
    /** The filter on the relation's rows; all of them if absent (rule 11 of `include`). */
    readonly where?: FilterNode;
}
/** The data of a response, and what the query selected. */
export interface ValidationInput {
    readonly data: unknown;
    readonly schema: Resources;
    /** The fields and relations that each row must have. */
    readonly selection: SelectionNode;
    /** `true` if the data must be an array of rows, `false` if it must be one row. */
    readonly many: boolean;
}
/**
 * Checks the data of each response. If it returns issues, the call rejects with a {@link
 * ResponseError}.
 */
export type Validator = (input: ValidationInput) => readonly ResponseIssue[];
export interface ParsedInclude {
    readonly selection: SelectionNode;
    /** A copy of the include, as it is sent. */
    readonly json: JsonObject;
}
/** What is selected without an include: the default set of a resource (rule 1 of `include`). */
export declare const defaultSelection: (schema: Resources, name: string) => SelectionNode;
export declare function parseInclude(schema: Resources, name: string, include: QueryNode): ParsedInclude;
export {};
