import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expected, expectedBesidePeers } from '../package/expected.js';
import { serveWorkspace } from '../package/service.js';
import { isThere, startChromium } from './chromium.js';
import { serveSite } from './site.js';

describe.runIf(isThere)('in Chromium', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let service: Awaited<ReturnType<typeof serveWorkspace>>;

  beforeAll(async () => {
    browser = await startChromium();
    site = await serveSite();
    service = await serveWorkspace(resolve(import.meta.dirname, '../../dist/mock/index.js'));
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    service?.close();
  });

  /** Opens a page, runs its exercise, and gives what came of it and what it threw outside. */
  async function open(name: string): Promise<{ result: unknown; thrown: string[]; printed: string }> {
    const page = await browser.newPage();
    const thrown: string[] = [];
    const lines: string[] = [];
    page.on('pageerror', (error) => thrown.push(String(error)));
    page.on('console', (message) => lines.push(message.text()));
    await page.goto(`${site.url}/test/browser/pages/${name}.html`);
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

  test("MSW's worker answers with the mock, and the other entries work too", async () => {
    const { result, thrown } = await open('peers');
    expect(result).toEqual(expectedBesidePeers);
    expect(thrown).toEqual([]);
  });
});
