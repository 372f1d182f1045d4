import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { type Listening, listen } from '../fixtures/listen.js';
import { project } from '../package/command.js';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
};

/** Under which path a page finds which folder. */
const folders: Record<string, string> = {
  '/test/': 'test/',
  '/dist/': 'dist/',
  '/ky/': 'node_modules/ky/distribution/',
  '/json5/': 'node_modules/json5/dist/',
};

/**
 * Serves the pages: each `.mjs` as it is, and bundled if `.bundle.js` is requested. MSW and its
 * worker are those that are installed in the folder `home`.
 */
export async function serveSite(home = project): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const { url = '/' } = request;
    try {
      const content = await read(url, home);
      response.writeHead(200, { 'content-type': types[extname(url)] ?? 'text/plain' }).end(content);
    } catch (error) {
      response.writeHead(404).end(String(error));
    }
  });
  return listen(server);
}

async function read(url: string, home: string): Promise<Uint8Array> {
  if (url === '/mockServiceWorker.js') return readFile(join(home, 'node_modules/msw/lib', url));
  const [path, folder] = Object.entries(folders).find(([path]) => url.startsWith(path)) ?? [];
  if (!path || !folder || url.includes('..')) throw new Error(`Nothing is served at ${url}.`);
  const file = resolve(project, folder, url.slice(path.length));
  if (!file.endsWith('.bundle.js')) return readFile(file);
  return bundle(file.replace(/\.bundle\.js$/, '.mjs'), home);
}

async function bundle(file: string, home: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    plugins: [mswOf(home)],
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** Has `msw` and its entries looked up from one folder, whoever imports them. */
const mswOf = (home: string): Plugin => ({
  name: 'msw-of-home',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^msw(\/|$)/ }, ({ path, kind, resolveDir }) =>
      resolveDir === home ? undefined : resolve(path, { kind, resolveDir: home }),
    ),
});
