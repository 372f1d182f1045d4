import { TOKEN_HEADER, TOKEN_META } from '../../mock/server/inspector/protocol.js';

/** A request that the mock rejected, or that did not reach it. The page shows the message. */
class ApiError extends Error {}

let token = document.querySelector<HTMLMetaElement>(`meta[name="${TOKEN_META}"]`)?.content ?? '';

/** The token of the page, which every request of the inspector needs. */
export const currentToken = (): string => token;

/**
 * Takes the token of a mock that was started again from its page.
 *
 * @returns Whether the mock responded.
 */
export async function renewToken(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store' });
    // Not with DOMParser: the page's trusted types allow nothing that parses HTML.
    token = new RegExp(`name="${TOKEN_META}" content="([^"]*)"`).exec(await response.text())?.[1] ?? token;
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Calls the inspector: `GET` without a body, `POST` with one.
 *
 * @throws ApiError with the message of the mock.
 */
export async function call<Result>(path: string, body?: object): Promise<Result> {
  const response = await send(path, body);
  const text = await response.text();
  const result = parse(text);
  if (response.ok && result !== undefined) return result as Result; // the types of the protocol
  throw new ApiError(messageOf(result) ?? `The mock responded with ${response.status}.`);
}

/**
 * Loads all rows as a file.
 *
 * @throws ApiError if the mock does not respond with them.
 */
export async function download(): Promise<Blob> {
  const response = await send('download', undefined);
  if (!response.ok) throw new ApiError(`The mock responded with ${response.status}.`);
  return response.blob();
}

async function send(path: string, body: object | undefined): Promise<Response> {
  const response = await attempt(path, body);
  // The mock was started again and has another token.
  return response.status === 403 && (await renewToken()) ? attempt(path, body) : response;
}

async function attempt(path: string, body: object | undefined): Promise<Response> {
  try {
    return await fetch(`/inspector/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { [TOKEN_HEADER]: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError('The mock does not respond. Start it again, and this page reconnects.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const messageOf = (result: unknown): string | undefined =>
  typeof result === 'object' && result !== null && 'error' in result ? String(result.error) : undefined;
