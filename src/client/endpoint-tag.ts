import type { RequestOptions } from '../http/call.js';
import type { ResourceName } from '../schema/names.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Position } from './position.js';
import type { Page } from './request-page.js';

/** What other entry points need of a resource. */
export interface ResourceTag {
  readonly name: string;
  /** Reads one page. A query without a position begins with the first one. */
  readPage(
    query: unknown,
    start: Position | undefined,
    pageSize: number,
    options: RequestOptions,
  ): Promise<Page>;
}

/**
 * The key of a resource's {@link ResourceTag}. A symbol, so that neither an editor nor a printed
 * client shows it.
 */
export const resourceTag: unique symbol = Symbol.for('payments-data-client:resource');

/**
 * A resource of a client with its schema. Optional, so that a stub needs none; what needs the tag
 * checks for it at run time.
 */
export interface TaggedResource<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
> {
  readonly [resourceTag]?: TypedTag<Name, Schema>;
}

/** An interface, so that the compiler infers `Schema` from its argument. */
interface TypedTag<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>
  extends HasSchema<Schema> {
  readonly name: Name;
}

/** Adds the tag; not frozen, because the proxies of reactive stores reject frozen properties. */
export const tagResource = <Methods extends object>(
  methods: Methods,
  value: ResourceTag,
): Methods =>
  Object.defineProperty(methods, resourceTag, { value, configurable: true, writable: true });

// The name is part of messages: "the types of '[schema].balances' are incompatible".
declare const schema: unique symbol;

/** Something that belongs to a schema. For the compiler only; never present at run time. */
export interface HasSchema<Schema extends SchemaShape<Schema>> {
  readonly [schema]: Contract<Schema>;
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
