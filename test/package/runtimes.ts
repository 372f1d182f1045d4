import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { run } from './command.js';

/** The folder whose package.json has the exact versions of the runtimes. None has dependencies. */
export const folder = join(import.meta.dirname, 'runtimes');

/** Whether the runtimes that npm installs run on this platform. */
export const isThere = process.platform === 'linux' && process.arch === 'x64';

/** The path of an installed runtime. */
export const runtime = (path: string): string => join(folder, 'node_modules', path);

/** The installed versions of Node, in addition to the one that runs the tests. */
export const nodes: Record<string, string> = isThere
  ? {
      'Node 22': runtime('node-22/bin/node'),
      'Node 24': runtime('node-24/bin/node'),
      'Node 26': runtime('node-26/bin/node'),
    }
  : {};

/** How Deno starts a program, which may only access the server of the test. */
export const deno: readonly string[] = [
  ...[runtime('deno/deno'), 'run', '--no-prompt', '--no-config', '--no-lock'],
  ...['--node-modules-dir=manual', '--allow-net=127.0.0.1'],
];

/** Runs a program of the consumer in workerd, as a bundle. */
export async function runInWorkerd(consumer: string, program: string, service: string) {
  const folder = mkdtempSync(join(consumer, 'workerd-'));
  copyFileSync(join(consumer, 'worker.capnp'), join(folder, 'worker.capnp'));
  await build({
    entryPoints: [join(consumer, program)],
    outfile: join(folder, 'worker.bundle.mjs'),
    bundle: true,
    format: 'esm',
    conditions: ['workerd'],
    mainFields: ['module', 'main'],
  });
  const env = { ...process.env, SERVICE: service };
  return run(runtime('workerd/bin/workerd'), ['test', 'worker.capnp'], folder, env);
}
