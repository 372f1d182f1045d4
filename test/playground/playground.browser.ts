import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startChromium } from '../fixtures/chromium.js';
import { PlaygroundPage } from './playground-page.js';

const url = inject('builtPlayground');
let browser: Browser;
let playground: PlaygroundPage;

beforeAll(async () => {
  browser = await startChromium();
  playground = await PlaygroundPage.open(browser, url, { viewport: { width: 1280, height: 800 } });
});

afterAll(() => browser.close());

describe('the playground', () => {
  test('opens with a query, its request, its result type and its rows', async () => {
    await playground.sees('#count', /^\d+ rows$/);
    await expect.poll(() => playground.text('#requests .readable')).toContain('GET /v1/balances');
    await expect
      .poll(() => playground.text('#type'))
      .toContain('unit: { id: string; symbol: string }');
    await expect.poll(() => playground.text('#problems')).toBe('');
  });

  test('runs a query as it is typed', async () => {
    await playground.type(
      `client.balances.list({ where: { identifier: 'house-fees-eur' }, include: { name: true, unit: { name: true } } })`,
    );
    await playground.sees('#count', /^1 row$/);
    await expect
      .poll(() => playground.rows())
      .toEqual([
        [
          expect.stringMatching(/^[0-9a-f]{8}…$/),
          'House fees, EUR',
          expect.stringMatching(/…$/),
          'EUR',
        ],
      ]);
    await expect
      .poll(() => playground.text('#type'))
      .toBe('{ id: string; name: string; unit: { id: string; name: string } }[]');
    await expect
      .poll(() => playground.text('#requests .readable'))
      .toBe(
        "GET /v1/balances200\n?where=identifier:'house-fees-eur'\n&include=name:true,unit:{name:true}",
      );
    await expect
      .poll(() => playground.text('#requests .encoded'))
      .toBe(
        '/v1/balances?where=identifier:%27house-fees-eur%27&include=name:true,unit:%7Bname:true%7D',
      );
    const plain =
      '/v1/balances?where=%7B%22identifier%22%3A%22house-fees-eur%22%7D&include=%7B%22name%22%3Atrue%2C%22unit%22%3A%7B%22name%22%3Atrue%7D%7D';
    await expect
      .poll(() => playground.text('#requests .lengths'))
      .toMatch(
        new RegExp(`As sent\\s+89 characters\\s+As plain JSON\\s+${plain.length} characters`),
      );
  });

  test('shows the error for mixed flags of the compiler and of the client', async () => {
    await playground.write('client.balances.list({ include: { name: true, description: false } })');
    await playground.sees(
      '#problems',
      /Line 1, column 47\s+Type 'false' .*true and false cannot be mixed/,
    );
    await playground.sees(
      '#problems',
      /QueryError\s+include\.description: true and false cannot be mixed/,
    );
    await expect.poll(() => playground.text('#requests')).toBe('No request was sent.');
    await expect.poll(() => playground.text('#result')).toMatch(/^No result/);
  });

  test('moves the cursor to a problem', async () => {
    await playground.write('client.balances.list({ include: { nmae: true } })');
    await playground.sees('#problems', /nmae/);
    await playground.page.getByRole('button', { name: 'Line 1, column 35' }).click();
    await playground.page.keyboard.press('Shift+End');
    await playground.page.keyboard.type('name: true } })');
    await playground.sees('#count', /^24 rows$/);
    await playground.sees('#problems', /^$/);
  });

  test('keeps the last rows visible while the text has a syntax error', async () => {
    await playground.write('client.accounts.list({ take: 1 ]');
    await playground.sees('#problems', /Line 1, column 32/);
    await expect.poll(() => playground.rows()).toHaveLength(24);
  });

  test('suggests the fields of a relation', async () => {
    await playground.type('client.balances.list({ include: { unit: { sym');
    await playground.page.keyboard.press('Control+Space');
    await playground.sees('.suggest-widget', /symbol/);
    await playground.page.keyboard.press('Escape');
  });

  test('stops a query that never ends when the text changes', async () => {
    const begun = playground.page.waitForEvent('console', (message) => message.text() === 'begun');
    await playground.write(`console.log('begun'); while (true) {}`);
    await begun;
    await playground.write('client.transactionLines.list({ take: 2 })');
    await playground.sees('#count', /^2 rows$/);
  });

  test('shows the value of a variable, and accepts imported types and values', async () => {
    await playground.write(
      `import { isQueryError, type Balance } from 'payments-data-client'; const seen: boolean = isQueryError(await client.balances.list({ take: -1 }).catch((error) => error))`,
    );
    await playground.sees('#result', /^true$/);
    await expect.poll(() => playground.text('#type')).toBe('boolean');
  });

  test('shows the rows as JSON, selected with the keyboard', async () => {
    await playground.write(`client.transactions.list({ where: { external_id: 'order-1001' } })`);
    await playground.sees('#count', /^1 row$/);
    await playground.page.locator('#view input[value=table]').focus();
    await playground.page.keyboard.press('ArrowRight');
    await playground.sees('#result', /"external_id": "order-1001"/);
    await playground.page.keyboard.press('ArrowLeft');
    await playground.sees('#result', /^(?!.*"external_id").*completed/s);
  });

  test('shows rows and no problem for each example', async () => {
    for (const title of await playground.examples()) {
      await playground.page.locator('#result').evaluate((result) => result.replaceChildren());
      await playground.page.getByLabel('Example').selectOption(title);
      await playground.sees('#result', /./);
      const message = title;
      await expect.poll(() => playground.text('#problems'), { message }).toBe('');
      await expect.poll(() => playground.rows(), { message }).not.toEqual([]);
      await expect.poll(() => playground.page.getByLabel('Example').inputValue()).toBe(title);
    }
  });

  test('moves the focus with Tab after Ctrl+M, and says so', async () => {
    await playground.focusEditor();
    await playground.sees('#keys', /Tab indents/);
    await playground.page.keyboard.press('Control+M');
    await playground.sees('#keys', /Tab moves the focus/);
    await playground.page.keyboard.press('Tab');
    const left = () => playground.page.evaluate(() => !document.activeElement?.closest('#editor'));
    await expect.poll(left).toBe(true);
    await playground.focusEditor();
    await playground.page.keyboard.press('Control+M');
  });

  test('logged no errors', () => {
    expect(playground.failures).toEqual([]);
  });
});

