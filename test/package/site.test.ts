import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import lunr from 'lunr';
import { describe, expect, test } from 'vitest';

const site = resolve(import.meta.dirname, '../../docs/api');
const read = (path: string) => readFileSync(resolve(site, path), 'utf8');

interface Row {
  readonly name: string;
  readonly url: string;
  readonly parent?: string;
}

const [, data = ''] = read('assets/search.js').split('"');
const { rows, index }: { rows: Row[]; index: object } = JSON.parse(
  inflateSync(Buffer.from(data, 'base64')).toString(),
);
const search = lunr.Index.load(index);

/** The first result, found and ranked as the script of TypeDoc 0.28 does it. */
function firstResult(words: string): Row | undefined {
  const pattern = words.replace(/\S+/g, '*$&*');
  const scored = search.search(pattern).map(({ ref, score }) => {
    const row = rows[Number(ref)];
    const starts = row?.name.toLowerCase().startsWith(words.toLowerCase());
    const difference = Math.abs((row?.name.length ?? 0) - words.length);
    return { row, score: score * (starts ? 10 / (1 + difference) : 1) };
  });
  return scored.sort((left, right) => right.score - left.score)[0]?.row;
}

describe('the search of the site', () => {
  test.each([
    ['count rows', 'Sort and page', 'Count rows'],
    ['numbered pages', 'Sort and page', 'Numbered pages'],
    ['retries', 'Errors, retries and timeouts', 'Retries'],
    ['timeouts', 'Errors, retries and timeouts', 'Timeouts'],
    ['query keys', 'React and TanStack Query', 'Query keys'],
  ])('finds "%s" on the page %s, under its heading', (words, page, heading) => {
    expect(firstResult(words)).toMatchObject({ parent: page, name: heading });
  });

  test('leads to anchors that exist', () => {
    const anchors = rows.filter(({ url }) => /^documents\/.*#/.test(url));
    expect(anchors.length).toBeGreaterThan(100);
    const missing = anchors.filter(({ url }) => {
      const [page = '', anchor] = url.split('#');
      return !existsSync(resolve(site, page)) || !read(page).includes(`id="${anchor}"`);
    });
    expect(missing).toEqual([]);
  });
});

test('the first visit shows the pages for beginners in an open group', () => {
  expect(read('index.html')).toContain(`localStorage['tsd-accordion-Queries'] ??= 'true'`);
});

test('the site has an index of its pages for assistants, with links to them', () => {
  const links = [...read('llms.txt').matchAll(/\]\((.+?)\): /g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(15);
  expect(links.filter((link) => !existsSync(resolve(site, link)))).toEqual([]);
  expect(read('llms-full.txt').length).toBeGreaterThan(100_000);
});
