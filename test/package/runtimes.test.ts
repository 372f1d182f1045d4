import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from './command.js';
import { expected } from './expected.js';
import { isThere, nodes, runtime } from './runtimes.js';
import { serveWorkspace } from './service.js';

const consumer = inject('consumer');

/**
 * How each runtime starts a program. In Deno, the program may only access the server of the test.
 */
const runtimes: Record<string, readonly string[]> = { 'this Node': [process.execPath] };
for (const [name, node] of Object.entries(nodes)) runtimes[name] = [node];
if (isThere) {
  runtimes.Bun = [runtime('bun/bin/bun')];
  const plain = ['--no-prompt', '--no-config', '--no-lock', '--node-modules-dir=manual'];
  runtimes.Deno = [runtime('deno/deno'), 'run', ...plain, '--allow-net=127.0.0.1'];
} else {
  console.log(
    `Not tested on ${process.platform}-${process.arch}: Node 22, 24 and 26, Bun, Deno, workerd.`,
  );
}

let service: Awaited<ReturnType<typeof serveWorkspace>>;
beforeAll(async () => {
  service = await serveWorkspace(
    join(consumer, 'node_modules/payments-data-client/dist/mock/index.js'),
  );
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
  test('no printed value contains the API key', async () => {
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
    const printed = await run(
      runtime('workerd/bin/workerd'),
      ['test', 'worker.capnp'],
      consumer,
      env,
    );
    expect(JSON.parse(printed)).toEqual(expected);
  });
});
