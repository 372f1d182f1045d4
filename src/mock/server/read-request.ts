import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_SIZE } from '../http/response.js';

/** Reads the body of a request, or the beginning of one that is too large. */
export async function readStart(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_SIZE) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** @returns `undefined` for what `fetch` cannot send, such as the method TRACE or the URL `//`. */
export function toRequest(
  baseUrl: string,
  message: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array<ArrayBuffer> | undefined,
): Request | undefined {
  const { method = 'GET', url: target = '/' } = message;
  if (method === 'TRACE' || !URL.canParse(target, 'http://localhost')) return undefined;
  const { pathname, search } = new URL(target, 'http://localhost');
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  return new Request(`${baseUrl}${pathname}${search}`, {
    method,
    headers: new Headers(
      Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    ),
    signal: closed.signal,
    ...(body && { body }),
  });
}
