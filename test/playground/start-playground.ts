import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the playground as `npm run playground` serves it. */
    playground: string;
    /** The URL of the built playground. */
    builtPlayground: string;
  }
}

const folder = resolve(import.meta.dirname, '../../examples/playground');
const vite = resolve(folder, 'node_modules/vite/bin/vite.js');

/** Builds and serves the installed playground. */
export default async function startPlayground({ provide }: TestProject): Promise<() => void> {
  const built = mkdtempSync(join(tmpdir(), 'playground-'));
  const build = [vite, 'build', '--outDir', built, '--emptyOutDir', '--logLevel', 'error'];
  const { status, stdout, stderr } = spawnSync(process.execPath, build, {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The playground cannot be built:\n${stdout}\n${stderr}`);
  const servers = [await serve([]), await serve(['preview', '--outDir', built])] as const;
  provide('playground', servers[0].url);
  provide('builtPlayground', servers[1].url);
  return () => {
    for (const { process: server } of servers) server.kill();
    rmSync(built, { recursive: true });
  };
}

/** Starts Vite on a free port; resolves when it responds. */
async function serve(input: readonly string[]): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const server = spawn(process.execPath, [vite, ...input, '--port', String(port), '--strictPort'], {
    cwd: folder,
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 300; tries++) {
    if (await fetch(url).catch(() => undefined)) return { url, process: server };
    await new Promise((done) => setTimeout(done, 100));
  }
  server.kill();
  throw new Error(`Vite did not respond at ${url}.`);
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
