import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { extractSnippets, guide, read, root } from './extract-snippets.js';

const files = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  'docs/README.md',
  'docs/cheat-sheet.md',
  'docs/decisions.md',
  'docs/benchmarks.md',
  'examples/README.md',
  'examples/playground/README.md',
  'bench/README.md',
  ...guide,
];

const textOf = (file: string) => read(file).replaceAll(/^```.*?^```$/gms, '');

/** The anchors of a page as GitHub makes them, and those of rows. */
const anchorsOf = (file: string): string[] => [
  ...[...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...[...textOf(file).matchAll(/<a id="(\d+)">/g)].map(([, id = '']) => id),
];

/** Whether a link leads nowhere. Links to other sites are not checked. */
function isDead(file: string, link: string): boolean {
  if (/^(https?|mailto):/.test(link)) return false;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), path));
  if (target.startsWith('..') || !existsSync(join(root, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

const linksIn = (file: string) =>
  [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

test('no page has a dead link', () => {
  const dead = files.flatMap((file) =>
    linksIn(file)
      .filter((link) => isDead(file, link))
      .map((link) => `${file}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('the links of pages that the package has lead to what it has', () => {
  const { files: packed }: { files: string[] } = JSON.parse(read('package.json'));
  const isPacked = (path: string) =>
    /^(README|LICENSE)/.test(path) ||
    (packed.some((name) => path === name || path.startsWith(`${name}/`)) &&
      !packed.some((name) => name.startsWith('!') && path.startsWith(name.slice(1))));
  const missing = files.filter(isPacked).flatMap((file) =>
    linksIn(file)
      .filter((link) => !/^(https?|mailto):|^#/.test(link))
      .map((link) => normalize(join(dirname(file), link.replace(/#.*/, ''))))
      .filter((target) => !isPacked(target))
      .map((target) => `${file}: ${target}`),
  );
  expect(missing).toEqual([]);
});

test('every page is in the menu and on the site', () => {
  const { projectDocuments }: { projectDocuments: string[] } = JSON.parse(read('typedoc.json'));
  const pages = [...guide, 'docs/cheat-sheet.md', 'docs/decisions.md'];
  const menu = linksIn('docs/README.md').map((link) => `docs/${link}`);
  expect(pages.filter((page) => !menu.includes(page))).toEqual([]);
  expect(pages.filter((page) => !projectDocuments.includes(page))).toEqual([]);
});

test('every page with blocks links to the setup that they need', () => {
  const needed = guide.flatMap((page) => {
    const snippets = extractSnippets(page);
    if (snippets.length === 0 || page.endsWith('getting-started.md')) return [];
    const setup = snippets.some(({ file }) => file === undefined)
      ? 'set-up-the-examples'
      : 'install';
    return [{ page, link: `getting-started.md#${setup}` }];
  });
  expect(needed.filter(({ page, link }) => !linksIn(page).includes(link))).toEqual([]);
});
