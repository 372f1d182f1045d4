/** What the service answers, before it becomes a `Response`. */
export interface Answer {
  readonly status: number;
  /** Written as JSON; no body where it is `undefined`. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that the service refuses; thrown wherever that is found out. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The answer to a refused request: `{ "errors": ["message"] }` (decision 3). */
export const refusalAnswer = ({
  status,
  message,
  headers,
}: Pick<Refusal, 'status' | 'message'> & Partial<Refusal>): Answer => ({
  status,
  body: { errors: [message] },
  ...(headers && { headers }),
});

/** The `Response` of an answer. */
export function toResponse({ status, body, headers }: Answer): Response {
  if (body === undefined) return new Response(null, { status, headers: { ...headers } });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}
