/** A sentence to append to a message, with a space before it. Empty if no name is near. */
export declare function didYouMean(wrong: string, names: Iterable<string>): string;
/** The name that another one stands for in other libraries. */
export declare const otherName: <Name extends string>(other: string, names: readonly Name[]) => Name | undefined;
/** What parameters of a query, comparators and options are called in other libraries. */
declare const namesElsewhere: {
    readonly where: readonly ['filter'];
    readonly include: readonly ['select', 'fields', 'populate'];
    readonly orderBy: readonly ['sort', 'order'];
    readonly take: readonly ['limit', 'first', 'perPage', 'pageSize'];
    readonly skip: readonly ['offset', 'page'];
    readonly after: readonly ['cursor'];
    readonly eq: readonly ['equals', 'isNull'];
    readonly neq: readonly ['not'];
    readonly like: readonly ['startsWith', 'endsWith'];
    readonly gte: readonly ['between'];
    readonly some: readonly ['any'];
    readonly every: readonly ['all'];
    readonly baseUrl: readonly ['url'];
    readonly apiKey: readonly ['key', 'token'];
    readonly retry: readonly ['retries', 'maxRetries'];
    readonly body: readonly ['data', 'json'];
};
type NamesElsewhere = typeof namesElsewhere;
/**
 * A message at each name that other libraries use for one of the `Names`.
 *
 * @example
 * OtherNames<'baseUrl'> // => { readonly url?: 'Did you mean `baseUrl`?' }
 */
export type OtherNames<Names extends keyof NamesElsewhere> = Pick<Suggestions, NamesElsewhere[Names][number]>;
type Suggestions = {
    readonly [Name in keyof NamesElsewhere as NamesElsewhere[Name][number]]?: `Did you mean \`${Name}\`?`;
};
/**
 * A type that no value has. In the union of what an option or a query accepts, a type that extends
 * it adds messages: the compiler reports them at the names that it declares. It can be called
 * because an editor does not suggest the members of a type that can.
 */
export type Hint = (...never: never) => never;
/** The name with the fewest edits from a misspelled one, ignoring case; fewer than `below`. */
export declare function nearestName(wrong: string, names: Iterable<string>, below?: number): string | undefined;
export {};
