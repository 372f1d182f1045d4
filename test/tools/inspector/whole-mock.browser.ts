import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import {
  loadPackage,
  openDialog,
  openInspector,
  openPage,
  openView,
  painted,
  submitDialog,
} from './open-inspector.js';

describe('the whole mock', () => {
  test('is reset after a question', async () => {
    const { page, mock, client } = await openInspector();
    await client.balances.list();
    mock.db.units.insert({ name: 'Points' });
    mock.fail({ status: 500, path: '/v1/accounts' });
    const before = mock.db.units.all().length;
    await page.locator('.request-row').waitFor();
    await openDialog(page, 'Reset');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(mock.db.units.all()).toHaveLength(before);
    await openDialog(page, 'Reset');
    await submitDialog(page, 'Reset');
    await page.getByText('The mock was reset.').waitFor();
    await page.getByText('No requests yet').waitFor();
    expect(mock.db.units.all()).toHaveLength(before - 1);
    expect((await client.accounts.list()).length).toBeGreaterThan(0);
  });

  test('goes back to a snapshot', async () => {
    const { page, mock } = await openInspector('data/units');
    const before = mock.db.units.all();
    await expect.poll(() => page.getByRole('button', { name: 'Restore' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Snapshot' }).click();
    await page.getByText('The snapshot was saved.').waitFor();
    mock.db.units.insert({ name: 'Points' });
    await page.getByText(`1–${before.length + 1} of ${before.length + 1}`).waitFor();
    await openDialog(page, 'Restore');
    await submitDialog(page, 'Restore');
    await page.getByText('The snapshot was restored.').waitFor();
    expect(mock.db.units.all()).toEqual(before);
    await page.getByText(`1–${before.length} of ${before.length}`).waitFor();
  });

  test('shows its URL, its clock and its dialect', async () => {
    const { page, server } = await openInspector();
    await page.getByRole('heading', { name: server.url }).waitFor();
    await page.getByText('Clock 2026-01-01 00:00:00 UTC').waitFor();
    await page.getByText('Dialect default').waitFor();
  });

  test('lists the settings of its dialect that differ from the default', async () => {
    const dialect = { pageSize: { max: 50 }, text: { like: 'insensitive' } } as const;
    const { page } = await openInspector('', { dialect });
    await page.getByRole('button', { name: 'Dialect 2 settings' }).click();
    const settings = page.locator('#dialect dl > div');
    await expect
      .poll(async () => (await settings.allInnerTexts()).map((setting) => setting.split('\n')))
      .toEqual([
        ['pageSize.max', '50'],
        ['text.like', "'insensitive'"],
      ]);
    await page.keyboard.press('Escape');
    await page.locator('#dialect').waitFor({ state: 'hidden' });
  });

  test('may be started again: the page connects by itself and shows the new one', async () => {
    const { page, mock, server, client } = await openInspector();
    const { createMock, inspector, serveMock } = await loadPackage();
    await client.balances.list();
    await page.locator('.request-row').waitFor();
    await server.close();
    await page.getByText('Reconnecting').waitFor();
    await page.getByRole('button', { name: 'Snapshot' }).click();
    await page.getByText('The mock does not respond.').waitFor();
    const next = createMock({ data: { units: [{ name: 'Points' }] }, apiKeys: [{ name: 'Next' }] });
    const started = await serveMock(next, { plugins: [inspector()], port: server.port });
    try {
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByText('No requests yet').waitFor();
      const headers = { authorization: `APIKey ${next.clientOptions.apiKey}` };
      await fetch(`${started.url}/v1/accounts`, { headers });
      await page.locator('.request-row', { hasText: '/v1/accounts' }).waitFor();
      await openView(page, 'Keys');
      await page.getByRole('row', { name: /^Rename Next\b/ }).waitFor();
      await page.getByRole('button', { name: 'Snapshot' }).click(); // with the new token
      await page.getByText('The snapshot was saved.').waitFor();
      expect(mock.requests).toHaveLength(1);
    } finally {
      await started.close();
    }
  });
});

describe('the page', () => {
  test('weighs at most 40 kB gzipped, and loads nothing from elsewhere', async () => {
    const { page, problems, server } = await openInspector('data');
    await page.locator('table').waitFor();
    let bytes = 0;
    for (const path of ['/', '/inspector/app.js', '/inspector/app.css']) {
      const response = await page.request.get(`${server.url}${path}`);
      const { 'content-encoding': encoding, 'content-length': length } = response.headers();
      if (path !== '/') expect(encoding).toBe('gzip');
      bytes += Number(length);
    }
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(40_000);
    expect(problems).toEqual([]);
  });

  test('is at the address that the command line prints', async () => {
    const program = join(inject('installed'), 'dist/tools/cli/cli.js');
    const mock = spawn(process.execPath, [program, 'mock', '--port', '0', '--no-auth'], {
      stdio: 'pipe',
    });
    onTestFinished(() => void mock.kill());
    let printed = '';
    mock.stdout.on('data', (data) => {
      printed += data;
    });
    await expect.poll(() => printed).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    const { page, problems } = await openPage(url, 'keys');
    await page.getByText('This mock accepts requests without a key.').waitFor();
    await openView(page, 'Requests');
    await fetch(`${url}/v1/balances`);
    await page.locator('.request-row', { hasText: '/v1/balances' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('is served by the CommonJS build too', async () => {
    const require = createRequire(`${inject('installed')}/package.json`);
    const { createMock } = require('./dist/mock/index.cjs');
    const { serveMock } = require('./dist/mock/server/index.cjs');
    const { inspector } = require('./dist/tools/inspector/index.cjs');
    const server = await serveMock(createMock(), { plugins: [inspector()] });
    try {
      const { status, headers } = await fetch(`${server.url}/inspector/app.js`);
      expect([status, headers.get('content-type')]).toEqual([
        200,
        'text/javascript; charset=utf-8',
      ]);
    } finally {
      await server.close();
    }
  });

  test('keeps 10,000 requests fluent: it shows 500 of them at a time', async () => {
    const { page, server, headers, record } = await openInspector();
    const response = { status: 200, headers: {}, body: new TextEncoder().encode('[]') };
    const exchange = {
      method: 'GET',
      rawHeaders: [],
      requestBody: undefined,
      response,
      time: 0,
      milliseconds: 1,
    };
    for (let number = 0; number < 10_020; number += 1)
      record({ ...exchange, target: `/v1/balances?take=1&skip=${number}` });
    const count = (hasText = '') =>
      expect.poll(() => page.locator('.request-row', { hasText }).count());
    await page.getByText('1–500 of 10,000').waitFor();
    await count().toBe(500);
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByText('9,501–10,000 of 10,000').waitFor();
    await count().toBe(500);
    await page.reload(); // loads them page by page
    await page.getByText('1–500 of 10,000').waitFor();
    await page.getByLabel('Search').fill('skip=77');
    await page.getByText(/^1\d\d of 10,000$/).waitFor(); // 77, 770 to 779, 7700 to 7799
    // A user who scrolled down keeps the place while new ones arrive.
    await page.getByLabel('Search').fill('');
    const list = page.getByRole('list', { name: 'Requests, newest first' });
    await list.evaluate((element) => element.scrollTo(0, 3_000));
    const firstShown = async () => {
      await painted(page);
      return list.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 50, top + 15)?.closest('a')?.hash;
      });
    };
    await expect.poll(firstShown).toBeTruthy();
    const before = await firstShown();
    for (let sent = 0; sent < 5; sent += 1) await fetch(`${server.url}/v1/units`, { headers });
    await count('/v1/units').toBe(5);
    await expect.poll(firstShown).toBe(before);
  });

  test('keeps 100,000 rows fluent: the mock sends one page of them', async () => {
    const units = Array.from({ length: 100_000 }, (_, index) => ({
      name: `Unit ${index}`,
      symbol: 'U',
    }));
    const { page } = await openInspector('data/units', { data: { units } });
    await page.getByText('1–50 of 100,000').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(50);
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByText('99,951–100,000 of 100,000').waitFor();
    await page.locator('td[data-label="name"]', { hasText: 'Unit 99999' }).waitFor();
    await page.getByRole('columnheader', { name: 'name' }).getByRole('button').click();
    await page.getByText('1–50 of 100,000').waitFor();
    await page.getByLabel('where').fill("name:'Unit 77777'");
    await page.keyboard.press('Enter');
    await page.getByText('1–1 of 1', { exact: true }).waitFor();
  });
});
