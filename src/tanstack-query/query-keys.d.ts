import { resourceTag } from '../client/resource-tag.js';
/** A resource of a client, of which only the name matters. */
export interface NamedResource<Name extends string> {
    readonly [resourceTag]: {
        readonly name: Name;
    };
}
declare const root = "payments-data-client";
/** The beginning of every key of one resource, and what follows it. */
export type ResourceKey<Name extends string, Rest extends readonly unknown[] = []> = readonly [
    typeof root,
    Name,
    ...Rest
];
/**
 * The cache keys, from general to specific: each begins with those above it, so that one
 * `invalidateQueries` reaches all below. They have names, ids and queries, and no API key, address
 * or user: each workspace and each session needs a `QueryClient`.
 *
 * @throws ConfigurationError if an argument is not a resource of a client.
 * @example
 * await queryClient.invalidateQueries({ queryKey: queryKeys.resource(client.balances) });
 */
export declare const queryKeys: {
    /** The beginning of every key of this package. */
    all: () => readonly ["payments-data-client"];
    /** The beginning of every key of a resource. */
    resource: <Name extends string>(resource: NamedResource<Name>) => readonly ["payments-data-client", Name];
    /** The beginning of every key of a list. */
    lists: <Name extends string>(resource: NamedResource<Name>) => readonly ["payments-data-client", Name, "list"];
    /** The key of one list. Queries with the same meaning have the same key. */
    list: <Name extends string>(resource: NamedResource<Name>, query?: object) => readonly ["payments-data-client", Name, "list", KeyValue];
    /** The beginning of every key of a list that is requested page by page. */
    infiniteLists: <Name extends string>(resource: NamedResource<Name>) => readonly ["payments-data-client", Name, "infiniteList"];
    /** The key of one list that is requested page by page; `query` includes the `pageSize`. */
    infiniteList: <Name extends string>(resource: NamedResource<Name>, query?: object) => readonly ["payments-data-client", Name, "infiniteList", KeyValue];
    /** The beginning of every key of a single row. */
    details: <Name extends string>(resource: NamedResource<Name>) => readonly ["payments-data-client", Name, "detail"];
    /** The key of one row. */
    detail: <Name extends string>(resource: NamedResource<Name>, id: string, query?: object) => readonly ["payments-data-client", Name, "detail", string, KeyValue];
};
/** A query as part of a key: JSON, so that a cache can be hashed, stored and sent. */
export type KeyValue = string | number | boolean | null | readonly KeyValue[] | {
    [member: string]: KeyValue;
};
export {};
