import { isQueryError } from '../../errors.js';
import type { RecordedQuery } from '../../query-string/parse-search.js';
import { cut } from '../../values/describe.js';
import { didYouMean } from '../../values/did-you-mean.js';
import {
  AUTHENTICATION_SCHEME,
  isSecretHeader,
  parseAuthorization,
  writeAuthorization,
} from '../../values/headers.js';
import { redact } from '../../values/redact.js';
import type { ApiKeyTable } from '../api-keys.js';
import type { Store } from '../rows/store.js';
import { errorResponse, type MockResponse, RejectionError } from './response.js';
import {
  type CustomRoute,
  type Handler,
  listPaths,
  type RequestTarget,
  type RoutedRequest,
  type Router,
} from './routes.js';

export interface MockParts {
  readonly store: Store;
  readonly keys: ApiKeyTable;
  readonly isOpen: boolean;
  readonly router: Router;
  readonly routes: readonly CustomRoute[];
}

/**
 * A request that the mock has received. The parameters of its query have the names and the form of
 * a client's query, whatever the dialect; one is absent if it was not sent, or could not be parsed.
 */
export interface RecordedRequest extends Readonly<RecordedQuery> {
  readonly method: string;
  /** The path below the base URL, such as `/v1/balances`. */
  readonly path: string;
  /**
   * The headers by name in lower case. Those that carry secrets, such as `authorization`, are
   * `[redacted]`.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The status of the response, even if a fault lost it on its way; absent without one. */
  readonly status?: number;
  /** The id of the API key, if the mock knows the key. Never the key itself. */
  readonly keyId?: string;
}

export async function handleRequest(
  request: Request,
  { path, search }: RequestTarget,
  service: MockParts,
): Promise<{ readonly response: MockResponse | Response; readonly record: RecordedRequest }> {
  const { store, keys, isOpen } = service;
  const { rejections } = store.dialect;
  const recorded: RecordedQuery = {};
  const sender: { keyId?: string } = {};
  let response: MockResponse | Response;
  try {
    if (!isOpen) authenticate(request, keys, rejections.credentials, sender);
    response = await route({ request, path, search, recorded }, service);
  } catch (error) {
    if (!isQueryError(error) && !(error instanceof RejectionError)) throw error;
    const { status, headers } = isQueryError(error)
      ? { status: rejections.query, headers: {} }
      : error;
    response = errorResponse(
      { status, headers, message: redact(error.message, keys.issued) },
      rejections,
    );
  }
  return {
    response,
    record: { ...recordOf(request, path), ...recorded, status: response.status, ...sender },
  };
}

/** What is recorded of a request that is not handled. */
export const recordOf = ({ method, headers }: Request, path: string): RecordedRequest => ({
  method,
  path,
  headers: Object.fromEntries(
    [...headers].map(([name, value]) => [name, isSecretHeader(name) ? '[redacted]' : value]),
  ),
});

/** The URLs that requests had on the port of a mock, which passes them on with its `baseUrl`. */
export const receivedUrls = new WeakMap<Request, string>();

function route(
  request: RoutedRequest,
  { router, routes, store, keys }: MockParts,
): ReturnType<Handler> {
  const { path } = request;
  const { method, url: sentUrl } = request.request;
  const url = receivedUrls.get(request.request) ?? sentUrl;
  const { maxUrlLength } = store.dialect;
  if (url.length > maxUrlLength)
    throw new RejectionError(
      414,
      `The URL has more than ${maxUrlLength} bytes (\`dialect.maxUrlLength\`).`,
    );
  const found = router(path);
  // Cut afterwards, because a part of a secret is not recognized.
  const shown = () => cut(redact(path, keys.issued), 200);
  if (!found)
    throw new RejectionError(
      404,
      `The service has no path ${shown()}.${didYouMean(path, listPaths(store.schema, routes))}`,
    );
  const handler = found.get(method);
  if (handler) return handler(request);
  const allowed = [...found.keys()].join(', ');
  throw new RejectionError(405, `${method} is not allowed on ${shown()}. Allowed: ${allowed}.`, {
    Allow: allowed,
  });
}

/**
 * Checks the API key of a request (section 5 of the specification; decision 3). No message repeats
 * the key.
 */
export function authenticate(
  { headers }: Pick<Request, 'headers'>,
  keys: ApiKeyTable,
  status: number,
  sender: { keyId?: string },
): void {
  const unauthorized = (reason: string) =>
    new RejectionError(
      status,
      `${reason}. Send \`Authorization: ${writeAuthorization('<API_KEY>')}\` with a valid key.`,
      status === 401 ? { 'WWW-Authenticate': AUTHENTICATION_SCHEME } : {},
    );
  const header = headers.get('authorization');
  if (header === null || header === '') throw unauthorized('The request has no API key');
  const secret = parseAuthorization(header);
  if (secret === undefined)
    throw unauthorized(`The Authorization header does not use the scheme ${AUTHENTICATION_SCHEME}`);
  const key = keys.bySecret(secret);
  if (!key) throw unauthorized('The API key is unknown');
  sender.keyId = key.id;
  if (key.status === 'revoked') throw unauthorized('The API key is revoked');
  if (keys.isExpired(key)) throw unauthorized('The API key has expired');
}
