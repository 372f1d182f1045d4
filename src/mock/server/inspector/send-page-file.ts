import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { InspectorError } from './inspector-error.js';
import { readPageFile } from './page-files.js';
import { send } from './send.js';

/** A file of the page. It contains no data, so it needs no token. */
interface PageFile {
  readonly name: 'app.js' | 'app.css';
  readonly type: string;
}

const files: ReadonlyMap<string, PageFile> = new Map([
  ['/inspector/app.js', { name: 'app.js', type: 'text/javascript; charset=utf-8' }],
  ['/inspector/app.css', { name: 'app.css', type: 'text/css; charset=utf-8' }],
]);

/** The file of the page with a path. */
export const findPageFile = (path: string): PageFile | undefined => files.get(path);

/** Sends a file of the page, compressed if the browser accepts it. */
export function sendPageFile(
  message: IncomingMessage,
  response: ServerResponse,
  { name, type }: PageFile,
): void {
  const file = readPageFile(name);
  if (!file) throw new InspectorError(404, 'The page of the inspector is not built. Run `npm run build`.');
  const accepted = String(message.headers['accept-encoding'] ?? '');
  const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(accepted);
  response.setHeader('Vary', 'Accept-Encoding');
  if (acceptsGzip) response.setHeader('Content-Encoding', 'gzip');
  send(response, type, acceptsGzip ? file : gunzipSync(file));
}
