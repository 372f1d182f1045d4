import type { ApiKeyTable } from '../api-keys.js';
import type { StoredRow } from '../rows/table.js';
import { Refusal } from './response.js';

/**
 * The key of a request, if it may pass (section 5 of the document, decision 3).
 *
 * @param seen - Is told of a key that is known, whether it passes or not.
 * @throws Refusal 401, which never repeats what was sent.
 */
export function authenticate(request: Request, keys: ApiKeyTable, seen: (key: StoredRow) => void): void {
  const header = request.headers.get('authorization');
  if (header === null || header === '') throw refuse('No API key was sent');
  const match = /^APIKey +(\S+)$/i.exec(header); // schemes have no letter case in HTTP
  if (!match) throw refuse('The Authorization header is not of the scheme APIKey');
  const key = keys.bySecret(match[1] ?? '');
  if (!key) throw refuse('The API key is unknown');
  seen(key);
  if (key.status === 'revoked') throw refuse('The API key is revoked');
  if (keys.isExpired(key)) throw refuse('The API key has expired');
}

const refuse = (why: string) =>
  new Refusal(401, `${why}. Send \`Authorization: APIKey <API_KEY>\` with a valid key.`, {
    'WWW-Authenticate': 'APIKey',
  });
