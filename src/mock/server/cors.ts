import type { IncomingHttpHeaders } from 'node:http';
import type { OptionCheck } from '../../values/check-options.js';

/** The origins of pages that may read responses, besides those of this machine. */
export type Origins = readonly string[] | '*';

export const originsCheck: OptionCheck = [
  (value) => value === '*' || (Array.isArray(value) && value.every(isOrigin)),
  "an array of origins such as https://app.example, or '*'",
];

export const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value;

const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** The headers that let a page read a response. Not any page: the default key of `createMock` is the same everywhere. */
export function corsHeaders({ origin = '' }: IncomingHttpHeaders, origins: Origins): Record<string, string> {
  const isAllowed = LOCAL.test(origin) || origins === '*' || origins.includes(origin);
  return {
    vary: 'Origin',
    ...(isAllowed && {
      'access-control-allow-origin': origin || '*',
      'access-control-expose-headers': 'Allow, Retry-After, WWW-Authenticate',
    }),
  };
}

/** The headers of the response to a preflight request of a page that may read responses. */
export const preflightHeaders = (requested: IncomingHttpHeaders): Record<string, string> => ({
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  // By name, because `*` does not include Authorization.
  'access-control-allow-headers':
    requested['access-control-request-headers'] ?? 'Authorization, Content-Type',
  'access-control-max-age': '600',
  ...(requested['access-control-request-private-network'] === 'true' && {
    'access-control-allow-private-network': 'true',
  }),
});
