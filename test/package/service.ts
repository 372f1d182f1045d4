import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Listening, listen } from '../fixtures/listen.js';

/** Allows requests from a page of any origin. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': '*',
};

/**
 * Starts a real server with the workspace of the exercise, which the mock in a file serves.
 * Requests below `/slow` get no response, those below `/moved` a redirect, and those below
 * `/broken` a closed connection.
 */
export async function serveWorkspace(mockFile: string): Promise<Listening> {
  const read = (path: string) => import(pathToFileURL(path).href);
  const { createMock } = await read(mockFile);
  const { workspace } = await read(join(import.meta.dirname, 'consumer/workspace.mjs'));
  const mock = createMock(workspace);

  const server = createServer(async (request, response) => {
    const { url = '/', method = 'GET' } = request;
    if (method === 'OPTIONS') return response.writeHead(204, open).end();
    if (url.startsWith('/slow')) return;
    if (url.startsWith('/broken')) return request.socket.destroy();
    if (url.startsWith('/moved'))
      return response.writeHead(302, { ...open, location: '/v1/balances' }).end();
    const headers = new Headers(request.headers as Record<string, string>); // request headers are not arrays
    const body = method === 'PUT' ? { body: await textOf(request) } : {};
    const answer = await mock.fetch(new URL(url, mock.baseUrl), { method, headers, ...body });
    response.writeHead(answer.status, { ...open, ...Object.fromEntries(answer.headers) });
    response.end(await answer.text());
  });
  return listen(server);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
