import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  loadPackage,
  openDialog,
  openInspector,
  readClipboard,
  submitDialog,
} from './open-inspector.js';

describe('the faults', () => {
  const add = async (page: Page, fault: string) => {
    await openDialog(page, 'Add fault');
    await page.getByLabel('Fault', { exact: true }).fill(fault);
    await submitDialog(page, 'Add fault');
  };

  test.each([
    ['status: 503', 503],
    ["error: 'network'", 'fetch failed'],
    ["error: 'network', loseResponse: true", 'fetch failed'],
  ])('are written as in code: %s', async (effect, expected) => {
    const { page, server, headers } = await openInspector('faults');
    await page.getByText('No faults. Add one').waitFor();
    await add(page, `{ path: '/v1/balances', times: 1, ${effect} }`);
    await page.locator('tbody tr').waitFor();
    const request = () =>
      fetch(`${server.url}/v1/balances`, { headers }).then(
        ({ status }) => status,
        ({ message }) => message,
      );
    expect(await request()).toBe(expected);
    expect(await request()).toBe(200);
    await page.getByText('used up').waitFor();
    await page.locator('[data-label="Applied"]', { hasText: /^1$/ }).waitFor();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('No faults. Add one').waitFor();
  });

  test('can delay a response, and can leave a request without one', async () => {
    const { page, server, headers } = await openInspector('faults');
    await add(page, "{ path: '/v1/balances', latency: [200, 300] }");
    await add(page, "path: '/v1/accounts', error: 'timeout'");
    expect((await fetch(`${server.url}/v1/balances`, { headers })).status).toBe(200);
    await page.getByRole('row', { name: '/v1/balances: delay 200-300 ms 1 1 no limit' }).waitFor();
    const waiting = new AbortController();
    const response = fetch(`${server.url}/v1/accounts`, { headers, signal: waiting.signal });
    await page
      .getByRole('row', { name: /accounts/ })
      .locator('[data-label="Applied"]', { hasText: '1' })
      .waitFor();
    waiting.abort(new Error('waited long enough'));
    await expect(response).rejects.toThrow('waited long enough');
  });

  test('are counted when they match, even before they apply', async () => {
    const { page, mock, client } = await openInspector('faults');
    mock.fail({ path: '/v1/balances', status: 500, after: 2 });
    await page.locator('tbody tr').waitFor();
    for (let sent = 0; sent < 3; sent += 1) await client.balances.list().catch(() => {});
    await page
      .getByRole('row', { name: '/v1/balances: status 500, after 2 requests 3 1 no limit' })
      .waitFor();
  });

  test('are refused with the message of mock.fail', async () => {
    const { page } = await openInspector('faults');
    await openDialog(page, 'Add fault');
    await page.getByLabel('Fault', { exact: true }).fill("{ path: '/v1/balance' }");
    await page.getByRole('dialog').getByRole('button', { name: 'Add fault' }).click();
    await expect
      .poll(() => page.locator('.problem').innerText())
      .toMatch(/has no path \/v1\/balance\..*\/v1\/balances/);
  });
});

describe('the API keys', () => {
  test('are created; the secret is shown once', async () => {
    const { page, server, received, mock } = await openInspector('keys');
    await openDialog(page, 'Create key');
    await page.getByRole('textbox', { name: 'Name' }).fill('Reporting');
    await page.getByLabel('Role').fill('Reader');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('it is not shown again').waitFor();
    const secret = await page.locator('.secret code').innerText();
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => readClipboard(page)).toBe(secret);
    const headers = { authorization: `APIKey ${secret}` };
    expect((await fetch(`${server.url}/v1/balances`, { headers })).status).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await page.getByRole('row', { name: /Reporting Reader active never/ }).waitFor();
    for (const text of [...(await received()), await page.content()])
      expect(text).not.toContain(secret);
    expect(mock.apiKeys.all().at(-1)).toMatchObject({ name: 'Reporting', role: 'Reader' });
  });

  test('are renamed, revoked and deleted', async () => {
    const { page, mock, client } = await openInspector('keys');
    const { id } = mock.apiKeys.create({ name: 'Old', expiresAt: '2020-01-01T00:00:00Z' });
    await page.getByRole('row', { name: /Old Admin expired 2020-01-01/ }).waitFor();
    await openDialog(page, 'Rename Old');
    await page.getByRole('textbox', { name: 'Name' }).fill('New');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^Rename New\b/ }).waitFor();
    expect(mock.apiKeys.get(id)?.name).toBe('New');
    await openDialog(page, 'Revoke New');
    await submitDialog(page, 'Revoke');
    await page.getByText('New was revoked.').waitFor();
    expect(mock.apiKeys.get(id)?.status).toBe('revoked');
    await openDialog(page, 'Delete New');
    await submitDialog(page, 'Delete');
    await page.getByRole('row', { name: /^Rename New\b/ }).waitFor({ state: 'detached' });
    expect(mock.apiKeys.get(id)).toBeUndefined();
    const { isAuthenticationError } = await loadPackage();
    const [key] = mock.apiKeys.all();
    await openDialog(page, `Revoke ${key?.name}`);
    await submitDialog(page, 'Revoke');
    await page.getByText(`${key?.name} was revoked.`).waitFor();
    expect(isAuthenticationError(await client.balances.list().catch((error) => error))).toBe(true);
  });
});
