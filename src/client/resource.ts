import { openEnvelope, type ResolvedDialect } from '../dialect.js';
import { QueryError, type ResponseError, type ResponseErrorReason } from '../errors.js';
import { type Query, writeQuery } from '../query/query.js';
import type { Field } from '../schema/field.js';
import type { Resources } from '../schema/resources.js';
import { sentLength, VERSION } from '../values/service-url.js';
import type { RequestOptions } from './client-options.js';

// A stand-in until the client is merged: the contract that pages rely on.

export interface Endpoint {
  readonly name: string;
  readonly path: string;
  readonly schema: Resources;
  readonly fields: { readonly [name: string]: Field };
  readonly baseUrl: string;
  readonly dialect: ResolvedDialect;
  readonly send: (call: {
    method: string;
    path: string;
    search: string;
  }) => Promise<{ data: unknown; response: Response; fail: Fail }>;
}

type Fail = (problem: string, reason?: ResponseErrorReason) => ResponseError;

export interface Row extends Record<string, unknown> {
  readonly id: string;
}

/** The bytes of a URL with a query string. */
export const urlLength = ({ baseUrl, path }: Endpoint, search: string): number =>
  `${baseUrl}${VERSION}${path}?`.length + sentLength(search);

export async function requestList(
  endpoint: Endpoint,
  query: Query & { readonly cursor?: string | undefined },
  options: RequestOptions = {},
) {
  const { dialect, path } = endpoint;
  const search = writeQuery(query, dialect, query.cursor);
  if (urlLength(endpoint, search) > dialect.maxUrlLength)
    throw new QueryError('query', 'is too long for a URL.');
  const result = await endpoint.send({ method: 'GET', path, search, ...options });
  const { data, pagination, cursor } = openEnvelope(result.data, dialect);
  const rows = data as Row[];
  if (rows.length > Number(query.take))
    throw result.fail(`expected at most ${query.take} rows, got ${rows.length}.`);
  return { ...result, data: rows, pagination, cursor };
}
