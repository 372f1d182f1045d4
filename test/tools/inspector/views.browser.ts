import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../../src/mock/create-mock.js';
import { serveMock } from '../../../src/mock/server/serve-mock.js';
import { inspector } from '../../../src/tools/inspector/plugin.js';
import { listen } from '../../fixtures/listen.js';
import { openInspector, openView, shows } from './open-inspector.js';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

describe('requests', () => {
  test('are shown newest first, with their rows, and why there are none', async () => {
    const { page, send, mock, problems } = await openInspector();
    await shows(page, /No requests yet\. Send one to http:/);
    await send('/v1/balances?take=3&order_by=name:desc');
    await send("/v1/balances?where={name:'Nobody',type:'main'}&include=unit:{symbol:true}");
    await send('/v1/balances?where=nmae:1');
    await rowOf(page, 'nmae').waitFor();
    const rows = await page.locator('tbody tr').allInnerTexts();
    expect(rows.map((text) => text.split('\n')[0]?.split('\t')[0])).toEqual(['400', '200', '200']);
    expect(rows[0]).toContain('GET /v1/balances?where=nmae:1');
    expect(rows[0]).toContain('where: `nmae` is not a field or relation of balances.');
    expect(rows[1]).toContain(
      "balances.list({ where: { name: 'Nobody', type: 'main' }, include: { unit: { symbol: true } } })",
    );
    for (const sentence of mock.requests[1]?.explanation ?? []) expect(rows[1]).toContain(sentence);
    expect(rows[1]).toMatch(/No row matches `name`.*\s0\s+\d+\.\d ms\s*$/s);
    expect(rows[2]).toContain("balances.list({ orderBy: { name: 'desc' }, take: 3 })");
    expect(rows[2]).toContain('3 of 24');
    expect(problems).toEqual([]);
  });

  test('are shown from their arrival until they are answered or aborted', async () => {
    const { page, send, mock } = await openInspector();
    mock.fail({ path: '/v1/accounts', error: 'network', times: 1 });
    await send('/v1/accounts').catch(() => {});
    await rowOf(page, 'failed').waitFor();
    mock.fail({ path: '/v1/balances', error: 'timeout' });
    const abort = new AbortController();
    const [url] = page.url().split('#');
    const ended = fetch(`${url}v1/balances`, { signal: abort.signal }).catch(() => {});
    await rowOf(page, 'pending').waitFor();
    abort.abort();
    await ended;
    await rowOf(page, 'aborted').waitFor();
  });

  test('are the last 200 of many', async () => {
    const { page, send } = await openInspector();
    for (let count = 0; count < 201; count++) await send('/v1/balances?take=1');
    await shows(page, 'The last 200 of 201 requests');
    expect(await page.locator('tbody tr').count()).toBe(200);
  });
});

