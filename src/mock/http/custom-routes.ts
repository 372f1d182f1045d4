import { ConfigurationError } from '../../errors/usage-errors.js';
import { decodeSegment } from '../../schema/find-resource.js';
import type { PaymentsSchema } from '../../schema/payments-schema.js';
import type { SchemaShape } from '../../schema/resource.js';
import { describe } from '../../values/describe.js';
import { setMember } from '../../values/plain-object.js';
import type { MockDatabase } from '../database.js';
import { isResponse, MAX_SIZE, RejectionError } from './response.js';

/** What the function of a route gets besides the request. */
export interface RouteContext<Schema extends SchemaShape<Schema> = PaymentsSchema> {
  /** The rows of the mock, as `mock.db`. */
  readonly db: MockDatabase<Schema>;
  /** The segments that the path of the route names: `{ id: '5' }` for `/v1/payments/:id`. */
  readonly params: Readonly<Record<string, string>>;
}

/** The endpoints of a mock besides those of its schema, by method and path. */
export interface MockRoutes<Schema extends SchemaShape<Schema> = PaymentsSchema> {
  readonly [methodAndPath: `${string} /${string}`]: (
    request: Request,
    context: RouteContext<Schema>,
  ) => Response | Promise<Response>;
}

/** A route of the option `routes`. */
export interface CustomRoute {
  /** Such as `POST /v1/payments`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly respond: (request: Request, params: Readonly<Record<string, string>>) => unknown;
}

const NAME = /^(GET|POST|PUT|PATCH|DELETE) ((?:\/[^\s?#/]+)+)$/;

/** A path of the service. `/v1` may be left out, as in `client.request`. */
export const withVersion = (path: string): string => (/^\/v1(?![\w-])/.test(path) ? path : `/v1${path}`);

/**
 * Parses the option `routes`.
 *
 * @param db - Gets the rows of the mock, which exist later.
 * @throws ConfigurationError that names the route.
 */
export const parseRoutes = (routes: object, db: () => object): readonly CustomRoute[] =>
  Object.entries(routes).map(([name, respond]) => {
    const [, method, path] = NAME.exec(name) ?? [];
    if (method === undefined || path === undefined)
      throw new ConfigurationError(
        `a route must be named by its method and its path, such as 'POST /v1/payments', got ${describe(name)}.`,
        'createMock',
      );
    if (typeof respond !== 'function')
      throw new ConfigurationError(
        `expected the route '${name}' to be a function, got ${describe(respond)}.`,
        'createMock',
      );
    return {
      name,
      method,
      path: withVersion(path),
      respond: (request, params) => respond(request, { db: db(), params }),
    };
  });

/** The named segments of a path, if it is that of a route. */
export function matchRoute(route: CustomRoute, path: string): Record<string, string> | undefined {
  const names = route.path.split('/');
  const segments = path.split('/');
  if (names.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = decodeSegment(segments[index] ?? '');
    if (name.startsWith(':') && value !== '') setMember(params, name.slice(1), value);
    else if (name !== segments[index]) return undefined;
  }
  return params;
}

/** The response of a route. If its function fails, that is a response as well, so that it is the same on each channel. */
export async function callRoute(
  { name, respond }: CustomRoute,
  request: Request,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  const { byteLength } = await request.clone().arrayBuffer();
  if (byteLength > MAX_SIZE) throw new RejectionError(413, 'The body is larger than 1 MiB.');
  let response: unknown;
  try {
    response = await respond(request, params);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RejectionError(500, `The route '${name}' of createMock() failed: ${reason}`);
  }
  if (isResponse(response)) return response;
  const got = describe(response);
  throw new RejectionError(500, `The route '${name}' of createMock() must return a Response, got ${got}.`);
}
