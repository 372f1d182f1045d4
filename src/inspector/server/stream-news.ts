import type { ServerResponse } from 'node:http';

const INTERVAL = 100;
const HEARTBEAT = 15_000;

/**
 * Sends the news until the connection is closed, whenever they are not those of before. Looks for them itself, so
 * that nothing is done for pages that are not open. A slow reader gets nothing until it has read what was sent
 * before, so that no more than one event waits for it.
 *
 * @param write - Returns the current news as JSON without secrets.
 */
export function streamNews(response: ServerResponse, write: () => string): void {
  let sent = '';
  let lastWrite = performance.now();
  const send = (text: string) => {
    response.write(text);
    lastWrite = performance.now();
  };
  const tick = () => {
    if (response.writableNeedDrain) return;
    const news = write();
    if (news !== sent) send(`event: news\ndata: ${news}\n\n`);
    else if (performance.now() - lastWrite >= HEARTBEAT) send(':\n\n');
    sent = news;
  };
  response.write('retry: 1000\n\n');
  tick();
  const timer = setInterval(tick, INTERVAL);
  response.once('close', () => clearInterval(timer));
}
