import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Lets pages of any origin read answers. The key is a header, not a cookie, so that no origin gets more than it sent. */
export const corsHeaders: OutgoingHttpHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Allow, Retry-After, WWW-Authenticate',
};

/** The answer to a browser that asks whether it may send a request. */
export const preflightHeaders = (asked: IncomingHttpHeaders): OutgoingHttpHeaders => ({
  ...corsHeaders,
  'access-control-allow-methods': 'GET, PUT, DELETE',
  // By name: a star does not stand for Authorization.
  'access-control-allow-headers': asked['access-control-request-headers'] ?? 'Authorization, Content-Type',
  'access-control-max-age': '600',
  ...(asked['access-control-request-private-network'] === 'true' && {
    'access-control-allow-private-network': 'true',
  }),
});
