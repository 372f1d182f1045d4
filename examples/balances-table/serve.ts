// Serves the table with the mock as its service: npx tsx serve.ts
// Install first: npm install esbuild @hono/node-server
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { build } from 'esbuild';
import { createMock } from 'payments-data-client/mock';
import { createBackend } from './backend.js';
import { insertCustomers } from './customers.js';

const mock = createMock({ data: {} });
const backend = createBackend(mock.clientOptions, insertCustomers(mock));
const api = getRequestListener(backend);

const folder = import.meta.dirname;
const page = readFileSync(join(folder, 'index.html'));
const { outputFiles } = await build({
  entryPoints: [join(folder, 'main.tsx')],
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  write: false,
});

const server = createServer((request, response) => {
  if (request.url?.startsWith('/api/')) return api(request, response);
  const isScript = request.url === '/main.js';
  const type = isScript ? 'text/javascript' : 'text/html';
  response.writeHead(200, { 'Content-Type': type });
  response.end(isScript ? outputFiles[0]?.contents : page);
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object')
    console.log(`Open http://127.0.0.1:${address?.port}, as Ada or Grace.`);
});
