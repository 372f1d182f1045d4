import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { npm, run } from './command.js';
import { expected } from './expected.js';
import { serveWorkspace } from './service.js';

const folder = join(import.meta.dirname, 'runtimes');
const consumer = inject('consumer');
const isThere = process.platform === 'linux' && process.arch === 'x64';
if (!isThere)
  console.log(`Not tested on ${process.platform}-${process.arch}: Node 22, 24 and 26, Bun, Deno, workerd.`);

const path = (name: string) => join(folder, 'node_modules', name);
const deno = [
  path('deno/deno'),
  'run',
  '--no-prompt',
  '--no-config',
  '--node-modules-dir=manual',
  '--no-lock',
];

/** How each runtime starts a program, which follows. Deno's may ask the test's server and read the environment of none. */
const runtimes: Record<string, readonly string[]> = {
  'the Node that runs this': [process.execPath],
  ...(isThere && {
    'Node 22': [path('node-22/bin/node')],
    'Node 24': [path('node-24/bin/node')],
    'Node 26': [path('node-26/bin/node')],
    Bun: [path('bun/bin/bun')],
    Deno: [...deno, '--allow-net=127.0.0.1'],
  }),
};

let service: Awaited<ReturnType<typeof serveWorkspace>>;
beforeAll(async () => {
  if (isThere) await npm(['ci'], folder);
  service = await serveWorkspace(consumer);
});
afterAll(() => service.close());

describe.each(Object.entries(runtimes))('in %s', (name, [command = '', ...flags]) => {
  const start = (...program: string[]) => run(command, [...flags, ...program], consumer);

  test('the package works by import', async () => {
    expect(JSON.parse(await start('esm.mjs', service.url))).toEqual(expected);
  });
  test('the package works by require', async () => {
    const reading = name === 'Deno' ? ['--allow-read', 'cjs.cjs'] : ['cjs.cjs'];
    expect(JSON.parse(await start(...reading, service.url))).toEqual(expected);
  });
  test('nothing that is printed shows the key', async () => {
    const printed = await start('shown.mjs');
    expect(printed.length).toBeGreaterThan(1000);
    expect(printed).not.toContain('key-of-the-workspace');
  });
});

describe.runIf(isThere)('in workerd', () => {
  test('the package works in a bundle', async () => {
    await build({
      entryPoints: [join(consumer, 'worker.mjs')],
      outfile: join(consumer, 'worker.bundle.mjs'),
      bundle: true,
      format: 'esm',
      conditions: ['workerd'],
      mainFields: ['module', 'main'],
    });
    const env = { ...process.env, SERVICE: service.url };
    const printed = await run(path('workerd/bin/workerd'), ['test', 'worker.capnp'], consumer, env);
    expect(JSON.parse(printed)).toEqual(expected);
  });
});
