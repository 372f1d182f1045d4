import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { root } from './paths.mjs';

const file = new URL('docs/benchmarks.md', root);

const titles = {
  summary: 'At a glance',
  types: 'Types',
  filters: 'Filters',
  requests: 'Requests',
  queries: 'Queries',
  connect: 'Connect',
  size: 'Size',
  targets: 'Targets',
};

const opening = `# Benchmarks

\`npm run bench\` writes this page. All programs of a comparison run in turns on one machine. It is small, and times on it vary:
compare the ratios, and for those below 1.5 the quartiles. A ratio above 1 means slower, larger or more. Results that are worse
than those of other packages stay on this page, with the reason.

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
  if (name === 'targets' || name === 'summary') return '';
  const [{ model }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `*${day}, Node ${process.version.slice(1)}, ${process.platform} ${process.arch}, ${cpus().length} × ${model.trim()}, ${memory} GiB.*\n\n`;
}
