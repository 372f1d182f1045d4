import type { ResourceExtension } from './resource.js';
import { type Resources } from './resources.js';
/** Checks the definition of each resource by itself. */
export declare function assertDefinitions(source: string, definitions: unknown): void;
export declare function assertSchema(source: string, schema: Resources): void;
/**
 * Checks what definitions say about other fields and resources. Not part of `assertSchema`, because
 * a part of a schema may lack them.
 */
export declare function assertReferences(source: string, schema: Resources, definitions: {
    readonly [name: string]: ResourceExtension;
}): void;
/**
 * Why no field, relation or resource can have a name; `undefined` if one can. `order_by` separates
 * with commas and colons, an object moves integers before its other properties, and a URL cannot
 * contain half a character.
 */
export declare function nameProblem(name: string): string | undefined;
