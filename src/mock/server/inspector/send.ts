import type { ServerResponse } from 'node:http';
import { inspectorHeaders } from './shell.js';

/** Sends a whole response of the inspector. */
export function send(response: ServerResponse, type: string, body: string | Uint8Array, status = 200): void {
  response.writeHead(status, {
    ...inspectorHeaders,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
