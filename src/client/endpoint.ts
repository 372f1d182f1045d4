import type { Validator } from '../query/include.js';
import { type ListQueryContext, type ParsedListQuery, parseListQuery } from '../query/list-query.js';
import type { Field } from '../schema/field.js';
import type { Resources } from '../schema/resources.js';
import type { RequestSender } from './request-sender.js';

/** A resource of a client: how it is requested, and what its responses are checked against. */
export interface Endpoint {
  readonly sender: RequestSender;
  readonly schema: Resources;
  /** The name of the resource: `balances`. */
  readonly name: string;
  /** Below the version: `/balances`. */
  readonly path: string;
  readonly fields: { readonly [name: string]: Field };
  readonly validator: Validator | undefined;
}

/**
 * Parses a query of a resource. Reports values that its enumerations do not list.
 *
 * @throws QueryError
 */
export const parseQuery = (
  { schema, name, path, sender }: Endpoint,
  query: unknown,
  options?: ListQueryContext,
): ParsedListQuery =>
  parseListQuery(schema, name, query, { ...options, onUnknownValue: sender.onUnknownValue(path) });
