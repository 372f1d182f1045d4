import type { FieldKind } from '../schema/field.js';
import type { Comparator } from '../schema/kinds.js';
import type { Hint, OtherNames } from '../values/did-you-mean.js';
/**
 * What to write instead of something that a query cannot contain, at run time and in the messages
 * of the compiler.
 */
export declare const hints: {
    readonly not: 'Use `neq` or `not_in` of a field, or `none` of a relation.';
    readonly mode: 'The service decides on letter case.';
    readonly array: 'Use { in: […] } for an array.';
    readonly option: 'Pass it in the next argument.';
};
type Hints = typeof hints;
/** The options of a call, which are not members of its query. */
export declare const optionNames: readonly ['limit', 'pageSize', 'signal', 'timeout', 'headers', 'retry'];
/** The hint of a query at the names of options. */
export type OptionHint<Names extends (typeof optionNames)[number] = (typeof optionNames)[number]> = Hint & {
    readonly [Name in Names]?: Hints['option'];
};
/** The hint of a filter. In it, `NOT` and `not` mean the same. */
export interface FilterHint extends Hint {
    readonly NOT?: Hints['not'];
    readonly not?: Hints['not'];
}
/** The hint of a filter on a to-many relation. */
export type QuantifierHint = Hint & OtherNames<'some' | 'every'>;
export type ComparisonHint<Kind extends FieldKind> = (Kind extends 'json' ? Hint : ValueHint) & OtherNames<Comparator<Kind> & ('eq' | 'neq' | 'like' | 'gte')>;
/**
 * The hint of a filter on a field that is not JSON. An array has an item `0`, `keys` and `entries`,
 * and no string does: so the compiler finds that an array is most similar to this type.
 */
interface ValueHint extends Hint {
    readonly 0?: Hints['array'];
    readonly keys?: Hints['array'];
    readonly entries?: Hints['array'];
    readonly mode?: Hints['mode'];
}
export {};
