import type { ResolvedDialect } from '../../dialect/dialect.js';

/** The limit for a body in bytes and for a URL in characters: 1 MiB (decision 3). */
export const MAX_SIZE = 1024 * 1024;

/** A response of the service before it becomes a `Response`. */
export interface MockResponse {
  readonly status: number;
  /** Serialized as JSON; no body if it is `undefined`. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export class RejectionError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The bodies of rejections: by default `{ "errors": ["message"] }` (decision 3). */
const bodies: Readonly<Record<ResolvedDialect['rejections']['body'], (message: string) => object>> =
  {
    errors: (message) => ({ errors: [message] }),
    error: (message) => ({ error: message }),
    'error.message': (message) => ({ error: { message } }),
    message: (message) => ({ message }),
  };

export const errorResponse = (
  { status, message, headers }: Pick<RejectionError, 'status' | 'message' | 'headers'>,
  { body }: ResolvedDialect['rejections'],
): MockResponse => ({ status, body: bodies[body](message), headers });

/** These have no body: the constructor of `Response` requires it. */
const EMPTY = [204, 205, 304];

/** Not `instanceof`: jsdom and other libraries have classes of their own. */
export const isResponse = (value: unknown): value is Response =>
  Object.prototype.toString.call(value) === '[object Response]';

export function toResponse(response: MockResponse | Response): Response {
  if (isResponse(response)) return response;
  const { status, body, headers } = response;
  if (body === undefined || EMPTY.includes(status))
    return new Response(null, { status, headers: { ...headers } });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}
