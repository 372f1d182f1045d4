import { text as readText } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  closeDialog,
  loadPackage,
  openDialog,
  openInspector,
  submitDialog,
} from './open-inspector.js';

/** The cells of a column, from the first row to the last one. */
const column = (page: Page, name: string) => page.locator(`td[data-label="${name}"]`);
const problem = (page: Page) => page.locator('.problem');

/**
 * Pairs of cells and buttons of a row that cover a part of one another. A link in a cell is cut by
 * it.
 */
const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('tbody tr')].flatMap((row) => {
      const boxes = [...row.querySelectorAll('td, .buttons > *')].map((element) => ({
        element,
        box: element.getBoundingClientRect(),
      }));
      return boxes.flatMap(({ element, box }, index) =>
        boxes.slice(index + 1).flatMap((other) => {
          const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          if (width <= 0.5 || height <= 0.5 || element.contains(other.element)) return [];
          return [`${element.textContent} and ${other.element.textContent}`];
        }),
      );
    }),
  );

/** The texts of the cells of a column, once they are what a test expects. */
const shown = (page: Page, name: string) => expect.poll(() => column(page, name).allInnerTexts());

/** Changes fields in the text of a row. */
async function change(page: Page, fields: object): Promise<void> {
  const text = page.getByLabel('Row as JSON');
  await text.fill(
    JSON.stringify({ ...JSON.parse(await text.inputValue()), ...fields }, undefined, 2),
  );
}

