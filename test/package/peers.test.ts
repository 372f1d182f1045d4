import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { npm, run } from './command.js';
import { compile, compilers, environments, resolutions } from './compile.js';
import { expectedBesidePeers } from './expected.js';
import { addModules } from './modules.js';
import { nodes } from './runtimes.js';
import { serveWorkspace } from './service.js';

const here = { 'the Node that runs this': process.execPath };
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const runsMsw3 = major > 22 || (major === 22 && minor >= 12);
if (!runsMsw3 && Object.keys(nodes).length === 0)
  console.log('Not tested: MSW 3, which asks for Node 22.12.');

/** The oldest and the newest compiler. */
const ends = [compilers[0], compilers.at(-1)].map(String);
const both = ['types.ts', 'types.cts'];

/**
 * The folders of peers: in which versions of Node they run, and which programs their types support.
 */
const folders = [
  { peers: 'newest', runs: here, files: both },
  { peers: 'oldest', runs: here, files: both },
  { peers: 'msw-3', runs: { ...(runsMsw3 && here), ...nodes }, files: ['types.ts'] }, // it has no CommonJS types
];

let service: Awaited<ReturnType<typeof serveWorkspace>>;
beforeAll(async () => {
  const home = join(inject('consumer'), 'node_modules/payments-data-client');
  service = await serveWorkspace(join(home, 'dist/mock/index.js'));
});
afterAll(() => service.close());

describe.each(folders)('beside the peers of `$peers`', ({ peers, runs, files }) => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));
  beforeAll(async () => {
    const source = join(import.meta.dirname, 'consumer-with-peers');
    cpSync(join(source, 'programs'), folder, { recursive: true });
    cpSync(join(folder, 'types.ts'), join(folder, 'types.cts'));
    if (peers === 'newest') {
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      return void addModules(folder); // those that this project has
    }
    cpSync(join(source, peers), folder, { recursive: true });
    await npm(['install', '--no-package-lock', inject('tarball')], folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(Object.entries(runs))(
    'every entry works in %s, by import and by require',
    async (_, node) => {
      expect(JSON.parse(await run(node, ['esm.mjs', service.url], folder))).toEqual(
        expectedBesidePeers,
      );
      expect(JSON.parse(await run(node, ['cjs.cjs', service.url], folder))).toEqual(
        expectedBesidePeers,
      );
    },
  );

  test.each(ends)('compiles under %s, but for what others declare wrongly', async (compiler) => {
    const others = /(?:^|\/)node_modules\/(?!payments-data-client\/)/;
    const errors = await compile(
      compiler,
      [...environments.browser, ...resolutions.node],
      files,
      folder,
    );
    expect(errors.filter((error) => !others.test(error))).toEqual([]);
  });
});
