import { type HttpHandler, http } from 'msw';
import { assertMock } from '../mock/assert-mock.js';
import type { Mock } from '../mock/create-mock.js';

/**
 * The handlers that answer with a mock wherever MSW intercepts: one for everything below the mock's base URL. What the
 * service does not have is answered with 404; requests elsewhere pass through.
 *
 * @throws ConfigurationError where something else than a mock is given.
 * @example
 * const server = setupServer(...mockHandlers(mock));
 */
export function mockHandlers(mock: Pick<Mock, 'baseUrl' | 'fetch'>): HttpHandler[] {
  assertMock('mockHandlers', mock);
  return [
    http.all(`${mock.baseUrl}/*`, async ({ request }) => {
      try {
        return await mock.fetch(request);
      } catch {
        return Response.error(); // a fault of the network, or an abort; anything thrown would become a status 500
      }
    }),
  ];
}
