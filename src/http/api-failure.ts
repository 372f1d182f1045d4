import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableEntityError,
} from '../errors/api-errors.js';
import type { ErrorResponse } from '../errors/failed-request.js';
import { checkBeforeRetry } from './doubt.js';
import { oneLine } from './one-line.js';
import { readRetryAfter } from './retry.js';

/** By status: the class, the words of HTTP (a service that speaks HTTP/2 sends none), and what to do. */
const kinds: { readonly [status: number]: readonly [typeof ApiError, string, string] } = {
  400: [BadRequestError, 'Bad Request', 'Correct the query or the body.'],
  401: [AuthenticationError, 'Unauthorized', 'Check the `apiKey` passed to createClient.'],
  403: [PermissionDeniedError, 'Forbidden', 'Use a key whose role allows it.'],
  404: [NotFoundError, 'Not Found', 'Check the id and the `baseUrl`.'],
  409: [ConflictError, 'Conflict', 'Look at the present state before trying again.'],
  422: [UnprocessableEntityError, 'Unprocessable Entity', 'Correct the values.'],
};

/** The error for an answer by which the service refused a request, or failed. */
export function apiFailure(answer: ErrorResponse, statusText: string): ApiError {
  const { status, method, body, headers } = answer;
  const said = messageOf(body);
  const why = (phrase: string, cure: string) =>
    `${`${status} ${phrase}`.trim()}${said ? `: ${said}` : ''}${/[.!?]$/.test(said) ? '' : '.'}${cure && ` ${cure}`}`;
  const kind = Object.hasOwn(kinds, status) ? kinds[status] : undefined;
  if (kind) return new kind[0](why(kind[1], kind[2]), answer);
  if (status === 429) {
    const milliseconds = readRetryAfter(headers['retry-after']);
    const seconds = milliseconds === undefined ? undefined : milliseconds / 1000;
    const wait = seconds === undefined ? 'a while' : `${Math.ceil(seconds)} s`;
    return new RateLimitError(why('Too Many Requests', `Wait ${wait} before trying again.`), answer, seconds);
  }
  if (status < 500) return new ApiError(why(statusText, ''), answer);
  const lost = status === 503 ? '' : checkBeforeRetry(method);
  return new ServerError(why(statusText, `Try again later.${lost}`), answer);
}

/** What the service says in a body: in `errors[]`, `error`, `error.message` or `message` (decision 3). One line. */
function messageOf(body: unknown, depth = 0): string {
  if (typeof body === 'string') return depth > 0 ? oneLine(body) : '';
  if (typeof body !== 'object' || body === null || depth > 3) return '';
  if (Array.isArray(body))
    return oneLine(
      body
        .slice(0, 10)
        .map((item) => messageOf(item, depth + 1))
        .filter(Boolean)
        .join('; '),
    );
  const said = (member: string) => messageOf(Reflect.get(body, member), depth + 1);
  return said('errors') || said('error') || said('message');
}
