import { HttpError } from './response.js';

/** The limit for a body in bytes and for a URL in characters: 1 MiB (decision 3). */
export const MAX_SIZE = 1024 * 1024;

/**
 * Parses a JSON body.
 *
 * @throws HttpError 415 for another content type, 413 past {@link MAX_SIZE}, 400 for invalid JSON.
 */
export async function parseBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new HttpError(415, 'The body must be JSON. Send the header `Content-Type: application/json`.');
  const bytes = await readBytes(request);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.');
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) break;
    chunks.push(chunk.value);
    size += chunk.value.length;
    if (size <= MAX_SIZE) continue;
    await reader?.cancel();
    throw new HttpError(413, 'The body is larger than 1 MiB.');
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
