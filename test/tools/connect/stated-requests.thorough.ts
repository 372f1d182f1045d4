import { describe, expect, test } from 'vitest';
import { serversByFilter, serversByResponse } from './changed-servers.js';
import { type StatedRequest, startServer } from './servers/changed-server.js';

/** The status, the headers and the body of the response to a stated request. */
async function respond(
  { fetch, baseUrl, apiKey }: ReturnType<typeof startServer>,
  stated: StatedRequest,
) {
  const { path, authorization } =
    typeof stated === 'string'
      ? { path: stated, authorization: (key: string) => `APIKey ${key}` }
      : stated;
  const header = authorization(String(apiKey));
  const headers = header === undefined ? {} : { Authorization: header };
  const response = await fetch(`${baseUrl}/v1${path}`, { headers });
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}

describe('a changed service responds differently to the request that shows it, and to no similar one', () => {
  const usual = startServer({});

  test.each([...serversByFilter, ...serversByResponse])(
    '$name',
    async ({ shownBy, keeps, ...server }) => {
      const changed = startServer(server);
      expect(await respond(changed, shownBy)).not.toEqual(await respond(usual, shownBy));
      for (const kept of keeps)
        expect(await respond(changed, kept)).toEqual(await respond(usual, kept));
    },
  );
});
