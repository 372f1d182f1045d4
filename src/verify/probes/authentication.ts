import { compare, differs, holds, needs, type Probe, type ProbeContext } from '../probe.js';
import type { Credentials, ProbeRequest } from '../service-session.js';
import { formOf, hasErrors } from './responses.js';

/** Requests the first list with other credentials. Each request is sent once. */
async function replyTo(
  { workspace, session, record }: ProbeContext,
  credentials: Credentials,
  more: Partial<ProbeRequest> = {},
) {
  if (!session.hasKey) needs('an API key');
  const path = workspace.lists[0]?.path ?? needs('a list');
  const request = { path, credentials, ...more };
  record(request);
  return session.reply(request);
}

const rejectionProbe = (
  id: string,
  rules: Probe['rules'],
  expected: string,
  credentials: Credentials,
): Probe => ({
  id,
  rules,
  expected,
  run: async (context) => {
    const { status, isRejection } = await replyTo(context, credentials);
    if (status < 300 && !isRejection) return { ...differs('accepted'), isDangerous: true };
    return status === 401 ? holds('status 401') : differs(`status ${status}`);
  },
});

/** Which credentials a service accepts. They run last: a service may lock out a client with wrong keys. */
export const authentication: readonly Probe[] = [
  rejectionProbe(
    'authentication.no-key',
    ['authentication 1', 'authentication 7', 'decision 3'],
    'A request without a key gets status 401.',
    'none',
  ),
  rejectionProbe(
    'authentication.other-scheme',
    ['authentication 1', 'authentication 7'],
    'A request with another scheme than `APIKey` gets status 401.',
    'otherScheme',
  ),
  rejectionProbe(
    'authentication.unknown-key',
    ['authentication 7'],
    'A request with an unknown key gets status 401.',
    'wrongKey',
  ),
  {
    id: 'authentication.scheme-case',
    rules: ['decision 5'],
    expected: 'The scheme `APIKey` is case-insensitive.',
    run: async (context) => {
      const { status, isRejection } = await replyTo(context, 'lowerCase');
      return compare(status < 300 && !isRejection ? undefined : `status ${status}`);
    },
  },
  {
    id: 'authentication.first',
    rules: ['decision 3'],
    expected: 'A request without a key gets status 401, even if its query is invalid.',
    dependsOn: ['authentication.no-key', 'errors.broken-json'],
    run: async (context) => {
      const { status } = await replyTo(context, 'none', { where: {}, write: () => '{' });
      return compare(status === 401 ? undefined : `status ${status}`);
    },
  },
  {
    id: 'authentication.body',
    rules: ['decision 3'],
    expected: 'The response to a request without a key is `{ "errors": ["message"] }`.',
    dependsOn: ['authentication.no-key', 'errors.body'],
    run: async (context) => {
      const { body } = await replyTo(context, 'none');
      return compare(hasErrors(body) ? undefined : formOf(body));
    },
  },
];
