import type { Call } from '../errors/caller-stack.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Contracted } from './contract.js';
import type { Pagination } from './pagination.js';

/**
 * The key of a resource's {@link ResourceTag}. A symbol, so that neither an editor nor a printed
 * client shows it.
 */
export const resourceTag: unique symbol = Symbol.for('payments-data-client:resource');

/** A resource of a client with the data that other entry points need. */
export interface TaggedResource<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> {
  readonly [resourceTag]: TypedTag<Name, Schema>;
}

/** An interface, so that the compiler infers `Schema` from its argument. */
interface TypedTag<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>
  extends Contracted<Schema> {
  readonly name: Name;
}

/** What a tag contains at run time. */
export interface ResourceTag {
  readonly name: string;
  /** For resources that can be listed. */
  readonly pagination?: Pagination;
  /** Runs code with `pagination` like a method of the client: its errors are redacted. */
  readonly call?: Call;
}

export const tagResource = <Methods extends object>(methods: Methods, tag: ResourceTag): Methods =>
  Object.defineProperty(methods, resourceTag, { value: tag });
