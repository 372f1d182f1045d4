import { TOKEN_HEADER, TOKEN_META } from '../../protocol.js';
import { notify } from '../parts/notices.js';

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
 * @throws Error with the message of the mock, or one that says that it does not respond.
 */
export async function call<Result>(path: string, body?: object): Promise<Result> {
  let response = await attempt(path, body);
  // The mock was started again and has another token.
  if (response.status === 403 && (await renewToken())) response = await attempt(path, body);
  const result = await response.json().catch(() => ({}));
  if (response.ok) return result; // of the type that the protocol says
  throw new Error(result.error ?? `The mock responded with ${response.status}.`);
}

/** Calls the inspector, and shows that it was done. @throws Error like {@link call}. */
export async function act(path: string, body: object, done: string): Promise<void> {
  await call(path, body);
  notify(done);
}

async function attempt(path: string, body: object | undefined): Promise<Response> {
  try {
    return await fetch(`/inspector/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { [TOKEN_HEADER]: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Error('The mock does not respond. Start it again, and this page reconnects.');
  }
}