describe('a link', () => {
  test('contains the current query, and opens with it', async () => {
    await playground.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await playground.write(
      `client.balances.list({ where: { name: { like: 'Café & "Söhne" #1 100 %' } } })`,
    );
    const copied = playground.page.getByRole('button', { name: 'Copied' }).waitFor(); // for two seconds
    await playground.page.getByRole('button', { name: 'Copy link' }).click();
    await copied;
    const link = await playground.page.evaluate(() => navigator.clipboard.readText());
    const other = await PlaygroundPage.open(browser, link);
    await other.sees('#result', /^No row matches/);
    await expect
      .poll(() => other.text('#requests .readable'))
      .toContain(`name:{like:'Café & "Söhne" #1 100 %'}`);
    expect(other.failures).toEqual([]);
    await other.page.context().close();
  });

  test('changes the query if it is followed on the open page', async () => {
    await playground.page.evaluate((query) => {
      location.hash = `query=${encodeURIComponent(query)}`;
    }, 'client.transactionLines.list({ take: 3 })');
    await playground.sees('#count', /^3 rows$/);
  });
});

describe('on a narrow screen', () => {
  test('the page does not scroll sideways at 380 pixels', async () => {
    const narrow = await PlaygroundPage.open(browser, url, {
      viewport: { width: 380, height: 800 },
    });
    await narrow.sees('#count', /rows$/);
    await expect.poll(() => narrow.overflow()).toBe(0);
    await narrow.write(`client.accounts.list({ where: { ${'identifier_prefix'.repeat(9)}: 1 } })`);
    await narrow.sees('#problems', /QueryError/);
    await expect.poll(() => narrow.overflow()).toBe(0);
    await narrow.page.context().close();
  });
});

describe('the theme', () => {
  const ground = ({ page }: PlaygroundPage) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const paper = ({ page }: PlaygroundPage) =>
    page
      .locator('.monaco-editor-background')
      .first()
      .evaluate((part) => getComputedStyle(part).backgroundColor);

  test('follows the system until the user selects one, and then stays', async () => {
    const themed = await PlaygroundPage.open(browser, url, { colorScheme: 'dark' });
    const dark = [await ground(themed), await paper(themed)];
    await themed.page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => paper(themed)).not.toBe(dark[1]);
    await expect.poll(() => ground(themed)).not.toBe(dark[0]);
    await themed.page.getByLabel('Dark').check({ force: true });
    await expect.poll(async () => [await ground(themed), await paper(themed)]).toEqual(dark);
    await themed.page.reload();
    await expect.poll(async () => [await ground(themed), await paper(themed)]).toEqual(dark);
    await themed.page.context().close();
  });
});

describe('the page that `npm run playground` serves', () => {
  test('runs queries, too', async () => {
    const served = await PlaygroundPage.open(browser, inject('playground'));
    await served.sees('#count', /^\d+ rows$/);
    await expect.poll(() => served.text('#type')).toContain('unit: { id: string; symbol: string }');
    expect(served.failures).toEqual([]);
    await served.page.context().close();
  });
});
