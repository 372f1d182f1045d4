import { type ApiError, errorStatusOf, RateLimitError } from '../errors/api-errors.js';
import type { ErrorResponse } from '../errors/failed-request.js';
import { checkBeforeRetry } from './doubt.js';
import { oneLine } from './one-line.js';
import { readRetryAfter } from './retry.js';

/** The error for a response by which the service rejected a request, or failed. */
export function apiFailure(answer: ErrorResponse, statusText: string): ApiError {
  const { status, method, body, headers } = answer;
  const said = messageOf(body);
  const { error: StatusError, reasonPhrase = statusText, hint } = errorStatusOf(status);
  const reason = (advice: string) =>
    `${`${status} ${reasonPhrase}`.trim()}${said ? `: ${said}` : ''}${/[.!?]$/.test(said) ? '' : '.'}${advice && ` ${advice}`}`;
  if (status === 429) {
    const milliseconds = readRetryAfter(headers['retry-after']);
    const seconds = milliseconds === undefined ? undefined : milliseconds / 1000;
    const advice = seconds === undefined ? hint : `Wait ${Math.ceil(seconds)} s before you retry.`;
    return new RateLimitError(reason(advice), answer, seconds);
  }
  const lost = status >= 500 && status !== 503 ? checkBeforeRetry(method) : '';
  return new StatusError(reason(`${hint}${lost}`), answer);
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
