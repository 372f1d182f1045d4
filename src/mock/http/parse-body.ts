import { RejectionError } from './response.js';

/** The limit for a body in bytes and for a URL in characters: 1 MiB (decision 3). */
export const MAX_SIZE = 1024 * 1024;

/**
 * Parses a JSON body.
 *
 * @throws RejectionError 415 for another content type, 413 past {@link MAX_SIZE}, 400 for invalid JSON.
 */
export async function parseBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new RejectionError(415, 'The body must be JSON. Send the header `Content-Type: application/json`.');
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_SIZE) throw new RejectionError(413, 'The body is larger than 1 MiB.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new RejectionError(400, 'The body is not valid JSON.');
  }
}
