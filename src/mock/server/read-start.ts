import type { IncomingMessage } from 'node:http';
import { MAX_SIZE } from '../http/parse-body.js';

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
