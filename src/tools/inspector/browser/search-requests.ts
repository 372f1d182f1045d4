import type { RequestSummary } from '../protocol.js';

/**
 * The requests whose method, path, status or query contains a text in any letter case, newest
 * first. `4xx` stands for the statuses from 400 to 499.
 */
export function searchRequests(
  requests: readonly RequestSummary[],
  text: string,
): RequestSummary[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...requests].reverse();
  return requests.filter((request) => textOf(request).toLowerCase().includes(wanted)).reverse();
}

/**
 * How many requests are newer than those that are listed. Ids continue after a reset, so they count
 * nothing.
 */
export function countNewer(
  requests: readonly RequestSummary[],
  listed: readonly RequestSummary[],
): number {
  const last = listed.at(-1)?.id ?? 0;
  return requests.filter(({ id }) => id > last).length;
}

const textOf = ({ method, path, status, parameters }: RequestSummary): string =>
  [
    `${method} ${path} ${status ?? 'none'}`,
    `${path} ${String(status).charAt(0)}xx`,
    ...parameters.map(({ name, text }) => `${name}=${text}`),
  ].join('\n');
