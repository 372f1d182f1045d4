import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isThere, startChromium } from '../fixtures/chromium.js';
import { installed, npm, project } from '../package/command.js';
import { expected, expectedBesidePeers } from '../package/expected.js';
import { serveWorkspace } from '../package/service.js';
import { serveSite } from './site.js';

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

  test('the table of the examples shows each customer its own rows, without an API key', async () => {
    const serve = [installed('tsx/dist/cli.mjs'), 'examples/balances-table/serve.ts'];
    const server = spawn(process.execPath, serve, {
      cwd: project,
      env: { ...process.env, PORT: '0' },
    });
    onTestFinished(() => void server.kill());
    const [line] = await once(server.stdout, 'data');
    const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
    onTestFinished(() => page.close());
    const sent: string[] = [];
    page.on('request', (request) => sent.push(JSON.stringify(request.headers())));
    await page.goto(/http:\S+\d/.exec(String(line))?.[0] ?? '');
    expect(await page.evaluate(`fetch('/api/v1/balances').then(({ status }) => status)`)).toBe(401);
    const sees = (names: readonly string[]) =>
      expect.poll(() => page.locator('tbody td:first-child').allTextContents()).toEqual(names);
    const ten = (customer: string) =>
      Array(10).fill(expect.stringMatching(`^${customer}, savings`));
    const press = (name: string) => page.getByRole('button', { name }).click();
    const signIn = async (customer: string) => {
      await page.getByLabel('Customer').fill(customer);
      await press('Sign in');
    };
    await signIn('Ada');
    await sees(ten('Ada'));
    await press('Next');
    await press('Next');
    await sees(['Ada, savings 8']);
    await page.getByLabel('Search').fill('savings 2');
    await page.locator('[name=type]').selectOption('children');
    await page.locator('[name=unit]').selectOption('EUR');
    await press('balance');
    await sees([22, 23, 2, 20].map((number) => `Ada, savings ${number}`));
    for (const column of ['Type', 'Available'])
      await page.getByRole('checkbox', { name: column }).check();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    const align = "getComputedStyle(document.querySelector('td:nth-child(3)')).textAlign";
    expect(await page.evaluate(align)).toBe('right');
    await press('Sign out');
    await page.evaluate(`shown = '';
      new MutationObserver(() => { shown += document.body.textContent; })
        .observe(document.body, { childList: true, subtree: true, characterData: true })`);
    await signIn('Grace');
    await sees(ten('Grace'));
    expect(await page.evaluate('shown')).not.toContain('Ada, ');
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.join()).not.toMatch(/authorization|APIKey/i);
  });
});
