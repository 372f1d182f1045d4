import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client, Dialect } from 'payments-data-client';
import type { Mock, MockData } from 'payments-data-client/mock';
import type {
  MockServer,
  RunningPlugin,
  ServedExchange,
  ServerPlugin,
} from 'payments-data-client/mock/server';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { slowDown } from '../../fixtures/chromium.js';

type Package = typeof import('payments-data-client') &
  typeof import('payments-data-client/mock') &
  typeof import('payments-data-client/mock/server') &
  typeof import('payments-data-client/inspector');

/** The entry points of the installed package. */
export async function loadPackage(): Promise<Package> {
  const load = (entry: string) =>
    import(pathToFileURL(join(inject('installed'), 'dist', entry)).href);
  return {
    ...(await load('index.js')),
    ...(await load('mock/index.js')),
    ...(await load('mock/server/index.js')),
    ...(await load('tools/inspector/index.js')),
  };
}

/** A browser page of the inspector, and what it shows. */
export interface OpenInspector {
  readonly page: Page;
  readonly mock: Mock;
  readonly server: MockServer;
  readonly client: Client;
  /** The headers of a request with the key of the mock. */
  readonly headers: Record<string, string>;
  /** Shows a request to the inspector as if the server had received it. */
  readonly record: (exchange: ServedExchange) => void;
  /**
   * What went wrong in the page: exceptions, refused scripts and styles, requests to other places.
   */
  readonly problems: readonly string[];
  /** The bodies of all responses that the page received, but for the one with a new key. */
  readonly received: () => Promise<string[]>;
}

let browser: Promise<Browser> | undefined;

/** Serves a mock with the inspector, and opens a view of it. Ends both with the test. */
export async function openInspector(
  view = '',
  {
    data,
    dialect,
    context,
  }: {
    readonly data?: MockData;
    readonly dialect?: Dialect;
    readonly context?: BrowserContextOptions;
  } = {},
): Promise<OpenInspector> {
  const { createClient, createMock, inspector, serveMock } = await loadPackage();
  const mock = createMock({ data, dialect });
  let running: RunningPlugin | undefined;
  const plugin: ServerPlugin = {
    start: (plugged) => {
      running = inspector().start(plugged);
      return running;
    },
  };
  const server = await serveMock(mock, { plugins: [plugin] });
  onTestFinished(server.close);
  const { apiKey } = mock.clientOptions;
  const client = createClient({ baseUrl: server.url, apiKey, retry: 0, dialect });
  const headers = { authorization: `APIKey ${apiKey}` };
  const record = (exchange: ServedExchange) => running?.record(exchange);
  return { mock, server, client, headers, record, ...(await openPage(server.url, view, context)) };
}

/** Opens a view of the inspector at a URL. Ends with the test. */
export async function openPage(url: string, view = '', context: BrowserContextOptions = {}) {
  browser ??= chromium.connect(inject('chromium'));
  const opened = await (await browser).newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    ...context,
  });
  onTestFinished(() => opened.close());
  await opened.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await opened.newPage();
  page.setDefaultTimeout(60_000);
  await slowDown(page);
  const problems: string[] = [];
  const responses: Response[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => {
    problems.push(`A script opened a dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on('console', (message) => {
    // The browser reports each response with an error status; the page shows its message.
    const isStatus = message.text().startsWith('Failed to load resource: the server responded');
    if (message.type() === 'error' && !isStatus) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${url}/`))
      problems.push(`The page requested ${request.url()}`);
  });
  page.on('response', (response) => {
    if (!/\/inspector\/keys\/create/.test(response.url())) responses.push(response);
  });
  await page.goto(`${url}/#${view}`);
  await page.getByText('Live', { exact: true }).waitFor();
  const received = () => Promise.all(responses.map((response) => response.text().catch(() => '')));
  return { page, problems, received };
}

/** Opens a view with its link at the top of the page. */
export const openView = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();

/** Opens a dialog with its button. */
export async function openDialog(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').waitFor();
}

/** Closes the open dialog with Escape. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Presses the button of the open dialog that sends its form, and waits until it was accepted. */
export async function submitDialog(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/**
 * Waits until the page is painted: a row with `content-visibility` has no text and a guessed height
 * before.
 */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/** What the clipboard of a page contains. */
export const readClipboard = (page: Page): Promise<string> =>
  page.evaluate('navigator.clipboard.readText()');
