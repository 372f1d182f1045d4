import { isQueryError } from '../../errors/usage-errors.js';
import type { RecordedQuery } from '../../query-string/parse-query.js';
import type { JsonValue } from '../../schema/field.js';
import { didYouMean } from '../../values/did-you-mean.js';
import { redact } from '../../values/redact.js';
import type { ApiKeyTable } from '../api-keys.js';
import type { Store } from '../rows/store.js';
import { authenticate } from './authenticate.js';
import { MAX_SIZE } from './parse-body.js';
import { errorResponse, HttpError, type ServiceResponse } from './response.js';
import { listPaths, type Router, type ServiceRequest } from './routes.js';

/** The parts of the service that a response depends on. */
export interface Service {
  readonly store: Store;
  readonly keys: ApiKeyTable;
  /** Whether requests need no API key. */
  readonly isOpen: boolean;
  readonly router: Router;
}

/** A request that the mock has received. */
export interface RecordedRequest {
  readonly method: string;
  /** The path below the base URL, such as `/v1/balances`. */
  readonly path: string;
  /** The parsed `where`; absent if there was none, or none that could be parsed. */
  readonly where?: JsonValue;
  /** The parsed `include`; absent if there was none, or none that could be parsed. */
  readonly include?: JsonValue;
  /**
   * The status of the response, even if a fault lost the response on its way; absent if there
   * was no response.
   */
  readonly status?: number;
  /** The id of the API key, if the mock knows the key. Never the key itself. */
  readonly keyId?: string;
}

/** Handles a request below the base URL: authentication first, then the path, then the query. */
export async function handleRequest(
  request: Request,
  { path, search }: Pick<ServiceRequest, 'path' | 'search'>,
  { store, keys, isOpen, router }: Service,
): Promise<{ readonly response: ServiceResponse; readonly record: RecordedRequest }> {
  const recorded: RecordedQuery = {};
  let keyId: string | undefined;
  let response: ServiceResponse;
  try {
    if (!isOpen)
      authenticate(request, keys, (key) => {
        keyId = key.id;
      });
    response = await route({ request, path, search, recorded }, router, store, [...keys.issued]);
  } catch (error) {
    const { status, message, headers } = toHttpError(error);
    response = errorResponse(status, redact(message, [...keys.issued]), headers);
  }
  const record = {
    method: request.method,
    path,
    ...recorded,
    status: response.status,
    ...(keyId !== undefined && { keyId }),
  };
  return { response, record };
}

function route(
  request: ServiceRequest,
  router: Router,
  store: Store,
  secrets: readonly string[],
): ServiceResponse | Promise<ServiceResponse> {
  const { path } = request;
  const { method, url } = request.request;
  if (url.length > MAX_SIZE) throw new HttpError(414, 'The URL is longer than 1 MiB.');
  const found = router(path);
  // Cut afterwards, because a part of a secret is not recognized.
  const shown = () => redact(path, secrets).slice(0, 200);
  if (!found)
    throw new HttpError(
      404,
      `The service has no path ${shown()}.${didYouMean(path, listPaths(store.schema))}`,
    );
  const handler = found.route.get(method);
  if (handler) return handler(request, found.id);
  const allowed = [...found.route.keys()].join(', ');
  throw new HttpError(405, `${method} is not allowed on ${shown()}. Allowed: ${allowed}.`, {
    Allow: allowed,
  });
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isQueryError(error)) return new HttpError(400, error.message);
  throw error;
}
