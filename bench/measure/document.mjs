import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { root } from './paths.mjs';

const file = new URL('docs/benchmarks.md', root);

const titles = {
  types: 'Types',
  filters: 'Filters',
  requests: 'Requests',
  queries: 'Queries',
  connect: 'Connect',
  size: 'Size',
  targets: 'Targets',
};

const opening = `# Benchmarks

\`npm run bench\` writes this page. It compares the package with similar ones: the cost of types, filters in the mock,
requests, the length of queries, and size. All programs of a comparison run in turns on one machine. Results that are worse
than those of other packages stay on this page, with the reason.

The machine is small, and times on it vary. Compare the ratios; for those below 1.5, look at the quartiles too. Absolute times
only show the order of magnitude. A ratio above 1 means slower, larger or more.

The programs are in \`bench/\`, a separate package, so that users do not install the packages that they compare. Each package
has its newest version that supports Node 20. \`npm run bench -- types\` runs one part.`;

/** Replaces the sections that were measured, and keeps the others. */
export function writeDocument(sections) {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = Object.entries(titles).flatMap(([name, title]) => {
    const mark = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const section = sections[name] ? `${measuredOn(name)}${sections[name]}` : between(old, mark);
    return section ? [`## ${title}\n\n${mark[0]}\n\n${section}\n\n${mark[1]}`] : [];
  });
  writeFileSync(file, `${[opening, ...text].join('\n\n')}\n`);
}

function between(text, [from, to]) {
  const start = text.indexOf(from);
  return start < 0 ? undefined : text.slice(start + from.length, text.indexOf(to)).trim();
}

function measuredOn(name) {
  if (name === 'targets') return '';
  const [{ model }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `*${day}, Node ${process.version.slice(1)}, ${process.platform} ${process.arch}, ${cpus().length} × ${model.trim()}, ${memory} GiB.*\n\n`;
}
