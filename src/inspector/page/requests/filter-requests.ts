import type { RequestSummary } from '../../mock/server/inspector/protocol.js';

/** Which requests are listed. Empty text means any. */
export interface Filter {
  /** The name of a resource, or `none` for paths that belong to no resource. */
  readonly resource: string;
  /** One of {@link statuses}. */
  readonly status: string;
}

/** The choices for a status, and their texts. */
export const statuses = [
  ['', 'Any status'],
  ['2xx', '2xx success'],
  ['4xx', '4xx client error'],
  ['5xx', '5xx server error'],
  ['none', 'No response'],
] as const;

/** No filter. */
export const anyRequest: Filter = { resource: '', status: '' };

/**
 * The requests that match, newest first.
 *
 * @param pausedAt Leaves out the requests with a greater id.
 */
export function filterRequests(
  requests: readonly RequestSummary[],
  filter: Filter,
  pausedAt: number | undefined,
): RequestSummary[] {
  const shown: RequestSummary[] = [];
  for (let index = requests.length - 1; index >= 0; index -= 1) {
    const request = requests[index] as RequestSummary; // inside the array
    if ((pausedAt === undefined || request.id <= pausedAt) && matches(request, filter)) shown.push(request);
  }
  return shown;
}

function matches(request: RequestSummary, { resource, status }: Filter): boolean {
  if (resource !== '' && (request.resource ?? 'none') !== resource) return false;
  if (status === '') return true;
  if (status === 'none') return request.status === undefined;
  return request.status !== undefined && String(request.status)[0] === status[0];
}
