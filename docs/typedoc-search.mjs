import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import lunr from 'lunr';
import { PageEvent, ReflectionKind, RendererEvent } from 'typedoc';

/**
 * A reader looks for a page or a heading rather than for a property of the same name, whose score
 * the site's script multiplies by ten.
 */
const boosts = { page: 6, heading: 8, export: 1, member: 0.05 };

/** Pages that explain the package rather than its use rank below the guide. */
const LOWER = 0.4;
const isAside = ({ name, frontmatter }) => name === 'Decisions' || frontmatter.group === 'Project';

/** The site's script looks for each word in the middle of words, so that "a" is everywhere. */
const WORDS = 'i.split(" ")';
const STOP_WORDS = '/^(an?|and|are|by|do|does|for|how|i|in|is|it|my|of|on|or|the|to|with)$/i';
const WORDS_WITHOUT_STOPS = `${WORDS}.filter((w,_,all)=>all.length<2||!${STOP_WORDS}.test(w))`;

const MEMBERS = ReflectionKind.SomeMember | ReflectionKind.Constructor;

/**
 * Adds the headings of all pages to the search, each with the text below it, and ranks pages and
 * headings above the API reference. TypeDoc finds whole pages only, and ranks them by their names.
 *
 * @param {import('typedoc').Application} app
 */
export function addHeadingsToSearch(app) {
  const sections = [];
  app.renderer.on(PageEvent.END, ({ model, url, contents = '' }) => {
    if (!model.isDocument?.()) return;
    const factor = isAside(model) ? LOWER : 1;
    for (const section of sectionsOf(model.name, url, contents))
      sections.push({ ...section, boost: section.boost * factor });
  });
  // After the script was copied
  app.renderer.on(
    RendererEvent.END,
    ({ outputDirectory }) => ignoreStopWords(join(outputDirectory, 'assets/main.js')),
    -10_000,
  );
  app.renderer.postRenderAsyncJobs.push(async ({ outputDirectory }) => {
    const file = join(outputDirectory, 'assets/search.js');
    const [start, data, end] = readFileSync(file, 'utf8').split('"');
    const { rows } = JSON.parse(inflateSync(Buffer.from(data, 'base64')));
    const names = rows.filter(({ kind }) => kind !== ReflectionKind.Document);
    const boostOf = ({ kind }) => (kind & MEMBERS ? boosts.member : boosts.export);
    const api = names.map((row) => ({ row, text: '', boost: boostOf(row) }));
    const all = [...sections, ...api];
    const content = JSON.stringify({ rows: all.map(({ row }) => row), index: createIndex(all) });
    writeFileSync(file, [start, deflateSync(content).toString('base64'), end].join('"'));
  });
}

function ignoreStopWords(file) {
  const script = readFileSync(file, 'utf8');
  if (script.split(WORDS).length !== 2) throw new Error('TypeDoc has another search script.');
  writeFileSync(
    file,
    script.replace(WORDS, () => WORDS_WITHOUT_STOPS),
  );
}

/** A page up to its first heading, and what is below each heading. */
function* sectionsOf(page, url, contents) {
  const [, article = ''] =
    /<div class="col-content">(.*)<div class="col-sidebar">/s.exec(contents) ?? [];
  const [top, ...parts] = article.split(/<h[23] id="/);
  const kind = ReflectionKind.Document;
  yield { row: { kind, name: page, url, classes: '' }, text: plain(top), boost: boosts.page };
  for (const part of parts) {
    const [, anchor, heading, html] = /^([^"]+)"[^>]*>(.*?)<a href="#.*?<\/h[23]>(.*)/s.exec(part);
    const row = { kind, name: plain(heading), url: `${url}#${anchor}`, classes: '', parent: page };
    yield { row, text: plain(html), boost: boosts.heading };
  }
}

const entities = { lt: '<', gt: '>', quot: '"', amp: '&' };

const plain = (html) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|amp);/g, (_, name) => entities[name])
    .replace(/\s+/g, ' ')
    .trim();

/** In the form in which the site's script reads it. */
const createIndex = (all) =>
  lunr((builder) => {
    builder.pipeline.reset(); // TypeDoc's script has no stemmer
    builder.ref('id');
    builder.field('name', { boost: 10 });
    builder.field('document');
    for (const [id, { row, text, boost }] of all.entries())
      builder.add({ id, name: row.name, document: text }, { boost });
  });
