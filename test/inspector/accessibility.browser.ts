import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { closeBrowser, openInspector } from './open-inspector.js';

afterAll(closeBrowser);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds in the page as it is: the rule, and the elements. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(`${axe}; undefined`);
  const found: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] =
    await page.evaluate(
      'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
    );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

/** Whether anything is wider than the window. */
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

/** Every view and dialog, and how to get there. */
const views: Record<string, (page: Page) => Promise<unknown>> = {
  requests: (page) => page.locator('.request-row').first().waitFor(),
  'a request': async (page) => {
    await page.locator('.request-row').first().click();
    await page.getByText('Response body').waitFor();
  },
  'a refused request': async (page) => {
    await page.getByRole('button', { name: 'Close the details' }).click();
    await page.locator('.request-row', { hasText: 'nmae' }).click();
    await page.locator('.message-box').waitFor();
    await page.getByText('Request headers').click();
  },
  rows: async (page) => {
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.locator('.row-table .cell').first().waitFor();
  },
  'an edited cell': async (page) => {
    await page.locator('[data-label="balance"]').first().dblclick();
    await page.getByLabel('New value of balance').fill('much');
    await page.keyboard.press('Enter');
    await page.locator('.cell-editor .problem').waitFor();
  },
  'a refused query': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByLabel('where').fill('nmae:1');
    await page.keyboard.press('Enter');
    await page.locator('.query-form .problem').waitFor();
  },
  'a new row': (page) => page.getByRole('button', { name: 'Insert row' }).click(),
  faults: async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Faults' }).click();
    await page.locator('tbody tr').first().waitFor();
  },
  'a new fault': (page) => page.getByRole('button', { name: 'Add fault' }).click(),
  keys: async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Keys' }).click();
    await page.locator('tbody tr').first().waitFor();
  },
  'a new key': (page) => page.getByRole('button', { name: 'Create key' }).click(),
  'its secret': async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.locator('.secret').waitFor();
  },
  'a question': async (page) => {
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
  },
  'a message': async (page) => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Snapshot' }).click();
    await page.locator('.notice').waitFor();
  },
};

describe.each([380, 1024, 1920])('at a width of %s pixels', (width) => {
  test.each(['light', 'dark'] as const)(
    'axe finds nothing in any %s view, and all fits',
    async (colorScheme) => {
      const { page, mock, client, server, headers, problems } = await openInspector('', {
        context: { viewport: { width, height: 800 }, colorScheme, bypassCSP: true }, // for axe
      });
      mock.fail({ path: '/v1/accounts', status: 503 });
      mock.apiKeys.create({ name: 'Expired', expiresAt: '2020-01-01T00:00:00Z' });
      await client.accounts.list().catch(() => {});
      await fetch(`${server.url}/v1/balances?where=nmae:'Ada'`, { headers });
      await client.balances.list({ where: { name: { like: 'Ada' } }, include: { unit: true }, take: 3 });
      const folder = process.env.SCREENSHOTS; // to look at them
      for (const [name, open] of Object.entries(views)) {
        await open(page);
        expect(await violations(page), name).toEqual([]);
        expect(await isTooWide(page), name).toBe(false);
        if (folder)
          await page.screenshot({
            path: `${folder}/${width}-${colorScheme}-${name.replaceAll(' ', '-')}.png`,
          });
      }
      expect(problems).toEqual([]);
    },
  );
});

describe('with the keyboard', () => {
  test('the arrow keys, Home and End select a tab', async () => {
    const { page } = await openInspector();
    const selected = () => page.locator('[role="tab"][aria-selected="true"]').innerText();
    await page.getByRole('tab', { name: 'Requests' }).focus();
    for (const [key, expected] of [
      ['ArrowRight', 'Data'],
      ['End', 'Keys'],
      ['ArrowRight', 'Requests'],
      ['ArrowLeft', 'Keys'],
      ['ArrowLeft', 'Faults'],
      ['Home', 'Requests'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(selected).toContain(expected);
      expect(await page.evaluate('document.activeElement.textContent')).toContain(expected);
    }
    expect(await page.locator('[role="tab"][tabindex="0"]').count()).toBe(1);
  });

  test('Escape closes a dialog, and the focus returns to its button', async () => {
    const { page } = await openInspector('keys');
    const button = page.getByRole('button', { name: 'Rename Test key' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Rename Test key' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('key-new-name');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Rename Test key');
  });

  test('results and errors are announced in live regions', async () => {
    const { page } = await openInspector('faults');
    await page.getByRole('button', { name: 'Snapshot' }).click();
    await page
      .locator('[role="status"][aria-live="polite"]', { hasText: 'The snapshot was saved.' })
      .waitFor();
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.getByLabel('Path').fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('alert').getByText('expected `').waitFor();
  });
});
