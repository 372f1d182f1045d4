import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
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
  const port = await freePort();
  const serve = [vite, 'preview', '--outDir', built, '--port', `${port}`, '--strictPort'];
  const server = spawn(process.execPath, serve, { cwd: folder, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 300; tries++) {
    if (await fetch(url).catch(() => undefined)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  provide('builtPlayground', url);
  return () => {
    server.kill();
    rmSync(built, { recursive: true });
  };
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }; // it listens on TCP
      server.close(() => resolve(port));
    });
  });
}
