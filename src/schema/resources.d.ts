import type { Resource } from './resource.js';
/** A schema without its types: resources by name. */
export type Resources = {
    readonly [name: string]: Resource;
};
export declare function resourceOf(schema: Resources, name: string): Resource;
/** The message for a name that a schema does not have. */
export declare const notInSchema: (name: string, schema: object) => string;
export declare const memberNames: ({ fields, relations }: Resource) => string[];
/**
 * The message for a name that a resource does not have, and how to add it if not all fields are
 * specified.
 */
export declare const notInResource: (name: string, { incomplete }: Resource) => string;
/**
 * Whether a value is a complete schema with at least one resource. The argument of defineSchema()
 * may lack `relations` and `operations`.
 */
export declare const isSchema: (given: unknown) => given is Resources;
/** The meaning of a path: a list of a resource, or one of its rows. */
export interface FoundResource {
    readonly name: string;
    readonly operation: 'list' | 'get';
    /** The decoded id of the row; empty for a list. */
    readonly id: string;
}
/**
 * The router of mock, proxy and inspector. The path has the version; the resource must have the
 * operation.
 */
export declare function findResource(schema: Resources, path: string): FoundResource | undefined;
/** @returns Empty text for a segment that cannot be decoded. */
export declare function decodeSegment(segment: string): string;
