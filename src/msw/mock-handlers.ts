import { type HttpHandler, http } from 'msw';
import { type AnyMock, assertMock } from '../mock/service.js';

/**
 * Creates MSW handlers that pass all requests below the mock's base URL to the mock. A path that
 * the service does not have returns 404. Requests to other URLs are not handled.
 *
 * @throws ConfigurationError for anything but a mock.
 * @example
 * const server = setupServer(...mockHandlers(mock));
 */
export function mockHandlers(mock: Pick<AnyMock, 'baseUrl' | 'fetch'>): HttpHandler[] {
  assertMock('mockHandlers', mock);
  return [
    // A regular expression: of a text, MSW decodes what `*` matches, and fails if it is not UTF-8.
    http.all(new RegExp(`^${literalPattern(mock.baseUrl)}/`), async ({ request }) => {
      try {
        return await mock.fetch(request);
      } catch {
        // A network fault or an abort. MSW would turn an exception into status 500.
        return Response.error();
      }
    }),
  ];
}

/** Text as the source of a regular expression that matches only it. */
const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
