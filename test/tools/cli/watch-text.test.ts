import { appendFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { watchText } from '../../../src/tools/cli/data-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const at = (name: string) => join(folder, name);

/** Watches a file with the text `old`. Returns the texts that were reported. */
function watched(name = 'rows.json', known = 'old') {
  const texts: (string | undefined)[] = [];
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  if (name === 'rows.json') writeFileSync(at(name), 'old');
  watchText(at(name), known, controller.signal, (text) => texts.push(text));
  return { texts, stop: () => controller.abort() };
}

describe('a watched file', () => {
  test('is reported when it is written', async () => {
    const { texts } = watched();
    writeFileSync(at('rows.json'), 'new');
    await expect.poll(() => texts).toEqual(['new']);
  });

  test('is reported once when it is written in several steps [decision 30]', async () => {
    const { texts } = watched();
    writeFileSync(at('rows.json'), '');
    for (const part of ['1', '2', '3']) {
      await sleep(20);
      appendFileSync(at('rows.json'), part);
    }
    await expect.poll(() => texts).toEqual(['123']);
  });

  test('is reported when another file takes its name, each time', async () => {
    const { texts } = watched();
    for (const text of ['first', 'second']) {
      writeFileSync(at('.rows.json.swp'), text);
      renameSync(at('.rows.json.swp'), at('rows.json'));
      await expect.poll(() => texts.at(-1)).toBe(text);
    }
    expect(texts).toEqual(['first', 'second']);
  });

  test('is reported when it is deleted, and when it is back', async () => {
    const { texts } = watched();
    rmSync(at('rows.json'));
    await expect.poll(() => texts).toEqual([undefined]);
    writeFileSync(at('rows.json'), 'new');
    await expect.poll(() => texts).toEqual([undefined, 'new']);
  });

  test('may be a link, of which either end changes', async () => {
    for (const name of ['one', 'two']) writeFileSync(at(name), name);
    symlinkSync('one', at('link.json'));
    const { texts } = watched('link.json', 'one');
    writeFileSync(at('one'), 'changed');
    await expect.poll(() => texts).toEqual(['changed']);
    symlinkSync('two', at('new-link'));
    renameSync(at('new-link'), at('link.json'));
    await expect.poll(() => texts).toEqual(['changed', 'two']);
  });

  test('is reported if it changed before it was watched', async () => {
    const { texts } = watched('rows.json', 'older');
    await expect.poll(() => texts).toEqual(['old']);
  });

  test('is not reported for the same text, another file, or after the end', async () => {
    const { texts, stop } = watched();
    writeFileSync(at('rows.json'), 'old');
    writeFileSync(at('other.json'), 'new');
    await sleep(600);
    stop();
    writeFileSync(at('rows.json'), 'new');
    await sleep(600);
    expect(texts).toEqual([]);
  });
});
