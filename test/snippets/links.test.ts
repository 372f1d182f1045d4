import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { extractSnippets, pages, root } from './extract-snippets.js';

/**
 * The pages in a folder. Those of installed and built files are left out: other tests write there.
 */
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

const textOf = (file: string) =>
  readFileSync(join(root, file), 'utf8').replaceAll(/^```.*?^```$/gms, '');

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
  const site: { projectDocuments: string[] } = JSON.parse(
    readFileSync(join(root, 'typedoc.json'), 'utf8'),
  );
  const written = files.filter((file) => /^docs\/(guide|decisions)\//.test(file));
  expect(written.length).toBeGreaterThan(20);
  expect(written.filter((page) => !site.projectDocuments.includes(page))).toEqual([]);
  const guide = written.filter((page) => page.startsWith('docs/guide/'));
  expect(guide.filter((page) => !textOf('docs/README.md').includes(`](${page.slice(5)})`))).toEqual(
    [],
  );
});

/** The part of "Getting started" that the blocks of a page need, if any. */
function neededSetup(page: string): string | undefined {
  const snippets = extractSnippets(page);
  if (snippets.some(({ file }) => file === undefined))
    return 'getting-started.md#set-up-the-examples';
  return snippets.length > 0 ? 'getting-started.md#install' : undefined;
}

test('every page of the guide with blocks links to the setup that they need', () => {
  const guide = pages.filter((page) => /^docs\/guide\/(?!getting-started)/.test(page));
  const needed = guide.map((page) => ({ page, setup: neededSetup(page) }));
  expect(needed.filter(({ setup }) => setup).length).toBeGreaterThan(20);
  expect(
    needed.filter(({ page, setup }) => setup && !textOf(page).includes(`](${setup})`)),
  ).toEqual([]);
});

test('every page that mentions the API specification links to what it is, at the first mention', () => {
  const mentions = files.flatMap((file) => {
    const [first] = /\S*API\s+specification\S*/.exec(textOf(file)) ?? [];
    return first && /^(README|docs)/.test(file) ? [{ file, first: first.replace(/\s+/, ' ') }] : [];
  });
  expect(mentions.length).toBeGreaterThan(20);
  const definitions = ['docs/guide/glossary.md', 'docs/decisions/README.md'];
  expect(
    mentions.filter(
      ({ file, first }) =>
        !definitions.includes(file) && !/^\[API specification\]\(.*\bglossary\.md\)/.test(first),
    ),
  ).toEqual([]);
});

test('the check finds dead links', () => {
  expect(isDead('README.md', 'docs/nowhere.md')).toBe(true);
  expect(isDead('README.md', 'CONTRIBUTING.md#nowhere')).toBe(true);
  expect(isDead('README.md', '../elsewhere.md')).toBe(true);
  expect(isDead('README.md', 'CONTRIBUTING.md#set-up')).toBe(false);
});
