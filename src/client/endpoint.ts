import { QueryError } from '../errors.js';
import type { Validator } from '../query/include.js';
import {
  type ListQueryContext,
  type ParsedListQuery,
  parseListQuery,
} from '../query/list-query.js';
import { parseText } from '../query/operand.js';
import { QueryNode } from '../query/query-node.js';
import type { Field } from '../schema/field.js';
import type { Resources } from '../schema/resources.js';
import type { RequestSender } from './request-sender.js';

/** A resource of a client: how it is requested, and what its responses are checked against. */
export interface Endpoint {
  readonly sender: RequestSender;
  readonly schema: Resources;
  readonly name: string;
  /** Below the version: `/balances`. */
  readonly path: string;
  readonly fields: { readonly [name: string]: Field };
  readonly validator: Validator | undefined;
}

export interface AnyRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

/** Whether a field identifies rows by values that are equal at most if they differ only in case. */
export const identifiesRows = (name: string, fields: Endpoint['fields']): boolean =>
  name === 'id' && fields.id?.kind === 'uuid';

/** Parses a query of a resource. By default, reports values that its fields do not declare. */
export const parseQuery = (
  { schema, name, path, sender }: Endpoint,
  query: unknown,
  options?: ListQueryContext,
): ParsedListQuery =>
  parseListQuery(schema, name, query, {
    onUndeclaredValue: sender.onUndeclaredValue(path),
    ...options,
  });

/**
 * Encodes an id as a segment of a path. Rejects those that lead to another path: an empty one, `.`
 * and `..`.
 */
export function pathSegment(id: unknown): string {
  const node = new QueryNode('id', id);
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id))
    return encodeURIComponent(parseText(id, node));
  throw node.typeError(
    `a non-empty string${id === '.' || id === '..' ? ' other than "." and ".."' : ''}`,
  );
}

/** The error for a query string that is too long. `advice` is what to do, without a period. */
export const queryLengthError = (
  path: string,
  value: unknown,
  length: number,
  limit: number,
  advice: string,
) =>
  new QueryError(
    path,
    `the query string has ${length} bytes; ${limit} are left of \`dialect.maxUrlLength\`. ${advice}, or increase \`maxUrlLength\`.`,
    value,
  );
