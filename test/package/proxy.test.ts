import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { installed, run } from './command.js';
import { expectedThroughProxy as expected } from './expected.js';
import { deno, isThere, nodes, runInWorkerd, runtime } from './runtimes.js';
import { serveWorkspace } from './service.js';

const consumer = inject('consumer');
const folder = join(consumer, 'proxy');

let service: Awaited<ReturnType<typeof serveWorkspace>>;
beforeAll(async () => {
  service = await serveWorkspace(
    join(consumer, 'node_modules/payments-data-client/dist/mock/index.js'),
  );
  mkdirSync(join(folder, 'node_modules/@hono'), { recursive: true });
  for (const name of ['hono', '@hono/node-server'])
    symlinkSync(installed(name), join(folder, 'node_modules', name));
});
afterAll(() => service.close());

describe('a page reads through the proxy', () => {
  test.each(Object.entries({ 'the Node that runs this': process.execPath, ...nodes }))(
    'in %s, on its own server and in Hono',
    async (_, node) => {
      const { http, hono } = JSON.parse(await run(node, ['node.mjs', service.url], folder));
      expect(http).toEqual(expected);
      expect(hono).toEqual(expected);
    },
  );

  test.runIf(isThere)('in Bun', async () => {
    expect(JSON.parse(await run(runtime('bun/bin/bun'), ['bun.mjs', service.url], folder))).toEqual(
      expected,
    );
  });

  test.runIf(isThere)('in Deno', async () => {
    const [command = '', ...flags] = deno;
    expect(JSON.parse(await run(command, [...flags, 'deno.mjs', service.url], folder))).toEqual(
      expected,
    );
  });

  test.runIf(isThere)('in workerd', async () => {
    const printed = await runInWorkerd(consumer, 'proxy/worker.mjs', service.url);
    expect(JSON.parse(printed)).toEqual(expected);
  });
});
