import type { IncomingMessage } from 'node:http';
import { MAX_SIZE } from '../../http/parse-body.js';
import { readStart } from '../read-start.js';
import { InspectorError } from './inspector-error.js';

/** Parses the JSON body of a control request. @throws InspectorError for anything else. */
export async function parseJsonBody(message: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(message.headers['content-type'] ?? ''))
    throw new InspectorError(415, 'The body must be JSON. Send the header `Content-Type: application/json`.');
  const bytes = await readStart(message);
  if (bytes.length > MAX_SIZE) throw new InspectorError(413, 'The body is larger than 1 MiB.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new InspectorError(400, 'The body is not valid JSON.');
  }
}
