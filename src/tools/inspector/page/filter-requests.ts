import type { RequestSummary } from '../protocol.js';

/** Which requests are listed. Empty text means any. */
export interface Filter {
  /** Text in the method, the path or a parameter; in any letter case. */
  readonly text: string;
  /** The name of a resource, or `none` for paths that belong to no resource. */
  readonly resource: string;
  /** The first digit of a status and `xx`, or `none`. */
  readonly status: string;
}

export const anyRequest: Filter = { text: '', resource: '', status: '' };

/**
 * The requests that match, newest first.
 *
 * @param pausedAt Leaves out the requests with a greater id.
 */
export const filterRequests = (
  requests: readonly RequestSummary[],
  filter: Filter,
  pausedAt = Number.POSITIVE_INFINITY,
): RequestSummary[] =>
  requests.filter((request) => request.id <= pausedAt && matches(request, filter)).reverse();

function matches(request: RequestSummary, { text, resource, status }: Filter): boolean {
  if (resource !== '' && (request.resource?.name ?? 'none') !== resource) return false;
  if (status !== '' && (request.status === undefined ? 'none' : `${String(request.status)[0]}xx`) !== status)
    return false;
  const wanted = text.trim().toLowerCase();
  return wanted === '' || textOf(request).toLowerCase().includes(wanted);
}

const textOf = ({ method, path, status, parameters }: RequestSummary): string =>
  [`${method} ${path}`, status, ...parameters.map(({ name, text }) => `${name}=${text}`)].join('\n');
