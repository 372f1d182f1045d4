import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../fixtures/listen.js';
import { closeDialog, openInspector, openView } from './open-inspector.js';

const attack = `<img src=x onerror="alert(1)"><script>alert(2)</script>'"&lt;{{7*7}}`;

describe('content of rows and requests', () => {
  test('is shown as text and never interpreted', async () => {
    const { page, server, headers, problems, mock } = await openInspector('data/balances', {
      data: {
        units: [{ id: '11111111-1111-4111-8111-111111111111', name: attack, symbol: attack }],
        accounts: [{ id: '22222222-2222-4222-8222-222222222222' }],
        balances: [
          {
            name: attack,
            variables: { [attack]: attack },
            unit_id: '11111111-1111-4111-8111-111111111111',
            account_id: '22222222-2222-4222-8222-222222222222',
          },
        ],
      },
    });
    mock.apiKeys.create({ name: attack, role: attack });
    await expect.poll(() => page.locator('[data-label="name"]').innerText()).toBe(attack);
    await expect
      .poll(() => page.locator('[data-label="variables"]').innerText())
      .toContain('<img src=x onerror=');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Row as JSON').waitFor();
    await closeDialog(page);
    await page.getByLabel('include').fill('unit:true');
    await page.getByLabel('where').fill(`name:${JSON.stringify(attack)}`);
    await page.keyboard.press('Enter');
    await page.locator('[data-label="unit"]').waitFor();
    await page.getByLabel('where').fill(attack);
    await page.keyboard.press('Enter');
    await page.locator('.problem').waitFor();

    const query = new URLSearchParams({ where: attack, [attack]: attack });
    await fetch(`${server.url}/v1/${encodeURIComponent(attack)}?${query}`, {
      headers: { ...headers, 'x-attack': attack },
    });
    await fetch(`${server.url}/v1/balances?${new URLSearchParams({ where: `name:'${attack}` })}`, {
      headers,
    });
    await fetch(`${server.url}/v1/balances`, { headers });
    await openView(page, 'Requests');
    await page.locator('.request-row').nth(2).waitFor();
    for (const index of [0, 1, 2]) {
      await page.locator('.request-row').nth(index).click();
      await page.getByText('Response body').waitFor();
      await page.getByText('Request headers').click();
      await page.getByRole('link', { name: 'Close the details' }).click();
    }
    await openView(page, 'Keys');
    await page.getByRole('row', { name: 'onerror' }).waitFor();

    expect(await page.locator('img, #app script').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('cannot be changed by a page of another origin that the developer visits', async () => {
    const { page, server, mock } = await openInspector('data');
    mock.db.units.insert({ name: 'Still there' });
    const elsewhere = await listen(
      createServer((_, response) => response.end('<h1>Elsewhere</h1>')),
    );
    onTestFinished(elsewhere.close);
    const other = await page.context().newPage();
    await other.goto(elsewhere.url);
    const attempts = await other.evaluate(async (url) => {
      const attempt = (path: string, init?: RequestInit) =>
        fetch(`${url}${path}`, init).then(
          async (response) => `${response.status} ${await response.text()}`,
          () => 'not readable',
        );
      return [
        await attempt('/'),
        await attempt('/inspector/state'),
        await attempt('/inspector/reset', { method: 'POST', body: '{}' }),
        await attempt('/inspector/reset', { method: 'POST', body: '{}', mode: 'no-cors' }),
      ];
    }, server.url);
    expect(attempts).toEqual(Array(4).fill('not readable'));
    expect(mock.db.units.all().at(-1)?.name).toBe('Still there');
    await other.setContent(`<iframe src="${server.url}/"></iframe>`);
    await expect.poll(() => other.frames()[1]?.url()).toMatch(/^chrome-error:/); // frame-ancestors
  });
});