describe('the rows', () => {
  test('are counted by resource', async () => {
    const { page, mock } = await openInspector('data');
    const links = page.getByRole('navigation', { name: 'Resources' }).getByRole('link');
    await expect
      .poll(async () => (await links.allInnerTexts()).map((link) => link.split(/\s+/)))
      .toEqual(Object.entries(mock.db).map(([name, table]) => [name, String(table.all().length)]));
    mock.db.units.insert({ name: 'Points' });
    const count = mock.db.units.all().length;
    await page.getByRole('link', { name: `units ${count}` }).waitFor();
  });

  test('are sorted and paged by the mock', async () => {
    const { page, mock } = await openInspector('data/balances');
    const names = mock.db.balances.all().map(({ name }) => name);
    await shown(page, 'name').toEqual(names);
    const header = page.getByRole('columnheader', { name: 'balance', exact: true });
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    const amounts = async () => (await column(page, 'balance').allInnerTexts()).map(Number);
    const ascending = mock.db.balances
      .all()
      .map(({ balance }) => Number(balance))
      .sort((a, b) => a - b);
    await expect.poll(amounts).toEqual(ascending);
    await header.getByRole('button').click();
    await expect.poll(amounts).toEqual([...ascending].reverse());
    for (let added = 0; added < 80; added += 1) mock.db.balances.insert({ name: `Added ${added}` });
    const total = names.length + 80;
    await page.getByText(`1–50 of ${total}`).waitFor();
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByText(`101–${total} of ${total}`).waitFor();
    await expect.poll(() => column(page, 'name').count()).toBe(total - 100);
  });

  test('have numbers and their headers at the same end, and all headers on one line', async () => {
    const { page } = await openInspector('data/balances');
    await column(page, 'balance').first().waitFor();
    const textBoxes = await page.evaluate(() => {
      const boxOf = (selector: string) => {
        const range = document.createRange();
        const walker = document.createTreeWalker(document.querySelector(selector) as Element, 4); // text
        range.selectNode(walker.nextNode() as Node);
        const { top, right } = range.getBoundingClientRect();
        return { top, right };
      };
      return {
        name: boxOf('th:not(.end) .sort'),
        number: boxOf('th.end .sort'),
        value: boxOf('td.end span'),
      };
    });
    expect(textBoxes.number.top).toBe(textBoxes.name.top);
    // The arrow of a sorted column is beside the name.
    expect(Math.abs(textBoxes.number.right - textBoxes.value.right)).toBeLessThanOrEqual(1);
  });

  test.each([1280, 820, 420])('have buttons that cover no cell at %s pixels', async (width) => {
    const { page, mock } = await openInspector('', {
      context: { viewport: { width, height: 800 } },
    });
    mock.fail({ path: '/v1/accounts', method: 'GET', status: 503, after: 100, times: 1_000 });
    mock.apiKeys.create({
      name: 'A key with a name that is rather long',
      role: 'Auditor of all accounts',
    });
    const views = [...Object.keys(mock.db).map((name) => `data/${name}`), 'faults', 'keys'];
    for (const view of views) {
      await page.evaluate((hash) => location.assign(`#${hash}`), view);
      await page.locator('tbody tr').first().waitFor();
      await expect.poll(() => overlaps(page), { message: view }).toEqual([]);
      await page.evaluate(() => document.querySelector('.scroll')?.scrollTo(500, 200));
      await expect.poll(() => overlaps(page), { message: `${view}, scrolled` }).toEqual([]);
    }
  });

  test('show the amount of a balance at 1280 pixels without scrolling', async () => {
    const { page } = await openInspector('data/balances');
    const right = () =>
      column(page, 'balance')
        .first()
        .evaluate((cell) => cell.getBoundingClientRect().right);
    await expect.poll(right).toBeLessThanOrEqual(1280);
  });

  test('link to the rows that they refer to, and to those that refer to them', async () => {
    const { page, mock } = await openInspector('data/balances');
    const [balance] = mock.db.balances.all();
    await column(page, 'account_id').getByRole('link').first().click();
    await shown(page, 'id').toEqual([balance?.account_id]);
    await page.getByRole('link', { name: 'balances', exact: true }).click();
    const related = mock.db.balances
      .all()
      .filter(({ account_id }) => account_id === balance?.account_id);
    await shown(page, 'id').toEqual(related.map(({ id }) => id));
    await expect
      .poll(() => page.getByLabel('where').inputValue())
      .toBe(`account_id:'${balance?.account_id}'`);
    await page.goBack();
    await shown(page, 'id').toEqual([balance?.account_id]);
  });

  test('link along a relation whose key no response has', async () => {
    const { page, client } = await openInspector('data/transactions');
    const [first] = await client.transactions.list({ include: { lines: true }, take: 1 });
    await column(page, 'id').first().waitFor();
    await page.getByRole('link', { name: 'lines', exact: true }).first().click();
    await shown(page, 'id').toEqual(first?.lines.map(({ id }) => id));
    await shown(page, 'transaction_id').toEqual(first?.lines.map(() => first.id));
    await expect
      .poll(() => page.getByLabel('where').inputValue())
      .toBe(`transaction_id:'${first?.id}'`);
    await page.getByRole('link', { name: 'Clear' }).click();
    await expect.poll(() => column(page, 'id').count()).toBeGreaterThan(first?.lines.length ?? 0);
  });

  test('are chosen with where and include, with the same messages as everywhere', async () => {
    const { page, client } = await openInspector('data/balances');
    await page.getByLabel('where').fill("name:{like:'Ada'}");
    await page.getByLabel('include').fill('name:true,unit:{symbol:true}');
    await page.getByRole('button', { name: 'Apply' }).click();
    const expected = await client.balances.list({
      where: { name: { like: 'Ada' } },
      include: { name: true, unit: { symbol: true } },
    });
    await shown(page, 'name').toEqual(expected.map(({ name }) => name));
    const columns = page.getByRole('columnheader');
    await expect
      .poll(async () => (await columns.allInnerTexts()).map((text) => text.trim()))
      .toEqual(['Actions', 'id', 'name', 'unit']);
    await column(page, 'unit').first().getByText(`"${expected[0]?.unit.symbol}"`).waitFor();
    await page.getByLabel('where').fill("nmae:'Ada'");
    await page.keyboard.press('Enter');
    await expect
      .poll(() => problem(page).innerText())
      .toBe('where: `nmae` is not a field or relation of balances. Did you mean `name`?');
    await expect.poll(() => page.getByLabel('where').getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('link', { name: 'Clear' }).click();
    await problem(page).waitFor({ state: 'detached' });
  });

  test('that are missing have a hint if a value can match nothing', async () => {
    const { page } = await openInspector("data/balances?where=name:{like:'%25Ada%25'}");
    await shown(page, 'id').toEqual([]);
    const hint = page.locator('.hint');
    await expect.poll(() => hint.innerText()).toContain("Try 'Ada'.");
    await page.getByRole('link', { name: 'Clear' }).click();
    await hint.waitFor({ state: 'detached' });
  });

  test('stay while a filter is rejected', async () => {
    const { page, mock } = await openInspector('data/units');
    const ids = mock.db.units.all().map(({ id }) => id);
    await shown(page, 'id').toEqual(ids);
    await page.getByLabel('where').fill('nmae:1');
    await page.keyboard.press('Enter');
    await problem(page).waitFor();
    await shown(page, 'id').toEqual(ids);
    mock.db.units.insert({ name: 'Points' });
    await page.getByRole('link', { name: `units ${ids.length + 1}` }).waitFor();
    expect(await column(page, 'id').count()).toBeGreaterThan(0);
    await page.reload();
    await problem(page).waitFor();
    await expect.poll(() => column(page, 'id').count()).toBe(ids.length + 1);
  });

  test('are edited with the keyboard', async () => {
    const { page, mock } = await openInspector('data/balances');
    const [balance] = mock.db.balances.all();
    const id = String(balance?.id);
    const button = page.getByRole('button', { name: `Edit ${id}` });
    await button.focus();
    await page.keyboard.press('Enter');
    await change(page, { name: 'Nobody' });
    await closeDialog(page);
    expect(mock.db.balances.get(id)?.name).toBe(balance?.name);
    await page.keyboard.press('Enter'); // the focus is on the button again
    await change(page, { name: 'Ada' });
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.getByText('The row was changed.').waitFor();
    expect(mock.db.balances.get(id)).toEqual({ ...balance, name: 'Ada' });
    await expect.poll(() => column(page, 'name').first().innerText()).toBe('Ada');
  });

  test('keep their values if the mock rejects a new one', async () => {
    const { page, mock } = await openInspector('data/balances');
    const [balance] = mock.db.balances.all();
    const id = String(balance?.id);
    const rejected = async (fields: object, message: RegExp) => {
      await change(page, fields);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => problem(page).innerText()).toMatch(message);
      expect(mock.db.balances.get(id)).toEqual(balance);
    };
    await openDialog(page, `Edit ${id}`);
    await rejected({ balance: 'much' }, /`?balance`?.*decimal/);
    await rejected({ balance: 12.5 }, /`?balance`?.*decimal string such as '100.00', got 12.5/);
    await rejected({ balance: balance?.balance, nmae: 'Ada' }, /`nmae` is not a field/);
    await page.getByLabel('Row as JSON').fill('{ "variables": { "count": 9007199254740993 } }');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => problem(page).innerText())
      .toMatch(/variables.count: expected a safe integer/);
    await page.getByLabel('Row as JSON').fill('{ "balance": "12.50" }'); // the others keep their values
    await submitDialog(page, 'Save');
    expect(mock.db.balances.get(id)).toMatchObject({ name: balance?.name, balance: '12.50' });
  });

  test('are changed field by field, so that other changes in the meantime stay', async () => {
    const { page, mock } = await openInspector('data/balances');
    const id = String(mock.db.balances.all()[0]?.id);
    await openDialog(page, `Edit ${id}`);
    await change(page, { variables: { tier: 'silver' } });
    mock.db.balances.update(id, { name: 'Renamed' });
    await submitDialog(page, 'Save');
    expect(mock.db.balances.get(id)).toMatchObject({
      name: 'Renamed',
      variables: { tier: 'silver' },
    });
    await column(page, 'variables').first().getByText('silver').waitFor();
    await openDialog(page, `Edit ${id}`);
    await change(page, { variables: null });
    await submitDialog(page, 'Save');
    expect(mock.db.balances.get(id)?.variables).toBe(null);
    await column(page, 'variables').first().getByText('null').waitFor();
  });

  test('are not reported as changed if nothing was edited', async () => {
    const { page, mock } = await openInspector('data/balances');
    const [balance] = mock.db.balances.all();
    await openDialog(page, `Edit ${balance?.id}`);
    await submitDialog(page, 'Save');
    expect(await page.getByText('The row was changed.').count()).toBe(0);
    expect(mock.db.balances.all()[0]).toEqual(balance);
    await openDialog(page, `Edit ${balance?.id}`);
    await page.getByLabel('Row as JSON').fill("name: 'Ada', name: 'Eve'");
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => problem(page).innerText()).toMatch(/`name` is given more than once/);
  });

  test('are inserted, or rejected with the message of mock.db', async () => {
    const { page, mock } = await openInspector('data/units');
    const before = mock.db.units.all().length;
    await openDialog(page, 'Insert row');
    await change(page, { max_precision: 'two' });
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await expect.poll(() => problem(page).innerText()).toMatch(/max_precision/);
    expect(mock.db.units.all()).toHaveLength(before);
    await change(page, { max_precision: 2, name: 'Points' });
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await page.getByText('The row was inserted.').waitFor();
    expect(mock.db.units.all().at(-1)).toMatchObject({ name: 'Points', max_precision: 2 });
  });

  test('are shown once they were inserted, whatever the table showed before', async () => {
    const dialect = { order: { default: { name: 'asc' } } } as const;
    const { page, mock } = await openInspector("data/units?where=name:'EUR'", { dialect });
    for (let added = 0; added < 60; added += 1) mock.db.units.insert({ name: `Added ${added}` });
    await page.getByRole('columnheader', { name: 'name' }).getByRole('button').click();
    await openDialog(page, 'Insert row');
    await change(page, { name: 'Aaron' });
    await submitDialog(page, 'Insert');
    await shown(page, 'name').toEqual(['Aaron']);
  });

  test('are deleted after a confirmation, but not while others refer to them', async () => {
    const { page, mock } = await openInspector('data/transactions');
    const before = mock.db.transactions.all().length;
    const remove = async () => {
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    };
    await remove();
    await expect
      .poll(() => problem(page).innerText())
      .toMatch(
        /^transactions: \S+ cannot be deleted: it is the `transaction_id` of \d+ rows? of transactionLines\./,
      );
    expect(mock.db.transactions.all()).toHaveLength(before);
    await closeDialog(page);
    const { id } = mock.db.transactions.insert({ status: 'failed' });
    const { id: other } = mock.db.transactions.insert({ status: 'failed' });
    await page.goto(
      `${page.url().split('#')[0]}#data/transactions?where=id:{in:['${id}','${other}']}`,
    );
    await shown(page, 'id').toEqual([id, other]);
    await openDialog(page, `Delete ${id}`);
    await closeDialog(page);
    expect(mock.db.transactions.get(id)).toBeDefined();
    await remove();
    await page.getByText('The row was deleted.').waitFor();
    expect(mock.db.transactions.get(id)).toBeUndefined();
    await expect.poll(() => column(page, 'id').count()).toBe(1);
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN');
  });

  test('are downloaded as the JSON that a mock is created from', async () => {
    const { page, mock, client } = await openInspector('data');
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all' }).click();
    const text = await readText(await (await started).createReadStream());
    expect(text).toContain('\n  "balances": [\n    {\n      "id": ');
    const data = JSON.parse(text);
    const { createClient, createMock } = await loadPackage();
    const copy = createMock({ data });
    for (const [name, table] of Object.entries(mock.db))
      expect(copy.db[name as keyof typeof copy.db].all(), name).toEqual(table.all());
    const lines = await createClient(copy.clientOptions).transactions.list({
      include: { lines: true },
    });
    expect(lines).toEqual(await client.transactions.list({ include: { lines: true } }));
  });
});
