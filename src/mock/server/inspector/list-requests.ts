import { InspectorError } from './inspector-error.js';
import { inspectorLimits, type RequestSummary, type RequestsPage } from './protocol.js';
import type { LoggedExchange, RequestLog } from './request-log.js';

/** Returns a page of the log, newest first. @throws InspectorError for an invalid parameter. */
export function listRequests(
  log: RequestLog,
  summarize: (exchange: LoggedExchange) => RequestSummary,
  parameters: URLSearchParams,
): RequestsPage {
  const before = wholeNumber(parameters, 'before') ?? log.last + 1;
  const limit = Math.min(wholeNumber(parameters, 'limit') ?? Infinity, inspectorLimits.requestsPage);
  const resource = parameters.get('resource') ?? '';
  const hasStatus = statusFilter(parameters.get('status') ?? '');
  const requests: RequestSummary[] = [];
  for (let id = Math.min(before - 1, log.last); id >= log.first; id--) {
    const exchange = log.get(id);
    if (!exchange || !hasStatus(exchange.status)) continue;
    const summary = summarize(exchange);
    if (resource !== '' && summary.resource !== resource) continue;
    if (requests.length === limit) return { requests, hasMore: true };
    requests.push(summary);
  }
  return { requests, hasMore: false };
}

function wholeNumber(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name) ?? '';
  if (text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InspectorError(400, `${name}: expected a whole number.`);
}

function statusFilter(given: string): (status: number | undefined) => boolean {
  if (given === '') return () => true;
  if (given === 'none') return (status) => status === undefined;
  if (/^[1-5]xx$/.test(given)) return (status) => Math.floor((status ?? 0) / 100) === Number(given[0]);
  if (/^[1-5]\d\d$/.test(given)) return (status) => status === Number(given);
  throw new InspectorError(400, 'status: expected a status such as 404, a class such as 4xx, or none.');
}
