import { compare, differs, holds, needs, type Probe, type ProbeContext } from '../probe.js';
import type { Credentials, ProbeRequest } from '../service-session.js';
import { formOf, hasErrors } from './responses.js';

/** Requests the first list with other credentials. Each is sent once, and never again. */
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

const refusalProbe = (
  id: string,
  rules: Probe['rules'],
  expected: string,
  credentials: Credentials,
): Probe => ({
  id,
  rules,
  expected,
  ask: async (context) => {
    const { status, isRefusal } = await replyTo(context, credentials);
    if (status < 300 && !isRefusal) return { ...differs('accepted'), isDangerous: true };
    return status === 401 ? holds('the status 401') : differs(`the status ${status}`);
  },
});

/** Which requests a service accepts. Asked last: some services lock out a client that sends wrong keys. */
export const authentication: readonly Probe[] = [
  refusalProbe(
    'authentication.no-key',
    ['authentication 1', 'authentication 7', 'decision 3'],
    'A request without a key has the status 401.',
    'none',
  ),
  refusalProbe(
    'authentication.other-scheme',
    ['authentication 1', 'authentication 7'],
    'A request with another scheme than `APIKey` has the status 401.',
    'otherScheme',
  ),
  refusalProbe(
    'authentication.unknown-key',
    ['authentication 7'],
    'A request with an unknown key has the status 401.',
    'wrongKey',
  ),
  {
    id: 'authentication.scheme-case',
    rules: ['decision 5'],
    expected: 'The scheme `APIKey` is case-insensitive.',
    ask: async (context) => {
      const { status, isRefusal } = await replyTo(context, 'lowerCase');
      return compare(status < 300 && !isRefusal ? undefined : `the status ${status}`);
    },
  },
  {
    id: 'authentication.first',
    rules: ['decision 3'],
    expected: 'A request without a key has the status 401, also if its query is invalid.',
    restsOn: ['authentication.no-key', 'errors.broken-json'],
    ask: async (context) => {
      const { status } = await replyTo(context, 'none', { where: {}, write: () => '{' });
      return compare(status === 401 ? undefined : `the status ${status}`);
    },
  },
  {
    id: 'authentication.body',
    rules: ['decision 3'],
    expected: 'The body of a request without a key is `{ "errors": ["message"] }`.',
    restsOn: ['authentication.no-key', 'errors.body'],
    ask: async (context) => {
      const { body } = await replyTo(context, 'none');
      return compare(hasErrors(body) ? undefined : formOf(body));
    },
  },
];
