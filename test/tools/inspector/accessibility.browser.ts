import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { closeDialog, openDialog, openInspector, openView, painted } from './open-inspector.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe-core finds in the page as it is: the rule, and the elements. The colors need no other
 * rule.
 */
async function violations(page: Page, colorScheme: string): Promise<string[]> {
  const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules });
  const found: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] =
    await page.evaluate(`axe.run(document, ${options}).then(({ violations }) => violations)`);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

/**
 * What is wider than the window, or on a narrow one wider than its place, so that a part of it
 * cannot be seen.
 */
const clipped = async (page: Page): Promise<string[]> => {
  await painted(page);
  return page.evaluate(() => {
    const isNarrow = window.innerWidth < 700;
    const isCut = (element: Element) =>
      isNarrow && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
    const isHidden = (element: Element) =>
      element.matches('.visually-hidden, input, textarea, select') ||
      ['visible', 'auto'].includes(getComputedStyle(element).overflowX);
    const cut = [...document.querySelectorAll('body *')].filter(
      (one) => !isHidden(one) && isCut(one),
    );
    const isTooWide = document.documentElement.scrollWidth > window.innerWidth;
    return [...(isTooWide ? ['the page'] : []), ...cut.map((one) => one.outerHTML.slice(0, 200))];
  });
};

/** Every view and dialog, and how to get there. */
const views: Record<string, (page: Page) => Promise<unknown>> = {
  requests: (page) => page.locator('.request-row').first().waitFor(),
  'a request': async (page) => {
    await page.locator('.request-row').first().click();
    await page.getByText('Response body').waitFor();
  },
  'a refused request': async (page) => {
    await page.getByRole('link', { name: 'Close the details' }).click();
    await page.locator('.request-row', { hasText: 'nmae' }).click();
    await page.locator('.box.error').waitFor();
    await page.getByText('Request headers').click();
  },
  rows: async (page) => {
    await openView(page, 'Data');
    await page.locator('td').first().waitFor();
  },
  'an edited row': async (page) => {
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await page.getByLabel('Row as JSON').fill('{ "balance": "much" }');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('dialog .problem').waitFor();
    const bottom = () =>
      page.locator('dialog .problem').evaluate((one) => one.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(800); // in view, although the form is longer than the window
  },
  'a refused query': async (page) => {
    await closeDialog(page);
    await page.evaluate(() => document.querySelector('.scroll')?.scrollTo(0, 0)); // axe takes links left of it for skip links
    await page.getByLabel('where').fill('nmae:1');
    await page.keyboard.press('Enter');
    await page.locator('.query-form .problem').waitFor();
  },
  'a new row': (page) => openDialog(page, 'Insert row'),
  faults: async (page) => {
    await closeDialog(page);
    await openView(page, 'Faults');
    await page.locator('tbody tr').first().waitFor();
  },
  'a new fault': (page) => openDialog(page, 'Add fault'),
  keys: async (page) => {
    await closeDialog(page);
    await openView(page, 'Keys');
    await page.locator('tbody tr').first().waitFor();
  },
  'a new key': (page) => openDialog(page, 'Create key'),
  'its secret': async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.locator('.secret').waitFor();
  },
  'a question': async (page) => {
    await page.getByRole('button', { name: 'Done' }).click();
    await openDialog(page, 'Reset');
  },
  'the dialect': async (page) => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Dialect' }).click();
    await page.locator('#dialect dt').first().waitFor();
  },
  'a message': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Snapshot' }).click();
    await page.locator('.notice').waitFor();
  },
};

/**
 * Which colors are looked at in which width. Narrow views are the same, but more of them could be
 * clipped.
 */
const looks = [
  [1280, ['light', 'dark']],
  [420, ['light', 'dark']],
  [380, []],
] as const;

test.each(looks)(
  'axe finds nothing in any view that is %s pixels wide, and all fits',
  async (width, colorSchemes) => {
    const { page, mock, client, server, headers, problems } = await openInspector('', {
      context: { viewport: { width, height: 800 }, bypassCSP: true }, // for axe
      dialect: { text: { like: 'insensitive' } },
    });
    await page.evaluate(`${axe}; undefined`);
    mock.fail({ path: '/v1/accounts', status: 503 });
    mock.apiKeys.create({ name: 'Expired', expiresAt: '2020-01-01T00:00:00Z' });
    await client.accounts.list().catch(() => {});
    await fetch(`${server.url}/v1/balances?where=nmae:'Ada'`, { headers });
    await client.balances.list({
      where: { name: { like: 'Ada' } },
      include: { unit: true },
      take: 3,
    });
    const folder = process.env.SCREENSHOTS; // to look at them
    for (const [name, open] of Object.entries(views)) {
      await open(page);
      await expect.poll(() => clipped(page), { message: name }).toEqual([]);
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page, colorScheme), `${name}, ${colorScheme}`).toEqual([]);
        const path = `${folder}/${width}-${colorScheme}-${name.replaceAll(' ', '-')}.png`;
        if (folder) await page.screenshot({ path });
      }
    }
    expect(problems).toEqual([]);
  },
);

describe('with the keyboard', () => {
  test('the views are links, and the browser knows the way back', async () => {
    const { page } = await openInspector();
    const current = () => page.locator('nav [aria-current="page"]').first().innerText();
    const link = page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: 'Keys' });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect.poll(current).toContain('Keys');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.goBack();
    await expect.poll(current).toContain('Requests');
  });

  test('Escape closes a dialog, and the focus returns to its button', async () => {
    const { page } = await openInspector('keys');
    const button = page.getByRole('button', { name: 'Rename Test key' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Rename Test key' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
    await closeDialog(page);
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Rename Test key');
  });

  test('results and errors are announced in live regions', async () => {
    const { page } = await openInspector('faults');
    await page.getByRole('button', { name: 'Snapshot' }).click();
    await page
      .locator('[role="status"][aria-live="polite"]', { hasText: 'The snapshot was saved.' })
      .waitFor();
    await openDialog(page, 'Add fault');
    await page.getByLabel('Fault', { exact: true }).fill("{ path: 'nowhere' }");
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('alert').getByText('expected `').waitFor();
  });
});
