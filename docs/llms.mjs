import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const read = (path) => readFileSync(path, 'utf8').trim();

/**
 * Writes the pages for assistants in editors: `llms.txt`, an index, and `llms-full.txt`, all pages.
 * The table of pages in docs/README.md decides which, and in which order.
 *
 * @param {string} folder
 * @param {(page: string) => string} linkOf - The link to a page, such as `guide/filters.md`.
 */
export function writeLlms(folder, linkOf = (page) => page) {
  const [, ...groups] = read('docs/README.md').split(/^## /m);
  const [, introduction = ''] = read('README.md').split(/\n\n/);
  const pages = [];
  const index = groups.map((group) => {
    const rows = [...group.matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+) \|$/gm)];
    pages.push(...rows.map(([, , page]) => page));
    const items = rows.map(([, title, page, topics]) => `- [${title}](${linkOf(page)}): ${topics}`);
    return `## ${group.split('\n')[0]}\n\n${items.join('\n')}`;
  });
  const summary = introduction.replace(/\[(.+?)\]\(.+?\)/g, '$1').replaceAll('\n', '\n> ');
  const start = `# payments-data-client\n\n> ${summary}`;
  writeFileSync(join(folder, 'llms.txt'), `${[start, ...index].join('\n\n')}\n`);
  const texts = [
    read('README.md'),
    ...pages.map((page) => `<!-- docs/${page} -->\n\n${read(`docs/${page}`)}`),
  ];
  writeFileSync(join(folder, 'llms-full.txt'), `${texts.join('\n\n')}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeLlms('docs'); // for the package
