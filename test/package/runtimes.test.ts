import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from './command.js';
import { expected } from './expected.js';
import { deno, isThere, nodes, runInWorkerd, runtime } from './runtimes.js';
import { serveWorkspace } from './service.js';

const consumer = inject('consumer');

/** How each runtime starts a program. */
const runtimes: Record<string, readonly string[]> = { 'this Node': [process.execPath] };
for (const [name, node] of Object.entries(nodes)) runtimes[name] = [node];
if (isThere) {
  runtimes.Bun = [runtime('bun/bin/bun')];
  runtimes.Deno = deno;
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
  test.runIf(name.startsWith('Node'))('the package works without require(esm)', async () => {
    const program = ['--no-experimental-require-module', 'cjs.cjs'];
    expect(JSON.parse(await start(...program, service.url))).toEqual(expected);
  });
  test('no printed value contains the API key', async () => {
    const printed = await start('shown.mjs');
    expect(printed.length).toBeGreaterThan(1000);
    expect(printed).not.toContain('key-of-the-workspace');
  });
});

test.runIf(isThere)('the package works in a bundle for workerd', async () => {
  expect(JSON.parse(await runInWorkerd(consumer, 'worker.mjs', service.url))).toEqual(expected);
});
