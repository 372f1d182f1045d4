import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { isThere } from './test/fixtures/chromium.js';

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** Tests import the package by its name, as its users do. */
export const alias = [
  { find: /^payments-data-client$/, replacement: source('index.ts') },
  { find: /^payments-data-client\/inspector$/, replacement: source('tools/inspector/index.ts') },
  { find: /^payments-data-client\/(.+)$/, replacement: source('$1/index.ts') },
];

type Test = NonNullable<TestProjectInlineConfiguration['test']>;

/** How long `expect.poll` waits: a busy machine needs more than the second of Vitest. */
const patient: Test = { expect: { poll: { timeout: 15_000 } } };

/** Tests of `src`. */
const ofSource = (name: string, test: Test) => ({
  resolve: { alias },
  test: { name, ...patient, ...test },
});

/** Tests of `dist`, which run after a build. A slow machine paints and compiles late. */
const ofBuild = (name: string, test: Test) => ({
  test: {
    name,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    ...test,
  },
});

/** The same in Chromium, one file at a time. */
const inChromium = (name: string, setup: string) =>
  ofBuild(name, {
    include: isThere ? [`test/**/${name}/*.browser.ts`] : [],
    globalSetup: isThere ? [setup] : [],
    fileParallelism: false,
    isolate: false, // the files share a connection to the browser
  });

/** Files that replace a module, or a global: @hono/node-server replaces `Response`. */
const isolated = [
  'test/http/ky.test.ts',
  'test/http/older-runtimes.test.ts',
  'test/proxy/session.test.ts',
  'test/snippets/recipes.test.ts',
];

// `npm test` and the scripts of package.json run one project each.
export default defineConfig({
  test: {
    maxWorkers: '100%', // by default, one core of a machine with two is idle
    passWithNoTests: !isThere,
    projects: [
      ofSource('unit', {
        include: ['test/**/*.test.{ts,tsx}'],
        exclude: ['test/package/**', 'test/browser/**', ...isolated],
        // Files share the modules and the globals of a thread: isolation took a third of the time.
        pool: 'threads',
        isolate: false,
        unstubGlobals: true,
        unstubEnvs: true,
        testTimeout: 20_000,
      }),
      ofSource('unit-isolated', { include: isolated, testTimeout: 20_000 }),
      ofSource('thorough', { include: ['test/**/*.thorough.ts'], testTimeout: 120_000 }),
      ofBuild('package', {
        include: ['test/package/*.test.ts'],
        globalSetup: ['test/package/tarball.ts'],
      }),
      ofBuild('browser', { include: ['test/browser/*.test.ts'] }),
      inChromium('inspector', 'test/tools/inspector/start-chromium.ts'),
      inChromium('playground', 'test/playground/start-playground.ts'),
    ],
  },
});
