import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './extract-snippets.js';

/** The pages in a folder. Those of installed and built files are left out: other tests write there. */
const pagesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (!entry.isDirectory()) return path.endsWith('.md') ? [path] : [];
    return /^(\..*|node_modules|dist|coverage)$/.test(entry.name) || path === 'docs/api'
      ? []
      : pagesIn(`${path}/`);
  });

/** All pages of the repository. */
const files = pagesIn('').sort();

const textOf = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll(/^```.*?^```$/gms, '');

/** The anchors of a page as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Whether a link leads nowhere. Links to other sites are not checked. */
function isDead(file: string, link: string): boolean {
  if (/^(https?|mailto):/.test(link)) return false;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), path));
  if (target.startsWith('..') || !existsSync(join(root, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

test('no page has a dead link', () => {
  expect(files.length).toBeGreaterThan(5);
  const dead = files.flatMap((file) =>
    [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => isDead(file, link))
      .map((link) => `${file}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('every page of the guide is in the index and in the site', () => {
  const site: { projectDocuments: string[] } = JSON.parse(readFileSync(join(root, 'typedoc.json'), 'utf8'));
  const pages = files.filter((file) => /^docs\/(guide|decisions)\//.test(file));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => !site.projectDocuments.includes(page))).toEqual([]);
  const guide = pages.filter((page) => page.startsWith('docs/guide/'));
  expect(guide.filter((page) => !textOf('docs/README.md').includes(`](${page.slice(5)})`))).toEqual([]);
});

test('the check finds dead links', () => {
  expect(isDead('README.md', 'docs/nowhere.md')).toBe(true);
  expect(isDead('README.md', 'CONTRIBUTING.md#nowhere')).toBe(true);
  expect(isDead('README.md', '../elsewhere.md')).toBe(true);
  expect(isDead('README.md', 'CONTRIBUTING.md#set-up')).toBe(false);
});
