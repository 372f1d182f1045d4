import type { IncomingHttpHeaders } from 'node:http';

/**
 * Lets pages of any origin read responses, if they have the key: it is not a cookie, which a browser would add.
 * The command line generates a random key, because the default key of `createMock` is the same everywhere.
 */
export const corsHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Allow, Retry-After, WWW-Authenticate',
};

/** The headers of the response to a preflight request. */
export const preflightHeaders = (requested: IncomingHttpHeaders): Record<string, string> => ({
  ...corsHeaders,
  'access-control-allow-methods': 'GET, PUT, DELETE',
  // By name, because `*` does not include Authorization.
  'access-control-allow-headers':
    requested['access-control-request-headers'] ?? 'Authorization, Content-Type',
  'access-control-max-age': '600',
  ...(requested['access-control-request-private-network'] === 'true' && {
    'access-control-allow-private-network': 'true',
  }),
});
