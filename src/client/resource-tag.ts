import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Pagination } from './pagination.js';

/**
 * The key of a resource's {@link ResourceTag}. A symbol, so that neither an editor nor a printed
 * client shows it.
 */
export const resourceTag: unique symbol = Symbol.for('payments-data-client:resource');

/** A resource of a client with the data that other entry points need. */
export interface TaggedResource<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
> {
  readonly [resourceTag]: TypedTag<Name, Schema>;
}

/** An interface, so that the compiler infers `Schema` from its argument. */
interface TypedTag<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>
  extends Contracted<Schema> {
  readonly name: Name;
}

export interface ResourceTag {
  readonly name: string;
  /** For resources that can be listed. */
  readonly pagination?: Pagination | undefined;
  /** Makes functions that use the resource methods of the client: their errors are redacted. */
  wrap<Functions extends object>(functions: Functions): Functions;
}

export const tagResource = <Methods extends object>(methods: Methods, tag: ResourceTag): Methods =>
  Object.defineProperty(methods, resourceTag, { value: tag });

declare const contract: unique symbol;

/** Something that belongs to a schema. For the compiler only; never present at run time. */
export interface Contracted<Schema extends SchemaShape<Schema>> {
  readonly [contract]: Contract<Schema>;
}

/**
 * What code may rely on that takes a client of a schema. A client of another schema is assignable
 * if that has at least the same fields, relations and operations. The parameters of methods do not
 * ensure this: the compiler compares them in both directions.
 */
type Contract<Schema extends SchemaShape<Schema>> = {
  readonly [Name in keyof Schema]: {
    readonly operations: { readonly [Operation in Schema[Name]['operations'][number]]: true };
    readonly fields: Schema[Name]['fields'];
    readonly relations: Schema[Name]['relations'];
  };
};
