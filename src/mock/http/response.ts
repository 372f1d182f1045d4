/** A response of the service before it becomes a `Response`. */
export interface ServiceResponse {
  readonly status: number;
  /** Serialized as JSON; no body if it is `undefined`. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Rejects a request with an error status. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The response to a rejected request: `{ "errors": ["message"] }` (decision 3). */
export const errorResponse = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ServiceResponse => ({ status, body: { errors: [message] }, headers });

export function toResponse({ status, body, headers }: ServiceResponse): Response {
  if (body === undefined) return new Response(null, { status, headers: { ...headers } });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}
