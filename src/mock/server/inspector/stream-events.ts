import type { ServerResponse } from 'node:http';
import type { ChangeEvent, RequestSummary } from './protocol.js';
import type { RequestLog } from './request-log.js';

/** What a stream reports. It looks for news itself, so that nothing is done for pages that are not open. */
export interface StreamSource {
  readonly log: RequestLog;
  summarize(id: number): RequestSummary | undefined;
  change(): ChangeEvent;
  /** How often the mock was reset. */
  resets(): number;
  /** As JSON without secrets. */
  write(data: object): string;
}

const INTERVAL = 100;
const HEARTBEAT = 15_000;

/** More new requests than these are not sent one by one: the page loads its list again. */
const MAX_REQUESTS = 500;

/**
 * Sends events until the connection is closed. A slow reader gets nothing until it has read what was sent
 * before, so that no more than one batch waits for it.
 *
 * @param since - The id of the last request that the page has; none by default.
 */
export function streamEvents(response: ServerResponse, source: StreamSource, since = source.log.last): void {
  const { log } = source;
  let sent = Math.min(since, log.last);
  let resets = source.resets();
  let shown = '';
  let lastWrite = performance.now();
  const send = (event: string, data: object, id?: number) => {
    response.write(
      `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${source.write(data)}\n\n`,
    );
    lastWrite = performance.now();
  };
  const tick = () => {
    if (response.writableNeedDrain) return;
    if (resets !== source.resets()) {
      resets = source.resets();
      send('reset', source.change());
    }
    if (log.last > sent) {
      const isTooFar = log.first > sent + 1 || log.last - sent > MAX_REQUESTS;
      if (isTooFar && log.first <= log.last) send('overflow', {}, log.last);
      else sendRequests();
      sent = log.last;
    }
    const change = source.change();
    const news = JSON.stringify({ ...change, requests: undefined });
    if (news !== shown) {
      shown = news;
      send('change', change);
    }
    if (performance.now() - lastWrite >= HEARTBEAT) {
      response.write(':\n\n');
      lastWrite = performance.now();
    }
  };
  const sendRequests = () => {
    const requests: RequestSummary[] = [];
    for (let id = Math.max(sent + 1, log.first); id <= log.last; id++) {
      const summary = source.summarize(id);
      if (summary) requests.push(summary);
    }
    if (requests.length > 0) send('request', requests, log.last);
  };
  response.write(`id: ${sent}\nretry: 1000\n\n`);
  tick();
  const timer = setInterval(tick, INTERVAL);
  response.once('close', () => clearInterval(timer));
}