describe('data, faults and keys', () => {
  test('are shown as they are, and change with the mock', async () => {
    const { page, mock, problems } = await openInspector();
    await openView(page, 'Data');
    await rowOf(page, 'House treasury, USD').waitFor();
    mock.db.balances.insert({ name: 'Inserted', variables: { note: ['a', null] } });
    await shows(page, /balances 25/);
    await rowOf(page, 'Inserted').getByText('{"note":["a",null]}').waitFor();
    await openView(page, 'transactionLines');
    await page.getByRole('columnheader', { name: 'transaction_id' }).waitFor();
    await openView(page, 'Faults');
    await shows(page, 'No faults.');
    mock.fail({ path: '/v1/balances', status: 503, times: 2 });
    await rowOf(page, "{ path: '/v1/balances', status: 503, times: 2 }").waitFor();
    await openView(page, 'Keys');
    mock.apiKeys.create({ name: 'Old', role: 'Viewer', expiresAt: '2020-01-01T00:00:00Z' });
    await rowOf(page, 'Old').getByText('expired').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('the-key-of-the-mock');
    await page.goBack();
    await shows(page, /Fault\s+Applied\s+Remaining/);
    expect(problems).toEqual([]);
  });

  test('show the start of a value of 1 MiB, and its first 50,000 characters on a click', async () => {
    const items = Array.from({ length: 2 ** 16 }, (_, index) => `item-${index}-${'x'.repeat(6)}`);
    const balances = [
      { name: 'Large', variables: { items, last: 'the end' } },
      { name: 'Small', variables: { note: 'a' } },
    ];
    const { page, problems } = await openInspector('data/balances', { data: { balances } });
    const text = JSON.stringify(balances[0]?.variables, null, 2);
    expect(text.length).toBeGreaterThan(2 ** 20);
    const cell = rowOf(page, 'Large').getByTitle('Show all');
    const start = await cell.innerText();
    expect(start).toMatch(/^\{"items":\["item-0-xxxxxx".*…$/);
    expect(start).toHaveLength(401);
    expect(await page.getByTitle('Show all').count()).toBe(1);
    await cell.focus();
    await page.keyboard.press('Enter');
    const whole = rowOf(page, 'Large').locator('pre');
    await whole.waitFor();
    expect(await whole.innerText()).toBe(`${text.slice(0, 50_000)}…`);
    await shows(page, `50000 of ${text.length} characters`);
    expect(await page.locator('*').count()).toBeLessThan(500);
    await page.getByRole('button', { name: 'Show less' }).click();
    await whole.waitFor({ state: 'detached' });
    expect(await cell.innerText()).toBe(start);
    expect(problems).toEqual([]);
  });

  test('has pages of 50 rows', async () => {
    const accounts = Array.from({ length: 120 }, (_, index) => ({ identifier_value: `a${index}` }));
    const { page } = await openInspector('data/accounts', { data: { accounts } });
    await shows(page, '1 to 50 of 120');
    const next = page.getByRole('button', { name: 'Next' });
    await next.click();
    await next.click();
    await shows(page, '101 to 120 of 120');
    await rowOf(page, 'a119').waitFor();
    expect(await next.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Previous' }).click();
    await shows(page, '51 to 100 of 120');
  });
});

describe('the buttons', () => {
  test('take and restore a snapshot, also after a reload, and reset the mock', async () => {
    const { page, mock, send } = await openInspector('data/units');
    const button = (name: string) => page.getByRole('button', { name });
    expect(await button('Restore').isDisabled()).toBe(true);
    await button('Snapshot').click();
    await shows(page, 'Saved snapshot-1.');
    mock.db.units.insert({ name: 'New unit' });
    await rowOf(page, 'New unit').waitFor();
    await page.reload();
    await button('Restore').click();
    await shows(page, 'Restored the rows and keys of snapshot-1.');
    await rowOf(page, 'New unit').waitFor({ state: 'detached' });
    await send('/v1/units');
    page.once('dialog', (dialog) => dialog.dismiss());
    await button('Reset').click();
    expect(mock.requests).toHaveLength(1);
    page.once('dialog', (dialog) => dialog.accept());
    await button('Reset').click();
    await shows(page, 'The mock was reset.');
    expect(mock.requests).toEqual([]);
  });

  test('say what is wrong when the mock was started again', async () => {
    const { page, server } = await openInspector();
    await page.getByRole('button', { name: 'Snapshot' }).click();
    await shows(page, 'Saved snapshot-1.');
    await server.close();
    await shows(page, 'The mock does not respond. Start it again.');
    const again = await serveMock(createMock(), { port: server.port, plugins: [inspector()] });
    onTestFinished(again.close);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    const problem = 'expected `name` to be what POST /_mock/snapshot returned, got "snapshot-1".';
    await shows(page, problem);
  });
});

describe('with the keyboard', () => {
  test('everything can be reached, and what scrolls can be scrolled', async () => {
    const { page } = await openInspector('data/balances');
    await rowOf(page, 'House treasury, USD').waitFor();
    const reached: string[] = [];
    for (let presses = 0; presses < 13; presses++) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(() => {
          const { tagName, textContent, ariaLabel } = document.activeElement ?? document.body;
          return ariaLabel ?? (tagName === 'BODY' ? '' : (textContent ?? ''));
        }),
      );
    }
    expect(reached.map((text) => text.replace(/ \d+$/, '')).filter(Boolean)).toEqual([
      ...['Snapshot', 'Reset', 'Requests', 'Data', 'Faults', 'Keys'],
      ...['balances', 'units', 'accounts', 'transactions', 'transactionLines'],
      'Rows of balances',
    ]);
  });
});

describe('axe and the eye', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

  /** What axe finds: the rule, and the elements. */
  async function violations(page: Page): Promise<string[]> {
    const found: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] =
      await page.evaluate(`axe.run(document).then(({ violations }) => violations)`);
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  }

  /** What is wider than the window, or cut off. */
  const clipped = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const isCut = (element: Element) =>
        getComputedStyle(element).overflowX !== 'auto' &&
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1;
      const cut = [...document.querySelectorAll('body, body *')].filter(isCut);
      return cut.map((element) => element.outerHTML.slice(0, 200));
    });

  test.each([1280, 820])('find nothing in any view that is %s pixels wide', async (width) => {
    const { page, mock, send, problems } = await openInspector('', {
      context: { viewport: { width, height: 800 }, bypassCSP: true }, // for axe
    });
    await page.evaluate(`${axe}; undefined`);
    mock.fail({ path: '/v1/accounts', status: 503 });
    mock.apiKeys.create({ name: 'Expired', expiresAt: '2020-01-01T00:00:00Z' });
    for (const path of ['accounts', 'balances?where=nmae:1', "balances?where=name:'rent'"])
      await send(`/v1/${path}`);
    await send(`/v1/balances?where=name:'${'x'.repeat(500)}'`);
    await page.getByRole('button', { name: 'Snapshot' }).click();
    for (const view of ['Requests', 'Data', 'transactionLines', 'Faults', 'Keys']) {
      await openView(page, view);
      await page.locator('tbody tr').first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${view}, ${colorScheme}`).toEqual([]);
        const folder = process.env.SCREENSHOTS; // to look at them
        const path = `${folder}/${width}-${colorScheme}-${view}.png`;
        if (folder) await page.screenshot({ path });
      }
      expect(await clipped(page), view).toEqual([]);
    }
    const main = await page.locator('main').boundingBox();
    expect(main).toMatchObject({ x: 0, width });
    expect(problems).toEqual([]);
  });
});

describe('attacks', () => {
  const attack = `<img src=x onerror="alert(1)"><script>alert(2)</script>'"&lt;{{7*7}}`;

  test('what rows and requests contain is shown as text', async () => {
    const { page, mock, send, problems } = await openInspector('data/units', {
      data: { units: [{ name: attack, symbol: attack }] },
    });
    await rowOf(page, attack).waitFor();
    mock.apiKeys.create({ name: attack, role: attack });
    const where = JSON.stringify({ name: attack });
    const query = new URLSearchParams({ where, [attack]: attack });
    await send(`/v1/${encodeURIComponent(attack)}?${query}`);
    query.delete(attack);
    await send(`/v1/balances?${query}`);
    await openView(page, 'Requests');
    await rowOf(page, 'balances.list').waitFor();
    await openView(page, 'Keys');
    await rowOf(page, attack).waitFor();
    expect(await page.locator('img, #app script').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('no page of another origin controls or frames it', async () => {
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
      const post = { method: 'POST', body: '{}' };
      const headers = { 'X-Mock-Control': '1', 'Content-Type': 'application/json' };
      return [
        await attempt('/_mock/requests'),
        await attempt('/_mock/ready'),
        await attempt('/_mock/reset', post),
        await attempt('/_mock/reset', { ...post, headers }),
        await attempt('/_mock/reset', { ...post, mode: 'no-cors' }),
        await attempt('/_mock/inspector', { headers }),
      ];
    }, server.url);
    expect(attempts.map((text) => text.replace(/^0 $/, 'not readable'))).toEqual(
      Array(6).fill('not readable'),
    );
    expect(mock.db.units.all().at(-1)?.name).toBe('Still there');
    await other.setContent(`<iframe src="${server.url}/"></iframe>`);
    await expect.poll(() => other.frames()[1]?.url()).toMatch(/^chrome-error:/); // frame-ancestors
  });
});
