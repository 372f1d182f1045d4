import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startChromium } from '../fixtures/chromium.js';
import { PlaygroundPage } from './playground-page.js';

let browser: Browser;
let playground: PlaygroundPage;

beforeAll(async () => {
  browser = await startChromium();
  const viewport = { width: 1280, height: 800 };
  playground = await PlaygroundPage.open(browser, inject('builtPlayground'), { viewport });
});

afterAll(() => browser.close());

test('opens with a query, its request, its result type and its rows', async () => {
  await playground.sees('#count', /^\d+ rows$/);
  await playground.sees('#requests', /GET \/v1\/balances/);
  await playground.sees('#type', /unit: \{ id: string; symbol: string \}/);
  expect(await playground.text('#problems')).toBe('');
});

test('runs a query as it is typed, and shows its request and the type of its rows', async () => {
  await playground.type(
    `client.balances.list({ where: { identifier: 'house-fees-eur' }, include: { name: true, unit: { name: true } } })`,
  );
  await playground.sees('#count', /^1 row$/);
  const id = expect.stringMatching(/…$/);
  expect(await playground.rows()).toEqual([[id, 'House fees, EUR', id, 'EUR']]);
  expect(await playground.text('#type')).toBe(
    '{ id: string; name: string; unit: { id: string; name: string } }[]',
  );
  expect(await playground.text('#requests')).toBe(
    "GET /v1/balances200\n?where=identifier:'house-fees-eur'\n&include=name:true,unit:{name:true}",
  );
});

test('says why a list or a filtered relation is empty', async () => {
  await playground.write(`client.balances.list({ where: { name: { like: 'Treasury' } } })`);
  await playground.sees('#result', /^No rows\.\s+.*treasury/s);
  const include = `{ balances: { where: { type: 'other' }, include: { name: true } } }`;
  await playground.write(`client.accounts.list({ include: ${include} })`);
  await playground.sees('#result', /none.*No row matches `include/s);
});

test('shows the errors of the compiler and of the client, and moves the cursor to one', async () => {
  await playground.write('client.balances.list({ include: { nmae: true } })');
  await playground.sees('#problems', /Line 1, column 35\s+Type 'true'/);
  await playground.sees('#problems', /QueryError\s+include: `nmae` is not a field/);
  expect(await playground.text('#requests')).toBe('No request was sent.');
  await playground.page.getByRole('button', { name: 'Line 1, column 35' }).click();
  await playground.page.keyboard.press('Shift+End');
  await playground.page.keyboard.type('name: true } })');
  await playground.sees('#count', /^24 rows$/);
  await playground.sees('#problems', /^$/);
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

test('shows no problem for each example', async () => {
  const titles = await playground.examples();
  expect(titles.length).toBeGreaterThan(5);
  for (const title of titles) {
    await playground.page.locator('#result').evaluate((result) => result.replaceChildren());
    await playground.page.getByLabel('Example').selectOption(title);
    await playground.sees('#result', /./);
    expect(await playground.text('#problems'), title).toBe('');
  }
});

test('opens with the query of a link, and fits a narrow window', async () => {
  const query = `client.balances.list({ where: { name: { like: 'Café & "Söhne" #1 100 %' } } })`;
  const link = `${inject('builtPlayground')}#query=${encodeURIComponent(query)}`;
  const viewport = { width: 380, height: 800 };
  const narrow = await PlaygroundPage.open(browser, link, { viewport, colorScheme: 'dark' });
  await narrow.sees('#result', /^No rows/);
  await narrow.sees('#requests', /name:\{like:'Café & "Söhne" #1 100 %'\}/);
  expect(await narrow.overflow()).toBe(0);
  expect([...playground.failures, ...narrow.failures]).toEqual([]);
  await narrow.page.context().close();
});
