import { AUTHENTICATION_SCHEME, parseAuthorization, writeAuthorization } from '../../values/authorization.js';
import type { ApiKeyTable } from '../api-keys.js';
import { RejectionError } from './response.js';

/**
 * Checks the API key of a request (section 5 of the specification; decision 3).
 *
 * @param status - The status for a request without a valid key: 401 by default.
 * @param sender - Gets the id of a key that exists, even if the key is rejected.
 * @throws RejectionError whose message never repeats the key.
 */
export function authenticate(
  { headers }: Pick<Request, 'headers'>,
  keys: ApiKeyTable,
  status: number,
  sender: { keyId?: string },
): void {
  const unauthorized = (reason: string) =>
    new RejectionError(
      status,
      `${reason}. Send \`Authorization: ${writeAuthorization('<API_KEY>')}\` with a valid key.`,
      status === 401 ? { 'WWW-Authenticate': AUTHENTICATION_SCHEME } : {},
    );
  const header = headers.get('authorization');
  if (header === null || header === '') throw unauthorized('The request has no API key');
  const secret = parseAuthorization(header);
  if (secret === undefined)
    throw unauthorized(`The Authorization header does not use the scheme ${AUTHENTICATION_SCHEME}`);
  const key = keys.bySecret(secret);
  if (!key) throw unauthorized('The API key is unknown');
  sender.keyId = key.id;
  if (key.status === 'revoked') throw unauthorized('The API key is revoked');
  if (keys.isExpired(key)) throw unauthorized('The API key has expired');
}
