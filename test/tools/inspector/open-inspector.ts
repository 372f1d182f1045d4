import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { createMock } from '../../../src/mock/create-mock.js';
import type { MockData } from '../../../src/mock/database.js';
import { type MockServer, serveMock } from '../../../src/mock/server/serve-mock.js';
import type { Mock } from '../../../src/mock/service.js';
import { inspector } from '../../../src/tools/inspector/plugin.js';
import { slowDown } from '../../fixtures/chromium.js';

/** A browser page of the inspector, and what it shows. */
export interface OpenInspector {
  readonly page: Page;
  readonly mock: Mock;
  readonly server: MockServer;
  /** Sends a request to the mock with its key. */
  readonly send: (path: string) => Promise<Response>;
  /** Exceptions, refused scripts and styles, and requests to other places. */
  readonly problems: readonly string[];
}

let browser: Promise<Browser> | undefined;

/** Serves a mock with the inspector, and opens a view of it. Ends both with the test. */
export async function openInspector(
  view = '',
  { data, context }: { readonly data?: MockData; readonly context?: BrowserContextOptions } = {},
): Promise<OpenInspector> {
  const mock = createMock({ data, apiKeys: [{ name: 'Test key', key: 'the-key-of-the-mock' }] });
  const server = await serveMock(mock, { plugins: [inspector()] });
  onTestFinished(server.close);
  browser ??= chromium.connect(inject('chromium'));
  const opened = await (await browser).newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...context,
  });
  onTestFinished(() => opened.close());
  const page = await opened.newPage();
  page.setDefaultTimeout(60_000);
  await slowDown(page);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // The browser reports each response with an error status; the page shows its message.
    const isStatus = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isStatus) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/`) && !request.url().startsWith('data:'))
      problems.push(`The page requested ${request.url()}`);
  });
  await page.goto(`${server.url}/#${view}`);
  await page.getByText('Live', { exact: true }).waitFor();
  const headers = { authorization: 'APIKey the-key-of-the-mock' };
  const send = (path: string) => fetch(server.url + path, { headers });
  return { page, mock, server, send, problems };
}

/** Waits until the page shows a text. */
export const shows = (page: Page, text: string | RegExp): Promise<void> =>
  expect.poll(() => page.locator('body').innerText()).toMatch(text);

/** Opens a view or a resource with its link. */
export const openView = (page: Page, name: string): Promise<void> =>
  page.getByRole('link', { name }).click();
