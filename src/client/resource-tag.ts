import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';

/** Where a resource of a client says which one it is. A symbol, so that neither an editor nor a printed client shows it. */
export const resourceTag: unique symbol = Symbol.for('payments-data-client:resource');

/** A resource of a client that says which one it is, for what is built upon a client. */
export interface TaggedResource<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> {
  readonly [resourceTag]: {
    readonly name: Name;
    /** For the compiler only; never there at run time. */
    readonly '~schema'?: Schema;
  };
}

/** Marks the operations of a resource with its name. */
export const tagResource = <Operations extends object>(name: string, operations: Operations): Operations =>
  Object.defineProperty(operations, resourceTag, { value: { name } });
