import { Refusal } from './response.js';

/** How many bytes a body, and how many characters a URL, may have: 1 MiB (decision 3). */
export const MAX_SIZE = 1024 * 1024;

/**
 * Reads a body of JSON.
 *
 * @throws Refusal 415 where it is not said to be JSON, 413 past {@link MAX_SIZE}, 400 where it is not JSON.
 */
export async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new Refusal(415, 'The body must be JSON. Send `Content-Type: application/json`.');
  const bytes = await readBytes(request);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
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
    throw new Refusal(413, 'The body is larger than 1 MiB.');
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
