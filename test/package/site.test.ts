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

/** A word that the script leaves out, unless it is the only one. */
const [, stopWords = '^$'] = /!\/(\^\([^/]+)\/i\.test/.exec(read('assets/main.js')) ?? [];

/** The results, found and ranked as the script of TypeDoc 0.28 does it. */
function resultsOf(words: string): readonly (Row | undefined)[] {
  const all = words.split(' ');
  const sought = all.filter((word) => all.length < 2 || !new RegExp(stopWords, 'i').test(word));
  const pattern = sought.map((word) => `*${word}*`).join(' ');
  const scored = search.search(pattern).map(({ ref, score }) => {
    const row = rows[Number(ref)];
    const starts = row?.name.toLowerCase().startsWith(words.toLowerCase());
    const difference = Math.abs((row?.name.length ?? 0) - words.length);
    return { row, score: score * (starts ? 10 / (1 + difference) : 1) };
  });
  return scored.sort((left, right) => right.score - left.score).map(({ row }) => row);
}

describe('the search of the site', () => {
  test.each([
    ['count rows', 'Sorting and pagination', 'Count rows'],
    ['numbered pages', 'Sorting and pagination', 'Numbered pages'],
    ['rate limit', 'Errors, retries and timeouts', 'Retries and rate limits'],
    ['api key', 'Options and dialect', 'API keys'],
    ['timeouts', 'Errors, retries and timeouts', 'Timeouts'],
    ['query keys', 'React and TanStack Query', 'Query keys'],
  ])('finds "%s" first on the page %s, under its heading', (words, page, heading) => {
    expect(resultsOf(words)[0]).toMatchObject({ parent: page, name: heading });
  });

  test.each([
    ['all rows', 'Read all rows'],
    ['amount text', 'Why amounts are text'],
    ['authentication', 'Query your service'],
    ['caching', 'Next.js and server components'],
    ['concurrency', 'Limit concurrency'],
    ['create payment', 'Create payments, write data, receive webhooks'],
    ['deduplication', 'Next.js and server components'],
    ['credentials', 'Cookies across origins (CORS)'],
    ['custom field', 'Add a field'],
    ['empty list', 'Empty lists, no rows'],
    ['error body', 'Error messages and bodies'],
    ['error in a test', 'Errors in a test'],
    ['generic hook', 'Write a hook or table for any resource'],
    ['how do I sort', 'Sorting and pagination'],
    ['HTTP_PROXY', 'Behind a proxy (HTTP_PROXY)'],
    ['ignore case', 'Search ignoring upper and lower case'],
    ['join', 'Filter by related rows'],
    ['logging', 'Logging: see what is sent'],
    ['no rows', 'Empty lists, no rows'],
    ['pagination', 'Sorting and pagination'],
    ['python', 'The mock in other languages and CI'],
    ['retries', 'Retries and rate limits'],
    ['row level security', 'Policies (row-level security)'],
    ['stub', 'Stubs and services'],
    ['tracing', 'Middleware and OpenTelemetry'],
    ['webhook', 'Create payments, write data, receive webhooks'],
    ['write data', 'Create payments, write data, receive webhooks'],
  ])('has an answer to "%s" within the first five results', (words, heading) => {
    const names = resultsOf(words).map((row) => row?.name);
    expect(names.slice(0, 5)).toContain(heading);
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
