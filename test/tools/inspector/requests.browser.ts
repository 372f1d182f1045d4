import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openInspector, openPage, readClipboard } from './open-inspector.js';

const rows = (page: Page) => page.locator('.request-row');
const detail = (page: Page) => page.locator('.request-detail');

/** Texts on the page. Polled: they are empty until a row with `content-visibility` is painted. */
const shown = (locator: Locator) => expect.poll(() => locator.allInnerTexts());

describe('the requests', () => {
  test('appear while the page is open, with their decoded query', async () => {
    const { page, client, problems } = await openInspector();
    await page.getByText('No requests yet').waitFor();
    await client.balances.list({
      where: { name: { like: 'Ada' } },
      include: { unit: true },
      take: 3,
    });
    for (const part of [
      'GET',
      '/v1/balances',
      "{ name: { like: 'Ada' } }",
      '{ unit: true }',
      'take',
      '200',
      'ms',
    ])
      await shown(rows(page)).toEqual([expect.stringContaining(part)]);
    await shown(rows(page).locator('.key', { hasText: 'name' })).toHaveLength(1);
    await shown(rows(page).locator('.string', { hasText: "'Ada'" })).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test('are listed newest first, also those from before the page was open', async () => {
    const { page: before, client, server } = await openInspector();
    await before.close();
    for (const take of [1, 2, 3]) await client.balances.list({ take });
    const { page } = await openPage(server.url);
    await shown(rows(page).locator('.parameter .string')).toEqual(['3', '2', '1']);
  });

  test('are searched by path and by status', async () => {
    const { page, client, server, headers } = await openInspector();
    await client.balances.list();
    await client.accounts.list();
    await fetch(`${server.url}/v1/balances`); // without a key: 401
    await fetch(`${server.url}/v1/nowhere`, { headers });
    await rows(page).nth(3).waitFor();
    const isSetOf =
      (...wanted: string[]) =>
      (texts: string[]) =>
        [...new Set(texts)].sort().join() === wanted.join();
    const search = page.getByLabel('Search');
    await search.fill('/v1/accounts');
    await shown(rows(page).locator('.path')).toEqual(['/v1/accounts']);
    await search.fill('4xx');
    await shown(rows(page).locator('.status')).toSatisfy(isSetOf('401', '404'));
    await search.fill('2xx');
    await shown(rows(page).locator('.status')).toEqual(['200', '200']);
    await search.fill('5xx');
    await page.getByText('No matching requests').waitFor();
  });

  test('are searched in the path and the query', async () => {
    const { page, client } = await openInspector();
    await client.balances.list({ where: { name: { like: 'Ada' } } });
    await client.accounts.list({ take: 1 });
    await rows(page).nth(1).waitFor();
    await page.getByLabel('Search').fill('ADA');
    await page.getByText('1 of 2').waitFor();
    await shown(rows(page).locator('.path')).toEqual([expect.stringContaining('/v1/balances')]);
    await page.getByLabel('Search').fill('nobody');
    await page.getByText('No matching requests').waitFor();
  });

  test('of one row are shown as such, and open in Data as that row', async () => {
    const { page, client, mock } = await openInspector();
    const id = mock.db.balances.all()[3]?.id ?? '';
    await client.balances.get(id, { include: { name: true } });
    await client.balances.list({ take: 1 });
    await rows(page).nth(1).waitFor();
    await shown(page.locator('.badge')).toEqual(['get']);
    await rows(page).nth(1).click();
    await detail(page).getByText('balances.get').waitFor();
    await page.getByRole('link', { name: 'Open in Data' }).click();
    await shown(page.locator('td[data-label="id"]')).toEqual([id]);
  });

  test('can be paused: new ones are counted and shown later', async () => {
    const { page, client } = await openInspector();
    await client.balances.list();
    await rows(page).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await client.accounts.list();
    await client.accounts.list();
    await page.getByRole('button', { name: 'Resume (2 new)' }).waitFor();
    await shown(rows(page)).toHaveLength(1);
    await page.getByRole('button', { name: 'Resume' }).click();
    await rows(page).nth(2).waitFor();
  });

  test('show their details: query, headers without the key, response', async () => {
    const { page, client, mock, received } = await openInspector();
    await client.balances.list({
      where: {
        OR: [
          { name: { like: 'Ada' } },
          { balance: { gte: '100.00' }, type: 'main', archived_at: null },
        ],
      },
      include: { name: true, unit: { symbol: true } },
    });
    await rows(page).click();
    await detail(page).getByText('Response body').waitFor();
    const query = detail(page).getByLabel('Parameter where');
    await expect
      .poll(async () => JSON.parse(await query.innerText()))
      .toEqual({
        OR: [
          { name: { like: 'Ada' } },
          { balance: { gte: '100.00' }, type: 'main', archived_at: null },
        ],
      });
    expect((await query.innerText()).split('\n').slice(0, 3)).toEqual(['{', '  "OR": [', '    {']);
    await detail(page).getByText('Request headers').click();
    await shown(detail(page)).toEqual([expect.stringMatching(/\baccept\b.*"symbol"/s)]);
    expect((await detail(page).innerText()).toLowerCase()).not.toContain('authorization');
    const texts = await received();
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.join()).not.toContain(mock.clientOptions.apiKey);
    expect(await page.content()).not.toContain(mock.clientOptions.apiKey);
  });

  test('can be copied as a client call, without the key', async () => {
    const { page, client, mock } = await openInspector();
    await client.balances.list({ where: { name: 'Ada' }, take: 2 });
    await rows(page).click();
    const copied = page.getByRole('button', { name: 'Copied' }).waitFor(); // for two seconds
    await page.getByRole('button', { name: 'Copy as client call' }).click();
    await copied;
    await expect.poll(() => readClipboard(page)).toMatch(/client\.balances\.list\(/);
    expect(await readClipboard(page)).not.toContain(mock.clientOptions.apiKey);
  });

  test('that could not be copied leave the next copy alone', async () => {
    const { page, client } = await openInspector();
    await client.balances.list();
    await rows(page).click();
    await page.evaluate(
      'navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))',
    );
    await page.evaluate('document.execCommand = () => false');
    await page.getByRole('button', { name: 'Copy as client call' }).click();
    await page.getByText('The browser does not allow the inspector to copy.').waitFor();
    expect(
      await page.evaluate("document.dispatchEvent(new Event('copy', { cancelable: true }))"),
    ).toBe(true);
  });

  test('of a dialect show the rows that its page size cuts off, and what matches nothing', async () => {
    const dialect = {
      pageSize: { default: 5 },
      parameters: { where: 'filter' },
      envelope: 'data',
    } as const;
    const { page, client, mock } = await openInspector('', { dialect });
    const total = mock.db.balances.all().length;
    await page.getByText('Dialect 3 settings').waitFor();
    await client.balances.list();
    await client.balances.list({ where: { name: { like: '%Ada%' } } });
    await rows(page).nth(1).click();
    await detail(page).getByText(`5 of ${total} rows`).waitFor();
    await shown(detail(page).locator('.hint')).toEqual([
      "The page size of this dialect is 5. The client's `all` reads every row.",
    ]);
    await rows(page).first().click();
    await detail(page).getByText('0 of 0 rows').waitFor();
    await shown(detail(page).locator('.hint')).toEqual([
      "`name`: % is no wildcard of `like`, so '%Ada%' only matches a percent sign. Try 'Ada'.",
    ]);
    await detail(page).getByLabel('Parameter filter').waitFor();
    await page.getByRole('link', { name: 'Open in Data' }).click();
    await expect.poll(() => page.getByLabel('where').inputValue()).toBe("name:{like:'%Ada%'}");
  });

  test('that the mock no longer keeps have no details, also after those of another request', async () => {
    const { page, client } = await openInspector();
    await client.balances.list({ take: 1 });
    await rows(page).click();
    await page.getByRole('heading', { name: 'GET /v1/balances' }).waitFor();
    await page.evaluate(() => location.assign('#requests/99'));
    await page.getByText('The request 99 is no longer stored.').waitFor();
    await shown(page.getByRole('heading', { level: 2 })).toEqual(['Request 99']);
  });

  test('show the message of a refused query', async () => {
    const { page, server, headers } = await openInspector();
    await fetch(`${server.url}/v1/balances?where=nmae:'Ada'`, { headers });
    await rows(page).click();
    await shown(detail(page).locator('.box.error')).toEqual([
      'where: `nmae` is not a field or relation of balances. Did you mean `name`?',
    ]);
  });

  test('cover the list on a narrow screen, and return the focus to it', async () => {
    const { page, client } = await openInspector('', {
      context: { viewport: { width: 380, height: 700 } },
    });
    await client.balances.list({ take: 1 });
    await rows(page).click();
    await detail(page).getByText('Response body').waitFor();
    await rows(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('detail-title');
    await page.keyboard.press('Escape');
    await rows(page).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.hash')).toBe('#requests/1');
  });

  test('are used with the keyboard', async () => {
    const { page, client } = await openInspector();
    for (const take of [1, 2, 3]) await client.balances.list({ take });
    await rows(page).nth(2).waitFor();
    await rows(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await detail(page).locator('dd', { hasText: /^2$/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await detail(page).locator('dd', { hasText: /^1$/ }).waitFor();
    await page.keyboard.press('Escape');
    await detail(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.hash')).toBe('#requests/1');
  });
});
