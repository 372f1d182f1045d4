import { createServer } from 'node:http';
import process from 'node:process';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { visit } from './page.mjs';
import { createPageProxy } from './proxy.mjs';

const proxy = createPageProxy(process.argv[2]);
const app = new Hono()
  .get('/api/*', ({ req }) => proxy.fetch(req.raw))
  .all('/api/*', ({ req }) => proxy.fetch(req.raw));

/** What a page gets from a server with a handler. */
async function serve(handler) {
  const server = createServer(getRequestListener(handler));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await visit(`http://127.0.0.1:${server.address().port}/api`, { cookie: 'user=ada' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

console.log(JSON.stringify({ http: await serve(proxy.fetch), hono: await serve(app.fetch) }));
