import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isThere, startChromium } from '../fixtures/chromium.js';
import { npm, project } from '../package/command.js';
import { expected, expectedBesidePeers, expectedThroughProxy } from '../package/expected.js';
import { serveWorkspace } from '../package/service.js';
import { extractSnippets } from '../snippets/extract-snippets.js';
import { serveSite } from './site.js';

/** Writes the React page of the guide, with a mock in a service worker, into a folder. */
function writeReactPage(): string {
  mkdirSync(join(project, '.scratch'), { recursive: true });
  const folder = mkdtempSync(join(project, '.scratch/react-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(project, join(folder, 'node_modules/payments-data-client'));
  symlinkSync(join(project, 'node_modules/msw'), join(folder, 'node_modules/msw'));
  const app = extractSnippets('docs/guide/react.md').find(({ file }) => file === 'app.tsx');
  writeFileSync(join(folder, 'app.tsx'), app?.code ?? '');
  writeFileSync(
    join(folder, 'main.tsx'),
    `import { setupWorker } from 'msw/browser';
import { createMock } from 'payments-data-client/mock';
import { mockHandlers } from 'payments-data-client/msw';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';

const mock = createMock({ baseUrl: '/api', apiKeys: false });
await setupWorker(...mockHandlers(mock)).start();
createRoot(document.body.appendChild(document.createElement('div'))).render(<App />);
`,
  );
  return folder;
}

describe.runIf(isThere)('in Chromium', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let service: Awaited<ReturnType<typeof serveWorkspace>>;

  beforeAll(async () => {
    browser = await startChromium();
    site = await serveSite();
    service = await serveWorkspace(join(project, 'dist/mock/index.js'));
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    service?.close();
  });

  /** Opens a page, runs its exercise, and gives what came of it and what it threw outside. */
  async function open(
    name: string,
    { url } = site,
  ): Promise<{ result: unknown; thrown: string[]; printed: string }> {
    const page = await browser.newPage();
    const thrown: string[] = [];
    const lines: string[] = [];
    page.on('pageerror', (error) => thrown.push(String(error)));
    page.on('console', (message) => lines.push(message.text()));
    await page.goto(`${url}/test/browser/pages/${name}.html`);
    await page.waitForFunction('globalThis.exercise');
    const result = await page.evaluate(`exercise(${JSON.stringify(service.url)})`);
    await page.close();
    return { result, thrown, printed: lines.join('\n') };
  }

  test.each([
    ['as they are shipped, without a bundler', 'modules'],
    ['in a bundle', 'bundle'],
  ])('the client and the mock work %s', async (_, name) => {
    const { result, thrown, printed } = await open(name);
    expect(result).toEqual(expected);
    expect(thrown).toEqual([]);
    expect(printed).not.toContain('key-of-the-workspace');
  });

  /**
   * Gives a folder with MSW 3 in it. That asks for Node 22, but all that runs of it is what a page
   * loads.
   */
  async function installMsw3(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(project, 'test/package/consumer-with-peers/msw-3'), folder, { recursive: true });
    await npm(['install', '--no-package-lock'], folder);
    return folder;
  }

  test.each([
    ['2', () => project],
    ['3', installMsw3],
  ])(
    "MSW %s's worker answers with the mock, and the other entries work too",
    async (major, install) => {
      const site = await serveSite(await install());
      onTestFinished(site.close);
      const { result, thrown, printed } = await open('peers', site);
      expect(result).toEqual(expectedBesidePeers);
      expect(thrown).toEqual([]);
      const worker = await fetch(`${site.url}/mockServiceWorker.js`);
      expect(await worker.text()).toContain(`PACKAGE_VERSION = '${major}.`);
      expect(printed).not.toContain('different version of MSW'); // as it warns beside another's worker
    },
    240_000,
  );

  test('a page with a session cookie reads through the proxy, and never sees the key', async () => {
    const apiKey = 'key-of-the-workspace';
    const read = (entry: string) =>
      import(pathToFileURL(join(project, `dist/${entry}index.js`)).href);
    const { paymentsSchema, pickSchema } = await read('');
    const { fetch } = (await read('proxy/')).createProxy({
      baseUrl: service.url,
      apiKey,
      schema: pickSchema(paymentsSchema, { balances: ['name', 'unit'], units: ['symbol'] }),
      authenticate: ({ headers }: Request) => /user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1],
      policies: {
        balances: (user: string) => user === 'ada' && { balance: { gte: '0' } },
        units: true,
      },
    });
    const proxy = getRequestListener(fetch);
    const site = await serveSite(project, (request, response) => {
      if (request.url !== '/api/login') return proxy(request, response);
      const cookie = 'user=ada; HttpOnly; SameSite=Strict; Path=/api';
      response.writeHead(204, { 'set-cookie': cookie }).end();
    });
    onTestFinished(site.close);
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const seen: string[] = [];
    page.on('request', (request) =>
      seen.push(`${request.url()} ${JSON.stringify(request.headers())}`),
    );
    page.on('response', async (response) => seen.push(JSON.stringify(response.headers())));
    await page.goto(`${site.url}/test/browser/pages/proxy.html`);
    await page.waitForFunction('globalThis.visitProxy');
    expect(await page.evaluate('visitProxy()')).toEqual({
      before: 401,
      ...expectedThroughProxy,
      anonymous: 'none',
    });
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.join()).not.toContain(apiKey);
    expect(seen.some((line) => line.includes(service.url))).toBe(false); // the page knows the backend only
  });

  test("the guide's React page shows and searches the rows of the mock", async () => {
    const folder = writeReactPage();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="main.bundle.js"></script>',
    );
    const site = await serveSite(folder);
    onTestFinished(site.close);
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${site.url}/home/index.html`);
    await page.waitForFunction("document.querySelectorAll('p').length > 1");
    await page.getByLabel('Search').fill('Ada');
    await expect
      .poll(() => page.locator('p').allTextContents())
      .toEqual(['Ada Lovelace, PTS: P 4691.15']);
  });
});
