import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { slowDown } from '../fixtures/chromium.js';

/** The playground as a user sees it. */
export class PlaygroundPage {
  readonly page: Page;
  /** Errors of the page itself; a test expects none. */
  readonly failures: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', ({ message }) => this.failures.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error') this.failures.push(line.text());
    });
  }

  /** Opens the page and waits for the result of its first query. */
  static async open(browser: Browser, url: string, options: BrowserContextOptions = {}) {
    const playground = new PlaygroundPage(await browser.newPage(options));
    await slowDown(playground.page);
    await playground.page.goto(url);
    await playground.sees('#result', /^(?!Starting)./);
    return playground;
  }

  /** Replaces the text of the editor at once, so that no part of it runs. */
  async write(query: string): Promise<void> {
    await this.#clear();
    await this.page.keyboard.insertText(query);
  }

  /** Replaces the text of the editor key by key, with all that the editor adds. */
  async type(query: string): Promise<void> {
    await this.#clear();
    await this.page.keyboard.type(query);
  }

  async #clear(): Promise<void> {
    await this.page.locator('#editor .native-edit-context, #editor textarea').first().focus();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Delete');
  }

  /** The text of a part of the page; empty while it is hidden. */
  async text(selector: string): Promise<string> {
    const part = this.page.locator(selector);
    return (await part.isVisible()) ? await part.innerText() : '';
  }

  /** Waits until the text of a part matches. */
  async sees(selector: string, words: RegExp): Promise<void> {
    // Not with expect.poll, which hooks cannot use.
    await vi.waitFor(async () => expect(await this.text(selector)).toMatch(words), {
      timeout: 60_000,
    });
  }

  /** The cells of the table, by row. */
  rows(): Promise<string[][]> {
    return this.page
      .locator('#result tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
      );
  }

  /** The titles in the menu of examples. */
  examples(): Promise<string[]> {
    return this.page
      .locator('#examples option:not([hidden])')
      .evaluateAll((options) => options.map((option) => option.textContent ?? ''));
  }

  /** The number of pixels by which the page is wider than the window. */
  overflow(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  }
}
